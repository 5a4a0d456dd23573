import { describe, expect, test } from 'vitest'
import { comboOutcome } from '../../../../../electron/core/orders/gateway/combo-placement.js'
import type { NewRecord } from '../../../../../electron/core/orders/journal/journal-record.js'
import type { WriteOutcome } from '../../../../../electron/core/orders/write-outcome.js'
import { accountId } from '../../../../../shared/domain/ids.js'
import type { ComboDraft, Order } from '../../../../../shared/domain/orders/order.js'
import type { TradeOutcome } from '../../../../../shared/domain/orders/trade-outcome.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { writtenOut } from '../../../../harness/written-out.js'
import { draft } from '../../session/session-fixture.js'
import {
  ACKNOWLEDGED,
  combo,
  EITHER,
  GatewayFixture,
  limit,
  NOT_SENT,
  REJECTED,
  UNKNOWN,
} from './gateway-fixture.js'

type JournaledIntent = Extract<NewRecord, { readonly kind: 'intent' }>
const TAKEN = {
  outcome: 'denied',
  reasons: ['This ticket was used for another order (ticket-reused)'],
}
const submitted = async (desk: GatewayFixture, ticket: string, orders: ComboDraft = EITHER) =>
  writtenOut(await desk.wait(desk.service.submitCombo(ticket, orders)))
const rows = (desk: GatewayFixture) => writtenOut(desk.projection.orders.all())

describe('REL-29: the outcome of linked orders', () => {
  const [first, second] = [{ status: 'working' }, { status: 'filled' }] as [Order, Order]
  const rejected = { outcome: 'rejected', order: null, code: 'NO', reason: foreign('no') } as const
  const denied = { outcome: 'denied', reasons: [foreign('halted')] } as const

  test.each<[string, readonly TradeOutcome[], unknown]>([
    [
      'is unknown while one of them is',
      [{ outcome: 'acknowledged', order: first }, rejected, { outcome: 'unknown', order: second }],
      { outcome: 'unknown', orders: [first, second] },
    ],
    [
      'is acknowledged when one of them is and none is unknown',
      [denied, { ...rejected, order: second }, { outcome: 'acknowledged', order: first }],
      { outcome: 'acknowledged', orders: [second, first] },
    ],
    [
      'is rejected for the reason of the first that was',
      [denied, { ...rejected, order: first }, { ...rejected, code: 'LATER' }],
      { outcome: 'rejected', orders: [first], code: 'NO', reason: foreign('no') },
    ],
    ['is denied for the reasons of the first', [denied], denied],
    ['is denied without a reason when there is none', [], { outcome: 'denied', reasons: [] }],
  ])('%s', (_name, outcomes, expected) => {
    expect(comboOutcome(outcomes)).toEqual(expected)
  })
})

