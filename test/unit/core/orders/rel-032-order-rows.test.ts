import { describe, expect, it, test } from 'vitest'
import type { OrderFact } from '../../../../electron/core/orders/order-fact.js'
import {
  rowOfObservation,
  stampOf,
  supersedes,
} from '../../../../electron/core/orders/order-row.js'
import { asMoney, dec } from '../../../../shared/domain/decimal.js'
import type { Combo } from '../../../../shared/domain/orders/order-terms.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import {
  after,
  answered,
  draft,
  ID,
  intent,
  observation,
  quantity,
  seen,
  time,
} from './order-row-fixture.js'

describe('REL-32: which of two reports is newer', () => {
  test.each([
    ['a later one of the same kind', true, 2, true, 1, true],
    ['one of the same kind and time', false, 1, false, 1, true],
    ['an earlier one of the same kind', true, 1, true, 2, false],
    ['a direct one before a later listing', true, 1, false, 2, true],
    ['a listing after a direct one', false, 2, true, 1, false],
  ])('%s', (_title, direct, instant, knownDirect, knownTime, replaces) => {
    const known = { direct: knownDirect, at: epochMs(knownTime) }
    expect(supersedes({ direct, at: epochMs(instant) }, known)).toBe(replaces)
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
      session: 'night',
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
      placedAt: time(0),
      sentAt: time(0),
      updatedAt: time(0),
    })
    expect(order).not.toHaveProperty('terms')
    expect([projection.uncertain(), projection.working()]).toEqual([[order], []])
  })

  it('has an amount instead of a quantity, the time of the exchange, and its combination', () => {
    const combo: Combo = { role: 'master', clientComboId: 'C', comboId: null }
    const size = { kind: 'amount', amount: asMoney(dec('50')) } as const
    const { order } = after({ ...intent, draft: { ...draft, size }, placedAt: time(-90), combo })
    expect(order).toMatchObject({
      quantity: null,
      amount: '50',
      placedAt: time(-90),
      sentAt: time(0),
    })
    expect(order.terms?.combo).toEqual(combo)
  })

  it('is known as ours when its intent arrives after a report, and keeps what was reported', () => {
    const { order } = after(seen(), intent)
    expect(order).toMatchObject({ ours: true, status: 'working', type: 'limit', sentAt: time(0) })
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
      placedAt: time(10),
      updatedAt: time(10),
    })
    expect(after(seen()).order.placedAt).toBe(time(-5))
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
    at: time(20),
  }

  it('is the refusal of a refused order, which no later answer replaces', () => {
    const refused = answered('refused', { note: why })
    expect(after(intent, refused).order).toMatchObject({ status: 'rejected', note: why })
    const retry = answered('refused', { note: foreign('other') })
    expect(after(intent, refused, retry).order.note).toEqual(why)
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
    const { order } = after(intent, failed, seen({ status: 'failed', observedAt: time(20) }))
    expect(order.note).toEqual(foreign('margin'))
    expect(after(intent, seen({ reason: 'ignored' })).order.note).toBeNull()
  })

  it('is the refusal of a change while the order works, until another change', () => {
    const request: OrderFact = {
      fact: 'request',
      clientOrderId: ID,
      kind: 'cancel',
      state: 'sent',
      at: time(30),
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
    const cancelled = seen({ status: 'cancelled', filledQuantity: null, observedAt: time(99) })
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
    at: time(20),
  })
  const end = (kind: 'cancel' | 'replace'): OrderFact => ({
    fact: 'request-end',
    clientOrderId: ID,
    kind,
    note: null,
    at: time(30),
  })

  it('are pending until their own end', () => {
    const { order } = after(intent, seen(), request('cancel', 'unknown'), end('replace'))
    expect(order.pending).toEqual({ kind: 'cancel', state: 'unknown', since: time(20) })
    expect(after(intent, seen(), request('cancel'), end('cancel')).order).toMatchObject({
      pending: null,
      source: 'answer',
      updatedAt: time(30),
    })
  })

  it('end with the order', () => {
    const { order } = after(intent, seen(), request('cancel'), seen({ status: 'cancelled' }))
    expect(order.pending).toBeNull()
  })
})

describe('REL-32: an order of an earlier run', () => {
  const unreported: OrderFact = { fact: 'unreported', clientOrderId: ID }
  const vanished: OrderFact = {
    fact: 'vanished',
    clientOrderId: ID,
    note: foreign('gone'),
    at: time(40),
  }

  it('is unconfirmed until the next report, unless it has ended', () => {
    expect(after(intent, seen(), unreported).order.unconfirmed).toBe(true)
    expect(after(intent, seen(), unreported, unreported).changes).toHaveLength(3)
    const confirmed = after(intent, seen(), unreported, seen({ observedAt: time(11) })).order
    expect(confirmed.unconfirmed).toBeUndefined()
    const ended = after(intent, seen({ status: 'cancelled' }), unreported).order
    expect(ended.unconfirmed).toBeUndefined()
  })

  it('an order of an earlier run that the provider no longer knows ends, with the reason', () => {
    const { order, projection } = after(intent, seen(), unreported, vanished)
    expect(order).toMatchObject({ status: 'not-found', note: foreign('gone'), source: 'detail' })
    expect(order.unconfirmed).toBeUndefined()
    expect(projection.working()).toEqual([])
    const filled = after(intent, seen({ status: 'filled' }), vanished)
    expect(filled.applied.at(-1)?.changed).toBe(false)
    expect(filled.order.status).toBe('filled')
  })
})
