import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  add,
  asMoney,
  asPrice,
  asQuantity,
  cmp,
  dec,
  decimalText,
  div,
  eq,
  fromInteger,
  gt,
  isZero,
  lte,
  mul,
  sum,
  type Quantity,
} from '../../../shared/domain/decimal.js'
import { accountId, clientOrderId, orderId, symbol } from '../../../shared/domain/ids.js'
import type { Order, OrderDraft } from '../../../shared/domain/orders/order.js'
import { ORDER_STATUSES } from '../../../shared/domain/orders/order-state.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { OrderFact } from '../../../electron/core/orders/order-fact.js'
import {
  OBSERVED_STATUSES,
  type ObservedStatus,
  type OrderObservation,
} from '../../../electron/core/orders/order-observation.js'
import { createProjection } from '../../../electron/core/orders/order-projection.js'
import { inEnglish } from '../../../shared/messages/format-message.js'

const ID = clientOrderId('0123456789abcdef0123456789abcdef')
const T0 = 1_763_735_400_000

const draft: OrderDraft = {
  accountId: accountId('ACC'),
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('100')) },
  limitPrice: asPrice(dec('185')),
  stopPrice: null,
  trail: null,
  expireDate: null,
}
const intent: OrderFact = { fact: 'intent', clientOrderId: ID, draft, at: epochMs(T0) }

const makeObservation = (more: Partial<OrderObservation>): OrderObservation => ({
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
  quantity: asQuantity(dec('100')),
  amount: null,
  filledQuantity: asQuantity(dec('0')),
  averageFillPrice: null,
  limitPrice: asPrice(dec('185')),
  stopPrice: null,
  trail: null,
  fees: null,
  placedAt: null,
  filledAt: null,
  reason: null,
  observedAt: epochMs(T0),
  ...more,
})

interface Step {
  readonly status: ObservedStatus
  readonly filled: number
  readonly cost: number
  readonly quantity: number
  readonly limit: number
}

/** A possible life of an order at an exchange: fills grow, replaces change terms, one end. */
const arbLife = fc
  .record({
    fills: fc.array(
      fc.record({
        part: fc.integer({ min: 1, max: 30 }),
        price: fc.integer({ min: 18_000, max: 19_000 }),
      }),
      { maxLength: 6 },
    ),
    replaceAt: fc.option(fc.integer({ min: 0, max: 5 })),
    more: fc.integer({ min: 1, max: 50 }),
    end: fc.constantFrom('rest', 'cancelled', 'filled'),
  })
  .map(({ fills, replaceAt, more, end }): Step[] => {
    const steps: Step[] = []
    let quantity = 100
    let limit = 185
    let filled = 0
    let cost = 0
    steps.push(
      { status: 'pending', filled, cost, quantity, limit },
      { status: 'working', filled, cost, quantity, limit },
    )
    for (const [index, fill] of fills.entries()) {
      if (index === replaceAt) {
        quantity += more
        limit += 1
        steps.push({
          status: filled > 0 ? 'partially-filled' : 'working',
          filled,
          cost,
          quantity,
          limit,
        })
      }
      const part = Math.min(fill.part, quantity - filled - 1)
      if (part <= 0) continue
      filled += part
      cost += part * fill.price
      steps.push({ status: 'partially-filled', filled, cost, quantity, limit })
    }
    if (end === 'filled') {
      cost += (quantity - filled) * 18_500
      steps.push({ status: 'filled', filled: quantity, cost, quantity, limit })
    }
    if (end === 'cancelled') steps.push({ status: 'cancelled', filled, cost, quantity, limit })
    return steps
  })

const average = (step: Step) =>
  step.filled === 0
    ? null
    : asPrice(div(fromInteger(step.cost, 2), fromInteger(step.filled), 6, 'half-even') ?? dec('0'))

const observe = (step: Step, index: number, source: OrderObservation['source']): OrderFact => ({
  fact: 'observed',
  observation: makeObservation({
    source,
    status: step.status,
    filledQuantity: asQuantity(fromInteger(step.filled)),
    averageFillPrice: average(step),
    quantity: asQuantity(fromInteger(step.quantity)),
    observedAt: epochMs(T0 + 10 + index * 10),
    ...(source === 'event'
      ? { timeInForce: null, session: null, assetClass: null, limitPrice: null }
      : { limitPrice: asPrice(fromInteger(step.limit)) }),
  }),
})

