// A named place where tests may stop, slow or kill the process. Production registers no hook, so this does nothing.

declare global {
  var levelrailFailpoint: ((name: string) => void | Promise<void>) | undefined
}

export async function failpoint(name: string): Promise<void> {
  if (globalThis.levelrailFailpoint) await globalThis.levelrailFailpoint(name)
}
