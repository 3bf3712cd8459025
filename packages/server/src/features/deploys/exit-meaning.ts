// What the exit code of a container tells, in words. Codes over 128 are signals.

const signals: Record<number, string> = {
  130: 'interrupted (SIGINT)',
  131: 'stopped with a core dump (SIGQUIT)',
  132: 'killed for an illegal instruction (SIGILL): often an image made for a newer processor',
  134: 'aborted by itself (SIGABRT)',
  135: 'killed for a bus error (SIGBUS)',
  136: 'killed for an arithmetic error (SIGFPE)',
  137: 'killed (SIGKILL), by the engine, by someone, or because the machine was short of memory',
  139: 'killed for a memory fault (SIGSEGV)',
  141: 'killed for writing to a closed pipe (SIGPIPE)',
  143: 'asked to stop (SIGTERM), and it did',
}

const codes: Record<number, string> = {
  0: 'it finished without an error, but an app must keep running',
  125: 'the engine could not run it',
  126: 'its command may not be executed',
  127: 'its command was not found in the image',
}

export function exitMeaning(exitCode: number): string {
  const signal =
    signals[exitCode] ?? (exitCode > 128 && exitCode < 165 ? `killed by signal ${exitCode - 128}` : undefined)
  if (signal !== undefined) return `it was ${signal}, exit code ${exitCode}`
  const meaning = codes[exitCode]
  return meaning === undefined ? `it exited with code ${exitCode}` : `${meaning} (exit code ${exitCode})`
}
