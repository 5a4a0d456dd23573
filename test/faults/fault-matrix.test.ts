import { describe, expect, it } from 'vitest'
import { runs } from '../harness/system/effort.js'
import { cells, expectedOutcome } from './fault-matrix.js'
import { FAULTS, OPERATIONS, type Cell, type Operation, type FaultOutcome } from './faults.js'
import { runClockJump, runDisk, runKill } from './local-cells.js'
import { runChange, runRead, runStaleListing, runToken } from './order-cells.js'
import { runStream } from './stream-cells.js'

/** Each seed has other delays; `npm run sim -- test/faults` runs many. */
const SEEDS = runs(1, 20)
const CHANGES: ReadonlySet<Operation> = new Set<Operation>(['place', 'replace', 'cancel'])

function runCell(cell: Cell): Promise<FaultOutcome> {
  const { fault, phase, operation } = cell
  if (operation === 'events' || operation === 'market') return runStream(cell)
  if (operation === 'token') return runToken(cell)
  if (fault === 'stale-listing') return runStaleListing(cell)
  if (!CHANGES.has(operation)) return runRead(cell)
  if (fault === 'process-kill' || fault === 'torn-write') return runKill(cell)
  if (fault === 'disk-full' || fault === 'slow-disk') return runDisk(cell)
  if (fault === 'clock-jump' && phase === 'connect') return runClockJump(cell)
  return runChange(cell)
}

describe.each(FAULTS)('REL-29, REL-30, REL-31: fault %s', (fault) => {
  const ofFault = cells.filter((cell) => cell.fault === fault)

  it('can strike somewhere', () => {
    expect(ofFault.length).toBeGreaterThan(0)
  })

  it.each(OPERATIONS.filter((name) => ofFault.some(({ operation }) => operation === name)))(
    'has the outcome of the table for every phase of: %s',
    async (name) => {
      for (const known of ofFault.filter(({ operation }) => operation === name)) {
        for (let seed = 0; seed < SEEDS; seed += 1) {
          const cell = { ...known, seed }
          expect(await runCell(cell), JSON.stringify(cell)).toBe(expectedOutcome(cell))
        }
      }
    },
  )
})
