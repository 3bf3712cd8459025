// THE table of what the presets of the web application firewall refuse. Each is a list of PCRE expressions that are
// looked for without regard to capitals, in the URL, its path or the user agent. URL and path are decoded twice, so that
// encoding once more hides nothing. Repetitions are possessive: there is never more than one way to try, however long a
// request is made. They catch the usual tools and mistakes, not an attacker who knows them.

interface Preset {
  /** Marks it in the value that the proxy keeps for an app. */
  flag: string
  seenIn: 'url' | 'path' | 'agent'
  expressions: readonly string[]
}

export const wafPresets = {
  sql_injection: {
    flag: 'q',
    seenIn: 'url',
    expressions: [
      String.raw`\bunion\b[\s(/*+]++(?:(?:all|distinct)\b[\s(/*+]++)?select\b`,
      String.raw`['"\x60]\s*+(?:or|and|\|\||&&)\s*+['"\x60(]*+\w++['"\x60)]*+\s*+(?:=|<|>|\blike\b|\bin\b)`,
      String.raw`\b(?:or|and)\s++\d++\s*+=\s*+\d`,
      String.raw`;\s*+(?:drop|alter|truncate|insert|update|delete|create|exec)\s++\w`,
      String.raw`\b(?:sleep|benchmark|pg_sleep|load_file|extractvalue|updatexml)\s*+\(`,
      String.raw`\bwaitfor\s++delay\b|\binto\s++(?:out|dump)file\b|\binformation_schema\b|\bxp_cmdshell\b`,
    ],
  },
  path_traversal: {
    flag: 'p',
    seenIn: 'url',
    expressions: [
      String.raw`(?:^|[/\\=])\.\.(?:[/\\;?&]|$)`,
      String.raw`/etc/(?:passwd|shadow|group|hosts)\b|/proc/self/|\b(?:boot|win)\.ini\b`,
      // What a zero byte has become when it gets here.
      String.raw`\x01`,
    ],
  },
  xss: {
    flag: 'x',
    seenIn: 'url',
    expressions: [
      String.raw`<\s*+(?:/\s*+)?(?:script|iframe|object|embed|svg|math|img|body|video|audio|style|link|meta|base|form)\b`,
      String.raw`['"\x60\s]on[a-z]{3,20}+\s*+=`,
      String.raw`\b(?:java|vb)script\s*+:|\bdata\s*+:\s*+text/html`,
      String.raw`\bdocument\s*+\.\s*+(?:cookie|location|write)`,
    ],
  },
  scanners: {
    flag: 'a',
    seenIn: 'agent',
    expressions: [
      String.raw`\b(?:sqlmap|nikto|nmap|masscan|zgrab|nuclei|wpscan|dirbuster|gobuster|feroxbuster|ffuf|wfuzz)\b`,
      String.raw`\b(?:acunetix|nessus|openvas|w3af|havij|arachni|netsparker|fimap|jorgee|whatweb|commix|zmeu)\b`,
    ],
  },
  dot_files: {
    flag: 'd',
    seenIn: 'path',
    expressions: [String.raw`[/\\]\.(?!well-known(?:/|$)|\.?(?:[/\\]|$))`],
  },
} as const satisfies Record<string, Preset>

export type WafPreset = keyof typeof wafPresets

export const presetTable: readonly (Preset & { name: WafPreset; file: string })[] = Object.entries(wafPresets).map(
  ([name, preset]) => ({ ...preset, name: name as WafPreset, file: `waf-${name.replaceAll('_', '-')}.list` }),
)
