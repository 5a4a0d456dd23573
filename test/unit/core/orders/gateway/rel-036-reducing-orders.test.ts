import { describe, expect, it } from 'vitest'
import {
  ReducingOrders,
  type ReducingOrdersDeps,
} from '../../../../../electron/core/orders/gateway/reducing-orders.js'
import { providerFailure } from '../../../../../electron/core/provider-failure.js'
import type { Position, PositionList } from '../../../../../shared/domain/account/account.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { clientOrderId } from '../../../../../shared/domain/ids.js'
import type { Order, OrderChange, OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { AAPL, ACCOUNT, draft } from '../../session/session-fixture.js'

const quantity = (text: string) => asQuantity(dec(text))
const price = (text: string) => asPrice(dec(text))
const sell = (count: string, over: Partial<OrderDraft> = {}): OrderDraft =>
  draft({
    side: 'sell',
    limitPrice: price('120'),
    size: { kind: 'quantity', quantity: quantity(count) },
    ...over,
  })
const HELD = {
  accountId: ACCOUNT,
  symbol: AAPL,
  assetClass: 'stock',
  quantity: quantity('10'),
} as Position
const UNREADABLE = { symbol: AAPL } as PositionList['unreadable'][number]

function order(count: string | null, over: Partial<Order> = {}): Order {
  return {
    ...sell(count ?? '1'),
    clientOrderId: clientOrderId('order-1'),
    orderId: null,
    quantity: count === null ? null : quantity(count),
    amount: null,
    filledQuantity: quantity('0'),
    averageFillPrice: null,
    status: 'working',
    note: null,
    pending: null,
    fees: null,
    ours: true,
    source: 'journal',
    placedAt: epochMs(0),
    updatedAt: epochMs(0),
    terms: undefined,
    ...over,
  }
}

/** The proofs for an account with these positions, while these orders are known. */
function proofs(
  positions: readonly Position[] | 'unread' | 'never-read',
  unreadable: PositionList['unreadable'] = [],
) {
  const current: { orders: readonly Order[] } = { orders: [] }
  const deps: ReducingOrdersDeps = {
    positions:
      positions === 'never-read'
        ? undefined
        : async () =>
            positions === 'unread'
              ? err(providerFailure('timeout', foreign('no answer')))
              : ok({ positions, unreadable }),
    projection: {
      get: () => undefined,
      orders: { all: () => current.orders, subscribe: () => () => undefined },
    },
  }
  return { known: current, reducing: new ReducingOrders(deps) }
}

describe('REL-36: the proof that a new order only reduces a position', () => {
  const isProved = async (
    positions: Parameters<typeof proofs>[0],
    requested: OrderDraft,
    unreadable?: PositionList['unreadable'],
  ) => {
    const read = await proofs(positions, unreadable).reducing.placement(requested)
    return read !== null && read.problem(requested) === null
  }

  it('holds up to the quantity that is held', async () => {
    expect(await isProved([HELD], sell('10'))).toBe(true)
    expect(await isProved([HELD], sell('10.1'))).toBe(false)
    expect(await isProved([HELD], sell('1', { side: 'buy' }))).toBe(false)
  })

  it('needs positions that could be read', async () => {
    expect(await isProved('unread', sell('1'))).toBe(false)
    expect(await isProved('never-read', sell('1'))).toBe(false)
    expect(await isProved([HELD], sell('1'), [UNREADABLE])).toBe(false)
  })

  it('counts an order that was sent while the positions were read', async () => {
    const { known, reducing } = proofs([HELD])
    const read = await reducing.placement(sell('10'))
    expect(read?.problem(sell('10'))).toBeNull()
    known.orders = [order('10')]
    expect(read?.problem(sell('10'))).toMatchObject({ code: 'orders.availableToClose' })
  })
})

describe('REL-36: the proof that a change adds no risk', () => {
  const isProved = async (
    known: Order,
    change: OrderChange,
    result: OrderDraft,
    positions: Parameters<typeof proofs>[0] = [HELD],
    unreadable?: PositionList['unreadable'],
  ) => (await proofs(positions, unreadable).reducing.replacement(known, change, result))()

  it('holds for a lower quantity alone, whatever is held', async () => {
    const change = { quantity: quantity('4'), limitPrice: undefined }
    expect(await isProved(order('5'), change, sell('4'), 'unread')).toBe(true)
    expect(await isProved(order('5'), { quantity: quantity('5') }, sell('5'), 'unread')).toBe(true)
    expect(await isProved(order('5'), { quantity: quantity('6') }, sell('6'))).toBe(false)
    const both = { quantity: quantity('4'), limitPrice: price('99') }
    expect(await isProved(order('5'), both, sell('4'), 'unread')).toBe(false)
  })

  it('holds for another price of an order that closes no more than is held', async () => {
    const change = { limitPrice: price('99') }
    expect(await isProved(order('10'), change, sell('10'))).toBe(true)
    expect(await isProved(order('11'), change, sell('11'))).toBe(false)
    expect(await isProved(order('10'), change, sell('10', { side: 'buy' }))).toBe(false)
    expect(await isProved(order('10'), { ...change, quantity: quantity('9') }, sell('9'))).toBe(
      true,
    )
  })

  it('leaves out what other orders close, until the moment in which it is used', async () => {
    const { known, reducing } = proofs([HELD])
    known.orders = [order('6')]
    const proof = await reducing.replacement(order('6'), { limitPrice: price('99') }, sell('6'))
    expect(proof()).toBe(true)
    known.orders = [order('6'), order('4', { clientOrderId: clientOrderId('order-2') })]
    expect(proof()).toBe(true)
    known.orders = [order('6'), order('5', { clientOrderId: clientOrderId('order-2') })]
    expect(proof()).toBe(false)
  })

  it('adds up what is held of the same instrument', async () => {
    const change = { limitPrice: price('99') }
    const short: Position = { ...HELD, quantity: quantity('-10') }
    const cover = sell('20', { side: 'buy' })
    expect(await isProved(order('20'), change, cover, [short, short])).toBe(true)
    expect(await isProved(order('20'), change, cover, [short, HELD])).toBe(false)
  })

  it('does not count an option position of which the legs are not known', async () => {
    const legs = [{ quantity: null }, { quantity: null }] as unknown as Position['legs']
    const spread: Position = { ...HELD, assetClass: 'option', legs }
    const change = { limitPrice: price('99') }
    expect(await isProved(order('10'), change, sell('10'), [spread, HELD])).toBe(true)
    const option = sell('10', { assetClass: 'option' })
    expect(await isProved(order('10'), change, option, [spread, HELD])).toBe(false)
  })

  it('is not given without what it needs', async () => {
    const change = { limitPrice: price('99') }
    expect(await isProved(order('5'), change, sell('5'), 'unread')).toBe(false)
    expect(await isProved(order('5'), change, sell('5'), [HELD], [UNREADABLE])).toBe(false)
    expect(await isProved(order(null), { quantity: quantity('1') }, sell('1'))).toBe(false)
    const amount = sell('1', { size: { kind: 'amount', amount: asMoney(dec('5')) } })
    expect(await isProved(order('5'), change, amount)).toBe(false)
  })
})
