import { describe, expect, it } from 'vitest'
import { createInstructionStore } from '../../../../electron/core/instructions/queue/instruction-store.js'
import { createInstructionLog } from '../../../../electron/core/instructions/queue/instruction-log.js'
import { dec, asMoney } from '../../../../shared/domain/decimal.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { DAY_MS, epochMs } from '../../../../shared/domain/time.js'
import { Simulation } from '../../core/simulation.js'
import { CrashDisk, DEATHS, type Death } from '../harness/crash-disk.js'
import { ASSISTANT } from '../harness/instruction-fixture.js'
import { draft } from '../harness/fake-order-gateway.js'

const NOW = epochMs(1_763_735_400_000)
const idOf = (number: number): string => number.toString(16).padStart(32, '0')

type Fate = 'done' | 'declined' | 'pending' | 'sending' | 'unknown' | 'working'
let idCount = 0
/**
 * Returns the lines of one call: `parts` instructions, all with this fate except the last, which is
 * done.
 */
function lines(fate: Fate, daysAgo: number, parts = 1): string[] {
  const time = NOW - daysAgo * DAY_MS
  const ids = Array.from({ length: parts }, () => idOf((idCount += 1)))
  const orderDraft: OrderDraft = fate === 'working' ? { ...draft(), timeInForce: 'gtc' } : draft()
  const first = {
    v: 1,
    kind: 'made',
    made: ids.map((id, index) => ({
      id,
      source: 'local',
      connectionId: ASSISTANT,
      connectionName: 'Helper',
      environment: 'practice',
      key: `k${id}`,
      requestDigest: 'a'.repeat(64),
      action: { kind: 'place', draft: orderDraft },
      reason: '',
      batch: parts === 1 ? null : { batchId: `b${ids[0] ?? ''}`.slice(0, 32), index, count: parts },
      createdAt: time,
      expiresAt: time + 900_000,
    })),
  }
  const after = ids.flatMap((id, index): object[] => {
    const rowFate = parts > 1 && index === parts - 1 ? 'done' : fate
    if (rowFate === 'pending') return []
    if (rowFate === 'declined') {
      return [{ v: 1, kind: 'ended', id, why: 'declined', detail: '', at: time }]
    }
    const sent = { v: 1, kind: 'sending', id, why: 'approved', detail: '', worth: '10', at: time }
    if (rowFate === 'sending') return [sent]
    return [
      sent,
      {
        v: 1,
        kind: 'outcome',
        id,
        state: rowFate === 'unknown' ? 'unknown' : 'acknowledged',
        clientOrderId: id,
        text: '',
        at: time,
      },
    ]
  })
  return [first, ...after].map((record) => JSON.stringify(record))
}
const many = (count: number, fate: Fate, daysAgo: number): string[] =>
  Array.from({ length: count }, () => lines(fate, daysAgo)).flat()

interface ArchiveFixture {
  readonly simulation: Simulation
  readonly disk: CrashDisk
  readonly first: readonly string[]
  start(now?: number): Promise<ReturnType<typeof createInstructionStore>>
}
function createFixture(content: readonly string[]): ArchiveFixture {
  const simulation = new Simulation(3)
  const disk = new CrashDisk(simulation)
  disk.files.set('instructions', [...content])
  return {
    simulation,
    disk,
    first: [...content],
    async start(now = NOW) {
      simulation.epoch += 1
      disk.revive()
      return begin(disk, simulation, now)
    },
  }
}
async function begin(
  disk: CrashDisk,
  simulation: Simulation,
  now: number,
): Promise<ReturnType<typeof createInstructionStore>> {
  const ledger = createInstructionStore(createInstructionLog(disk.journal('instructions')), {
    journal: disk.journal('archive'),
    replace: (next) => disk.replace('instructions', next),
  })
  let over = false
  void ledger.replay(epochMs(now)).then(() => {
    over = true
  })
  await simulation.run(simulation.now + 60_000, () => over || disk.dead)
  return ledger
}
const stored = (fixture: ArchiveFixture): ReadonlySet<string> =>
  new Set(fixture.disk.lines('instructions'))
const archived = (fixture: ArchiveFixture): readonly string[] => fixture.disk.lines('archive')

