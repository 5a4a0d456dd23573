import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  asPrice,
  asQuantity,
  dec,
  mul,
  sub,
  sum,
  toScale,
  type Decimal,
  type Price,
} from '../../../shared/domain/decimal.js'
import { symbol, type AccountId, type ClientOrderId } from '../../../shared/domain/ids.js'
import type { ComboRole } from '../../../shared/domain/orders/order-types.js'
import type { OrderStatus } from '../../../shared/domain/orders/order-state.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { ComboOutcome } from '../../../shared/domain/orders/trade-outcome.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { until } from '../../harness/system/until.js'
import { quantity, SessionFixture } from './session-fixture.js'

type Member = readonly [ComboRole, OrderDraft]

let desk: SessionFixture
let account: AccountId
let last: Price

const near = (ratio: string, price: Decimal = last): Price =>
  asPrice(toScale(mul(price, dec(ratio)), 0, 'half-up'))
const limit = (ratio: string, over: Partial<OrderDraft> = {}): OrderDraft =>
  desk.draft({
    accountId: account,
    assetClass: 'stock',
    symbol: symbol('AAPL'),
    timeInForce: 'gtc',
    size: quantity('4'),
    limitPrice: near(ratio),
    ...over,
  })
const stop = (ratio: string, over: Partial<OrderDraft> = {}): OrderDraft =>
  limit(ratio, { type: 'stop', limitPrice: null, stopPrice: near(ratio), ...over })
const market = (over: Partial<OrderDraft> = {}): OrderDraft =>
  limit('1', { type: 'market', limitPrice: null, ...over })
const sell = { side: 'sell' } as const

const submit = async (members: readonly Member[], ticket = desk.ticket()): Promise<ComboOutcome> =>
  expectOk(
    await desk.session.orders.submitCombo(ticket, {
      accountId: account,
      orders: members.map(([role, draft]) => ({ role, draft })),
    }),
  )

/** Places linked orders and returns their ids in the order of the request. */
async function place(...members: readonly Member[]): Promise<readonly ClientOrderId[]> {
  const outcome = await submit(members)
  if (outcome.outcome !== 'acknowledged') throw new Error(JSON.stringify(outcome))
  return outcome.orders.map((order) => order.clientOrderId)
}

const statuses = (ids: readonly ClientOrderId[]): readonly (OrderStatus | undefined)[] =>
  ids.map((id) => desk.row(id)?.status)
const expectBecome = (ids: readonly ClientOrderId[], ...expected: readonly OrderStatus[]) =>
  desk.until(`the orders are ${expected.join(', ')}`, () =>
    expected.every((status, index) => statuses(ids)[index] === status),
  )
const cancel = async (id: ClientOrderId | undefined) =>
  expectOk(await desk.session.orders.cancel(account, id as ClientOrderId))

beforeAll(async () => {
  desk = await SessionFixture.open()
  account = desk.account('securities')
  last = (await desk.quote('AAPL')).last as Price
})
afterAll(() => desk.close())

