import { join } from 'node:path'
import { run } from './lib/exec.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { ROOT } from './lib/paths.mjs'
import { runMain, print } from './lib/terminal.mjs'

const HELP = `npm run fuzz                          sends invalid requests, packets and messages to a running exchange for a minute
npm run fuzz -- --seconds 600         the same for 600 seconds
npm run fuzz -- --seed 7              repeats the cases of a seed`

await runMain(async () => {
  requireNode()
  const given = process.argv.slice(2)
  if (given.includes('--help')) return void print(HELP)
  await ensureInstalled()
  const { code } = await run(
    process.execPath,
    ['--no-warnings', '--import', 'tsx', join(ROOT, 'test', 'fuzz', 'main.ts'), ...given],
    { cwd: ROOT, show: true },
  )
  return code
})
