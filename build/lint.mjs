import { runMain } from './lib/say.mjs'
import { lint } from './stages/checks.mjs'

await runMain(async () => (await lint()).failed)
