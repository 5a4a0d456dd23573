import { runMain } from './lib/terminal.mjs'
import { boundaries } from './stages/checks.mjs'

await runMain(async () => (await boundaries()).failed)
