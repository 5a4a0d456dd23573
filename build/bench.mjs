import { join } from 'node:path'
import { buildStale } from './build.mjs'
import { trainBundles } from './code-cache.mjs'
import { compareBuilds } from './lib/compare-builds.mjs'
import { run } from './lib/exec.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { ROOT } from './lib/paths.mjs'
import { runMain, print, warn } from './lib/terminal.mjs'
import { resolveRuntime } from './runtime/resolve.mjs'
import { ensureSystemPackages } from './stages/system-packages.mjs'

const HELP = `npm run bench                 measures everything and prints each figure with its target
npm run bench -- <part> ...   only these parts: start, memory, idle, ticks, tables, chart, line-drag, four-charts,
                                wire, orders, lost-event, approvals, budgets, instructions, kill, journals,
                                audit, alerts, costs, exchange, bundle;
                                only by name, because they take minutes: hour, old-journals, scale, soak;
                                only by name, because it explains: trace (what the threads of the window do)
npm run bench -- --compare <commit> [--rounds 3] [part ...]
                              measures that commit and this tree in alternating rounds, and prints the
                                ratio of each figure with its spread; by default start and memory`

await runMain(async () => {
  requireNode()
  if (process.argv.includes('--help')) return void print(HELP)
  if (process.argv.includes('--compare')) return compareBuilds(process.argv.slice(2))
  await ensureInstalled()
  await ensureSystemPackages()
  await buildStale()
  await trainBundles(await resolveRuntime())
  // Node 20 has WebSocket behind a flag, which newer versions accept without effect.
  const command = [
    process.execPath,
    '--experimental-websocket',
    '--no-warnings',
    '--import',
    'tsx',
    join(ROOT, 'test', 'bench', 'main.ts'),
    ...process.argv.slice(2),
  ]
  // Run on a separate screen and session bus, so that the figures do not depend on this desktop.
  if (process.platform === 'linux') {
    command.unshift('dbus-run-session', '--', 'xvfb-run', '-a', '-s', '-screen 0 1600x1000x24')
  }
  const [program = '', ...args] = command
  const { code } = await run(program, args, { cwd: ROOT, show: true })
  // The benchmark itself exits with 0 or 1. Any other code without a table means that the screen or
  // the session bus was missing.
  if (code > 1) warn(`The benchmark was interrupted or could not start (exit code ${code}).`)
  return code
})
