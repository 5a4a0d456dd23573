import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildStale } from './build.mjs'
import { run } from './lib/exec.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { OUT } from './lib/paths.mjs'
import { UserError, runMain } from './lib/terminal.mjs'

/**
 * `npm run practice`: runs the practice exchange alone, on plain Node. Arguments after `--` are
 * passed to it.
 */
await runMain(async () => {
  requireNode()
  await ensureInstalled()
  await buildStale({ only: ['practice'] })
  const bundle = join(OUT, 'practice', 'practice.cjs')
  if (!existsSync(bundle)) throw new UserError('There is no practice bundle to start.')
  const { code } = await run(process.execPath, [bundle, ...process.argv.slice(2)], {
    show: true,
    stdin: true,
  })
  return code
})
