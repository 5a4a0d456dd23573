import { describe, expect, test } from 'vitest'
import { asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { providerFailure } from '../../../../../electron/core/provider-failure.js'
import { createJournal } from '../../../../../electron/core/orders/order-journal.js'
import type { OrderObservation } from '../../../../../electron/core/orders/order-observation.js'
import { createProjection } from '../../../../../electron/core/orders/order-projection.js'
import { Reconciler } from '../../../../../electron/core/orders/reconcile/reconciler.js'
import { ID, observation } from '../order-row-fixture.js'
import { FakeDisk } from '../../../../simulation/core/fake-disk.js'
import { Simulation } from '../../../../simulation/core/simulation.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { writtenOut } from '../../../../harness/written-out.js'

const ACCOUNT = accountId('ACC')
const draft: OrderDraft = {
  accountId: ACCOUNT,
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('10')) },
  limitPrice: asPrice(dec('100')),
  stopPrice: null,
  trail: null,
  expireDate: null,
}

/**
 * Creates an order of unknown outcome, with a provider that answers as the test sets, in virtual
 * time.
 */
function lost() {
  const simulation = new Simulation(7)
  const state = { healthy: true, answer: 'absent' as 'absent' | 'fail' | 'found', listed: false }
  const queriedAt: number[] = []
  const seen = (source: OrderObservation['source']): OrderObservation =>
    observation({
      source,
      quantity: asQuantity(dec('10')),
      limitPrice: draft.limitPrice,
      stopPrice: null,
      fees: null,
      placedAt: null,
      observedAt: simulation.wall(),
    })
  const projection = createProjection()
  const disk = new FakeDisk(simulation)
  const reconciler = new Reconciler({
    projection,
    journal: createJournal(disk.port()),
    clock: simulation.clock,
    timers: simulation.timers(),
    log: { event: () => undefined },
    eventsHealthy: () => state.healthy,
    accounts: () => [ACCOUNT],
    reads: {
      preview: async () => err(providerFailure('stopped', foreign(''))),
      history: async () => ok({ orders: [], cursor: null, unreadable: 0 }),
      openOrders: async () =>
        ok({ orders: state.listed ? [seen('listing')] : [], cursor: null, unreadable: 0 }),
      detail: async () => {
        queriedAt.push(Math.round(simulation.now))
        if (state.answer === 'fail') return err(providerFailure('timeout', foreign('no answer')))
        return ok(
          state.answer === 'absent'
            ? { seen: 'absent' }
            : { seen: 'found', observation: seen('detail') },
        )
      },
    },
  })
  projection.apply({ fact: 'intent', clientOrderId: ID, draft, at: simulation.wall() })
  projection.apply({
    fact: 'answer',
    clientOrderId: ID,
    event: 'outcome-lost',
    orderId: null,
    note: foreign('reset'),
    at: simulation.wall(),
  })
  reconciler.settle({
    request: ID,
    kind: 'place',
    accountId: ACCOUNT,
    clientOrderId: ID,
    change: null,
    acknowledged: false,
  })
  return {
    simulation,
    state,
    queriedAt,
    disk,
    reconciler,
    status: () => projection.get(ID)!.status,
    note: () => projection.get(ID)!.note,
  }
}

describe('REL-31: an order of unknown outcome', () => {
  test('is queried with growing intervals, and is absent only after a minute of such answers', async () => {
    const { simulation, queriedAt, status, note, disk } = lost()
    await simulation.run(60_000)
    expect([queriedAt, status()]).toEqual([[500, 1_500, 3_500, 7_500, 15_500, 30_500], 'unknown'])
    await simulation.run(61_000)
    expect(writtenOut([status(), note()])).toEqual([
      'not-placed',
      'Not placed, according to the broker.',
    ])
    expect(disk.lines.map((line) => (JSON.parse(line) as { kind: string }).kind)).toContain(
      'settled',
    )
    await simulation.run(400_000)
    expect(queriedAt).toHaveLength(7)
  })

  test('is not settled by a failed query', async () => {
    const { simulation, state, status } = lost()
    state.answer = 'fail'
    await simulation.run(60_000)
    state.answer = 'absent'
    await simulation.run(61_000)
    expect(status()).toBe('unknown')
    await simulation.run(200_000)
    expect(status()).toBe('unknown')
    await simulation.run(600_000)
    expect(status()).toBe('not-placed')
  })

  test('is not settled by answers while the event stream is down', async () => {
    const { simulation, state, status, reconciler } = lost()
    await simulation.run(40_000)
    state.healthy = false
    await simulation.run(200_000)
    expect(status()).toBe('unknown')
    state.healthy = true
    reconciler.onSubscribed()
    await simulation.run(255_000)
    expect(status()).toBe('unknown')
    await simulation.run(330_000)
    expect(status()).toBe('not-placed')
  })

  test('is not absent because a listing omits it, but present when one contains it', async () => {
    const { simulation, state, status, reconciler } = lost()
    state.answer = 'fail'
    void reconciler.recover([])
    await simulation.run(120_000)
    expect(status()).toBe('unknown')
    state.listed = true
    state.answer = 'found'
    await simulation.run(200_000)
    expect(status()).toBe('working')
  })

  test('is shown when it appears after it was reported as not placed', async () => {
    const { simulation, state, status, reconciler } = lost()
    const recovered = reconciler.recover([])
    await simulation.run(62_000)
    expect(await recovered).toBe(true)
    expect(status()).toBe('not-placed')
    state.listed = true
    state.answer = 'found'
    await simulation.run(80_000)
    expect(status()).toBe('working')
  })

  test('is not queried again once Order Detail finds it', async () => {
    const { simulation, state, queriedAt, status, reconciler } = lost()
    state.answer = 'found'
    await simulation.run(600)
    expect([status(), reconciler.unsettled, queriedAt]).toEqual(['working', 0, [500]])
  })
})
