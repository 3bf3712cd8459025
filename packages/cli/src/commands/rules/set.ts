// `levelrail rules set`: changes what the ingress does with requests for an app, by single rules or from a file.
import { readFile } from 'node:fs/promises'
import { AppRulesSet } from '@levelrail/contract/schemas/rules.ts'
import { appArgument } from '../../app-options.ts'
import { problemsOf } from '../../check-value.ts'
import { command } from '../../command.ts'
import { invalid, usage } from '../../exit-codes.ts'
import { rulesText } from '../../output/rule-text.ts'
import { ruleOptions, rulesAfter } from '../../rule-options.ts'

export const rulesSet = command({
  name: 'rules set',
  summary: 'Change what the ingress does with requests for an app',
  details:
    'Acts at once, without a deploy. Only what is named changes. With --file all rules are those of a JSON file, as "levelrail rules show --json" prints them; users keep their passwords.',
  arguments: { name: appArgument },
  options: { ...ruleOptions, file: { kind: 'text', value: 'PATH', what: 'JSON file with all rules; - for stdin' } },
  examples: [
    'levelrail rules set web --rate 300/minute --waf sql_injection --waf dot_files',
    'levelrail rules set web --allow 192.0.2.0/24 --unset-allow 198.51.100.7',
    'levelrail rules set web --user ann',
    "levelrail rules set web --response-header 'X-Frame-Options: DENY' --response-header X-Powered-By",
    'levelrail rules set web --file rules.json',
  ],
  async run({ client, settings, output, ask }, { name, file, ...input }) {
    const isNamed = Object.values(input).some((value) => (Array.isArray(value) ? value.length > 0 : value))
    const hasNumber = Object.values(input).includes(0)
    if (file !== undefined && (isNamed || hasNumber))
      throw usage('--file holds all rules', 'give no other rule with it')
    if (file === undefined && !isNamed && !hasNumber) throw usage('nothing to change', 'name a rule, such as --rate')
    if (input['password-stdin'] && input.user === undefined) throw usage('--password-stdin is for --user', 'name one')
    const fromStdin = input['password-stdin']
    const password = input.user && (await ask.password(`Password of ${input.user}: `, { fromStdin, repeat: true }))
    const body =
      file === undefined
        ? rulesAfter(await client.appRulesView({ params: { name } }), input, password)
        : readRules(file === '-' ? await ask.everything() : await textOf(file))
    const rules = await client.appRulesSet({ params: { name }, body })
    if (settings.json) output.json(rules)
    else output.text(rulesText(rules))
    return undefined
  },
})

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: Error) => {
    throw invalid(`cannot read the rules: ${cause.message}`)
  })
}

function readRules(text: string): AppRulesSet {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw invalid(`the rules are not JSON: ${cause instanceof Error ? cause.message : cause}`)
  }
  const problems = problemsOf(AppRulesSet, value)
  if (problems.length > 0) throw invalid(`the rules are not valid: ${problems.join('; ')}`)
  return value as AppRulesSet
}
