import { buildWithTests } from './build.mjs'
import { trainBundles } from './code-cache.mjs'
import { command, runProgram } from './lib/command.mjs'
import { warn } from './lib/terminal.mjs'
import { resolveRuntime } from './runtime/resolve.mjs'
import { ensureSystemPackages } from './lib/system-packages.mjs'

const HELP = `npm run bench                 measures everything and prints each figure beside its floor and target
npm run bench -- <part> ...   only these parts
npm run bench -- --list       the parts, their rows, and what each takes on an idle machine
npm run bench -- --page       measures everything, and writes docs/performance.md
npm run bench -- --compare <commit> [--rounds 3] [part ...]
                              measures that commit and this tree in alternating rounds, and prints the
                                ratio of each figure with its spread; by default start and memory`

await command(HELP, async (args) => {
  if (args.includes('--compare')) return runProgram('test/bench/compare/main.ts', args)
  if (args.includes('--list')) return runProgram('test/bench/main.ts', args)
  await ensureSystemPackages()
  await buildWithTests()
  await trainBundles(await resolveRuntime())
  const code = await runProgram('test/bench/main.ts', args, '1600x1000')
  // The benchmark itself exits with 0 or 1. Any other code without a table means that the screen or
  // the session bus was missing.
  if (code > 1) warn(`The benchmark was interrupted or could not start (exit code ${code}).`)
  return code
})
