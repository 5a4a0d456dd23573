import { describe, expect, test } from 'vitest'
import { accountId } from '../../../../../shared/domain/ids.js'
import { ACCOUNT, idOf, ReconcilerFixture } from './reconciler-fixture.js'

const workOrders = (fixture: ReconcilerFixture, count: number): void => {
  for (let n = 1; n <= count; n += 1) fixture.open.add(n)
}

describe('REL-31: the list of open orders', () => {
  test.each([10, 201, 600])(
    'is read to its end with %i orders that another client placed',
    async (count) => {
      const fixture = new ReconcilerFixture()
      workOrders(fixture, count)
      await fixture.wait(fixture.reconciler.recover([]))
      await fixture.pass(100)
      expect(fixture.projection.working()).toHaveLength(count)
      expect(fixture.reconciler.listProgress(ACCOUNT)).toEqual({ isComplete: true, hasPage: true })
      fixture.reconciler.dispose()
    },
  )

  test('is read first of the account that a person views, then of accounts with orders', async () => {
    const fixture = new ReconcilerFixture()
    const [viewed, empty] = [accountId('VIEWED'), accountId('EMPTY')]
    fixture.accounts = [viewed, empty, ACCOUNT]
    await fixture.runBefore(2)
    await fixture.wait(fixture.reconciler.recover([]))
    await fixture.pass(100)
    expect(fixture.listedAccounts.slice(0, 3)).toEqual([viewed, ACCOUNT, empty])
    fixture.reconciler.dispose()
  })

  test('is not complete while pages are missing, nor when its keys repeat', async () => {
    const fixture = new ReconcilerFixture()
    workOrders(fixture, 25)
    fixture.nextCursor = () => '10'
    const list = await fixture.wait(fixture.reconciler.listOpenOrders(ACCOUNT, true))
    expect(list).toMatchObject({ ok: false, error: { kind: 'malformed' } })
    expect(fixture.listedPages).toEqual([null, '10'])
    expect(fixture.reconciler.listProgress(ACCOUNT)).toEqual({ isComplete: false, hasPage: true })
  })

  test('is not complete when a later page fails', async () => {
    const fixture = new ReconcilerFixture()
    fixture.answerMs = 100
    workOrders(fixture, 25)
    const reading = fixture.reconciler.listOpenOrders(ACCOUNT, true)
    await fixture.pass(150)
    fixture.isListFailing = true
    expect(await fixture.wait(reading)).toMatchObject({ ok: false, error: { kind: 'unavailable' } })
    expect(fixture.listedPages).toEqual([null, '10'])
    expect(fixture.reconciler.listProgress(ACCOUNT)).toEqual({ isComplete: false, hasPage: true })
  })

  test.each([
    ['that proves what does not work', true],
    ['that proves nothing', false],
  ])('begins after the call that asks for one %s; an older one is given up', async (_, isProof) => {
    const fixture = new ReconcilerFixture()
    fixture.answerMs = 100
    workOrders(fixture, 100)
    void fixture.reconciler.recover([])
    await fixture.pass(250)
    const started = fixture.listedPages.length
    const list = await fixture.wait(fixture.reconciler.listOpenOrders(ACCOUNT, isProof))
    expect(list.ok && list.value.ids.size).toBe(100)
    // The page that was on its way, then the new list from its first page.
    expect(fixture.listedPages.slice(started, started + 10)).toEqual([
      null,
      ...[10, 20, 30, 40, 50, 60, 70, 80, 90].map(String),
    ])
    fixture.reconciler.dispose()
  })
})

