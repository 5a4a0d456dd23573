import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Position } from '../../../shared/domain/account/account.js'
import {
  add,
  asPrice,
  dec,
  decimalText,
  eq,
  snap,
  sub,
  sum,
  toScale,
  type Decimal,
} from '../../../shared/domain/decimal.js'
import { symbol, type AccountId } from '../../../shared/domain/ids.js'
import { positionInstrumentKey } from '../../../shared/domain/instruments/instrument-key.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { PracticeState } from '../../../shared/practice/practice-control.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { PATIENCE } from '../../harness/system/until.js'
import { quantity, SessionFixture } from './session-fixture.js'

let desk: SessionFixture
beforeAll(async () => {
  desk = await SessionFixture.open(undefined, 'off')
})
afterAll(() => desk.close())

/** Returns the figure with two places, as the exchange writes money. */
const cents = (value: Decimal | null): string | null =>
  value === null ? null : decimalText(toScale(value, 2, 'half-even'))

/** The figures of a position that the window shows, in the exchange's spelling. */
const valuesOf = (position: Position) => ({
  id: position.positionId,
  quantity: Number(position.quantity),
  last: position.lastPrice === null ? null : Number(position.lastPrice),
  value: cents(position.marketValue),
  open: cents(position.unrealizedPnl),
  day: cents(position.dayPnl),
})

/** The same figures from the exchange's own ledger. */
async function truth(accountId: AccountId) {
  const state = (await desk.practice.practice.command({ command: 'state' })) as PracticeState
  return (state.positions[accountId] ?? []).map((record) => ({
    id: record['position_id'],
    quantity: Number(record['quantity']),
    last: Number(record['last_price']),
    value: record['market_value'],
    open: record['unrealized_profit_loss'],
    day: record['day_profit_loss'],
  }))
}

const exchangeTime = async (): Promise<number> =>
  ((await desk.practice.practice.command({ command: 'state' })) as PracticeState).exchangeTime

const speed = (factor: number) =>
  desk.practice.practice.command({ command: 'clock', speed: factor })

const shownNow = () => (desk.session.streams.positions.get() ?? []).map(valuesOf)

/**
 * Selects the account, fills the orders, lets the market move away from the prices at which the
 * session read the positions, stops it, and expects the figures of the window to equal the
 * exchange's without reading the positions again.
 */
async function expectTruth(accountId: AccountId, orders: readonly OrderDraft[]): Promise<void> {
  await desk.session.connection.selectAccount(accountId)
  for (const order of orders) await desk.placeFilled(order)
  const quantities = (rows: readonly { readonly id: unknown; readonly quantity: number }[]) =>
    JSON.stringify(rows.map(({ id, quantity }) => [id, quantity]))
  await desk.until(
    'every fill is in the positions',
    async () => quantities(shownNow()) === quantities(await truth(accountId)),
  )
  const start = await exchangeTime()
  await speed(60)
  await desk.until('the market moves on', async () => (await exchangeTime()) > start + 90_000)
  await speed(0)
  const expected = await truth(accountId)
  try {
    await expect.poll(shownNow, PATIENCE).toEqual(expected)
  } finally {
    await speed(1)
  }
  await expectLots()
}

/** Expects the lots of each position, as the broker keeps them, to add up to it. */
async function expectLots(): Promise<void> {
  for (const position of desk.session.streams.positions.get() ?? []) {
    const key = positionInstrumentKey(position)
    if (key === null) continue
    const { accountId } = position
    const { rows } = expectOk(
      await desk.session.records.positionLots({ accountId, key, cursor: null }),
    )
    const total = sum(rows.map(({ quantity: held }) => held))
    expect([key, eq(total, position.quantity)]).toEqual([key, true])
  }
}

const above = (price: Decimal | null | undefined, by: string, step: string) =>
  asPrice(snap(add<Decimal>(price ?? dec('0'), dec(by)), dec(step), 'up'))

describe('the figures of positions of every product', () => {
  test('stocks, a short stock, calls and a vertical equal those of the exchange to the cent', async () => {
    const accountId = desk.account('securities')
    const [low, high] = await desk.contracts('call')
    if (low === undefined || high === undefined) throw new Error('no contracts')
    const { ask } = await desk.quote(low.symbol)
    const { bid } = await desk.quote(high.symbol)
    await expectTruth(accountId, [
      desk.draft({ accountId, assetClass: 'stock', symbol: symbol('AAPL'), type: 'market' }),
      desk.draft({
        accountId,
        assetClass: 'stock',
        symbol: symbol('AMD'),
        type: 'market',
        side: 'short',
        size: quantity('7'),
      }),
      desk.draft({
        accountId,
        assetClass: 'option',
        symbol: symbol('AAPL'),
        size: quantity('2'),
        limitPrice: above(ask, '0.10', '0.05'),
        terms: { strategy: 'single', legs: [desk.leg(low, 'buy', '2')], intent: 'buy-to-open' },
      }),
      desk.draft({
        accountId,
        assetClass: 'option',
        symbol: symbol('AAPL'),
        limitPrice: above(sub(ask ?? dec('0'), bid ?? dec('0')), '0.10', '0.01'),
        terms: { strategy: 'vertical', legs: [desk.leg(low, 'buy'), desk.leg(high, 'sell')] },
      }),
    ])
  })

  test('a long and a short future equal those of the exchange, with their point values', async () => {
    const accountId = desk.account('futures')
    const monthOf = async (code: string) => (await desk.future(code)).symbol
    const base = { accountId, assetClass: 'futures', type: 'market' } as const
    await expectTruth(accountId, [
      desk.draft({ ...base, symbol: await monthOf('MES'), size: quantity('2') }),
      desk.draft({ ...base, symbol: await monthOf('MNQ'), side: 'sell' }),
    ])
  })

  test('a fraction of a coin equals that of the exchange', async () => {
    const accountId = desk.account('crypto')
    const pair = symbol('BTCUSD')
    await expectTruth(accountId, [
      desk.draft({
        accountId,
        assetClass: 'crypto',
        symbol: pair,
        type: 'market',
        timeInForce: 'ioc',
        size: quantity('0.00123457'),
      }),
    ])
  })

  test('both sides of event markets equal those of the exchange', async () => {
    const accountId = desk.account('events')
    const [first, second] = expectOk(
      await desk.products.eventMarkets({ series: symbol('KXPRESPARTY') }),
    ).filter((market) => market.tradable === 'yes')
    if (first === undefined || second === undefined) throw new Error('no markets')
    const base = {
      accountId,
      assetClass: 'event',
      type: 'market',
      size: quantity('9'),
    } as const
    await expectTruth(accountId, [
      desk.draft({
        ...base,
        symbol: first.symbol,
        terms: { outcome: 'yes', tradeMode: 'by-contracts' },
      }),
      desk.draft({
        ...base,
        symbol: second.symbol,
        terms: { outcome: 'no', tradeMode: 'by-contracts' },
      }),
    ])
  })
})