describe('TRADING-4.3: linked orders over the practice exchange', () => {
  test('the exits of a market entry work after it fills, and one of them cancels the other', async () => {
    const ids = await place(
      ['master', market()],
      ['take-profit', limit('1.5', sell)],
      ['stop-loss', stop('0.5', sell)],
    )
    await expectBecome(ids, 'filled', 'working', 'working')
    expect(ids.map((id) => desk.row(id)?.terms?.combo?.role)).toEqual([
      'master',
      'take-profit',
      'stop-loss',
    ])
    expectOk(
      await desk.session.orders.replace(account, ids[1] as ClientOrderId, {
        limitPrice: near('0.98'),
      }),
    )
    await expectBecome(ids, 'filled', 'filled', 'cancelled')
  })

  test('an entry that is canceled takes its exits along, also after a restart', async () => {
    const ids = await place(
      ['master', limit('0.8')],
      ['take-profit', limit('1.5', sell)],
      ['stop-loss', stop('0.5', sell)],
    )
    await expectBecome(ids, 'working', 'working', 'working')
    await desk.restart()
    await desk.until('the broker has confirmed them', () =>
      ids.every((id) => desk.row(id) !== undefined && desk.row(id)?.unconfirmed === undefined),
    )
    await expectBecome(ids, 'working', 'working', 'working')
    expect(desk.row(ids[2] as ClientOrderId)?.terms?.combo).toMatchObject({
      role: 'stop-loss',
      clientComboId: expect.stringMatching(/^[0-9a-f]{32}$/u) as unknown,
    })
    await cancel(ids[0])
    await expectBecome(ids, 'cancelled', 'cancelled', 'cancelled')
  })

  test('the exits of a position leave the rest of it to be closed', async () => {
    await desk.placeFilled(market({ size: quantity('10') }))
    // The program reads positions too, within the same rate limit.
    const { positions } = await until('the broker lists the positions', async () => {
      const listed = await desk.provider.portfolio.positions(account)
      return listed.ok ? listed.value : null
    })
    const total = sum(
      positions
        .filter((position) => position.symbol === 'AAPL' && position.legs === undefined)
        .map((position) => position.quantity),
    )
    const ids = await place(['take-profit', limit('1.5', sell)], ['stop-loss', stop('0.5', sell)])
    await expectBecome(ids, 'working', 'working')
    const closeAllBut = async (rest: string) => {
      const size = {
        kind: 'quantity',
        quantity: asQuantity(sub<Decimal>(total, dec(rest))),
      } as const
      // The program lists positions too, within the same rate limit.
      return until('the broker answers about the positions', async () => {
        const closed = await desk.session.orders.close(desk.ticket(), market({ ...sell, size }))
        return !closed.ok && closed.error.class === 'rate' ? null : expectOk(closed)
      })
    }
    expect(await closeAllBut('3')).toMatchObject({ outcome: 'denied' })
    expect(await closeAllBut('4')).toMatchObject({ outcome: 'acknowledged' })
    await cancel(ids[0])
    await cancel(ids[1])
    await expectBecome(ids, 'cancelled', 'cancelled')
  })

  test('the first order of an OCO that fills cancels the other', async () => {
    const ids = await place(['oco', limit('0.8')], ['oco', limit('0.7')])
    await expectBecome(ids, 'working', 'working')
    expectOk(
      await desk.session.orders.replace(account, ids[0] as ClientOrderId, {
        limitPrice: near('1.02'),
      }),
    )
    await expectBecome(ids, 'filled', 'cancelled')
  })

  test('an OTO starts its orders when the first has filled, for another symbol too', async () => {
    const other = near('0.5', (await desk.quote('MSFT')).last as Decimal)
    const ids = await place(
      ['master', market()],
      ['oto', limit('1', { symbol: symbol('MSFT'), limitPrice: other })],
    )
    await expectBecome(ids, 'filled', 'working')
    await cancel(ids[1])
    await expectBecome(ids, 'filled', 'cancelled')
  })

  test('an OTOCO starts orders of which one fills', async () => {
    const ids = await place(
      ['master', market()],
      ['otoco', limit('1.5', sell)],
      ['otoco', stop('0.5', sell)],
    )
    await expectBecome(ids, 'filled', 'working', 'working')
    await cancel(ids[1])
    await expectBecome(ids, 'filled', 'cancelled')
  })

  test('an option has exits as a stock has', async () => {
    const [contract] = await desk.contracts('call')
    if (contract === undefined) throw new Error('no contract')
    const ask = (await desk.quote(contract.symbol)).ask as Price
    const option = (side: 'buy' | 'sell', over: Partial<OrderDraft>): OrderDraft =>
      desk.draft({
        accountId: account,
        assetClass: 'option',
        symbol: symbol('AAPL'),
        side,
        terms: {
          strategy: 'single',
          intent: side === 'buy' ? 'buy-to-open' : 'sell-to-close',
          legs: [desk.leg(contract, side)],
        },
        ...over,
      })
    const [far, low] = [near('2', ask), asPrice(dec('0.05'))]
    const ids = await place(
      ['master', option('buy', { limitPrice: near('1.1', ask) })],
      ['take-profit', option('sell', { limitPrice: far })],
      ['stop-loss', option('sell', { type: 'stop', stopPrice: low })],
    )
    await expectBecome(ids, 'filled', 'working', 'working')
    await cancel(ids[1])
    await expectBecome(ids, 'filled', 'cancelled')
  })

  test('all of them are refused when the exchange refuses one', async () => {
    const tooMany = { size: { kind: 'quantity', quantity: asQuantity(dec('900')) } } as const
    const outcome = await submit([
      ['take-profit', limit('1.5', { ...sell, ...tooMany })],
      ['stop-loss', stop('0.5', { ...sell, ...tooMany })],
    ])
    expect(outcome).toMatchObject({
      outcome: 'rejected',
      orders: [{ status: 'rejected' }, { status: 'rejected' }],
    })
  })

  test('the same ticket returns the same orders and places nothing', async () => {
    const members: readonly Member[] = [
      ['oco', limit('0.61')],
      ['oco', limit('0.62')],
    ]
    const ticket = desk.ticket()
    const first = await submit(members, ticket)
    const before = desk.session.streams.orders.all().length
    const retry = await submit(members, ticket)
    const idsOf = (outcome: ComboOutcome) =>
      'orders' in outcome ? outcome.orders.map(({ clientOrderId }) => clientOrderId) : []
    expect(idsOf(retry)).toEqual(idsOf(first))
    expect(desk.session.streams.orders.all()).toHaveLength(before)
  })
})
