import { runMain } from './lib/terminal.mjs'
import { formatTree } from './lint/format.mjs'

await runMain(async () =>
  (await formatTree({ write: !process.argv.includes('--check') })).ok ? 0 : 1,
)
