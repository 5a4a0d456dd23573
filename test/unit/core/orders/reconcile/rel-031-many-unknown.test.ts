import { describe, expect, test } from 'vitest'
import { idOf, ReconcilerFixture } from './reconciler-fixture.js'

const COUNT = 180

/** Works `count` orders at a broker that answers one query of each kind a second. */
async function working(count: number): Promise<ReconcilerFixture> {
  const fixture = new ReconcilerFixture()
  await fixture.runBefore(count)
  fixture.pageSize = 100
  fixture.answerMs = 1_000
  await fixture.wait(fixture.reconciler.recover([]))
  await fixture.pass(5_000)
  return fixture
}

const cancelNumbers = (fixture: ReconcilerFixture, numbers: Iterable<number>): void => {
  for (const n of numbers) {
    fixture.open.delete(n)
    fixture.cancelled.add(n)
  }
}

const numbersTo = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => index + 1)

describe(`REL-31: ${COUNT} cancels of unknown outcome at once`, () => {
  test('are without effect once two complete lists, a minute later, name their orders', async () => {
    const fixture = await working(COUNT)
    fixture.settleCancels(COUNT)

    await fixture.pass(60_000)
    expect(fixture.reconciler.unsettled).toBe(COUNT)
    await fixture.pass(15_000)

    expect(fixture.reconciler.unsettled).toBe(0)
    expect(fixture.projection.working()).toHaveLength(COUNT)
    expect(fixture.projection.get(idOf(1))).toMatchObject({
      pending: null,
      note: { code: 'orders.changeNotReceived' },
    })
    fixture.reconciler.dispose()
  })

  test('are done once the history shows their orders canceled, without a query of each', async () => {
    const fixture = await working(COUNT)
    fixture.settleCancels(COUNT)
    cancelNumbers(fixture, numbersTo(COUNT))
    fixture.queried.length = 0

    await fixture.pass(10_000)

    expect(fixture.reconciler.unsettled).toBe(0)
    expect(numbersTo(COUNT).map((n) => fixture.statusOf(n))).toEqual(Array(COUNT).fill('cancelled'))
    expect(fixture.historyPages).toBeLessThan(5)
    await fixture.pass(60_000)
    expect(fixture.queried.length).toBeLessThan(20)
    fixture.reconciler.dispose()
  })

  test('stay unknown while events are down, whatever the lists show', async () => {
    const fixture = await working(COUNT)
    fixture.isHealthy = false
    fixture.settleCancels(COUNT)

    await fixture.pass(300_000)

    expect(fixture.reconciler.unsettled).toBe(COUNT)
    fixture.isHealthy = true
    fixture.reconciler.onSubscribed()
    await fixture.pass(60_000)
    expect(fixture.reconciler.unsettled).toBe(COUNT)
    await fixture.pass(15_000)
    expect(fixture.reconciler.unsettled).toBe(0)
    fixture.reconciler.dispose()
  })

  test('are not proved to be without effect by lists that lag', async () => {
    const fixture = await working(COUNT + 1)
    // This order ended before the cancels, and the lists name it ever since.
    const ended = COUNT + 1
    fixture.cancelled.add(ended)
    fixture.reconciler.reports.observe(fixture.seen(ended, 'event'))
    fixture.settleCancels(COUNT)

    await fixture.pass(100_000)

    // Order Detail has answered about one a second.
    expect(fixture.reconciler.unsettled).toBeGreaterThan(COUNT - 60)
    fixture.reconciler.dispose()
  })

  test('are left to Order Detail where neither list nor history names the order', async () => {
    const fixture = await working(COUNT)
    for (const n of numbersTo(COUNT)) fixture.open.delete(n)
    fixture.settleCancels(COUNT)

    await fixture.pass(30_000)

    expect(fixture.reconciler.unsettled).toBe(COUNT)
    expect(new Set(fixture.queried).size).toBeGreaterThan(20)
    fixture.reconciler.dispose()
  })
})
