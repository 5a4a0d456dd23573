import { runMain } from './lib/terminal.mjs'
import { lint } from './lint/checks.mjs'

await runMain(async () => (await lint()).failed)
