import { describe, expect, test } from 'vitest'
import type { Position } from '../../../../../shared/domain/account/account.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import type { ComboDraft, OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { ok } from '../../../../../shared/domain/result.js'
import { writtenOut } from '../../../../harness/written-out.js'
import { AAPL, ACCOUNT, draft } from '../../session/session-fixture.js'
import { combo, EITHER, GatewayFixture, limit, price, quantity, size } from './gateway-fixture.js'

type Limits = NonNullable<NonNullable<ConstructorParameters<typeof GatewayFixture>[0]>['limits']>

const SALE = { side: 'sell' } as const
const stop = (level: string, over: Partial<OrderDraft> = {}): OrderDraft =>
  draft({ type: 'stop', limitPrice: null, stopPrice: price(level), ...over })
const bracket = (entry: OrderDraft): ComboDraft =>
  combo(['master', entry], ['take-profit', limit('120', SALE)], ['stop-loss', stop('90', SALE)])
const positionsOf = (size: string) => async () =>
  ok({
    unreadable: [],
    positions: [
      {
        accountId: ACCOUNT,
        symbol: AAPL,
        assetClass: 'stock',
        quantity: quantity(size),
      } as Position,
    ],
  })
const desk = (limits: Limits, held: string | null = null) =>
  new GatewayFixture({
    limits,
    ...(held === null ? {} : { positions: positionsOf(held) }),
  }).started()
const submitted = async (fixture: GatewayFixture, orders: ComboDraft) =>
  writtenOut(await fixture.wait(fixture.service.submitCombo('t1', orders)))

describe('REL-36: the exits of an entry', () => {
  const LARGE: Limits = { maxQuantity: quantity('10'), maxNotional: quantity('1000') as never }

  test('pass the limits that their entry passes, in whatever order they are listed', async () => {
    // A target of ten at 120 is worth more than the limit; it only sells what the entry buys.
    const orders = bracket(limit('99.50'))
    expect(await submitted(desk(LARGE), orders)).toMatchObject({ outcome: 'acknowledged' })
    const reversed = { ...orders, orders: orders.orders.toReversed() }
    expect(await submitted(desk(LARGE), reversed)).toMatchObject({ outcome: 'acknowledged' })
  })

  test('are compared with their entry and not with the market, where it has a price', async () => {
    const deep = combo(
      ['master', limit('50')],
      ['take-profit', limit('60', SALE)],
      ['stop-loss', stop('40', SALE)],
    )
    expect(await submitted(desk({}), deep)).toMatchObject({ outcome: 'acknowledged' })
  })

  test('are compared with the market where their entry has no price', async () => {
    const entry = draft({ type: 'market', limitPrice: null })
    const orders = combo(['master', entry], ['take-profit', limit('60', SALE)])
    expect(await submitted(desk({}), orders)).toMatchObject({
      outcome: 'denied',
      reasons: [expect.stringMatching(/^Order 2: .*\(price-band\)$/)],
    })
  })

  test('pass the limits of the person also where their entry has no price', async () => {
    const entry = draft({ type: 'market', limitPrice: null })
    const dear = combo(['master', entry], ['take-profit', limit('120', SALE)])
    const limits: Limits = { maxNotional: quantity('1100') as never }
    expect(await submitted(desk(limits), dear)).toMatchObject({ outcome: 'acknowledged' })
  })

  test('are held by the limits where their entry passed only because it closes something', async () => {
    // The entry buys back a short position; its exits would sell it again.
    const limits: Limits = { maxQuantity: quantity('9') }
    const entry = limit('99.50')
    expect(await submitted(desk(limits, '-10'), bracket(entry))).toMatchObject({
      outcome: 'denied',
      reasons: [expect.stringMatching(/^Order 2: .*\(max-quantity\)$/)],
    })
    const reversed = { ...bracket(entry), orders: bracket(entry).orders.toReversed() }
    expect(await submitted(desk(limits, '-10'), reversed)).toMatchObject({
      outcome: 'denied',
      reasons: [expect.stringMatching(/^Order 1: .*\(max-quantity\)$/)],
    })
    expect(await submitted(desk(limits), bracket(entry))).toMatchObject({
      reasons: [expect.stringMatching(/^Order 1: .*\(max-quantity\)$/)],
    })
  })

  test('are refused with the number of the order that exceeds a limit', async () => {
    const orders = combo(
      ['master', limit('99.50')],
      ['oto', limit('120', { ...SALE, ...size('11') })],
    )
    const fixture = desk({ maxQuantity: quantity('10') })
    expect(await submitted(fixture, orders)).toMatchObject({
      reasons: [expect.stringMatching(/^Order 2: .*11.*\(max-quantity\)$/)],
    })
    expect(fixture.sent).toEqual([])
  })
})

