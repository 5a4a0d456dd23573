import { describe, expect, test } from 'vitest'
import { accountId, clientOrderId } from '../../../../../shared/domain/ids.js'
import type { ExchangeDay } from '../../../../../shared/domain/market/exchange-time.js'
import { asMoney, dec } from '../../../../../shared/domain/decimal.js'
import type { Position } from '../../../../../shared/domain/account/account.js'
import type { MemberChange, Order, OrderChange } from '../../../../../shared/domain/orders/order.js'
import { ok } from '../../../../../shared/domain/result.js'
import { writtenOut } from '../../../../harness/written-out.js'
import { AAPL, ACCOUNT, draft } from '../../session/session-fixture.js'
import { GatewayFixture, limit, price, quantity, size, UNKNOWN } from './gateway-fixture.js'

const CHANGE: OrderChange = { limitPrice: price('99') }

/** Requests a change of an order, and returns the answer as a person reads it. */
const replaced = async (desk: GatewayFixture, order: Order, change: OrderChange = CHANGE) =>
  writtenOut(await desk.wait(desk.service.replace(order.accountId, order.clientOrderId, change)))
/** What a change of this order would be refused for. */
const checked = async (desk: GatewayFixture, changes: readonly MemberChange[]) =>
  writtenOut(await desk.wait(desk.service.check({ kind: 'replace', accountId: ACCOUNT, changes })))
const refusal = (code: string, message: string) => ({ ok: false, error: { code, message } })
const denial = (...reasons: readonly string[]) => ({
  ok: true,
  value: { outcome: 'denied', reasons },
})

describe('REL-36: a change of an order', () => {
  test('is journaled, and then sent once as it was requested', async () => {
    const desk = new GatewayFixture().started()
    const order = await desk.working()
    let [stored, pending]: unknown[] = []
    desk.answer = async () => {
      stored = desk.records('replace')
      pending = desk.order(order.clientOrderId).pending
      return UNKNOWN
    }
    await replaced(desk, order)
    expect(stored).toMatchObject([
      { accountId: ACCOUNT, clientOrderId: order.clientOrderId, change: { limitPrice: '99' } },
    ])
    expect(pending).toMatchObject({ kind: 'replace', state: 'sent' })
    expect(desk.sent).toEqual([
      { kind: 'replace', ids: [order.clientOrderId], carried: [CHANGE, undefined] },
    ])
    expect(desk.records('replace')[0]?.request).toMatch(/^r-[0-9a-f]{32}$/)
  })

  test('is refused for an order that is not known, or of another account', async () => {
    const desk = new GatewayFixture().started()
    const order = await desk.working()
    const unknown = refusal('order/not-found', 'This order is not known.')
    expect(
      await replaced(desk, { ...order, clientOrderId: clientOrderId('b'.repeat(32)) }),
    ).toMatchObject(unknown)
    expect(await replaced(desk, { ...order, accountId: accountId('OTHER') })).toMatchObject(unknown)
    const changes = [{ clientOrderId: clientOrderId('b'.repeat(32)), change: CHANGE }]
    expect(await checked(desk, changes)).toMatchObject(unknown)
    expect(desk.sent).toEqual([])
  })

  test('is refused for an order that has ended', async () => {
    const desk = new GatewayFixture().started()
    const order = await desk.working(draft(), { status: 'cancelled' })
    expect(await replaced(desk, order)).toMatchObject(
      refusal('order/already-final', 'The order is canceled already.'),
    )
    expect(desk.sent).toEqual([])
  })

  test('is refused while another change of it has no outcome', async () => {
    const desk = new GatewayFixture().started()
    const order = await desk.working()
    desk.answer = async () => UNKNOWN
    await replaced(desk, order)
    expect(await replaced(desk, order, { limitPrice: price('98') })).toMatchObject(
      refusal('order/request-pending', 'A replace of this order has no outcome yet.'),
    )
    expect(desk.sent).toHaveLength(1)
  })

  test('is refused while another change of it is on its way, and possible afterwards', async () => {
    const desk = new GatewayFixture().started()
    const order = await desk.working()
    const first = desk.service.replace(ACCOUNT, order.clientOrderId, CHANGE)
    expect(await replaced(desk, order, { limitPrice: price('98') })).toMatchObject(
      refusal('order/request-pending', 'Another request for this order is in progress.'),
    )
    await desk.wait(first)
    desk.projection.apply({
      fact: 'request-end',
      clientOrderId: order.clientOrderId,
      kind: 'replace',
      note: null,
      at: desk.simulation.wall(),
    })
    expect(await replaced(desk, order, { limitPrice: price('98') })).toMatchObject({ ok: true })
    expect(desk.sent).toHaveLength(2)
  })

  test('does not wait for a change of another order', async () => {
    const desk = new GatewayFixture().started()
    const orders = [await desk.working(), await desk.working(limit('98'))]
    const both = orders.map((order) => replaced(desk, order))
    expect(await Promise.all(both)).toMatchObject([{ ok: true }, { ok: true }])
    expect(desk.sent).toHaveLength(2)
  })

  test('leaves what it does not name as it is', async () => {
    const desk = new GatewayFixture().started()
    const change = { ...CHANGE, quantity: undefined, timeInForce: undefined }
    expect(await replaced(desk, await desk.working(), change)).toMatchObject({
      value: { outcome: 'acknowledged' },
    })
  })

  test('is refused while it is not known whether the order exists', async () => {
    const desk = new GatewayFixture().started()
    desk.answer = async () => UNKNOWN
    const placed = await desk.wait(desk.service.submit('t1', draft()))
    if (placed.outcome !== 'unknown') throw new Error(placed.outcome)
    desk.forget()
    expect(await replaced(desk, placed.order)).toEqual(
      denial('It is not known yet whether this order was placed (uncertain-order)'),
    )
    expect(desk.sent).toEqual([])
  })
})

