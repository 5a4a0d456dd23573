import { runMain } from './lib/terminal.mjs'
import { writeFormat } from './stages/checks.mjs'

await runMain(async () => (await writeFormat()).failed)
