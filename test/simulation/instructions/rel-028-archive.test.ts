import { describe, expect, it } from 'vitest'
import { createLedger } from '../../../electron/core/instructions/ledger.js'
import { createStore } from '../../../electron/core/instructions/store.js'
import { dec, asMoney } from '../../../shared/domain/decimal.js'
import type { OrderDraft } from '../../../shared/domain/order.js'
import { DAY_MS, epochMs } from '../../../shared/domain/time.js'
import { World } from '../core/world.js'
import { CrashDisk, DEATHS, type Death } from './crash-disk.js'
import { ASSISTANT, draft } from './desk-world.js'

const NOW = epochMs(1_763_735_400_000)
const idOf = (number: number): string => number.toString(16).padStart(32, '0')

type Fate = 'done' | 'declined' | 'pending' | 'sending' | 'unknown' | 'working'
let made = 0
/**
 * What the file says of one call: `parts` instructions, all with this fate but the last, which is
 * done.
 */
function lines(fate: Fate, daysAgo: number, parts = 1): string[] {
  const at = NOW - daysAgo * DAY_MS
  const ids = Array.from({ length: parts }, () => idOf((made += 1)))
  const of: OrderDraft = fate === 'working' ? { ...draft(), timeInForce: 'gtc' } : draft()
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
      action: { kind: 'place', draft: of },
      reason: '',
      batch: parts === 1 ? null : { batchId: `b${ids[0] ?? ''}`.slice(0, 32), index, count: parts },
      createdAt: at,
      expiresAt: at + 900_000,
    })),
  }
  const after = ids.flatMap((id, index): object[] => {
    const mine = parts > 1 && index === parts - 1 ? 'done' : fate
    if (mine === 'pending') return []
    if (mine === 'declined') return [{ v: 1, kind: 'ended', id, why: 'declined', detail: '', at }]
    const sent = { v: 1, kind: 'sending', id, why: 'approved', detail: '', worth: '10', at }
    if (mine === 'sending') return [sent]
    return [
      sent,
      {
        v: 1,
        kind: 'outcome',
        id,
        state: mine === 'unknown' ? 'unknown' : 'acknowledged',
        clientOrderId: id,
        text: '',
        at,
      },
    ]
  })
  return [first, ...after].map((record) => JSON.stringify(record))
}
const many = (count: number, fate: Fate, daysAgo: number): string[] =>
  Array.from({ length: count }, () => lines(fate, daysAgo)).flat()

interface Rig {
  readonly world: World
  readonly disk: CrashDisk
  readonly first: readonly string[]
  start(now?: number): Promise<ReturnType<typeof createLedger>>
}
function rig(content: readonly string[]): Rig {
  const world = new World(3)
  const disk = new CrashDisk(world)
  disk.files.set('instructions', [...content])
  return {
    world,
    disk,
    first: [...content],
    async start(now = NOW) {
      world.epoch += 1
      disk.revive()
      return begin(disk, world, now)
    },
  }
}
async function begin(
  disk: CrashDisk,
  world: World,
  now: number,
): Promise<ReturnType<typeof createLedger>> {
  const ledger = createLedger(createStore(disk.journal('instructions')), {
    journal: disk.journal('archive'),
    replace: (next) => disk.replace('instructions', next),
  })
  let over = false
  void ledger.replay(epochMs(now)).then(() => {
    over = true
  })
  await world.run(world.now + 60_000, () => over || disk.dead)
  return ledger
}
const kept = (at: Rig): ReadonlySet<string> => new Set(at.disk.lines('instructions'))
const moved = (at: Rig): readonly string[] => at.disk.lines('archive')

