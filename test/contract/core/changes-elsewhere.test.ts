import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plannedSplits } from '../../../electron/practice/market/securities/splits.js'
import type { Account, Position } from '../../../shared/domain/account/account.js'
import type { RealizedDay } from '../../../shared/domain/account/realized-day.js'
import { keyClass } from '../../../shared/domain/instruments/instrument-key.js'
import type { PracticeState } from '../../../shared/practice/practice-control.js'
import {
  add,
  asPrice,
  dec,
  decimalText,
  eq,
  gt,
  mul,
  snap,
  sub,
  sum,
  trim,
  ZERO,
  type Decimal,
} from '../../../shared/domain/decimal.js'
import { clientOrderId, symbol, type Symbol } from '../../../shared/domain/ids.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import type { OptionContract, OptionType } from '../../../shared/domain/instruments/option.js'
import {
  exchangeClock,
  exchangeInstant,
  tradingDay,
} from '../../../shared/domain/market/exchange-time.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { fairTime } from '../../harness/system/fair-time.js'
import { SEED } from '../provider/practice-session.js'
import { priceOf, quantity, SessionFixture } from './session-fixture.js'

/** What happens elsewhere is shown within this time, in ms. */
const SHOWN_WITHIN_MS = 3_000
const SPLIT = symbol('BRK.B')
const FUND = symbol('SPY')

/** 15:40 on the day before a split: contracts that end daily end twenty minutes later. */
const beforeSplit = (now: EpochMs): EpochMs => {
  const split = plannedSplits(SEED, exchangeClock(now).day).find((row) => row.symbol === SPLIT)
  if (split === undefined) throw new Error(`${SPLIT} has no split`)
  return exchangeInstant(tradingDay(split.day, -1), 15 * 60 + 40)
}

let desk: SessionFixture
beforeAll(async () => {
  desk = await SessionFixture.open({ pingMs: 200 }, 'production', beforeSplit)
  await desk.placeFilled(
    desk.draft({
      accountId: desk.selected,
      assetClass: 'stock',
      symbol: SPLIT,
      type: 'market',
      size: quantity('7'),
    }),
  )
})
afterAll(() => desk.close())

/** Moves the clock of the exchange; what is due meanwhile happens. */
const moveClock = (to: number): Promise<unknown> =>
  desk.practice.practice.command({ command: 'clock', to })

const positionsOf = (kind: AssetClass, name?: Symbol): readonly Position[] =>
  (desk.session.streams.positions.get() ?? []).filter(
    (row) => row.assetClass === kind && (name === undefined || row.symbol === name),
  )

/** What was closed today in an account of this product. */
const dayOf = (product: Account['product']): RealizedDay | undefined =>
  desk.session.streams.realized.get().find(({ accountId }) => accountId === desk.account(product))

const heldQuantity = (name: Symbol): Decimal =>
  sum(positionsOf('stock', name).map((position) => position.quantity))

const notices = (): string =>
  desk.session.connection
    .view()
    .notices.map(({ detail }) => inEnglish(detail))
    .join('\n')

/** Waits until the condition holds; returns how long that took, in ms. */
async function timeUntil(expectation: string, holds: () => boolean): Promise<number> {
  const began = fairTime()
  await desk.until(expectation, holds)
  began.stop()
  return began.ms()
}

describe('REL-31: an order that another client of the same accounts places', () => {
  /** Works an order of another client, then cancels it; returns how long each took to be shown. */
  async function shownAfter(name: string, draft: OrderDraft): Promise<readonly number[]> {
    const other = desk.practice.provider()
    const id = clientOrderId(name.padEnd(32, '0'))
    expect((await other.trade.place(draft, id)).outcome).toBe('acknowledged')
    const placedMs = await timeUntil('the order', () => desk.row(id) !== undefined)
    // An exchange refuses the cancel of an order that it has not accepted yet.
    await desk.until('it works', () => desk.row(id)?.status === 'working')
    expect((await other.trade.cancel(draft.accountId, id)).outcome).toBe('acknowledged')
    const endedMs = await timeUntil('its end', () => desk.row(id)?.status === 'cancelled')
    return [placedMs, endedMs]
  }
  const stock = (): OrderDraft =>
    desk.draft({
      accountId: desk.selected,
      assetClass: 'stock',
      symbol: symbol('AAPL'),
      limitPrice: priceOf('1.00'),
    })

  test('appears within 3 s in the account that the person looks at, and so does its end', async () => {
    for (const name of ['first', 'second', 'third']) {
      const shownMs = await shownAfter(`selected${name}`, stock())
      expect(Math.max(...shownMs)).toBeLessThan(SHOWN_WITHIN_MS)
    }
  })

  test('appears in another account within four rounds of the limit of lists', async () => {
    await desk.placeWorking(stock())
    const shownMs = await shownAfter(
      'crypto',
      desk.draft({
        accountId: desk.account('crypto'),
        assetClass: 'crypto',
        symbol: symbol('BTCUSD'),
        timeInForce: 'gtc',
        size: quantity('0.001'),
        limitPrice: priceOf('10000.00'),
      }),
    )
    // Two lists in two seconds for five accounts: one for the first, one for the four others.
    expect(Math.max(...shownMs)).toBeLessThan(12_000)
  })
})

