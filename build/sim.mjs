import { buildStale } from './build.mjs'
import { run } from './lib/exec.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { ROOT } from './lib/paths.mjs'
import { tool } from './lib/folders.mjs'
import { runMain, print } from './lib/terminal.mjs'
import { e2e } from './stages/e2e.mjs'
import { ensureSystemPackages } from './stages/system-packages.mjs'

const HELP =
  'npm run sim [-- folder …]     runs every simulation and property test, with many more runs than npm test,\n                                and compiles the copy of the recipes; then\n                                every end-to-end test, including the long ones (only these: -- e2e)'

await runMain(async () => {
  requireNode()
  const filters = process.argv.slice(2)
  if (filters.includes('--help')) return void print(HELP)
  await ensureInstalled()
  process.env['COUNTERSIGN_EFFORT'] = 'full'
  const windows = filters.length === 0 || filters.includes('e2e')
  const places =
    filters.length > 0
      ? filters.filter((filter) => filter !== 'e2e')
      : ['test/simulation', 'test/property', 'test/invariants/recipes']
  const args = [
    tool('vitest/vitest.mjs'),
    'run',
    '--config',
    'test/vitest.config.ts',
    '--testTimeout',
    '1800000',
    ...places,
  ]
  const code =
    places.length === 0 ? 0 : (await run(process.execPath, args, { cwd: ROOT, show: true })).code
  if (!windows) return code
  await ensureSystemPackages()
  await buildStale()
  const { failed } = await e2e([])
  return failed > 0 ? 1 : code
})