describe('REL-30: linked orders that the broker', () => {
  test.each<[WriteOutcome, string, string]>([
    [ACKNOWLEDGED, 'acknowledged', 'pending'],
    [UNKNOWN, 'unknown', 'unknown'],
    [REJECTED, 'rejected', 'rejected'],
    [NOT_SENT, 'denied', 'not-placed'],
  ])('answers with %o have this one outcome, each of them', async (answer, outcome, status) => {
    const desk = new GatewayFixture().started()
    desk.answer = async () => answer
    expect(await submitted(desk, 't1')).toMatchObject({ outcome })
    await desk.pass(1_000)
    expect(rows(desk).map((row) => row.status)).toEqual([status, status, status])
    const ids = desk.projection.orders.all().map(({ clientOrderId }) => clientOrderId)
    expect(desk.records('outcome').map((record) => record.of)).toEqual(ids)
    expect(desk.sent).toMatchObject([{ kind: 'combo', ids }])
  })

  test('does not answer are unknown after 15 s, and a late answer is recorded for each', async () => {
    const desk = new GatewayFixture().started()
    let answer: (outcome: WriteOutcome) => void = () => undefined
    desk.answer = () => new Promise((resolve) => (answer = resolve))
    expect(await submitted(desk, 't1')).toMatchObject({ outcome: 'unknown', orders: [{}, {}, {}] })
    expect(desk.settled).toHaveLength(3)
    answer(REJECTED)
    await desk.pass(100)
    expect(rows(desk).map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
  })
})

describe('REL-28: linked orders', () => {
  test('are all on disk with their place before the one request leaves', async () => {
    const desk = new GatewayFixture().started()
    desk.exchangeAheadMs = 5_000
    const sentAt = desk.simulation.wall()
    let intents: readonly JournaledIntent[] = []
    desk.answer = async () => {
      intents = desk.records('intent')
      return ACKNOWLEDGED
    }
    await submitted(desk, 't1')
    expect(intents).toMatchObject(
      [1, 2, 3].map((n) => ({
        ticket: `t1#${n}`,
        at: sentAt,
        placedAt: sentAt + 5_000,
        combo: { role: 'oco' },
      })),
    )
    expect(desk.sent[0]?.carried).toEqual([EITHER, intents[0]?.combo?.clientComboId])
    expect(desk.projection.orders.all()[0]?.terms?.combo).toEqual({
      role: 'oco',
      clientComboId: expect.stringMatching(/^[0-9a-f]{32}$/),
      comboId: null,
    })
  })

  test('are refused without a record once the disk has failed', async () => {
    const desk = new GatewayFixture().started()
    const failed = {
      outcome: 'denied',
      reasons: ['The order journal cannot be written (journal-failed)'],
    }
    desk.disk.failing = true
    expect(await submitted(desk, 't1')).toEqual(failed)
    await desk.pass(2_000)
    expect(await submitted(desk, 't2')).toEqual(failed)
    expect(rows(desk).map(({ status }) => status)).toEqual(Array(3).fill('not-placed'))
    expect(desk.sent).toEqual([])
  })

  test('are all unsent when one of them is not on disk', async () => {
    const desk = new GatewayFixture().started()
    desk.disk.delayMs = 500
    const placed = desk.service.submitCombo('t1', EITHER)
    await desk.pass(700)
    desk.disk.failing = true
    await desk.pass(500)
    desk.disk.failing = false
    expect(await desk.wait(placed)).toMatchObject({ outcome: 'denied' })
    await desk.pass(5_000)
    expect(desk.records('intent').map(({ ticket }) => ticket)).toEqual(['t1#1', 't1#3'])
    expect(desk.sent).toEqual([])
    expect(rows(desk).map(({ status }) => status)).toEqual(Array(3).fill('not-placed'))
  })

  test('are stopped by a halt while they are stored, and while the request waits to leave', async () => {
    const storing = new GatewayFixture().started()
    storing.disk.delayMs = 500
    const stored = storing.service.submitCombo('t1', EITHER)
    await storing.pass(100)
    storing.service.setTrading('halted')
    expect(writtenOut(await storing.wait(stored))).toMatchObject({
      reasons: [1, 2, 3].map((n) => `Order ${n}: Trading is halted (halted)`),
    })
    const leaving = new GatewayFixture().started()
    leaving.beforeLeaving = async () => leaving.service.setTrading('halted')
    expect(await submitted(leaving, 't1')).toMatchObject({ outcome: 'denied' })
    for (const desk of [storing, leaving]) {
      expect(desk.sent).toEqual([])
      expect(rows(desk).map(({ status }) => status)).toEqual(Array(3).fill('not-placed'))
    }
  })
})

describe('REL-29: the ticket of linked orders', () => {
  test.each<[string, ComboDraft]>([
    ['of another account', { ...EITHER, accountId: accountId('OTHER') }],
    ['more', { ...EITHER, orders: [...EITHER.orders, ...EITHER.orders.slice(0, 1)] }],
    ['fewer', { ...EITHER, orders: EITHER.orders.slice(0, 2) }],
    [
      'with another role',
      { ...EITHER, orders: EITHER.orders.map((order) => ({ ...order, role: 'otoco' })) },
    ],
    ['with another price', combo(['oco', limit('99')], ...pairs(EITHER).slice(1))],
  ])('is refused while it is in flight for orders %s', async (_name, other) => {
    const desk = new GatewayFixture().started()
    const first = desk.service.submitCombo('t1', EITHER)
    expect(await submitted(desk, 't1', other)).toEqual(TAKEN)
    const same = desk.service.submitCombo('t1', structuredClone(EITHER))
    expect(await desk.wait(same)).toEqual(await desk.wait(first))
    expect(desk.sent).toHaveLength(1)
  })

  test('has the outcome of its orders afterwards, and none of others', async () => {
    const desk = new GatewayFixture().started()
    const first = await submitted(desk, 't1')
    expect(await submitted(desk, 't1')).toEqual(first)
    expect(
      await submitted(desk, 't1', combo(['oco', limit('99')], ...pairs(EITHER).slice(1))),
    ).toEqual(TAKEN)
    expect(
      await submitted(desk, 't1', combo(...pairs(EITHER).slice(0, 2), ['oco', limit('9')])),
    ).toEqual(TAKEN)
    expect(desk.sent).toHaveLength(1)
  })

  test('has the outcome of its orders as they are now', async () => {
    const desk = new GatewayFixture().started()
    await submitted(desk, 't1')
    for (const { clientOrderId } of desk.projection.orders.all()) {
      desk.show(clientOrderId, { status: 'cancelled' })
    }
    expect(await submitted(desk, 't1')).toMatchObject({
      outcome: 'acknowledged',
      orders: [{ status: 'cancelled' }, { status: 'cancelled' }, { status: 'cancelled' }],
    })
  })

  test('may contain what looks like the number of an order', async () => {
    const desk = new GatewayFixture().started()
    let seen: TradeOutcome | null = null
    const first = desk.service.submitCombo('a#1 b', EITHER)
    void desk.service.outcome('a#1 b#2').then((outcome) => (seen = outcome))
    await desk.wait(first)
    await desk.pass(1)
    expect(seen).toMatchObject({ outcome: 'acknowledged' })
  })

  test('has for each order a ticket, which waits while the request is on its way', async () => {
    const desk = new GatewayFixture().started()
    let seen: TradeOutcome | null = null
    const first = desk.service.submitCombo('t1', EITHER)
    void desk.service.outcome('t1#2').then((outcome) => (seen = outcome))
    await desk.wait(first)
    await desk.pass(1)
    expect(seen).toMatchObject({ outcome: 'acknowledged', order: { limitPrice: '99.40' } })
    expect(await desk.service.outcome('t1#3')).toMatchObject({ order: { limitPrice: '99.30' } })
    expect(await desk.service.outcome('t1#4')).toBeNull()
    expect(await desk.service.outcome('t1')).toBeNull()
  })

  test('counts orders that are missing in the journal as not placed', async () => {
    const before = new GatewayFixture().started()
    await submitted(before, 't1')
    const [record] = before.records('intent')
    if (record === undefined) throw new Error('no intent')
    const desk = new GatewayFixture()
    desk.service.restore(
      new Map([['t1#1', { draft: record.draft, clientOrderId: null, reasons: [] }]]),
      'active',
    )
    expect(await submitted(desk, 't1')).toEqual({ outcome: 'denied', reasons: [] })
    const second = new GatewayFixture()
    const entry = { draft: limit('99.40'), clientOrderId: null, reasons: [] }
    second.service.restore(new Map([['t1#2', entry]]), 'active')
    expect(await submitted(second, 't1')).toEqual({ outcome: 'denied', reasons: ['Not placed.'] })
    expect([...desk.sent, ...second.sent]).toEqual([])
  })

  test('is refused when the archive that may hold it cannot be read', async () => {
    const desk = new GatewayFixture()
    desk.service.restore(new Map(), 'active', {
      has: (ticket) => ticket === 't1#3',
      find: async () => err({ kind: 'failed', message: 'unreadable' }),
      senderOf: () => null,
      onArchived: () => () => undefined,
    })
    expect(await submitted(desk, 't1')).toEqual({
      outcome: 'denied',
      reasons: [
        expect.stringMatching(/the archived record of it cannot be read.*\(ticket-reused\)$/),
      ],
    })
    expect(await submitted(desk, 't2')).toMatchObject({ outcome: 'acknowledged' })
  })

  test('is used up by a refusal, under its first order', async () => {
    const desk = new GatewayFixture({ limits: { maxOpenOrders: 2 } }).started()
    const refused = await submitted(desk, 't1')
    expect(refused).toMatchObject({
      outcome: 'denied',
      reasons: [expect.stringMatching(/^Order 3: .*\(max-open-orders\)$/)],
    })
    await desk.pass(1_000)
    expect(desk.records('denied')).toMatchObject([{ ticket: 't1#1' }])
    expect(await submitted(desk, 't1')).toEqual(refused)
  })
})

/** The orders of a combination with their roles. */
function pairs({ orders }: ComboDraft) {
  return orders.map(({ role, draft: placed }) => [role, placed] as const)
}

describe('CONFIRM-38: a check of linked orders', () => {
  const checked = async (desk: GatewayFixture, orders: ComboDraft) =>
    writtenOut(await desk.wait(desk.service.check({ kind: 'combo', combo: orders })))

  test('says what submitting would refuse, and leaves no trace', async () => {
    const desk = new GatewayFixture({ limits: { maxOpenOrders: 2 } }).started()
    expect(await checked(desk, EITHER)).toMatchObject({
      ok: true,
      value: [{ code: 'max-open-orders', message: expect.stringMatching(/^Order 3: /) }],
    })
    expect(await checked(desk, combo(...pairs(EITHER).slice(0, 2)))).toEqual(ok([]))
    expect(desk.disk.lines).toEqual([])
    expect(desk.sent).toEqual([])
  })

  test('names a combination that does not fit together, before any quote is fetched', async () => {
    const desk = new GatewayFixture().started()
    const odd = combo(['oco', draft()])
    expect(await checked(desk, odd)).toMatchObject({
      value: [{ code: 'draft-invalid', message: expect.stringMatching(/./) }],
    })
    expect(await submitted(desk, 't1', odd)).toMatchObject({ outcome: 'denied' })
    expect(await submitted(desk, 't2', combo())).toMatchObject({ outcome: 'denied' })
    expect(desk.fetched).toEqual([])
    expect(desk.sent).toEqual([])
  })
})