describe('REL-33: what happens to positions without an order', () => {
  const day = (): string => exchangeClock(epochMs(desk.practice.ready.exchangeTime)).day

  /** Returns the contracts of a fund that end today. */
  async function endingToday(type: OptionType): Promise<readonly OptionContract[]> {
    const query = { underlying: FUND, type, from: day() }
    const listed = expectOk(await desk.products.optionContracts(query))
    return listed.filter(({ expiration }) => expiration === day())
  }

  async function fillOption(
    contract: OptionContract | undefined,
    side: 'buy' | 'sell',
  ): Promise<void> {
    if (contract === undefined) throw new Error('no contract')
    const { bid, ask } = await desk.quote(contract.symbol)
    const price = side === 'buy' ? ask : bid
    if (price == null) throw new Error(`${contract.symbol} has no ${side} price`)
    // The market may move before the order arrives: a limit of 5% more is filled all the same.
    const limit = mul(price, dec(side === 'buy' ? '1.05' : '0.95'))
    await desk.placeFilled(
      desk.draft({
        accountId: desk.account('securities'),
        assetClass: 'option',
        symbol: FUND,
        side,
        limitPrice: asPrice(snap<Decimal>(limit, dec('0.05'), side === 'buy' ? 'up' : 'down')),
        terms: {
          strategy: 'single',
          legs: [desk.leg(contract, side)],
          intent: side === 'buy' ? 'buy-to-open' : 'sell-to-open',
        },
      }),
    )
  }

  /** Buys "yes" in a market of the hour that ends with the trading day of stocks. */
  async function fillEvent(): Promise<void> {
    const markets = expectOk(await desk.products.eventMarkets({ series: symbol('KXBTCD') }))
    const hour = markets.filter(
      ({ eventSymbol, latestExpiration, tradable }) =>
        tradable === 'yes' && latestExpiration === day() && eventSymbol?.endsWith('16') === true,
    )
    const snapshots = expectOk(
      await desk.products.eventSnapshots(hour.map((market) => market.symbol)),
    )
    const open = snapshots.find(({ yesBid, yesAsk }) => yesBid !== null && yesAsk !== null)
    if (open === undefined) throw new Error('no market')
    await desk.placeFilled(
      desk.draft({
        accountId: desk.account('events'),
        assetClass: 'event',
        symbol: open.symbol,
        type: 'market',
        size: quantity('4'),
        terms: { outcome: 'yes', tradeMode: 'by-contracts' },
      }),
    )
  }

  test('exercise, assignment, expiry and settlement are shown within 3 s, each with a notice', async () => {
    const spot = (await desk.quote(FUND)).last
    if (spot == null) throw new Error('no price')
    const [calls, puts] = [await endingToday('call'), await endingToday('put')]
    await fillOption(
      calls.findLast(({ strike }) => gt(spot, add(strike, dec('14')))),
      'buy',
    )
    await fillOption(
      calls.find(({ strike }) => gt(strike, add(spot, dec('12')))),
      'buy',
    )
    await fillOption(
      puts.find(({ strike }) => gt(strike, add(spot, dec('14')))),
      'sell',
    )
    await fillEvent()
    await desk.until('the contracts', () => positionsOf('option').length === 3)
    await desk.until(
      'the day of the account is read',
      () => dayOf('securities')?.isComplete === true,
    )
    const before = heldQuantity(FUND)

    await moveClock(exchangeInstant(day(), 16 * 60 + 20))

    const shownMs = await timeUntil(
      'shares for contracts',
      () => positionsOf('option').length === 0 && eq(heldQuantity(FUND), add(before, dec('200'))),
    )
    expect(shownMs).toBeLessThan(SHOWN_WITHIN_MS)
    await desk.until('a notice', () => notices().includes('settled'))
    expect(notices()).toContain('was exercised')
    expect(notices()).toContain('was assigned to you')
    expect(notices()).toContain('expired worthless')
    await desk.session.connection.selectAccount(desk.account('events'))
    await desk.until('the other account', () => desk.session.streams.balance.get() !== null)
    expect(positionsOf('event')).toEqual([])
    await desk.session.connection.selectAccount(desk.account('securities'))
  })

  test('the day of an account counts what ended as the exchange does', async () => {
    await desk.until('what ended is closed', () => {
      const day = dayOf('securities')
      const options = day?.rows.filter(({ key }) => keyClass(key) === 'option') ?? []
      return day?.isComplete === true && options.filter(({ isClosed }) => isClosed).length === 3
    })
    const account = desk.account('securities')
    const state = (await desk.practice.practice.command({ command: 'state' })) as PracticeState
    const money = (value: unknown): Decimal => dec(String(value))
    const total = money(state.balances[account]?.['total_day_profit_loss'])
    const stillHeld = (state.positions[account] ?? []).map((row) => money(row['day_profit_loss']))
    const closed = (dayOf('securities')?.rows ?? []).filter(({ isClosed }) => isClosed)
    const gains = closed.map(({ position }) => position.dayPnl)
    expect(gains).not.toContain(null)
    const gained = sum(gains.map((gain) => gain ?? ZERO))
    expect(decimalText(trim(gained))).toBe(decimalText(trim(sub<Decimal>(total, sum(stillHeld)))))
    // All three were opened today, so what they gained today is what was realized.
    expect(closed.map(({ realizedPnl }) => realizedPnl)).toEqual(gains)
  })

  test('a split changes what is held without an order, within the time between two reads', async () => {
    await desk.until('the account', () => positionsOf('stock').length > 0)
    const before = heldQuantity(SPLIT)
    expect(eq(before, dec('7'))).toBe(true)

    await moveClock(exchangeInstant(tradingDay(day(), 1), 9 * 60 + 31))

    await desk.until('four for one', () => eq(heldQuantity(SPLIT), mul(before, dec('4'))), {
      ms: 40_000,
    })
  })
})
