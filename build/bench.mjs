import { join } from 'node:path'
import { buildStale } from './build.mjs'
import { compileBundles } from './code-cache.mjs'
import { run } from './lib/exec.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { ROOT } from './lib/paths.mjs'
import { runMain, print, warn } from './lib/terminal.mjs'
import { resolveRuntime } from './runtime/resolve.mjs'
import { ensureSystemPackages } from './stages/system-packages.mjs'

const HELP = `npm run bench                 every figure, with its target
npm run bench -- <part> ...   only these: start, memory, ticks, wire, orders, instructions, exchange, bundle`

await runMain(async () => {
  requireNode()
  if (process.argv.includes('--help')) return void print(HELP)
  await ensureInstalled()
  await ensureSystemPackages()
  await buildStale()
  await compileBundles(await resolveRuntime())
  // Node 20 has its WebSocket behind a flag; newer ones take the flag without effect.
  const command = [
    process.execPath,
    '--experimental-websocket',
    '--no-warnings',
    '--import',
    'tsx',
    join(ROOT, 'test', 'bench', 'main.ts'),
    ...process.argv.slice(2),
  ]
  // A screen and a session bus of its own, so that the figures do not depend on whose desktop this
  // is.
  if (process.platform === 'linux') {
    command.unshift('dbus-run-session', '--', 'xvfb-run', '-a', '-s', '-screen 0 1600x1000x24')
  }
  const [program = '', ...args] = command
  const { code } = await run(program, args, { cwd: ROOT, show: true })
  // The benchmark itself ends with nothing else: where there is no table, the screen or the session
  // bus was not there.
  if (code > 1) warn(`The benchmark was ended, or never began (exit code ${code}).`)
  return code
})
