import { command, runProgram } from './lib/command.mjs'

const HELP =
  'npm run assistant-tools     prints the tools that a newly paired assistant sees, with characters and tokens'

await command(HELP, () => runProgram('test/harness/assistant/print-tool-list.ts', []))
