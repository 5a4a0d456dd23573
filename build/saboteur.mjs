import { command, runProgram } from './lib/command.mjs'

await command(null, (args) => runProgram('test/saboteur/main.ts', args))
