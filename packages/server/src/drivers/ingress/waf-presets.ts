// THE table of what the presets of the web application firewall refuse. Each is a list of PCRE expressions that are
// looked for without regard to capitals, in the URL, its path or the user agent. URL and path are decoded twice, so that
// encoding once more hides nothing. Repetitions are possessive: there is never more than one way to try, however long a
// request is made. They catch the usual tools and mistakes, not an attacker who knows them.

interface Preset {
  seenIn: 'url' | 'path' | 'agent'
  expressions: readonly string[]
  /** Of URL and path: found in all that its expressions find, where nothing is encoded and there is no white space. */
  needs?: string
}

export const wafPresets = {
  sql_injection: {
    seenIn: 'url',
    expressions: [
      String.raw`\bunion\b[\s(/*+]++(?:(?:all|distinct)\b[\s(/*+]++)?select\b`,
      String.raw`['"\x60]\s*+(?:or|and|\|\||&&)\s*+['"\x60(]*+\w++['"\x60)]*+\s*+(?:=|<|>|\blike\b|\bin\b)`,
      String.raw`\b(?:or|and)\s++\d++\s*+=\s*+\d`,
      String.raw`;\s*+(?:drop|alter|truncate|insert|update|delete|create|exec)\s++\w`,
      String.raw`\b(?:sleep|benchmark|pg_sleep|load_file|extractvalue|updatexml)\s*+\(`,
      String.raw`\bwaitfor\s++delay\b|\binto\s++(?:out|dump)file\b|\binformation_schema\b|\bxp_cmdshell\b`,
    ],
    needs: String.raw`union|[\x22\x27\x60(;]|information_schema|xp_cmdshell`,
  },
  path_traversal: {
    seenIn: 'url',
    expressions: [
      String.raw`(?:^|[/\\=])\.\.(?:[/\\;?&]|$)`,
      String.raw`/etc/(?:passwd|shadow|group|hosts)\b|/proc/self/|\b(?:boot|win)\.ini\b`,
      // What a zero byte has become when it gets here.
      String.raw`\x01`,
    ],
    needs: String.raw`\.\.|/etc/|/proc/self/|\.ini`,
  },
  xss: {
    seenIn: 'url',
    expressions: [
      String.raw`<\s*+(?:/\s*+)?(?:script|iframe|object|embed|svg|math|img|body|video|audio|style|link|meta|base|form)\b`,
      String.raw`['"\x60\s]on[a-z]{3,20}+\s*+=`,
      String.raw`\b(?:java|vb)script\s*+:|\bdata\s*+:\s*+text/html`,
      String.raw`\bdocument\s*+\.\s*+(?:cookie|location|write)`,
    ],
    needs: String.raw`[<\x22\x27\x60]|script:|data:|document\.`,
  },
  scanners: {
    seenIn: 'agent',
    expressions: [
      String.raw`\b(?:sqlmap|nikto|nmap|masscan|zgrab|nuclei|wpscan|dirbuster|gobuster|feroxbuster|ffuf|wfuzz)\b`,
      String.raw`\b(?:acunetix|nessus|openvas|w3af|havij|arachni|netsparker|fimap|jorgee|whatweb|commix|zmeu)\b`,
    ],
  },
  dot_files: {
    seenIn: 'path',
    expressions: [String.raw`[/\\]\.(?!well-known(?:/|$)|\.?(?:[/\\]|$))`],
    needs: String.raw`[/\\]\.`,
  },
} as const satisfies Record<string, Preset>

export type WafPreset = keyof typeof wafPresets

export const presetTable: readonly (Preset & { name: WafPreset; file: string })[] = Object.entries(wafPresets).map(
  ([name, preset]) => ({ ...preset, name: name as WafPreset, file: `waf-${name.replaceAll('_', '-')}.list` }),
)

/** In a URL as it was sent. Where it is not found, no preset finds anything either. */
export const suspicion = [
  String.raw`[%+]|[^\x21-\x7e]`,
  ...presetTable.flatMap(({ needs }) => (needs === undefined ? [] : [needs])),
].join('|')