describe('REL-36: linked orders that reduce a position', () => {
  const SALES = combo(['take-profit', limit('120', SALE)], ['stop-loss', stop('90', SALE)])

  test('pass the limits of the person, and not beyond what is held', async () => {
    const limits: Limits = { maxQuantity: quantity('9') }
    expect(await submitted(desk(limits, '10'), SALES)).toMatchObject({ outcome: 'acknowledged' })
    expect(await submitted(desk(limits, '9'), SALES)).toMatchObject({ outcome: 'denied' })
    expect(await submitted(desk(limits), SALES)).toMatchObject({ outcome: 'denied' })
  })

  test('are refused for an instrument that cannot be traded', async () => {
    const fixture = desk({}, '10')
    fixture.tradable = 'no'
    expect(await submitted(fixture, SALES)).toMatchObject({
      outcome: 'denied',
      reasons: [expect.stringMatching(/^Order 1: .*\(not-tradable\)$/)],
    })
  })

  test('are refused when another order closes the position before they are stored', async () => {
    const fixture = desk({ maxQuantity: quantity('9') }, '10')
    const sale = limit('120', SALE)
    const orders = combo(['oco', sale], ['oco', limit('121', { ...SALE, ...size('9') })])
    let quotes = 0
    fixture.beforeQuote = async () => {
      quotes += 1
      // The first order is proved to reduce by now; the second needs no proof.
      if (quotes === 2) await fixture.close('t2', sale)
    }
    expect(await submitted(fixture, orders)).toMatchObject({
      outcome: 'denied',
      reasons: [expect.stringMatching(/^Order 2: .*\(closing-sent\)$/)],
    })
    expect(fixture.sent.map(({ kind }) => kind)).toEqual(['place'])
  })

  test('may reduce only once where another order is checked at the same time', async () => {
    const fixture = desk({ maxQuantity: quantity('9') }, '10')
    const both = Promise.all([
      fixture.service.submitCombo('t1', SALES),
      fixture.service.submit('t2', limit('121', SALE)),
    ])
    expect((await fixture.wait(both)).map(({ outcome }) => outcome).toSorted()).toEqual([
      'acknowledged',
      'denied',
    ])
    expect(fixture.sent).toHaveLength(1)
  })
})

describe('REL-36: linked orders count', () => {
  test('linked orders count as one order each among the orders of the day', async () => {
    expect(await submitted(desk({ maxOrdersPerDay: 2 }), EITHER)).toMatchObject({
      outcome: 'denied',
      reasons: [expect.stringMatching(/^Order 3: .*\(max-orders-day\)$/)],
    })
    const fixture = desk({ maxOrdersPerDay: 3, maxOpenOrders: 3 })
    expect(await submitted(fixture, EITHER)).toMatchObject({ outcome: 'acknowledged' })
    expect(fixture.service.ordersToday('securities')).toBe(3)
  })

  test('linked orders count from the moment at which they are stored', async () => {
    const fixture = desk({ maxOpenOrders: 3 })
    const first = fixture.service.submitCombo('t1', EITHER)
    await fixture.pass(0.1)
    const other = fixture.service.submit('t2', limit('99', { symbol: symbol('MSFT') }))
    expect(await fixture.wait(other)).toMatchObject({ outcome: 'denied' })
    expect(await fixture.wait(first)).toMatchObject({ outcome: 'acknowledged' })
  })

  test.each<[string, Limits]>([
    ['open orders', { maxOpenOrders: 3 }],
    ['orders of the day', { maxOrdersPerDay: 3 }],
  ])(
    'linked orders count with the %s that other tickets sent while they were checked',
    async (_name, limits) => {
      const fixture = desk(limits)
      const both = Promise.all([
        fixture.service.submitCombo('t1', EITHER),
        fixture.service.submit('t2', limit('99', { symbol: symbol('MSFT') })),
      ])
      expect(await fixture.wait(both)).toMatchObject([
        { outcome: 'denied' },
        { outcome: 'acknowledged' },
      ])
      expect(fixture.sent).toHaveLength(1)
      expect(fixture.projection.orders.all()).toHaveLength(1)
    },
  )
})