const comparable = (order: Order | undefined) =>
  order && { ...order, source: null, updatedAt: null, note: null }

const play = (facts: readonly OrderFact[]) => {
  const projection = createProjection()
  for (const fact of facts) projection.apply(fact)
  return projection
}

describe('REL-32: the order projection', () => {
  test('converges for shuffled, repeated and dropped reports as long as the last one arrives', () => {
    fc.assert(
      fc.property(
        arbLife,
        fc.array(fc.constantFrom<OrderObservation['source']>('event', 'detail'), {
          minLength: 20,
          maxLength: 20,
        }),
        fc.infiniteStream(fc.nat()),
        fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
        (life, sources, noise, mask) => {
          const facts = life.map((step, index) =>
            observe(
              step,
              index,
              index === life.length - 1 ? 'detail' : (sources[index] ?? 'detail'),
            ),
          )
          const last = facts.at(-1)!
          const disturbed = facts
            .slice(0, -1)
            .filter((_, index) => mask[index])
            .flatMap((fact) => [fact, fact])
          disturbed.push(last, last)
          const keys = disturbed.map(() => noise.next().value as number)
          const shuffled = disturbed
            .map((fact, index) => ({ fact, key: keys[index]! }))
            .sort((a, b) => a.key - b.key)
            .map(({ fact }) => fact)
          const expectedProjection = play([intent, ...facts])
          const reordered = play([intent, ...shuffled])
          expect(comparable(reordered.get(ID))).toEqual(comparable(expectedProjection.get(ID)))
          const publishedQuantities = reordered.fills.recent().map((fill) => fill.quantity)
          expect(eq(sum<Quantity>(publishedQuantities), reordered.get(ID)!.filledQuantity)).toBe(
            true,
          )
        },
      ),
      { numRuns: 500 },
    )
  })

  const arbFact: fc.Arbitrary<OrderFact> = fc.oneof(
    fc.constant(intent),
    fc
      .record({
        event: fc.constantFrom('acknowledged', 'refused', 'outcome-lost', 'proved-absent'),
        offsetMs: fc.integer({ min: 0, max: 60_000 }),
      })
      .map(
        ({ event, offsetMs }): OrderFact => ({
          fact: 'answer',
          clientOrderId: ID,
          event: event as 'acknowledged',
          orderId: null,
          note: null,
          at: epochMs(T0 + offsetMs),
        }),
      ),
    fc
      .record({
        kind: fc.constantFrom('replace', 'cancel'),
        state: fc.constantFrom('sent', 'unknown'),
        offsetMs: fc.integer({ min: 0, max: 60_000 }),
      })
      .map(
        ({ kind, state, offsetMs }): OrderFact => ({
          fact: 'request',
          clientOrderId: ID,
          kind: kind as 'cancel',
          state: state as 'sent',
          at: epochMs(T0 + offsetMs),
        }),
      ),
    fc.constantFrom('replace' as const, 'cancel' as const).map(
      (kind): OrderFact => ({
        fact: 'request-end',
        clientOrderId: ID,
        kind,
        note: null,
        at: epochMs(T0),
      }),
    ),
    fc
      .record({
        source: fc.constantFrom('event', 'detail', 'listing'),
        status: fc.option(fc.constantFrom(...OBSERVED_STATUSES)),
        quantity: fc.option(fc.integer({ min: 0, max: 200 })),
        filled: fc.option(fc.integer({ min: 0, max: 250 })),
        price: fc.option(fc.integer({ min: 1, max: 30_000 })),
        offsetMs: fc.integer({ min: 0, max: 60_000 }),
      })
      .map(
        ({ source, status, quantity, filled, price, offsetMs }): OrderFact => ({
          fact: 'observed',
          observation: makeObservation({
            source: source as 'event',
            status,
            quantity: quantity === null ? null : asQuantity(fromInteger(quantity)),
            filledQuantity: filled === null ? null : asQuantity(fromInteger(filled)),
            averageFillPrice: price === null ? null : asPrice(fromInteger(price, 2)),
            observedAt: epochMs(T0 + offsetMs),
          }),
        }),
      ),
  )

  test('gives known states and growing, consistent fills for any sequence of facts', () => {
    fc.assert(
      fc.property(fc.array(arbFact, { maxLength: 40 }), (facts) => {
        const projection = createProjection()
        let before: Order | undefined
        for (const fact of [intent, ...facts]) {
          projection.apply(fact)
          const order = projection.get(ID)!
          expect(ORDER_STATUSES).toContain(order.status)
          if (before !== undefined) {
            expect(cmp(order.filledQuantity, before.filledQuantity)).toBeGreaterThanOrEqual(0)
          }
          if (order.status === 'filled' || order.status === 'cancelled') {
            expect(order.pending).toBeNull()
          }
          before = order
        }
        const published = projection.fills.recent()
        for (const fill of published) {
          expect(gt(fill.quantity, dec('0')) && gt(fill.price, dec('0'))).toBe(true)
        }
        expect(
          lte(
            sum<Quantity>(published.map((fill) => fill.quantity)),
            projection.get(ID)!.filledQuantity,
          ),
        ).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('REL-33: equals sequential application by snapshot and deltas from any split', () => {
    fc.assert(
      fc.property(fc.array(arbFact, { maxLength: 30 }), fc.nat({ max: 30 }), (facts, split) => {
        const projection = createProjection()
        const all = [intent, ...facts]
        for (const fact of all.slice(0, split)) projection.apply(fact)
        const rows = new Map(projection.orders.all().map((order) => [order.clientOrderId, order]))
        const stop = projection.orders.subscribe((changed) => {
          for (const order of changed) rows.set(order.clientOrderId, order)
        })
        for (const fact of all.slice(split)) projection.apply(fact)
        stop()
        expect(Array.from(rows.values())).toEqual(projection.orders.all())
        expect(projection.orders.all()).toEqual(play(all).orders.all())
      }),
    )
  })

  test('accepts a fill after a cancel, and derives fill values from the average price', () => {
    const projection = play([
      intent,
      {
        fact: 'observed',
        observation: makeObservation({
          status: 'partially-filled',
          filledQuantity: asQuantity(dec('40')),
          averageFillPrice: asPrice(dec('185.10')),
          observedAt: epochMs(T0 + 1),
        }),
      },
      {
        fact: 'observed',
        observation: makeObservation({
          status: 'cancelled',
          filledQuantity: asQuantity(dec('40')),
          averageFillPrice: asPrice(dec('185.10')),
          observedAt: epochMs(T0 + 2),
        }),
      },
      {
        fact: 'observed',
        observation: makeObservation({
          source: 'event',
          status: 'filled',
          filledQuantity: asQuantity(dec('100')),
          averageFillPrice: asPrice(dec('185.04')),
          observedAt: epochMs(T0 + 3),
        }),
      },
    ])
    expect(projection.get(ID)!.status).toBe('filled')
    const fills = projection.fills.recent()
    expect(fills.map((fill) => [decimalText(fill.quantity), decimalText(fill.price)])).toEqual([
      ['40', '185.1'],
      ['60', '185'],
    ])
    const value = fills.reduce(
      (total, fill) => add(total, asMoney(mul(fill.price, fill.quantity))),
      asMoney(dec('0')),
    )
    expect(eq(value, mul(dec('185.04'), dec('100')))).toBe(true)
    expect(isZero(value)).toBe(false)
  })

  test('reports an over-fill or a decrease once and does not apply it', () => {
    const projection = createProjection()
    const anomalies: string[] = []
    projection.onAnomaly(({ what: description }) => anomalies.push(inEnglish(description)))
    const detail = (filled: string, offsetMs: number): OrderFact => ({
      fact: 'observed',
      observation: makeObservation({
        status: 'partially-filled',
        filledQuantity: asQuantity(dec(filled)),
        averageFillPrice: asPrice(dec('185')),
        observedAt: epochMs(T0 + offsetMs),
      }),
    })
    for (const fact of [
      intent,
      detail('40', 0),
      detail('101', 100),
      detail('101', 200),
      detail('20', 300),
    ]) {
      projection.apply(fact)
    }
    expect(anomalies).toEqual(['The broker reports more filled than was ordered.'])
    expect(decimalText(projection.get(ID)!.filledQuantity)).toBe('40')
    projection.apply(detail('20', 30_000))
    expect(anomalies.at(-1)).toBe('The broker reports less filled than before.')
    expect(decimalText(projection.get(ID)!.filledQuantity)).toBe('40')
    expect(projection.get(ID)!.note).not.toBeNull()
  })
})
