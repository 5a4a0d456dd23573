import { runMain } from './lib/say.mjs'
import { boundaries } from './stages/checks.mjs'

await runMain(async () => (await boundaries()).failed)
