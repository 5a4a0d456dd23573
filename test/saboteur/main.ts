import { availableParallelism, setPriority } from 'node:os'
import { loadPatches, stalePatches, type Patch } from '../../build/lint/patches.mjs'
import { readOptions, wholeNumber } from '../../build/lib/options.mjs'
import { ROOT } from '../../build/lib/paths.mjs'
import { UserError, runMain, print } from '../../build/lib/terminal.mjs'
import { createCopies, removeCopies, withPatch } from '../harness/system/tree-copy.js'
import { openDetections, type Detection } from './detections.js'
import { runSuites } from './suite-run.js'

const MAX_WORKERS = 4

interface Verdict extends Detection {
  readonly patch: Patch
  readonly isDetected: boolean
}

/** Returns the requested patches after checking that each applies. */
async function requestedPatches(
  only: readonly string[],
  from: string | undefined,
): Promise<readonly Patch[]> {
  const all = await loadPatches(ROOT)
  const unknown = [...only, ...(from === undefined ? [] : [from])].find((id) =>
    all.every((patch) => patch.id !== id),
  )
  if (unknown !== undefined) throw new UserError(`There is no fault ${unknown}; see --list.`)
  const first = from === undefined ? 0 : all.findIndex(({ id }) => id === from)
  const patches = all.slice(first).filter(({ id }) => only.length === 0 || only.includes(id))
  const stale = stalePatches(ROOT, patches)
  if (stale.length > 0) throw new UserError(stale.join('\n'))
  return patches
}

/** Runs the suites on the unchanged sources: a test that fails there proves nothing. */
async function requireGreen(
  copy: string,
  patches: readonly Patch[],
  workers: number,
): Promise<void> {
  const suites = [...new Set(patches.flatMap((patch) => patch.suites))]
  print(`Running ${suites.length} suites on the unchanged sources …`)
  const { failed, passed, problem } = await runSuites(copy, suites, workers)
  if (problem !== null) throw new UserError(`The unchanged sources cannot be tested: ${problem}.`)
  if (failed.length > 0) {
    throw new UserError(`Tests fail without any fault:\n  ${failed.join('\n  ')}`)
  }
  print(`${passed} tests pass.\n`)
}

async function testPatch(copy: string, patch: Patch): Promise<Verdict> {
  const started = performance.now()
  const { failed, problem } = await withPatch(copy, patch, () => runSuites(copy, patch.suites))
  const isDetected = problem === null && failed.length > 0
  const note = isDetected
    ? `${failed.length} failed, first: ${failed[0]}`
    : (problem ?? `no test failed in ${patch.suites.join(', ')}; harm: ${patch.harm}`)
  return { patch, isDetected, note, seconds: (performance.now() - started) / 1000 }
}

function report({ patch, isDetected, note, seconds }: Verdict): void {
  const word = isDetected ? 'detected' : 'SURVIVED'
  print(`${word}  ${patch.id.padEnd(34)} ${seconds.toFixed(0).padStart(3)} s  ${note}`)
}

/** Tests patches in copies of the sources; each copy takes the next one. */
async function testInCopies(
  patches: readonly Patch[],
  workers: number,
  onVerdict: (verdict: Verdict) => void,
): Promise<void> {
  if (patches.length === 0) return
  try {
    const copies = createCopies(Math.min(workers, patches.length))
    await requireGreen(copies[0] ?? '', patches, copies.length)
    const waiting = [...patches]
    await Promise.all(
      copies.map(async (copy) => {
        for (let patch = waiting.shift(); patch !== undefined; patch = waiting.shift()) {
          onVerdict(await testPatch(copy, patch))
        }
      }),
    )
  } finally {
    removeCopies()
  }
}

await runMain(async () => {
  const { values } = readOptions('npm run saboteur', {
    options: {
      list: { type: 'boolean' },
      continue: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      from: { type: 'string' },
      workers: { type: 'string' },
    },
  })
  const usual = Math.min(MAX_WORKERS, availableParallelism())
  const workers = wholeNumber('--workers', values.workers, usual)
  const patches = await requestedPatches(values.only, values.from)
  if (values.list) {
    for (const { id, harm, file, suites } of patches) {
      print(`${id}\n  ${harm}\n  in ${file}\n  tests: ${suites.join(', ')}`)
    }
    return
  }
  // Runs for minutes, so other processes get priority.
  setPriority(10)
  const detections = await openDetections(values.continue)
  const survived: string[] = []
  const onVerdict = (verdict: Verdict): void => {
    report(verdict)
    const { patch, isDetected, note, seconds } = verdict
    if (isDetected) detections.add(patch.id, { note, seconds })
    else survived.push(patch.id)
  }
  const untested = patches.filter((patch) => {
    const detection = detections.detectionOf(patch.id)
    if (detection !== undefined) report({ patch, isDetected: true, ...detection })
    return detection === undefined
  })
  await testInCopies(untested, workers, onVerdict)
  print(`\n${patches.length - survived.length} of ${patches.length} faults were detected.`)
  if (survived.length > 0) print(`Not detected: ${survived.join(', ')}`)
  return survived.length === 0 ? 0 : 1
})
