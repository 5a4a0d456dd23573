import type { OrderFact } from '../../../../electron/core/orders/order-fact.js'
import type { OrderObservation } from '../../../../electron/core/orders/order-observation.js'
import { createProjection } from '../../../../electron/core/orders/order-projection.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { accountId, clientOrderId, orderId, symbol } from '../../../../shared/domain/ids.js'
import type { Fill, Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import { epochMs } from '../../../../shared/domain/time.js'

export const ID = clientOrderId('0123456789abcdef0123456789abcdef')
const START = 1_763_735_400_000
export const time = (offsetMs: number) => epochMs(START + offsetMs)
export const quantity = (text: string) => asQuantity(dec(text))
export const price = (text: string) => asPrice(dec(text))

export const draft: OrderDraft = {
  accountId: accountId('ACC'),
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'stop-limit',
  timeInForce: 'gtc',
  session: 'night',
  size: { kind: 'quantity', quantity: quantity('100') },
  limitPrice: price('185'),
  stopPrice: price('184'),
  trail: null,
  expireDate: null,
}
export const intent: Extract<OrderFact, { fact: 'intent' }> = {
  fact: 'intent',
  clientOrderId: ID,
  draft,
  at: time(0),
}
export const observation = (more: Partial<OrderObservation> = {}): OrderObservation => ({
  source: 'detail',
  accountId: draft.accountId,
  clientOrderId: ID,
  orderId: orderId('O1'),
  assetClass: 'stock',
  symbol: draft.symbol,
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  status: 'working',
  quantity: quantity('100'),
  amount: null,
  filledQuantity: quantity('0'),
  averageFillPrice: null,
  limitPrice: price('186'),
  stopPrice: price('183'),
  trail: null,
  fees: asMoney(dec('0.5')),
  placedAt: time(-5),
  filledAt: null,
  reason: null,
  observedAt: time(10),
  ...more,
})
export const seen = (more?: Partial<OrderObservation>): OrderFact => ({
  fact: 'observed',
  observation: observation(more),
})
export const answered = (
  event: 'acknowledged' | 'refused' | 'outcome-lost' | 'proved-absent',
  more: Partial<Extract<OrderFact, { fact: 'answer' }>> = {},
): OrderFact => ({
  fact: 'answer',
  clientOrderId: ID,
  event,
  orderId: null,
  note: null,
  at: time(5),
  ...more,
})

/** Applies facts to an empty projection; returns it, its order and everything it reported. */
export function after(...facts: readonly OrderFact[]) {
  const projection = createProjection()
  const changes: Order[] = []
  const fills: Fill[] = []
  const anomalies: unknown[] = []
  projection.orders.subscribe((rows) => changes.push(...rows))
  projection.fills.subscribe((items) => fills.push(...items))
  projection.onAnomaly(({ what: description }) => anomalies.push(description))
  const applied = facts.map((fact) => projection.apply(fact))
  return { projection, order: projection.get(ID) as Order, changes, fills, anomalies, applied }
}
