import { command, runProgram } from './lib/command.mjs'

const HELP = `npm run fuzz                          sends invalid requests, packets and messages to a running exchange for a minute
npm run fuzz -- --seconds 600         the same for 600 seconds
npm run fuzz -- --seed 7              repeats the cases of a seed`

await command(HELP, (args) => runProgram('test/fuzz/main.ts', args))
