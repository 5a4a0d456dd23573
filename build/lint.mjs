import { runMain } from './lib/terminal.mjs'
import { lint } from './stages/checks.mjs'

await runMain(async () => (await lint()).failed)
