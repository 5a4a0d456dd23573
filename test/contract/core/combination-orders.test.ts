import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toComboBody } from '../../../electron/provider/mapping/orders.js'
import {
  asPrice,
  asQuantity,
  dec,
  eq,
  mul,
  toScale,
  type Decimal,
  type Price,
} from '../../../shared/domain/decimal.js'
import {
  clientOrderId,
  symbol,
  type AccountId,
  type ClientOrderId,
} from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { ComboRole } from '../../../shared/domain/orders/order-types.js'
import { ORDER_OPERATIONS } from '../../../shared/wire/families/trading/orders.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { practiceCaller } from '../provider/practice-caller.js'
import { SessionFixture, quantity } from './session-fixture.js'
import {
  CLOSE_MINUTE,
  closeMinute,
  exchangeClock,
  exchangeInstant,
  nextDay,
  tradingDay,
} from '../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { writtenOut } from '../../harness/written-out.js'

let desk: SessionFixture
let account: AccountId
let last: Price
let caller: ReturnType<typeof practiceCaller>
let first: readonly ClientOrderId[]
let second: readonly ClientOrderId[]
let algo: ClientOrderId
let plain: ClientOrderId

const near = (ratio: string): Price => asPrice(toScale(mul(last, dec(ratio)), 0, 'half-up'))
const shares = (count: string) => ({ quantity: asQuantity(dec(count)) })
const base = (over: Partial<OrderDraft> = {}): OrderDraft =>
  desk.draft({
    accountId: account,
    assetClass: 'stock',
    symbol: symbol('AAPL'),
    timeInForce: 'gtc',
    size: quantity('4'),
    limitPrice: near('0.5'),
    ...over,
  })

/**
 * Places a combination outside this session, which discovers it by the listing and Order Detail.
 */
async function placedElsewhere(
  name: string,
  orders: readonly { readonly role: ComboRole; readonly draft: OrderDraft }[],
): Promise<readonly ClientOrderId[]> {
  const ids = orders.map(({ role }) => clientOrderId(`${name}-${role}`))
  expectOk(
    await caller.call(
      ORDER_OPERATIONS.placeOrder,
      toComboBody({ accountId: account, orders }, name, ids),
    ),
  )
  return ids
}
const bracket = (name: string) =>
  placedElsewhere(name, [
    { role: 'master', draft: base() },
    { role: 'take-profit', draft: base({ side: 'sell', limitPrice: near('1.5') }) },
    {
      role: 'stop-loss',
      draft: base({ side: 'sell', type: 'stop', limitPrice: null, stopPrice: near('0.4') }),
    },
  ])

/** 10:00 on a day that does not end at 13:00: the algorithm works in the afternoon. */
function wholeDay(now: EpochMs): EpochMs {
  let day = tradingDay(exchangeClock(now).day, 0)
  while (closeMinute(day) < CLOSE_MINUTE) day = tradingDay(nextDay(day), 0)
  return exchangeInstant(day, 10 * 60)
}

beforeAll(async () => {
  desk = await SessionFixture.open(undefined, undefined, wholeDay)
  account = desk.account('securities')
  last = (await desk.quote('AAPL')).last as Price
  caller = practiceCaller(desk.practice)
  first = await bracket('first-combination')
  second = await bracket('second-combination')
  // A working order makes the session list its orders often.
  plain = await desk.placeWorking(base())
  algo = await desk.placeWorking(
    base({
      timeInForce: 'day',
      terms: { algo: { kind: 'vwap', maxPercent: dec('10'), start: '15:00:00', end: '15:30:00' } },
    }),
  )
  await desk.until('both combinations are known and work', () =>
    [...first, ...second].every(
      (id) => desk.row(id)?.status === 'working' && desk.row(id)?.terms?.combo != null,
    ),
  )
})
afterAll(async () => {
  caller.close()
  await desk.close()
})

const id = (ids: readonly ClientOrderId[], index: number): ClientOrderId =>
  ids[index] as ClientOrderId
const shows = (
  orderId: ClientOrderId,
  member: 'limitPrice' | 'stopPrice' | 'quantity',
  value: Decimal,
): boolean => {
  const row = desk.row(orderId)
  return row?.pending === null && row[member] !== null && eq(row[member], value)
}

