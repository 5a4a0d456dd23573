import { describe, expect, test } from 'vitest'
import { createJournal } from '../../../../../electron/core/orders/order-journal.js'
import type { DetailAnswer } from '../../../../../electron/core/orders/order-reads-port.js'
import { createOrderReports } from '../../../../../electron/core/orders/reconcile/order-reports.js'
import { Settlement } from '../../../../../electron/core/orders/reconcile/settlement.js'
import type { OpenRequest } from '../../../../../electron/core/orders/recovery.js'
import {
  providerFailure,
  type ProviderFailure,
} from '../../../../../electron/core/provider-failure.js'
import { asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { writtenOut } from '../../../../harness/written-out.js'
import { ACCOUNT, idOf, ReconcilerFixture } from './reconciler-fixture.js'

const FAILED = err(providerFailure('timeout', foreign('no answer')))
const ABSENT = ok({ seen: 'absent' } as const)
const NEW_LIMIT = asPrice(dec('99'))
const TEN = asQuantity(dec('10'))

/** A working order, requests about it, and a broker that answers as the test sets. */
async function settling(orders = 1) {
  const desk = new ReconcilerFixture()
  await desk.runBefore(orders)
  for (let n = 1; n <= orders; n += 1) {
    desk.projection.apply({ fact: 'observed', observation: desk.seen(n, 'detail') })
  }
  const { simulation, projection } = desk
  const start = simulation.now
  const state = {
    isHealthy: true,
    answer: (n: number): Result<DetailAnswer, ProviderFailure> =>
      ok({ seen: 'found', observation: desk.seen(n, 'detail') }),
    answerMs: 0,
  }
  const queriedAt: number[] = []
  const journal = createJournal(desk.disk.port())
  const reports = createOrderReports({ projection, journal })
  const settlement = new Settlement({
    projection,
    journal,
    reports,
    clock: simulation.clock,
    timers: simulation.timers(),
    log: { event: (...entry) => void desk.logged.push(entry) },
    eventsHealthy: () => state.isHealthy,
    reads: {
      detail: async (account, id, priority) => {
        expect([account, priority]).toEqual([ACCOUNT, 'settle'])
        queriedAt.push(Math.round(simulation.now - start))
        const answer = state.answer(Number.parseInt(id, 16))
        if (state.answerMs > 0) {
          await new Promise<void>((resolve) => simulation.schedule(state.answerMs, resolve, -1))
        }
        return answer
      },
    },
  })
  reports.onReport((report) => settlement.onReport(report))
  const request = (
    kind: OpenRequest['kind'],
    n = 1,
    over: Partial<OpenRequest> = {},
  ): OpenRequest => {
    if (kind !== 'place') {
      const fact = { fact: 'request', kind, state: 'unknown', at: simulation.wall() } as const
      projection.apply({ ...fact, clientOrderId: idOf(n) })
    }
    return {
      request: `r-${n}`,
      kind,
      accountId: ACCOUNT,
      clientOrderId: idOf(n),
      change: kind === 'replace' ? { limitPrice: NEW_LIMIT } : null,
      acknowledged: false,
      ...over,
    }
  }
  const settled = () => desk.records('settled')
  const order = (n = 1) => writtenOut(projection.get(idOf(n)))
  return { desk, state, queriedAt, settlement, reports, request, settled, order }
}
type Settling = Awaited<ReturnType<typeof settling>>

/** Opens a request of which the broker shows no effect, and lets `ms` pass. */
async function after(ms: number, kind: 'replace' | 'cancel', over?: Partial<OpenRequest>) {
  const fixture = await settling()
  fixture.settlement.open(fixture.request(kind, 1, over))
  await fixture.desk.pass(ms)
  return fixture
}

describe.each(['replace', 'cancel'] as const)('REL-31: a %s without an effect', (kind) => {
  const name = kind === 'replace' ? 'Replace' : 'Cancel'

  test('is open for a minute of such answers, then it is known to have done nothing', async () => {
    const fixture = await after(60_000, kind)
    const { desk, settlement, queriedAt, settled, order } = fixture
    expect([settlement.size, order()?.pending?.kind]).toEqual([1, kind])
    await desk.pass(1_000)
    expect(queriedAt).toEqual([500, 1_500, 3_500, 7_500, 15_500, 30_500, 60_500])
    expect(settlement.size).toBe(0)
    expect(order()).toMatchObject({
      status: 'working',
      pending: null,
      note: `${name} was not received, according to the broker.`,
    })
    expect(settled()).toMatchObject([
      {
        of: 'r-1',
        clientOrderId: idOf(1),
        as: 'not-done',
        note: `${name} was not received, according to the broker.`,
      },
    ])
    expect(desk.logged).toEqual([['info', 'order.settled', { kind, as: 'not-done' }]])
    await desk.pass(300_000)
    expect(queriedAt).toHaveLength(7)
  })

  test('a request that the broker had accepted says so', async () => {
    const { order } = await after(61_000, kind, { acknowledged: true })
    expect(order()?.note).toBe(`${name} was accepted by the broker, but has no effect so far.`)
  })

  test('needs three such answers, however long they take', async () => {
    const fixture = await settling()
    const { desk, state, settlement, request } = fixture
    state.answer = () => FAILED
    settlement.open(request(kind))
    await desk.pass(100_000)
    state.answer = (n) => ok({ seen: 'found', observation: desk.seen(n, 'detail') })
    await desk.pass(100_000)
    expect(settlement.size).toBe(1)
    await desk.pass(100_000)
    expect(settlement.size).toBe(0)
  })
})

describe('REL-31: a cancel', () => {
  const opened = async (): Promise<Settling> => {
    const fixture = await settling()
    fixture.settlement.open(fixture.request('cancel'))
    return fixture
  }

  test('is done once the order is canceled', async () => {
    const { desk, state, settlement, settled, order } = await opened()
    desk.shown.set(1, { status: 'cancelled' })
    await desk.pass(1_000)
    expect(order()).toMatchObject({ status: 'cancelled', pending: null, note: null })
    expect(settlement.size).toBe(0)
    expect(settled()).toMatchObject([{ as: 'done', note: null }])
    expect(state.isHealthy).toBe(true)
  })

  test('a cancel that the last query shows as done is settled once', async () => {
    const { desk, settlement, settled } = await opened()
    await desk.pass(60_000)
    desk.shown.set(1, { status: 'cancelled' })
    await desk.pass(2_000)
    expect(settlement.size).toBe(0)
    expect(settled()).toMatchObject([{ as: 'done' }])
  })

  test('is not done when the order filled instead', async () => {
    const { desk, reports, settlement, settled } = await opened()
    desk.shown.set(1, { status: 'filled', filledQuantity: asQuantity(dec('10')) })
    reports.observe(desk.seen(1, 'event'), 'final-fill')
    await desk.pass(100)
    expect(settlement.size).toBe(0)
    expect(settled()).toMatchObject([{ as: 'not-done', note: null }])
  })

  test('is refused by an event, and no other event of the working order ends it', async () => {
    const { desk, reports, settlement, settled, order } = await opened()
    reports.observe(desk.seen(1, 'event'), 'replace-refused')
    reports.observe(desk.seen(1, 'event'), 'replace-done')
    reports.observe(desk.seen(1, 'event'))
    expect(settlement.size).toBe(1)
    reports.observe(desk.seen(1, 'event'), 'cancel-refused')
    expect(settlement.size).toBe(0)
    expect(order()).toMatchObject({ pending: null, note: 'Cancel refused.' })
    await desk.pass(100)
    expect(settled()).toMatchObject([{ as: 'not-done', note: 'Cancel refused.' }])
  })

  test('has ended already when the event arrived before the answer to the request', async () => {
    const { desk, reports, settlement, request, settled, queriedAt } = await settling()
    const cancel = request('cancel')
    desk.shown.set(1, { status: 'cancelled' })
    reports.observe(desk.seen(1, 'event'), 'cancel-done')
    settlement.open(cancel)
    expect(settlement.size).toBe(0)
    await desk.pass(60_000)
    expect(settled()).toMatchObject([{ as: 'done' }])
    expect(queriedAt).toEqual([])
  })
})

describe('REL-31: a replace', () => {
  const opened = async (over: Partial<OpenRequest> = {}): Promise<Settling> => {
    const fixture = await settling()
    fixture.settlement.open(fixture.request('replace', 1, over))
    return fixture
  }

  test('is done once Order Detail shows the new terms', async () => {
    const { desk, settlement, settled, order } = await opened()
    desk.shown.set(1, { limitPrice: asPrice(dec('99.00')) })
    await desk.pass(1_000)
    expect(settlement.size).toBe(0)
    expect(order()).toMatchObject({ pending: null, note: null, limitPrice: '99.00' })
    expect(settled()).toMatchObject([{ as: 'done', note: null }])
  })

  test('is not done because a listing shows the new terms, which may be those of before', async () => {
    const { desk, reports, settlement } = await opened()
    desk.shown.set(1, { limitPrice: NEW_LIMIT })
    reports.observe(desk.seen(1, 'listing'))
    expect(settlement.size).toBe(1)
  })

  test('a replace whose terms are not known is not done by what Order Detail shows', async () => {
    const { desk, settlement } = await opened({ change: null })
    await desk.pass(1_000)
    expect(settlement.size).toBe(1)
  })

  test.each([
    ['replace-done', 'done', null],
    ['replace-refused', 'not-done', 'Replace refused.'],
  ] as const)('ends with the event %s', async (eventType, as, note) => {
    const { desk, reports, settlement, settled, order } = await opened()
    reports.observe(desk.seen(1, 'event'), 'cancel-refused')
    expect(settlement.size).toBe(1)
    reports.observe(desk.seen(1, 'event'), eventType)
    expect(settlement.size).toBe(0)
    expect(order()).toMatchObject({ pending: null, note })
    await desk.pass(100)
    expect(settled()).toMatchObject([{ as, note }])
  })

  test('is not done when the order was canceled', async () => {
    const { desk, settlement, settled } = await opened()
    desk.shown.set(1, { status: 'cancelled' })
    await desk.pass(1_000)
    expect(settlement.size).toBe(0)
    expect(settled()).toMatchObject([{ as: 'not-done', note: null }])
  })

  test('a replace and a cancel of the same order are settled one by one', async () => {
    const { desk, reports, settlement, request } = await opened()
    settlement.open(request('cancel', 1, { request: 'c-1' }))
    expect(settlement.size).toBe(2)
    reports.observe(desk.seen(1, 'event'), 'replace-done')
    expect(settlement.size).toBe(1)
    reports.observe(desk.seen(1, 'event'), 'cancel-refused')
    expect(settlement.size).toBe(0)
    await desk.pass(60_000)
    expect(desk.records('settled')).toMatchObject([{ of: 'r-1' }, { of: 'c-1' }])
  })
})

describe('REL-31: the queries of a settlement', () => {
  test('begin again when the same request is opened again, which then counts alone', async () => {
    const { desk, queriedAt, settlement, request, settled } = await settling()
    settlement.open(request('cancel'))
    await desk.pass(50_000)
    queriedAt.length = 0
    settlement.open(request('cancel', 1, { request: 'r-2' }))
    expect(settlement.size).toBe(1)
    await desk.pass(59_000)
    expect(settlement.size).toBe(1)
    await desk.pass(2_000)
    expect(settled()).toMatchObject([{ of: 'r-2' }])
    expect(queriedAt.map((time) => time - 50_000)).toEqual([
      500, 1_500, 3_500, 7_500, 15_500, 30_500, 60_500,
    ])
  })

  test('are made at once after a reconnect, and begin a new series', async () => {
    const { desk, queriedAt, settlement, request } = await settling()
    settlement.open(request('cancel'))
    await desk.pass(20_000)
    queriedAt.length = 0
    settlement.probeNow()
    await desk.pass(4_000)
    expect(queriedAt).toEqual([20_000, 20_500, 21_500, 23_500])
  })

  test('are not doubled by a reconnect while one is on its way', async () => {
    const { desk, state, queriedAt, settlement, request } = await settling()
    state.answerMs = 5_000
    settlement.open(request('cancel'))
    await desk.pass(1_000)
    settlement.probeNow()
    settlement.probeNow()
    await desk.pass(4_000)
    expect(queriedAt).toEqual([500])
  })

  test('count from the last time at which events were down', async () => {
    const { desk, state, settlement, request } = await settling()
    state.isHealthy = false
    settlement.open(request('cancel'))
    await desk.pass(200_000)
    expect(settlement.size).toBe(1)
    state.isHealthy = true
    settlement.probeNow()
    await desk.pass(50_000)
    expect(settlement.size).toBe(1)
    await desk.pass(60_000)
    expect(settlement.size).toBe(0)
  })

  test('become rarer the more requests are open, but never rarer than every minute', async () => {
    const few = await settling(5)
    for (let n = 1; n <= 5; n += 1) few.settlement.open(few.request('cancel', n))
    await few.desk.pass(11_000)
    // The first query is at once; each later one waits a second for every open request.
    expect(few.queriedAt.toSorted((a, b) => a - b)).toEqual([
      ...[500, 500, 500, 500, 500],
      ...[5_500, 5_500, 5_500, 5_500, 5_500],
      ...[10_500, 10_500, 10_500, 10_500, 10_500],
    ])
    const many = await settling(80)
    for (let n = 1; n <= 80; n += 1) many.settlement.open(many.request('cancel', n))
    await many.desk.pass(60_000)
    expect(many.queriedAt).toHaveLength(80)
    await many.desk.pass(1_000)
    expect(many.queriedAt).toHaveLength(160)
  })

  test('end when the settlement is disposed, also one whose answer is on its way', async () => {
    const { desk, state, queriedAt, settlement, request, settled } = await settling()
    state.answerMs = 1_000
    settlement.open(request('cancel'))
    await desk.pass(1_000)
    desk.shown.set(1, { status: 'cancelled' })
    settlement.dispose()
    expect(settlement.size).toBe(0)
    settlement.probeNow()
    await desk.pass(300_000)
    expect(queriedAt).toEqual([500])
    expect(settled()).toEqual([])
  })

  test('queries of a request that was opened again meanwhile count for nothing', async () => {
    const { desk, state, queriedAt, settlement, request } = await settling()
    state.answerMs = 1_000
    settlement.open(request('cancel'))
    await desk.pass(600)
    settlement.open(request('cancel', 1, { request: 'r-2' }))
    await desk.pass(1_500)
    // The query of the first request is not continued; the second one has its own.
    expect(queriedAt).toEqual([500, 1_100])
  })
})

describe('REL-31: a placement', () => {
  test('a placement that is at the broker already is settled without a record', async () => {
    const { desk, queriedAt, settlement, request, settled } = await settling()
    settlement.open(request('place'))
    await desk.pass(60_000)
    expect([settlement.size, queriedAt, settled()]).toEqual([0, [], []])
  })

  test('a placement that a late answer shows as arrived is not queried', async () => {
    const { desk, state, queriedAt, settlement, request } = await settling()
    const { projection, simulation } = desk
    const intent = {
      ...projection.get(idOf(1))!,
      size: { kind: 'quantity', quantity: TEN },
    } as const
    const clientOrderId = idOf(5)
    const sentAt = simulation.wall()
    projection.apply({
      fact: 'intent',
      clientOrderId,
      draft: { ...intent, expireDate: null, terms: undefined },
      at: sentAt,
    })
    state.answer = () => ABSENT
    settlement.open(request('place', 5))
    await desk.pass(600)
    const answer = { fact: 'answer', event: 'acknowledged', orderId: null, note: null } as const
    projection.apply({ ...answer, clientOrderId, at: simulation.wall() })
    await desk.pass(60_000)
    expect([queriedAt, settlement.size]).toEqual([[500], 0])
  })

  test('a placement that is opened after the end is not queried', async () => {
    const { desk, queriedAt, settlement, request } = await settling()
    settlement.dispose()
    settlement.open(request('cancel'))
    await desk.pass(60_000)
    expect(queriedAt).toEqual([])
  })

  test('a placement of another client, of which nothing is known, is queried', async () => {
    const { desk, state, queriedAt, settlement, request } = await settling()
    state.answer = () => ABSENT
    settlement.open(request('cancel', 7))
    await desk.pass(2_000)
    expect(queriedAt).toEqual([500, 1_500])
    expect(settlement.size).toBe(1)
  })
})
