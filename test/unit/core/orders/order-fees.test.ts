import { expect, test } from 'vitest'
import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { accountId, clientOrderId, orderId, symbol } from '../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { providerFailure } from '../../../../electron/core/provider-failure.js'
import { createJournal } from '../../../../electron/core/orders/order-journal.js'
import type { OrderObservation } from '../../../../electron/core/orders/order-observation.js'
import { createProjection } from '../../../../electron/core/orders/order-projection.js'
import { Reconciler } from '../../../../electron/core/orders/reconcile/reconciler.js'
import { FakeDisk } from '../../../simulation/core/fake-disk.js'
import { Simulation } from '../../../simulation/core/simulation.js'
import { foreign } from '../../../../shared/messages/make-message.js'

const ID = clientOrderId('0123456789abcdef0123456789abcdef')
const ACCOUNT = accountId('ACC')
const draft: OrderDraft = {
  accountId: ACCOUNT,
  assetClass: 'stock',
  symbol: symbol('AMD'),
  side: 'sell',
  type: 'market',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('40')) },
  limitPrice: null,
  stopPrice: null,
  trail: null,
  expireDate: null,
}

/** A sold order at a provider whose events carry no fees but whose Order Detail does (EVENTS-3). */
function sold() {
  const simulation = new Simulation(3)
  const state = { filled: '0', fees: '0', status: 'working' as OrderObservation['status'] }
  const priorities: string[] = []
  const seen = (source: OrderObservation['source']): OrderObservation => ({
    source,
    accountId: ACCOUNT,
    clientOrderId: ID,
    orderId: orderId('O1'),
    assetClass: 'stock',
    symbol: draft.symbol,
    side: 'sell',
    type: 'market',
    timeInForce: 'day',
    session: 'core',
    status: state.status,
    quantity: asQuantity(dec('40')),
    amount: null,
    filledQuantity: asQuantity(dec(state.filled)),
    averageFillPrice: state.filled === '0' ? null : asPrice(dec('239.54')),
    limitPrice: null,
    stopPrice: null,
    trail: null,
    fees: source === 'event' ? null : asMoney(dec(state.fees)),
    placedAt: null,
    filledAt: null,
    reason: null,
    observedAt: simulation.wall(),
  })
  const projection = createProjection()
  const reconciler = new Reconciler({
    projection,
    journal: createJournal(new FakeDisk(simulation).port()),
    clock: simulation.clock,
    timers: simulation.timers(),
    log: { event: () => undefined },
    eventsHealthy: () => true,
    accounts: () => [ACCOUNT],
    reads: {
      preview: async () => err(providerFailure('stopped', foreign(''))),
      history: async () => ok({ orders: [], cursor: null, unreadable: 0 }),
      openOrders: async () =>
        ok({
          orders: state.status === 'working' ? [seen('listing')] : [],
          cursor: null,
          unreadable: 0,
        }),
      detail: async (_account, _id, priority) => {
        priorities.push(priority)
        return ok({ seen: 'found', observation: seen('detail') })
      },
    },
  })
  projection.apply({ fact: 'intent', clientOrderId: ID, draft, at: simulation.wall() })
  projection.apply({
    fact: 'answer',
    clientOrderId: ID,
    event: 'acknowledged',
    orderId: orderId('O1'),
    note: null,
    at: simulation.wall(),
  })
  return {
    simulation,
    state,
    seen,
    reconciler,
    priorities,
    order: () => projection.get(ID)!,
  }
}

test.each(['final-fill', 'cancel-done'] as const)(
  'after %s the fees come from Order Detail, after orders of unknown outcome',
  async (eventType) => {
    const { simulation, state, seen, reconciler, priorities, order } = sold()
    await reconciler.recover([])
    await simulation.run(3_000)
    expect([order().status, order().fees]).toEqual(['working', '0'])
    Object.assign(state, {
      filled: eventType === 'final-fill' ? '40' : '15',
      fees: '0.21',
      status: eventType === 'final-fill' ? 'filled' : 'cancelled',
    })
    priorities.length = 0
    reconciler.reports.observe(seen('event'), eventType)
    await simulation.run(2_000)
    expect(order().fees).toBe('0.21')
    expect(priorities).toEqual(['watch'])
  },
)

test('an order that ended without a fill is not queried for fees', async () => {
  const { simulation, state, seen, reconciler, priorities } = sold()
  await reconciler.recover([])
  await simulation.run(3_000)
  state.status = 'cancelled'
  priorities.length = 0
  reconciler.reports.observe(seen('event'), 'cancel-done')
  await simulation.run(2_000)
  expect(priorities).toEqual([])
})
