import { describe, expect, it, test } from 'vitest'
import type { OrderFact } from '../../../../electron/core/orders/order-fact.js'
import type { OrderObservation } from '../../../../electron/core/orders/order-observation.js'
import { createProjection } from '../../../../electron/core/orders/order-projection.js'
import {
  rowOfObservation,
  stampOf,
  supersedes,
} from '../../../../electron/core/orders/order-row.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { accountId, clientOrderId, orderId, symbol } from '../../../../shared/domain/ids.js'
import type { Combo, OrderTerms } from '../../../../shared/domain/orders/order-terms.js'
import type { Fill, Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { foreign } from '../../../../shared/messages/make-message.js'

const ID = clientOrderId('0123456789abcdef0123456789abcdef')
const START = 1_763_735_400_000
const at = (offsetMs: number) => epochMs(START + offsetMs)
const quantity = (text: string) => asQuantity(dec(text))
const price = (text: string) => asPrice(dec(text))

const draft: OrderDraft = {
  accountId: accountId('ACC'),
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'stop-limit',
  timeInForce: 'gtc',
  session: 'extended',
  size: { kind: 'quantity', quantity: quantity('100') },
  limitPrice: price('185'),
  stopPrice: price('184'),
  trail: null,
  expireDate: null,
}
const intent: OrderFact = { fact: 'intent', clientOrderId: ID, draft, at: at(0) }
const observation = (more: Partial<OrderObservation> = {}): OrderObservation => ({
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
  placedAt: at(-5),
  filledAt: null,
  reason: null,
  observedAt: at(10),
  ...more,
})
const seen = (more?: Partial<OrderObservation>): OrderFact => ({
  fact: 'observed',
  observation: observation(more),
})
const answered = (
  event: 'acknowledged' | 'refused' | 'outcome-lost' | 'proved-absent',
  more: Partial<Extract<OrderFact, { fact: 'answer' }>> = {},
): OrderFact => ({
  fact: 'answer',
  clientOrderId: ID,
  event,
  orderId: null,
  note: null,
  at: at(5),
  ...more,
})

/** Applies facts to an empty projection; returns it, its order and what it reported. */
function after(...facts: readonly OrderFact[]) {
  const projection = createProjection()
  const changes: Order[] = []
  const fills: Fill[] = []
  const anomalies: unknown[] = []
  projection.orders.subscribe((rows) => changes.push(...rows))
  projection.fills.subscribe((items) => fills.push(...items))
  projection.onAnomaly(({ what }) => anomalies.push(what))
  const applied = facts.map((fact) => projection.apply(fact))
  return { projection, order: projection.get(ID) as Order, changes, fills, anomalies, applied }
}

describe('REL-32: which of two reports is newer', () => {
  test.each([
    ['a later one of the same kind', true, 2, true, 1, true],
    ['one of the same kind and time', false, 1, false, 1, true],
    ['an earlier one of the same kind', true, 1, true, 2, false],
    ['a direct one before a later listing', true, 1, false, 2, true],
    ['a listing after a direct one', false, 2, true, 1, false],
  ])('%s', (_title, direct, time, knownDirect, knownTime, replaces) => {
    const known = { direct: knownDirect, at: epochMs(knownTime) }
    expect(supersedes({ direct, at: epochMs(time) }, known)).toBe(replaces)
  })

  it('depends on whether it is a listing', () => {
    const sources = ['event', 'detail', 'listing'] as const
    expect(sources.map((source) => stampOf(observation({ source })).direct)).toEqual([
      true,
      true,
      false,
    ])
  })
})

describe('REL-32: the row of an order that was placed here', () => {
  it('has the terms of its draft and is being sent', () => {
    const { order, projection } = after(intent)
    expect(order).toMatchObject({
      clientOrderId: ID,
      orderId: null,
      type: 'stop-limit',
      timeInForce: 'gtc',
      session: 'extended',
      quantity: '100',
      amount: null,
      filledQuantity: '0',
      limitPrice: '185',
      stopPrice: '184',
      status: 'sending',
      note: null,
      pending: null,
      ours: true,
      source: 'journal',
      placedAt: at(0),
      sentAt: at(0),
      updatedAt: at(0),
    })
    expect(order).not.toHaveProperty('terms')
    expect([projection.uncertain(), projection.working()]).toEqual([[order], []])
  })

  it('has an amount instead of a quantity, the time of the exchange, and its combination', () => {
    const combo: Combo = { role: 'master', clientComboId: 'C', comboId: null }
    const size = { kind: 'amount', amount: asMoney(dec('50')) } as const
    const { order } = after({ ...intent, draft: { ...draft, size }, placedAt: at(-90), combo })
    expect(order).toMatchObject({ quantity: null, amount: '50', placedAt: at(-90), sentAt: at(0) })
    expect(order.terms?.combo).toEqual(combo)
  })

  it('is known as ours when its intent arrives after a report, and keeps what was reported', () => {
    const { order } = after(seen(), intent)
    expect(order).toMatchObject({ ours: true, status: 'working', type: 'limit', sentAt: at(0) })
    expect(after(intent, intent).changes).toHaveLength(1)
  })
})

describe('REL-32: the row of an order that was placed elsewhere', () => {
  it('has what was reported, and the core session where none was', () => {
    const { order } = after(seen({ session: null, placedAt: null, status: 'failed', reason: 'no' }))
    expect(order).toMatchObject({
      orderId: 'O1',
      type: 'limit',
      timeInForce: 'day',
      session: 'core',
      status: 'rejected',
      note: foreign('no'),
      quantity: '100',
      limitPrice: '186',
      stopPrice: '183',
      fees: '0.5',
      ours: false,
      source: 'detail',
      placedAt: at(10),
      updatedAt: at(10),
    })
    expect(after(seen()).order.placedAt).toBe(at(-5))
  })

  test.each(['side', 'type', 'timeInForce', 'status', 'assetClass'] as const)(
    'does not exist before its %s is known',
    (member) => {
      expect(rowOfObservation(observation({ [member]: null }))).toBeNull()
      const { applied, order } = after(seen({ [member]: null }))
      expect(applied).toEqual([{ order: null, changed: false, incomplete: true }])
      expect(order).toBeUndefined()
    },
  )

  test.each([
    ['pending', 'pending'],
    ['working', 'working'],
    ['partially-filled', 'partially-filled'],
    ['filled', 'filled'],
    ['cancelled', 'cancelled'],
    ['failed', 'rejected'],
  ] as const)('is %s as reported: %s', (status, shown) => {
    expect(after(seen({ status })).order.status).toBe(shown)
    expect(after(intent, seen({ status })).order.status).toBe(shown)
  })

  it('is not made by any other fact', () => {
    const applied = after(answered('acknowledged')).applied[0]
    expect(applied).toEqual({ order: null, changed: false, incomplete: false })
  })
})

describe('REL-32: the note of an order', () => {
  const why = foreign('why')
  const requestEnd: OrderFact = {
    fact: 'request-end',
    clientOrderId: ID,
    kind: 'cancel',
    note: foreign('too late'),
    at: at(20),
  }

  it('is the refusal of a refused order, which no later answer replaces', () => {
    const refused = answered('refused', { note: why })
    expect(after(intent, refused).order).toMatchObject({ status: 'rejected', note: why })
    const again = answered('refused', { note: foreign('other') })
    expect(after(intent, refused, again).order.note).toEqual(why)
    expect(after(intent, seen(), refused).order.note).not.toEqual(why)
  })

  it('is the proof of absence of an order that was not placed', () => {
    const { order } = after(intent, answered('proved-absent', { note: why }))
    expect(order).toMatchObject({ status: 'not-placed', note: why })
  })

  it('is the doubt while the outcome is unknown, and no longer', () => {
    const lost = answered('outcome-lost', { note: why })
    expect(after(intent, lost).order).toMatchObject({ status: 'unknown', note: why })
    expect(after(intent, lost, seen()).order.note).toBeNull()
    expect(after(intent, answered('acknowledged', { note: why })).order.note).toBeNull()
  })

  it("is the provider's text of a failure, which a failure without a text keeps", () => {
    const failed = seen({ status: 'failed', reason: 'margin' })
    const { order } = after(intent, failed, seen({ status: 'failed', observedAt: at(20) }))
    expect(order.note).toEqual(foreign('margin'))
    expect(after(intent, seen({ reason: 'ignored' })).order.note).toBeNull()
  })

  it('is the refusal of a change while the order works, until another change', () => {
    const request: OrderFact = {
      fact: 'request',
      clientOrderId: ID,
      kind: 'cancel',
      state: 'sent',
      at: at(30),
    }
    expect(after(intent, seen(), requestEnd).order.note).toEqual(foreign('too late'))
    expect(after(intent, seen(), requestEnd, request).order.note).toBeNull()
  })

  it('is a contradiction before everything else, reported once', () => {
    const refused = answered('refused', { note: why })
    const { order, anomalies } = after(intent, seen(), refused, requestEnd)
    expect(order.status).toBe('working')
    expect(order.note).toEqual(anomalies[0])
    expect(anomalies).toHaveLength(1)
    const filled = seen({ status: 'filled', filledQuantity: quantity('100') })
    const cancelled = seen({ status: 'cancelled', filledQuantity: null, observedAt: at(99) })
    const twice = after(intent, filled, cancelled, cancelled)
    expect(twice.anomalies).toEqual([
      expect.objectContaining({ params: { status: 'filled', reported: 'cancelled' } }),
    ])
  })
})

describe('REL-32: requests about an order', () => {
  const request = (kind: 'cancel' | 'replace', state: 'sent' | 'unknown' = 'sent'): OrderFact => ({
    fact: 'request',
    clientOrderId: ID,
    kind,
    state,
    at: at(20),
  })
  const end = (kind: 'cancel' | 'replace'): OrderFact => ({
    fact: 'request-end',
    clientOrderId: ID,
    kind,
    note: null,
    at: at(30),
  })

  it('are pending until their own end', () => {
    const { order } = after(intent, seen(), request('cancel', 'unknown'), end('replace'))
    expect(order.pending).toEqual({ kind: 'cancel', state: 'unknown', since: at(20) })
    expect(after(intent, seen(), request('cancel'), end('cancel')).order).toMatchObject({
      pending: null,
      source: 'answer',
      updatedAt: at(30),
    })
  })

  it('end with the order', () => {
    const { order } = after(intent, seen(), request('cancel'), seen({ status: 'cancelled' }))
    expect(order.pending).toBeNull()
  })
})

describe('REL-32: an order of an earlier run', () => {
  const restored: OrderFact = { fact: 'restored', clientOrderId: ID }
  const vanished: OrderFact = {
    fact: 'vanished',
    clientOrderId: ID,
    note: foreign('gone'),
    at: at(40),
  }

  it('is unconfirmed until the next report, unless it has ended', () => {
    expect(after(intent, seen(), restored).order.unconfirmed).toBe(true)
    expect(after(intent, seen(), restored, restored).changes).toHaveLength(3)
    const confirmed = after(intent, seen(), restored, seen({ observedAt: at(11) })).order
    expect(confirmed.unconfirmed).toBeUndefined()
    const ended = after(intent, seen({ status: 'cancelled' }), restored).order
    expect(ended.unconfirmed).toBeUndefined()
  })

  it('that the provider no longer knows ends, with the reason', () => {
    const { order, projection } = after(intent, seen(), restored, vanished)
    expect(order).toMatchObject({ status: 'not-found', note: foreign('gone'), source: 'detail' })
    expect(order.unconfirmed).toBeUndefined()
    expect(projection.working()).toEqual([])
    const filled = after(intent, seen({ status: 'filled' }), vanished)
    expect(filled.applied.at(-1)?.changed).toBe(false)
    expect(filled.order.status).toBe('filled')
  })
})

describe('REL-32: the terms of an order', () => {
  it('are those of the newest direct report; an event brings only the quantity', () => {
    const direct = seen({ limitPrice: price('187'), observedAt: at(20) })
    const event = seen({
      source: 'event',
      limitPrice: price('1'),
      quantity: quantity('120'),
      observedAt: at(30),
    })
    const listing = seen({
      source: 'listing',
      limitPrice: price('2'),
      quantity: quantity('7'),
      fees: asMoney(dec('9')),
      observedAt: at(40),
    })
    const { order } = after(intent, direct, event, listing, seen({ observedAt: at(15) }))
    expect(order).toMatchObject({ limitPrice: '187', quantity: '120', fees: '0.5' })
  })

  it('stay where a report does not name them', () => {
    const nothing = {
      type: null,
      timeInForce: null,
      session: null,
      quantity: null,
      limitPrice: null,
      stopPrice: null,
      fees: null,
      placedAt: null,
      orderId: null,
    }
    const before = after(intent, seen()).order
    const { order } = after(intent, seen(), seen({ ...nothing, observedAt: at(50) }))
    expect({ ...order, updatedAt: null }).toEqual({ ...before, updatedAt: null })
    expect(before).toMatchObject({ type: 'limit', timeInForce: 'day', session: 'core' })
  })

  it('keep what is known of the combination', () => {
    const combo = (role: Combo['role'], clientComboId: string | null, comboId: string | null) => ({
      terms: { combo: { role, clientComboId, comboId } } as OrderTerms,
    })
    const known: OrderFact = {
      ...intent,
      combo: { role: 'take-profit', clientComboId: 'C', comboId: null },
    }
    const { order } = after(known, seen(combo('unknown', null, 'X')))
    expect(order.terms?.combo).toEqual({ role: 'take-profit', clientComboId: 'C', comboId: 'X' })
    const none = seen({ terms: { combo: null } as OrderTerms })
    expect(after(known, none).order.terms?.combo).toMatchObject({ clientComboId: 'C' })
    const elsewhere = after(seen(combo('oco', null, 'Y'))).order
    expect(elsewhere.terms?.combo).toEqual({ role: 'oco', clientComboId: null, comboId: 'Y' })
    const renamed = after(known, seen(combo('stop-loss', 'D', 'X'))).order
    expect(renamed.terms?.combo).toEqual({ role: 'stop-loss', clientComboId: 'D', comboId: 'X' })
  })
})

describe('REL-32: the fills of an order', () => {
  const filled = (count: string, average: string | null, more: Partial<OrderObservation> = {}) =>
    seen({
      status: 'partially-filled',
      filledQuantity: quantity(count),
      averageFillPrice: average === null ? null : price(average),
      ...more,
    })
  const pricesOf = (fills: readonly Fill[]) => fills.map((fill) => [fill.quantity, fill.price])

  it('are published once their price is known, with time and instrument', () => {
    const { fills, order } = after(
      intent,
      filled('40', null),
      filled('40', '185.1', { observedAt: at(20), filledAt: at(12) }),
      filled('40', '185.1', { observedAt: at(30) }),
    )
    expect(fills).toEqual([
      {
        clientOrderId: ID,
        accountId: 'ACC',
        assetClass: 'stock',
        symbol: 'AAPL',
        side: 'buy',
        quantity: '40',
        price: '185.1',
        time: at(12),
      },
    ])
    expect(order.filledQuantity).toBe('40')
    expect(after(intent, filled('1', '2')).fills[0]?.time).toBe(at(10))
  })

  it('have a price with four places for stocks, eight for everything else', () => {
    const thirds = [filled('1', '1'), filled('4', '1.5', { observedAt: at(20) })]
    expect(pricesOf(after(intent, ...thirds).fills)).toEqual([
      ['1', '1'],
      ['3', '1.6667'],
    ])
    const coin: OrderFact = { ...intent, draft: { ...draft, assetClass: 'crypto' } }
    expect(pricesOf(after(coin, ...thirds).fills)[1]).toEqual(['3', '1.66666667'])
  })

  it('have the average price where rounding leaves none', () => {
    const { fills } = after(intent, filled('1', '10'), filled('2', '5', { observedAt: at(20) }))
    expect(pricesOf(fills)[1]).toEqual(['1', '5'])
  })

  it('are those of the largest quantity, whatever arrives late', () => {
    const late = filled('30', '184', { source: 'event', observedAt: at(9_000) })
    const { order, anomalies } = after(intent, filled('40', '185'), late)
    expect([order.filledQuantity, order.averageFillPrice, anomalies]).toEqual(['40', '185', []])
  })

  it('that shrink in Order Detail are contradicted five seconds after the larger number', () => {
    const less = (offsetMs: number) =>
      after(intent, filled('40', '185'), filled('30', '185', { observedAt: at(10 + offsetMs) }))
    expect(less(4_999).anomalies).toEqual([])
    expect(less(5_000).anomalies).toHaveLength(1)
    expect(less(5_000).order.filledQuantity).toBe('40')
  })

  it('are never more than was ordered', () => {
    const { order, anomalies } = after(intent, filled('100.1', '185'))
    expect([order.filledQuantity, anomalies.length]).toEqual(['0', 1])
    expect(after(intent, filled('100', '185')).order.filledQuantity).toBe('100')
    // A quantity of zero stands for an order by amount.
    const byAmount = filled('3', '185', { quantity: quantity('0') })
    expect(after(intent, byAmount).order.filledQuantity).toBe('3')
    const raised = filled('110', '185', { quantity: quantity('120') })
    expect(after(intent, raised).order.filledQuantity).toBe('110')
  })

  it('of a canceled order do not return when a full fill was reported first', () => {
    const full = filled('100', '185', { status: 'filled' })
    const overtaken = seen({ status: 'cancelled', filledQuantity: quantity('40'), source: 'event' })
    const { order, anomalies } = after(intent, full, overtaken)
    expect([order.status, order.filledQuantity, anomalies]).toEqual(['filled', '100', []])
  })

  it('correct their average price by a newer direct report only', () => {
    const better = filled('40', '185.2', { observedAt: at(20) })
    const older = filled('40', '184.9', { observedAt: at(5) })
    expect(after(intent, filled('40', '185'), better).order.averageFillPrice).toBe('185.2')
    expect(after(intent, filled('40', '185'), older).order.averageFillPrice).toBe('185')
    const grown = filled('60', null, { observedAt: at(20) })
    expect(after(intent, filled('40', '185'), grown).order.averageFillPrice).toBeNull()
  })
})

describe('REL-32: what listeners of the projection receive', () => {
  it('is nothing for a report that confirms what is known', () => {
    const { changes, applied, order } = after(intent, seen(), seen({ observedAt: at(99) }))
    expect(changes).toHaveLength(2)
    expect(applied.at(-1)).toEqual({ order, changed: false, incomplete: false })
    expect(order.updatedAt).toBe(at(10))
  })

  it('has the time of the newest fact', () => {
    const request = {
      fact: 'request',
      clientOrderId: ID,
      kind: 'cancel',
      state: 'sent',
      at: at(7),
    } as const
    expect(after(intent, seen(), request).order.updatedAt).toBe(at(10))
  })

  it('takes the id of the order from an answer once', () => {
    const named = answered('acknowledged', { orderId: orderId('A') })
    const { order } = after(intent, named, answered('acknowledged', { orderId: orderId('B') }))
    expect(order).toMatchObject({ orderId: 'A', status: 'pending', source: 'answer' })
  })
})

describe('REL-32: a projection at size', () => {
  const idOf = (index: number) => clientOrderId(String(index).padStart(32, '0'))
  const ended = (index: number, more: Partial<OrderObservation> = {}) =>
    seen({ clientOrderId: idOf(index), status: 'cancelled', placedAt: at(index), ...more })

  it('forgets the oldest ended orders in one step, and never one that works', () => {
    const projection = createProjection()
    projection.apply(seen({ clientOrderId: idOf(0), placedAt: at(-1) }))
    for (let index = 1; index <= 600; index += 1) projection.apply(ended(index))
    expect(projection.orders.all()).toHaveLength(601)
    projection.apply(ended(601))
    expect(projection.orders.all()).toHaveLength(501)
    expect(projection.get(idOf(0))?.status).toBe('working')
    expect([projection.get(idOf(101)), projection.get(idOf(102))?.status]).toEqual([
      undefined,
      'cancelled',
    ])
    for (let index = 602; index <= 701; index += 1) projection.apply(ended(index))
    expect(projection.orders.all()).toHaveLength(601)
  })

  it('continues from stored content, without a row that is already known', () => {
    const first = after(
      seen({ filledQuantity: quantity('1'), averageFillPrice: price('2') }),
      ended(1),
    ).projection
    const second = createProjection()
    const [rows, fills]: [Order[], Fill[]] = [[], []]
    second.apply(ended(1, { status: 'filled' }))
    second.orders.subscribe((changed) => rows.push(...changed))
    second.fills.subscribe((items) => fills.push(...items))
    second.restore(first.stored())
    expect(rows.map(({ clientOrderId: id }) => id)).toEqual([ID])
    expect(fills).toEqual(first.fills.recent())
    expect(second.get(idOf(1))?.status).toBe('filled')
    expect(second.stored().rows).toHaveLength(2)
    const silent: unknown[] = []
    second.orders.subscribe((changed) => silent.push(changed))
    second.fills.subscribe((items) => silent.push(items))
    second.restore({ rows: first.stored().rows, fills: [] })
    expect(silent).toEqual([])
  })

  it('holds the last 2,000 fills', () => {
    const projection = createProjection()
    for (let index = 1; index <= 2_001; index += 1) {
      const count = { filledQuantity: quantity(String(index)), averageFillPrice: price('2') }
      projection.apply(
        seen({ ...count, quantity: quantity('5000'), observedAt: at(index), filledAt: at(index) }),
      )
    }
    const recent = projection.fills.recent()
    expect([recent.length, recent[0]?.time, recent.at(-1)?.time]).toEqual([2_000, at(2), at(2_001)])
  })
})