describe('REL-36: a change that makes no order', () => {
  test.each<[string, OrderChange, string]>([
    ['of nothing', { limitPrice: undefined }, 'Nothing to change (draft-invalid)'],
    [
      'to what has filled already',
      { quantity: quantity('4') },
      'The quantity must be above the quantity already filled (draft-invalid)',
    ],
    [
      'that the product does not allow',
      { algo: { start: '10:00:00' } },
      'This order is not worked by an algorithm: cancel it and place another (not-replaceable)',
    ],
  ])('%s is refused, and nothing is sent', async (_name, change, reason) => {
    const desk = new GatewayFixture().started()
    const order = await desk.working(draft(), {
      status: 'partially-filled',
      filledQuantity: quantity('4'),
    })
    expect(await replaced(desk, order, change)).toEqual(denial(reason))
    expect(await checked(desk, [{ clientOrderId: order.clientOrderId, change }])).toMatchObject({
      value: [{ code: reason.replace(/^.*\((.*)\)$/, '$1') }],
    })
    expect(desk.sent).toEqual([])
  })

  test('is that of an order by amount, and of one with terms that are not known', async () => {
    const desk = new GatewayFixture().started()
    const amount = await desk.working(
      draft({
        size: { kind: 'amount', amount: asMoney(dec('50')) },
        type: 'market',
        limitPrice: null,
      }),
    )
    expect(await replaced(desk, amount)).toEqual(
      denial('An order by amount cannot be replaced (draft-invalid)'),
    )
    const strange = await desk.working(draft(), {
      terms: {
        combo: null,
        strategy: 'unknown',
        legs: [],
        intent: null,
        legging: null,
        algo: null,
        outcome: null,
        tradeMode: null,
        expireDate: null,
      },
    })
    expect(await replaced(desk, strange)).toEqual(
      denial(
        'The order has terms that Countersign does not support, or its legs would not be whole (draft-invalid)',
      ),
    )
    expect(desk.sent).toEqual([])
  })
})

