import { runMain } from './lib/say.mjs'
import { writeFormat } from './stages/checks.mjs'

await runMain(async () => (await writeFormat()).failed)
