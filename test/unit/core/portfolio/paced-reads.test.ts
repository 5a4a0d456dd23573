import { describe, expect, it } from 'vitest'
import { PacedReads, type Pace } from '../../../../electron/core/portfolio/paced-reads.js'
import { Simulation } from '../../../simulation/core/simulation.js'

const PACE: Pace = {
  afterMs: 400,
  settledMs: 2_000,
  apartMs: [0, 1_000, 3_000],
  spreadMs: 5_000,
  count: 4,
  windowMs: 60_000,
}

/** Reads that take `answerMs`; remembers when each began. */
function openFixture(answerMs = 0, pace: Partial<Pace> = {}) {
  const simulation = new Simulation(1)
  const readAt: number[] = []
  const reads: PacedReads = new PacedReads({
    clock: simulation.clock,
    timers: simulation.timers(),
    pace: { ...PACE, ...pace },
    read: () => {
      readAt.push(simulation.now)
      reads.countRead()
      return new Promise((resolve) => simulation.schedule(answerMs, () => resolve(), -1))
    },
  })
  const pass = (ms: number) => simulation.run(simulation.now + ms)
  return { reads, readAt, pass, simulation }
}

describe('reads after changes', () => {
  it('are two: soon after the change, and when the figures of the broker have settled', async () => {
    const { reads, readAt, pass } = openFixture()
    expect(reads.isSettling).toBe(false)
    reads.onChange()
    expect(reads.isSettling).toBe(true)
    await pass(399)
    expect(readAt).toEqual([])
    await pass(60_000)
    expect(readAt).toEqual([400, 2_400])
    expect(reads.isSettling).toBe(false)
  })

  it('begin the second one after the answer of the first one', async () => {
    const { reads, readAt, pass } = openFixture(700)
    reads.onChange()
    await pass(10_000)
    expect(readAt).toEqual([400, 3_100])
  })

  it('are shared by changes that come together', async () => {
    const { reads, readAt, pass } = openFixture()
    reads.onChange()
    await pass(300)
    reads.onChange()
    await pass(60_000)
    expect(readAt).toEqual([400, 2_400])
  })

  it('come earlier for a change that comes while the second one is awaited', async () => {
    const { reads, readAt, pass } = openFixture()
    reads.onChange()
    await pass(500)
    reads.onChange()
    await pass(100_000)
    // The pace allows the second read a second after the first.
    expect(readAt).toEqual([400, 1_400, 4_400])
  })

  it('keep a growing distance: by how many there were in the window', async () => {
    const { reads, readAt, pass } = openFixture(0, { count: 10 })
    for (let ms = 0; ms < 20_000; ms += 100) {
      reads.onChange()
      await pass(100)
    }
    expect(readAt.slice(0, 5)).toEqual([400, 1_400, 4_400, 9_400, 14_400])
  })

  it('are never more in a window than the limit allows, those of others included', async () => {
    const { reads, readAt, pass } = openFixture(0, { apartMs: [], spreadMs: 0 })
    reads.countRead()
    for (let ms = 0; ms < 70_000; ms += 100) {
      reads.onChange()
      await pass(100)
    }
    expect(readAt.slice(0, 3)).toEqual([400, 800, 1_200])
    expect(readAt[3]).toBe(60_000)
    expect(readAt[4]).toBe(60_400)
  })

  it('wait until the limit has room, where others read more than it', async () => {
    const { reads, readAt, pass } = openFixture(0, { apartMs: [], spreadMs: 0 })
    for (let read = 0; read < 6; read += 1) {
      reads.countRead()
      await pass(1_000)
    }
    reads.onChange()
    await pass(70_000)
    // The limit is four reads in 60 s: the third read of six has left the window at 62 s.
    expect(readAt[0]).toBe(62_000)
  })

  it('count for exactly the time of a window', async () => {
    const { reads, readAt, pass } = openFixture()
    reads.countRead()
    await pass(1_000)
    reads.countRead()
    await pass(58_500)
    reads.countRead()
    await pass(500)
    reads.onChange()
    await pass(10_000)
    // Two of the three remain in the window: the third began at 59.5 s, and the pace adds 3 s.
    expect(readAt[0]).toBe(62_500)
  })

  it('are free again when the window has passed', async () => {
    const { reads, readAt, pass } = openFixture()
    reads.onChange()
    await pass(62_400)
    reads.onChange()
    await pass(10_000)
    expect(readAt).toEqual([400, 2_400, 62_800, 64_800])
  })

  it('end when they are stopped, and begin again with the next change', async () => {
    const { reads, readAt, pass } = openFixture()
    reads.onChange()
    reads.stop()
    expect(reads.isSettling).toBe(false)
    await pass(10_000)
    expect(readAt).toEqual([])
    reads.onChange()
    await pass(10_000)
    expect(readAt).toEqual([10_400, 12_400])
    reads.stop()
  })

  it('have no second one when they are stopped during the first', async () => {
    const { reads, readAt, pass } = openFixture(1_000)
    reads.onChange()
    await pass(500)
    reads.stop()
    await pass(60_000)
    expect(readAt).toEqual([400])
  })
})
