// The version of this command line, from its package.
import cli from '../package.json' with { type: 'json' }

export const version = cli.version
