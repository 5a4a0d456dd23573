import { MIN_SCORE, TARGETS } from '../test/mutation/targets.mjs'
import { command, runProgram } from './lib/command.mjs'

const HELP = `npm run mutation -- <target> ...     mutates the code of a target and prints the mutations that no test detected; fails below
                                   ${MIN_SCORE}%. One target takes minutes, all targets (without a name) an hour
npm run mutation -- policy --workers=1   one process at a time (2 where there are two cores)
npm run mutation -- policy --again  tests every mutation again, not only those of files that changed since the last run
targets: ${Object.keys(TARGETS).join(', ')}; or one file of a target, such as idempotency-keys`

await command(HELP, (args) => runProgram('test/mutation/main.ts', args))