describe('rel-028: what ended long ago leaves the file that every start reads', () => {
  it('goes to the archive with everything that was written of it; the rest stays in its order', async () => {
    const [old, recent] = [many(510, 'declined', 120), many(500, 'declined', 10)]
    const at = rig([...old, ...recent])
    const ledger = await at.start()
    // This disk ends writes that come together in any order; nothing is missing and nothing is
    // there twice.
    expect([...moved(at)].sort()).toEqual([...old].sort())
    expect(at.disk.lines('instructions')).toEqual(recent)
    expect(ledger.all()).toHaveLength(500)
    at.disk.writes.length = 0
    await at.start()
    expect(at.disk.writes).toEqual([])
  })

  it.each(['pending', 'sending', 'unknown', 'working'] as const)(
    'never what is %s, however old it is, alone or in a batch',
    async (fate) => {
      const open = [...lines(fate, 400), ...lines(fate, 400, 3)]
      const at = rig([...open, ...many(510, 'declined', 120), ...many(500, 'declined', 10)])
      await at.start()
      for (const line of open) expect(kept(at).has(line)).toBe(true)
      expect(moved(at).some((line) => open.includes(line))).toBe(false)
      expect(moved(at)).toHaveLength(1_020)
    },
  )

  it('never what was asked or changed in the last 90 days, nor the newest 500, whatever the clock says', async () => {
    const touched = lines('done', 400)
    const [first = ''] = touched
    const { made: [one] = [] } = JSON.parse(first) as { made?: { id: string }[] }
    const again = JSON.stringify({
      v: 1,
      kind: 'asked',
      id: one?.id,
      key: 'again',
      at: NOW - DAY_MS,
    })
    const at = rig([...touched, again, ...many(1_200, 'done', 120)])
    await at.start(NOW)
    for (const line of [...touched, again]) expect(kept(at).has(line)).toBe(true)
    // A computer that believes to be ten years further.
    const wild = rig(many(1_010, 'declined', 0))
    const ledger = await wild.start(NOW + 3_650 * DAY_MS)
    expect(ledger.all()).toHaveLength(500)
    expect(wild.disk.lines('instructions')).toEqual(wild.first.slice(-1_000))
  })

  it('nothing is written for a few, and nothing at all where there is no archive', async () => {
    const at = rig([...many(499, 'done', 120), ...many(600, 'done', 10)])
    await at.start()
    expect(at.disk.writes).toEqual([])
    const without = createLedger(
      createStore(rig(many(1_200, 'done', 120)).disk.journal('instructions')),
    )
    expect((await without.replay(NOW)).ok).toBe(true)
    expect(without.all()).toHaveLength(1_200)
  })

  it('dies at any write: nothing is lost, nothing stands in the archive twice, and the next start finishes it', async () => {
    const content = [
      ...lines('unknown', 400),
      ...many(510, 'declined', 120),
      ...many(500, 'declined', 10),
    ]
    const whole = rig(content)
    await whole.start()
    const writes = whole.disk.writes.length
    for (const death of DEATHS) {
      for (const killAt of [1, 700, writes]) {
        const at = rig(content)
        Object.assign(at.disk, { killAt, death: death satisfies Death })
        await begin(at.disk, at.world, NOW)
        const where = `${death} ${killAt} of ${writes}`
        expect(at.disk.dead, where).toBe(true)
        expect(new Set([...kept(at), ...moved(at)]), where).toEqual(new Set(content))
        const ledger = await at.start()
        expect(at.disk.lines('instructions'), where).toEqual(whole.disk.lines('instructions'))
        expect([...moved(at)].sort(), where).toEqual([...moved(whole)].sort())
        expect(ledger.all().length, where).toBe(501)
      }
    }
  })

  it('an archive that cannot be written leaves everything where it was, and the queue goes on', async () => {
    const content = [...many(510, 'declined', 120), ...many(500, 'declined', 10)]
    const at = rig(content)
    at.disk.held.set(
      'archive',
      Promise.resolve({ ok: false, error: { kind: 'full', message: 'full' } }),
    )
    const ledger = await at.start()
    expect(at.disk.lines('instructions')).toEqual(content)
    expect(ledger.all()).toHaveLength(1_010)
    const [one] = ledger.all()
    if (one === undefined) throw new Error('nothing was read')
    const noted = ledger.note({
      kind: 'sending',
      id: one.id,
      why: 'approved',
      detail: '',
      worth: asMoney(dec('1')),
      at: NOW,
    })
    await at.world.run(at.world.now + 100)
    expect((await noted).ok).toBe(true)
  })

  it('an archive of a newer version is left alone', async () => {
    const content = [...many(510, 'declined', 120), ...many(500, 'declined', 10)]
    const at = rig(content)
    at.disk.files.set('archive', ['{"v":2,"kind":"made"}'])
    const ledger = await at.start()
    expect([moved(at), at.disk.lines('instructions').length, ledger.all().length]).toEqual([
      ['{"v":2,"kind":"made"}'],
      content.length,
      1_010,
    ])
  })
})