describe('REL-36: a change is held by the limits of a new order', () => {
  const HELD = { accountId: ACCOUNT, symbol: AAPL, assetClass: 'stock' } as Position
  const limited = (size: string | null) =>
    new GatewayFixture({
      limits: { maxQuantity: quantity('5') },
      positions: async () =>
        ok({
          unreadable: [],
          positions: size === null ? [] : [{ ...HELD, quantity: quantity(size) }],
        }),
    }).started()
  /** An order above the limit, which another client placed. */
  const large = async (desk: GatewayFixture) =>
    desk.working(limit('120', { side: 'sell', ...size('5') }), { quantity: quantity('10') })
  const TOO_MANY = [expect.stringMatching(/10.*5.*\(max-quantity\)$/)]

  test('a change is refused when it exceeds a limit', async () => {
    const desk = limited(null)
    const order = await large(desk)
    expect(await replaced(desk, order)).toMatchObject({
      value: { outcome: 'denied', reasons: TOO_MANY },
    })
    expect(desk.sent).toEqual([])
    expect(desk.records('replace')).toEqual([])
  })

  test('unless it is proved to reduce a position, or only lowers the quantity', async () => {
    const closing = limited('10')
    expect(await replaced(closing, await large(closing))).toMatchObject({
      value: { outcome: 'acknowledged' },
    })
    const lower = limited(null)
    const change = { quantity: quantity('8') }
    expect(await replaced(lower, await large(lower), change)).toMatchObject({
      value: { outcome: 'acknowledged' },
    })
  })

  test('does not count as a further order of the day, also where more were sent', async () => {
    const desk = new GatewayFixture({ limits: { maxOrdersPerDay: 5 } }).started()
    const order = await desk.working()
    const day = '2025-11-21' as ExchangeDay
    desk.service.restore(new Map(), 'active', undefined, [{ day, orders: 9 }])
    expect(await replaced(desk, order)).toMatchObject({ value: { outcome: 'acknowledged' } })
  })

  test('is checked with the quote of its first check before it is sent', async () => {
    const desk = new GatewayFixture().started()
    const trail = { kind: 'amount', step: dec('1') } as const
    const order = await desk.working(
      draft({ side: 'sell', type: 'trailing-stop', limitPrice: null, trail }),
    )
    const change = { trail: { ...trail, step: dec('2') } }
    expect(await replaced(desk, order, change)).toMatchObject({
      value: { outcome: 'acknowledged' },
    })
    const next = await desk.working(limit('98'))
    desk.hasQuotes = false
    expect(await replaced(desk, next, { type: 'market' })).toMatchObject({
      value: { outcome: 'denied', reasons: [expect.stringContaining('(stale-quote)')] },
    })
  })

  test('is refused while trading is halted, also one that only reduces', async () => {
    const desk = limited('10')
    const order = await large(desk)
    desk.service.setTrading('halted')
    expect(await replaced(desk, order, { quantity: quantity('8') })).toEqual(
      denial('Trading is halted (halted)'),
    )
    expect(desk.sent).toEqual([])
  })
})

describe('REL-36: a change is checked again before it is sent', () => {
  test('a halt while it is stored stops it', async () => {
    const desk = new GatewayFixture().started()
    const order = await desk.working()
    desk.disk.delayMs = 500
    const requested = desk.service.replace(ACCOUNT, order.clientOrderId, CHANGE)
    await desk.pass(100)
    expect(desk.disk.isFlushing).toBe(true)
    desk.service.setTrading('halted')
    expect(writtenOut(await desk.wait(requested))).toEqual(denial('Trading is halted (halted)'))
    await desk.pass(2_000)
    expect(desk.sent).toEqual([])
    const [record] = desk.records('replace')
    expect(desk.records('outcome').at(-1)).toMatchObject({
      of: record?.request,
      outcome: 'not-sent',
      reason: 'Trading is halted',
    })
    expect(desk.order(order.clientOrderId).pending).toBeNull()
  })

  test('a halt while it waits to leave stops it', async () => {
    const desk = new GatewayFixture().started()
    const order = await desk.working()
    desk.beforeLeaving = async () => desk.service.setTrading('halted')
    expect(await replaced(desk, order)).toEqual(denial('Trading is halted (halted)'))
    expect(desk.sent).toEqual([])
  })

  test('an order that ends while it is stored is not changed', async () => {
    const desk = new GatewayFixture().started()
    const order = await desk.working()
    desk.disk.delayMs = 500
    const requested = desk.service.replace(ACCOUNT, order.clientOrderId, CHANGE)
    await desk.pass(100)
    desk.show(order.clientOrderId, { status: 'filled', filledQuantity: quantity('10') })
    expect(writtenOut(await desk.wait(requested))).toMatchObject(
      refusal('order/already-final', 'The order is filled already.'),
    )
    await desk.pass(2_000)
    expect(desk.sent).toEqual([])
    expect(desk.records('outcome').at(-1)).toMatchObject({
      outcome: 'not-sent',
      reason: 'The order ended in the meantime.',
    })
  })

  test('a disk that fails stops it', async () => {
    const desk = new GatewayFixture().started()
    const order = await desk.working()
    desk.disk.failing = true
    expect(await replaced(desk, order)).toEqual(
      denial('The order journal cannot be written (journal-failed)'),
    )
    expect(desk.sent).toEqual([])
  })
})
