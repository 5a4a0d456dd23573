import { run } from './lib/exec.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { ROOT } from './lib/paths.mjs'
import { tool } from './lib/rooms.mjs'
import { runMain, say } from './lib/say.mjs'

const HELP = 'npm run sim [-- folder …]     every simulation and property, with many more runs than npm test takes'

await runMain(async () => {
  requireNode()
  const filters = process.argv.slice(2)
  if (filters.includes('--help')) return void say(HELP)
  await ensureInstalled()
  const places = filters.length > 0 ? filters : ['test/simulation', 'test/property']
  const args = [tool('vitest/vitest.mjs'), 'run', '--config', 'test/vitest.config.ts', '--testTimeout', '1800000', ...places]
  const { code } = await run(process.execPath, args, { cwd: ROOT, env: { ...process.env, COUNTERSIGN_EFFORT: 'full' }, show: true })
  return code
})