describe('REL-31: a restart with working orders', () => {
  test('may trade after the first page, whatever the number of orders', async () => {
    const fixture = new ReconcilerFixture()
    await fixture.runBefore(1_000)
    fixture.answerMs = 1_000
    const started = fixture.simulation.now
    expect(await fixture.wait(fixture.reconciler.recover([]))).toBe(true)
    expect(fixture.simulation.now - started).toBeLessThan(1_100)
    expect(fixture.statusOf(500)).toBe('working, unconfirmed')
    fixture.reconciler.dispose()
  })

  test('confirms each order by the list, and asks only for those that are missing in it', async () => {
    const fixture = new ReconcilerFixture()
    await fixture.runBefore(300)
    fixture.pageSize = 100
    fixture.answerMs = 1_000
    for (const n of [7, 150, 299]) fixture.open.delete(n)
    void fixture.reconciler.recover([])
    await fixture.pass(6_000)
    expect([1, 8, 149, 300].map((n) => fixture.statusOf(n))).toEqual(Array(4).fill('working'))
    // Before the list was complete, the newest orders were queried.
    expect(fixture.queried.slice(0, 2)).toEqual([300, 299])
    await fixture.pass(6_000)
    expect(new Set(fixture.queried.filter((n) => !fixture.open.has(n)))).toEqual(
      new Set([7, 150, 299]),
    )
    fixture.reconciler.dispose()
  })

  test('waits for a list while the broker cannot be reached', async () => {
    const fixture = new ReconcilerFixture()
    await fixture.runBefore(3)
    fixture.isListFailing = true
    let isReady = false
    void fixture.reconciler.recover([]).then(() => (isReady = true))
    await fixture.pass(60_000)
    expect(isReady).toBe(false)
    fixture.isListFailing = false
    await fixture.pass(6_000)
    expect(isReady).toBe(true)
    fixture.reconciler.dispose()
  })
})

describe('REL-31: an order that the broker does not know any more', () => {
  const lost = async (): Promise<ReconcilerFixture> => {
    const fixture = new ReconcilerFixture()
    await fixture.runBefore(2)
    fixture.open.delete(1)
    return fixture
  }

  test('ends after two answers on a healthy connection, and is out of the working orders', async () => {
    const fixture = await lost()
    void fixture.reconciler.recover([])
    await fixture.pass(4_000)
    expect(fixture.statusOf(1)).toBe('working, unconfirmed')
    await fixture.pass(8_000)
    expect([fixture.statusOf(1), fixture.statusOf(2)]).toEqual(['not-found', 'working'])
    expect(fixture.projection.working().map(({ clientOrderId }) => clientOrderId)).toEqual([
      idOf(2),
    ])
    expect(fixture.projection.get(idOf(1))?.note).toMatchObject({ code: 'orders.notKnownToBroker' })
    // It stays so after a restart, and slows no further start.
    await fixture.restart()
    expect(fixture.statusOf(1)).toBe('not-found')
    fixture.queried.length = 0
    void fixture.reconciler.recover([])
    await fixture.pass(30_000)
    expect(fixture.queried).not.toContain(1)
    fixture.reconciler.dispose()
  })

  test('stays while events are down, and while it is younger than the settling time', async () => {
    const fixture = await lost()
    fixture.isHealthy = false
    void fixture.reconciler.recover([])
    await fixture.pass(120_000)
    expect(fixture.statusOf(1)).toBe('working, unconfirmed')
    fixture.isHealthy = true
    fixture.open.add(1)
    await fixture.pass(5_000)
    expect(fixture.statusOf(1)).toBe('working')
    fixture.open.delete(1)
    await fixture.pass(55_000)
    expect(fixture.statusOf(1)).toBe('working')
    await fixture.pass(20_000)
    expect(fixture.statusOf(1)).toBe('not-found')
    fixture.reconciler.dispose()
  })

  test('works again when the broker shows it again', async () => {
    const fixture = await lost()
    void fixture.reconciler.recover([])
    await fixture.pass(20_000)
    expect(fixture.statusOf(1)).toBe('not-found')
    fixture.open.add(1)
    await fixture.pass(20_000)
    expect(fixture.statusOf(1)).toBe('working')
    fixture.reconciler.dispose()
  })
})
