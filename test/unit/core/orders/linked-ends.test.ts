import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createProjection } from '../../../../electron/core/orders/order-projection.js'
import { withLinkedEnds } from '../../../../electron/core/orders/reconcile/linked-ends.js'
import { orderView } from '../../../../electron/assistant/views/order.js'
import { clientOrderId } from '../../../../shared/domain/ids.js'
import type { OrderTerms } from '../../../../shared/domain/orders/order-terms.js'
import { createMessageFormatter, inEnglish } from '../../../../shared/messages/format-message.js'
import { catalogue as spanish } from '../../../../shared/messages/translations/es/index.js'
import { price, quantity, seen, time } from './order-row-fixture.js'

const STOP = clientOrderId('5'.repeat(32))
const TARGET = clientOrderId('7'.repeat(32))
const terms = (role: 'stop-loss' | 'take-profit') =>
  ({ combo: { role, clientComboId: 'combo', comboId: null } }) as OrderTerms

const stopFills = seen({
  clientOrderId: STOP,
  side: 'sell',
  terms: terms('stop-loss'),
  status: 'filled',
  quantity: quantity('10'),
  filledQuantity: quantity('10'),
  averageFillPrice: price('511.17'),
  observedAt: time(20),
})
const targetEnds = seen({
  clientOrderId: TARGET,
  side: 'sell',
  terms: terms('take-profit'),
  status: 'cancelled',
  quantity: quantity('10'),
  observedAt: time(20),
})
const works = [
  seen({ clientOrderId: STOP, side: 'sell', terms: terms('stop-loss') }),
  seen({ clientOrderId: TARGET, side: 'sell', terms: terms('take-profit') }),
]

describe('a working order of several linked ones, as an assistant reads it', () => {
  it('says what it waits for: a stop loss whose entry has not filled is no sale of its own', () => {
    const projection = createProjection()
    for (const fact of works) projection.apply(fact)
    const order = projection.get(STOP)
    if (order === undefined) throw new Error('not known')
    expect(orderView(order).note).toBe(
      'One of the linked orders combo: the stop loss. Beside a main order it works only once that has filled; its fill cancels the take profit.',
    )
    expect(orderView({ ...order, status: 'cancelled' }).note).toBeNull()
    const { terms: _terms, ...alone } = order
    expect(orderView(alone).note).toBeNull()
  })
})

describe('the end of a linked order', () => {
  it.each([
    ['its cancellation', [targetEnds, stopFills]],
    ['the fill', [stopFills, targetEnds]],
  ])('is explained by the fill that canceled it, though %s is reported first', (_first, ends) => {
    const projection = createProjection()
    const reported: unknown[] = []
    projection.orders.subscribe((orders) =>
      reported.push(...orders.map(({ clientOrderId: id, note }) => [id, note?.code ?? null])),
    )
    for (const fact of [...works, ...ends]) projection.apply(fact)
    const order = projection.get(TARGET)
    const note = order?.note ?? null
    if (note === null) throw new Error('not explained')
    expect(inEnglish(note)).toBe('Stop loss filled 10 at 511.17, take profit canceled')
    expect(createMessageFormatter('es', spanish)(note)).toBe(
      'Límite de pérdidas ejecutado: 10 a 511.17, toma de ganancias cancelada',
    )
    expect(reported).toContainEqual([TARGET, 'orders.filledInstead'])
    expect(projection.get(STOP)?.note).toBeNull()
  })

  it('keeps its explanation and is no news when the same is reported again', () => {
    const projection = createProjection()
    for (const fact of [...works, stopFills, targetEnds]) projection.apply(fact)
    let news = 0
    projection.orders.subscribe(() => void (news += 1))
    projection.apply(targetEnds)
    expect(projection.get(TARGET)?.note?.code).toBe('orders.filledInstead')
    expect(news).toBe(0)
  })

  it('is explained the same for every order of the reports', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...works, stopFills, targetEnds], { minLength: 4, maxLength: 4 }),
        (facts) => {
          const projection = createProjection()
          for (const fact of facts) projection.apply(fact)
          expect(projection.get(TARGET)?.note?.code).toBe('orders.filledInstead')
        },
      ),
      { numRuns: 24 },
    )
  })

  it('is told to an assistant in the same words', () => {
    const projection = createProjection()
    for (const fact of [...works, stopFills, targetEnds]) projection.apply(fact)
    const order = projection.get(TARGET)
    expect(order === undefined ? null : orderView(order)).toMatchObject({
      note: 'Stop loss filled 10 at 511.17, take profit canceled',
    })
  })

  it('has no explanation without a fill: nothing is guessed', () => {
    const projection = createProjection()
    for (const fact of [...works, targetEnds]) projection.apply(fact)
    const orders = projection.orders.all()
    expect(orders.map(({ note }) => note)).toEqual([null, null])
    expect(withLinkedEnds(orders)).toEqual(orders)
  })
})
