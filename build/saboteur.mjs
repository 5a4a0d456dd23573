import { availableParallelism, setPriority } from 'node:os'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { ROOT } from './lib/paths.mjs'
import { UserError, runMain, print } from './lib/terminal.mjs'
import { loadPatches, stalePatches } from './sabotage/patches.mjs'
import { openMemory } from './sabotage/remembered.mjs'
import { runSuites } from './sabotage/suite-run.mjs'
import { createCopies, removeCopies, withPatch } from './sabotage/tree-copy.mjs'

const HELP = `npm run saboteur                   applies each fault of test/saboteur to a copy of the sources, one at a time, and
                                   runs the tests named for it; fails when a fault is not detected or does not apply
npm run saboteur -- --only <id>    one fault (repeat for several)
                    --from <id>    this fault and those after it in the list
                    --continue     without those that a run on the same sources detected already; an
                                   ended run is continued so
                    --workers 2    the number of copies (one per core, at most 4)
                    --list         prints the faults and their tests, and runs nothing`
const MAX_WORKERS = 4

/**
 * @typedef {import('./sabotage/patches.mjs').Patch} Patch
 * @typedef {{ patch: Patch, isDetected: boolean, note: string, seconds: number }} Verdict
 */

/**
 * Returns every value that follows an option.
 * @param {readonly string[]} args
 * @param {string} name
 */
const valuesAfter = (args, name) =>
  args.flatMap((word, index) => (args[index - 1] === name ? [word] : []))

/** @param {readonly string[]} args */
function workersOf(args) {
  const [given] = valuesAfter(args, '--workers')
  const count = given === undefined ? Math.min(MAX_WORKERS, availableParallelism()) : Number(given)
  if (!Number.isInteger(count) || count < 1) {
    throw new UserError('--workers needs a whole number above 0.')
  }
  return count
}

/**
 * Returns the requested patches after checking that each applies.
 * @param {readonly string[]} args
 * @returns {Promise<readonly Patch[]>}
 */
async function requestedPatches(args) {
  const all = await loadPatches(ROOT)
  const only = valuesAfter(args, '--only')
  const from = valuesAfter(args, '--from')
  const unknown = [...only, ...from].find((id) => all.every((patch) => patch.id !== id))
  if (unknown !== undefined) throw new UserError(`There is no fault ${unknown}; see --list.`)
  const first = Math.max(0, ...from.map((id) => all.findIndex((patch) => patch.id === id)))
  const patches = all.slice(first).filter(({ id }) => only.length === 0 || only.includes(id))
  const stale = stalePatches(ROOT, patches)
  if (stale.length > 0) throw new UserError(stale.join('\n'))
  return patches
}

/**
 * Runs the suites of all patches on the unchanged sources: a test that fails there proves nothing.
 * @param {string} copy
 * @param {readonly Patch[]} patches
 * @param {number} workers
 */
async function requireGreen(copy, patches, workers) {
  const suites = [...new Set(patches.flatMap((patch) => patch.suites))]
  print(`Running ${suites.length} suites on the unchanged sources …`)
  const { failed, passed, problem } = await runSuites(copy, suites, { workers })
  if (problem !== null) throw new UserError(`The unchanged sources cannot be tested: ${problem}.`)
  if (failed.length > 0) {
    throw new UserError(`Tests fail without any fault:\n  ${failed.join('\n  ')}`)
  }
  print(`${passed} tests pass.\n`)
}

/**
 * @param {string} copy
 * @param {Patch} patch
 * @returns {Promise<Verdict>}
 */
async function testPatch(copy, patch) {
  const started = performance.now()
  const { failed, problem } = await withPatch(copy, patch, () => runSuites(copy, patch.suites))
  const isDetected = problem === null && failed.length > 0
  const note = isDetected
    ? `${failed.length} failed, first: ${failed[0]}`
    : (problem ?? `no test failed in ${patch.suites.join(', ')}; harm: ${patch.harm}`)
  return { patch, isDetected, note, seconds: (performance.now() - started) / 1000 }
}

/** @param {Verdict} verdict */
function report({ patch, isDetected, note, seconds }) {
  const word = isDetected ? 'detected' : 'SURVIVED'
  print(`${word}  ${patch.id.padEnd(34)} ${seconds.toFixed(0).padStart(3)} s  ${note}`)
}

/**
 * Tests every patch; each copy takes the next one.
 * @param {readonly string[]} copies
 * @param {readonly Patch[]} patches
 * @param {(verdict: Verdict) => void} onVerdict
 * @returns {Promise<readonly Verdict[]>}
 */
async function testAll(copies, patches, onVerdict) {
  const waiting = [...patches]
  /** @type {Verdict[]} */
  const verdicts = []
  await Promise.all(
    copies.map(async (copy) => {
      for (let patch = waiting.shift(); patch !== undefined; patch = waiting.shift()) {
        const verdict = await testPatch(copy, patch)
        verdicts.push(verdict)
        report(verdict)
        onVerdict(verdict)
      }
    }),
  )
  return verdicts
}

/** @param {readonly Patch[]} patches */
function list(patches) {
  for (const { id, harm, file, suites } of patches) {
    print(`${id}\n  ${harm}\n  in ${file}\n  tests: ${suites.join(', ')}`)
  }
}

/**
 * Tests patches in copies of the sources.
 * @param {readonly Patch[]} patches
 * @param {number} workers
 * @param {(verdict: Verdict) => void} onVerdict
 * @returns {Promise<readonly Verdict[]>}
 */
async function testInCopies(patches, workers, onVerdict) {
  if (patches.length === 0) return []
  try {
    const copies = await createCopies(Math.min(workers, patches.length))
    await requireGreen(/** @type {string} */ (copies[0]), patches, copies.length)
    return await testAll(copies, patches, onVerdict)
  } finally {
    removeCopies()
  }
}

await runMain(async () => {
  requireNode()
  const args = process.argv.slice(2)
  if (args.includes('--help')) return void print(HELP)
  const patches = await requestedPatches(args)
  if (args.includes('--list')) return void list(patches)
  await ensureInstalled()
  // Runs for minutes, so other processes get priority.
  setPriority(10)
  const memory = await openMemory({ isContinued: args.includes('--continue') })
  const earlier = patches.flatMap((patch) => {
    const detection = memory.detectionOf(patch.id)
    return detection === undefined ? [] : [{ patch, isDetected: true, ...detection }]
  })
  for (const verdict of earlier) report(verdict)
  const rest = patches.filter(({ id }) => memory.detectionOf(id) === undefined)
  const tested = await testInCopies(
    rest,
    workersOf(args),
    ({ patch, isDetected, ...detection }) => {
      if (isDetected) memory.remember(patch.id, detection)
    },
  )
  const verdicts = [...earlier, ...tested]
  const survived = verdicts.filter(({ isDetected }) => !isDetected)
  print(`\n${verdicts.length - survived.length} of ${verdicts.length} faults were detected.`)
  if (survived.length > 0) print(`Not detected: ${survived.map((v) => v.patch.id).join(', ')}`)
  return survived.length === 0 ? 0 : 1
})
