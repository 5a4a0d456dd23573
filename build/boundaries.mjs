import { runMain } from './lib/terminal.mjs'
import { boundaries } from './lint/checks.mjs'

await runMain(async () => (await boundaries()).failed)
