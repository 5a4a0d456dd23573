import { buildWithTests } from './build.mjs'
import { compileBundles } from './code-cache.mjs'
import { command, runProgram } from './lib/command.mjs'
import { resolveRuntime } from './runtime/resolve.mjs'
import { ensureSystemPackages } from './lib/system-packages.mjs'

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

await command(HELP, async (args) => {
  await ensureSystemPackages()
  await buildWithTests()
  await compileBundles(await resolveRuntime())
  return runProgram('test/truth/main.ts', args, '2400x1200')
})
