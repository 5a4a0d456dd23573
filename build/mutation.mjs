import { command, runProgram } from './lib/command.mjs'

await command(null, (args) => runProgram('test/mutation/main.ts', args))