describe('combination orders in one session (TRADING-4.1, TRADING-4.3, TRADING-4.5)', () => {
  test('settle the change of one order although the answer names only the combination', async () => {
    expect(
      expectOk(
        await desk.session.orders.replace(account, id(first, 1), { limitPrice: near('1.6') }),
      ),
    ).toMatchObject({ outcome: 'acknowledged' })
    await desk.until('changed', () => shows(id(first, 1), 'limitPrice', near('1.6')))
  })

  test('are changed together in one request, all or none', async () => {
    const sizes = (ids: readonly ClientOrderId[]) =>
      ids.map((orderId) => desk.row(orderId)?.quantity)
    const [master, profit, loss] = [id(first, 0), id(first, 1), id(first, 2)]
    const six = await desk.session.orders.replace(account, master, shares('6'), [
      { clientOrderId: profit, change: shares('6') },
      { clientOrderId: loss, change: { ...shares('6'), stopPrice: near('0.3') } },
    ])
    expect(expectOk(six)).toMatchObject({
      outcome: 'acknowledged',
      order: { clientOrderId: master },
    })
    await desk.until(
      'all are changed',
      () =>
        first.every((orderId) => shows(orderId, 'quantity', dec('6'))) &&
        shows(loss, 'stopPrice', near('0.3')),
    )
    // The quantity exceeds that of the master order, so the provider refuses both changes.
    const seven = expectOk(
      await desk.session.orders.replace(account, profit, { limitPrice: near('1.7') }, [
        { clientOrderId: loss, change: shares('7') },
      ]),
    )
    expect(seven).toMatchObject({ outcome: 'rejected' })
    await desk.until('nothing is under way', () =>
      [profit, loss].every((orderId) => desk.row(orderId)?.pending === null),
    )
    expect(sizes(first)).toEqual(
      ['6.00000', '6.00000', '6.00000'].map(() => expect.anything() as unknown),
    )
    expect([shows(profit, 'limitPrice', near('1.6')), shows(loss, 'quantity', dec('6'))]).toEqual([
      true,
      true,
    ])
  })

  test('are denied with a reason when the provider does not accept the changes together', async () => {
    const together = async (orderId: ClientOrderId, other: ClientOrderId) => {
      const outcome = expectOk(
        await desk.session.orders.replace(account, orderId, shares('3'), [
          { clientOrderId: other, change: shares('3') },
        ]),
      )
      return outcome.outcome === 'denied'
        ? outcome.reasons.map(inEnglish).join(' ')
        : outcome.outcome
    }
    expect(await together(id(first, 1), id(second, 1))).toContain('different combinations')
    expect(await together(id(first, 1), plain)).toContain('one combination')
    expect(
      await desk.session.orders.replace(account, plain, shares('3'), [
        { clientOrderId: plain, change: shares('2') },
      ]),
    ).toMatchObject({ value: { outcome: 'denied' } })
    expect(
      writtenOut(
        expectOk(
          await desk.session.orders.replace(account, id(first, 2), {
            type: 'limit',
            limitPrice: near('1.5'),
          }),
        ),
      ),
    ).toMatchObject({
      outcome: 'denied',
      reasons: [expect.stringContaining('stop-loss order of a combination') as string],
    })
  })

  test('settle the cancellation of one order', async () => {
    expect(expectOk(await desk.session.orders.cancel(account, id(second, 0)))).toMatchObject({
      outcome: 'acknowledged',
    })
    await desk.until('the unfilled master took its group along', () =>
      second.every((orderId) => desk.row(orderId)?.status === 'cancelled'),
    )
  })
})

describe('an algo order', () => {
  test('changes its terms, and only those of its algorithm', async () => {
    const algoOf = () => desk.row(algo)?.terms?.algo
    expect(
      expectOk(
        await desk.session.orders.replace(account, algo, {
          ...shares('5'),
          algo: { maxPercent: dec('15'), end: '15:45:00' },
        }),
      ),
    ).toMatchObject({ outcome: 'acknowledged' })
    await desk.until(
      'changed',
      () => shows(algo, 'quantity', dec('5')) && algoOf()?.end === '15:45:00',
    )
    expect([
      algoOf()?.start,
      algoOf()?.maxPercent !== null && eq(algoOf()?.maxPercent as Decimal, dec('15')),
    ]).toEqual(['15:00:00', true])
    expect(
      writtenOut(
        expectOk(
          await desk.session.orders.replace(account, algo, { algo: { targetPercent: dec('5') } }),
        ),
      ),
    ).toMatchObject({
      outcome: 'denied',
      reasons: [
        expect.stringContaining('VWAP has no term like this: share of the volume') as string,
      ],
    })
    expect(
      writtenOut(
        expectOk(await desk.session.orders.replace(account, plain, { algo: { end: '15:45:00' } })),
      ),
    ).toMatchObject({
      outcome: 'denied',
      reasons: [expect.stringContaining('not worked by an algorithm') as string],
    })
  })
})
