import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildStale } from './build.mjs'
import { command } from './lib/command.mjs'
import { run } from './lib/exec.mjs'
import { OUT } from './lib/paths.mjs'
import { UserError } from './lib/terminal.mjs'

/**
 * `npm run practice`: runs the practice exchange alone, on plain Node. Arguments after `--` are
 * passed to it.
 */
await command(null, async (args) => {
  await buildStale({ only: ['practice'] })
  const bundle = join(OUT, 'practice', 'practice.cjs')
  if (!existsSync(bundle)) throw new UserError('There is no practice bundle to start.')
  const { code } = await run(process.execPath, [bundle, ...args], {
    show: true,
    stdin: true,
  })
  return code
})