describe('REL-28: old instructions move from the live file to the archive', () => {
  it('old instructions move with all of their lines, and the other lines keep their sequence', async () => {
    const [old, recent] = [many(510, 'declined', 120), many(500, 'declined', 10)]
    const fixture = createFixture([...old, ...recent])
    const ledger = await fixture.start()
    // This disk completes concurrent writes in any sequence; no line is missing or repeated.
    expect([...archived(fixture)].sort()).toEqual([...old].sort())
    expect(fixture.disk.lines('instructions')).toEqual(recent)
    expect(ledger.all()).toHaveLength(500)
    fixture.disk.writes.length = 0
    await fixture.start()
    expect(fixture.disk.writes).toEqual([])
  })

  it.each(['pending', 'sending', 'unknown', 'working'] as const)(
    'no instruction moves while %s, however old, alone or in a batch',
    async (fate) => {
      const open = [...lines(fate, 400), ...lines(fate, 400, 3)]
      const fixture = createFixture([
        ...open,
        ...many(510, 'declined', 120),
        ...many(500, 'declined', 10),
      ])
      await fixture.start()
      for (const line of open) expect(stored(fixture).has(line)).toBe(true)
      expect(archived(fixture).some((line) => open.includes(line))).toBe(false)
      expect(archived(fixture)).toHaveLength(1_020)
    },
  )

  it('the instructions of the last 90 days and the newest 500 stay, whatever the clock says', async () => {
    const touched = lines('done', 400)
    const [first = ''] = touched
    const { made: [instruction] = [] } = JSON.parse(first) as { made?: { id: string }[] }
    const repeatedRequest = JSON.stringify({
      v: 1,
      kind: 'asked',
      id: instruction?.id,
      key: 'again',
      at: NOW - DAY_MS,
    })
    const fixture = createFixture([...touched, repeatedRequest, ...many(1_200, 'done', 120)])
    await fixture.start(NOW)
    for (const line of [...touched, repeatedRequest]) expect(stored(fixture).has(line)).toBe(true)
    // A computer whose clock is ten years ahead.
    const wild = createFixture(many(1_010, 'declined', 0))
    const ledger = await wild.start(NOW + 3_650 * DAY_MS)
    expect(ledger.all()).toHaveLength(500)
    expect(wild.disk.lines('instructions')).toEqual(wild.first.slice(-1_000))
  })

  it('old instructions move only from a minimum number, and only where there is an archive', async () => {
    const fixture = createFixture([...many(499, 'done', 120), ...many(600, 'done', 10)])
    await fixture.start()
    expect(fixture.disk.writes).toEqual([])
    const without = createInstructionStore(
      createInstructionLog(createFixture(many(1_200, 'done', 120)).disk.journal('instructions')),
    )
    expect((await without.replay(NOW)).ok).toBe(true)
    expect(without.all()).toHaveLength(1_200)
  })

  it('a death at any write loses and repeats nothing, and the next start finishes the move', async () => {
    const content = [
      ...lines('unknown', 400),
      ...many(510, 'declined', 120),
      ...many(500, 'declined', 10),
    ]
    const undisturbed = createFixture(content)
    await undisturbed.start()
    const writes = undisturbed.disk.writes.length
    for (const death of DEATHS) {
      for (const killAt of [1, 700, writes]) {
        const fixture = createFixture(content)
        Object.assign(fixture.disk, { killAt, death: death satisfies Death })
        await begin(fixture.disk, fixture.simulation, NOW)
        const context = `${death} ${killAt} of ${writes}`
        expect(fixture.disk.dead, context).toBe(true)
        expect(new Set([...stored(fixture), ...archived(fixture)]), context).toEqual(
          new Set(content),
        )
        const ledger = await fixture.start()
        expect(fixture.disk.lines('instructions'), context).toEqual(
          undisturbed.disk.lines('instructions'),
        )
        expect([...archived(fixture)].sort(), context).toEqual([...archived(undisturbed)].sort())
        expect(ledger.all().length, context).toBe(501)
      }
    }
  })

  it('old instructions stay where they are when the archive cannot be written', async () => {
    const content = [...many(510, 'declined', 120), ...many(500, 'declined', 10)]
    const fixture = createFixture(content)
    fixture.disk.held.set(
      'archive',
      Promise.resolve({ ok: false, error: { kind: 'full', message: 'full' } }),
    )
    const ledger = await fixture.start()
    expect(fixture.disk.lines('instructions')).toEqual(content)
    expect(ledger.all()).toHaveLength(1_010)
    const [instruction] = ledger.all()
    if (instruction === undefined) throw new Error('nothing was read')
    const noted = ledger.append({
      kind: 'sending',
      id: instruction.id,
      why: 'approved',
      detail: '',
      worth: asMoney(dec('1')),
      at: NOW,
    })
    await fixture.simulation.run(fixture.simulation.now + 100)
    expect((await noted).ok).toBe(true)
  })

  it('old instructions stay where they are when the archive is of a newer version', async () => {
    const content = [...many(510, 'declined', 120), ...many(500, 'declined', 10)]
    const fixture = createFixture(content)
    fixture.disk.files.set('archive', ['{"v":2,"kind":"made"}'])
    const ledger = await fixture.start()
    expect([
      archived(fixture),
      fixture.disk.lines('instructions').length,
      ledger.all().length,
    ]).toEqual([['{"v":2,"kind":"made"}'], content.length, 1_010])
  })
})
