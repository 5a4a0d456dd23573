import { join } from 'node:path'
import { buildWithTests } from './build.mjs'
import { compileBundles } from './code-cache.mjs'
import { run } from './lib/exec.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { ROOT } from './lib/paths.mjs'
import { runMain, print } from './lib/terminal.mjs'
import { resolveRuntime } from './runtime/resolve.mjs'
import { ensureSystemPackages } from './stages/system-packages.mjs'

const HELP = `npm run truth                     trades in the real window by hand and by two assistants while faults fire
                                  and processes are killed; compares window, journal and exchange at the
                                  end, and prints the time to truth after each kind of kill
npm run truth -- --orders 500     the number of orders (500)
                 --kills 50       the number of kills: program, renderer and exchange in turn (50)
                 --seed 7         repeats the plan of a seed
                 --minutes 30     begins no further stage after this time
                 --clock 20       instead: every 250 ms, over so many minutes of trades in every product,
                                  compares the figures of all panels with the exchange while its clock runs
                 --trace          prints what the window showed between each kill and the truth, and with
                                  --clock what window and exchange had around each difference`

await runMain(async () => {
  requireNode()
  const options = process.argv.slice(2)
  if (options.includes('--help')) return void print(HELP)
  await ensureInstalled()
  await ensureSystemPackages()
  await buildWithTests()
  await compileBundles(await resolveRuntime())
  const command = [
    process.execPath,
    '--no-warnings',
    '--import',
    'tsx',
    join(ROOT, 'test', 'truth', 'main.ts'),
    ...options,
  ]
  if (process.platform === 'linux') {
    command.unshift('xvfb-run', '-a', '-s', '-screen 0 2400x1200x24')
  }
  const [program = '', ...args] = command
  const { code } = await run(program, args, { cwd: ROOT, show: true })
  return code
})
