import { describe, expect, it } from 'vitest'
import {
  closeMinute,
  exchangeInstant,
  tradingDay,
} from '../../../../../shared/domain/market/exchange-time.js'
import {
  CASH,
  CLOSE,
  MARGIN,
  crossingPrice,
  leg,
  optionFixture,
  type OptionFixture,
} from './option-fixture.js'

type Contract = ReturnType<OptionFixture['near']>

const trade = (
  fixture: OptionFixture,
  contract: Contract,
  side: 'BUY' | 'SELL',
  account = MARGIN,
): void => {
  const order = fixture.order([leg(contract, side)], {
    side,
    limit_price: crossingPrice(fixture, contract.symbol, side),
  })
  expect(fixture.place(order, account)).toBeNull()
  expect(fixture.detail(order.client_order_id, account).status).toBe('FILLED')
}
const closing = (fixture: OptionFixture, symbol: string): number =>
  fixture.market.bars(symbol, 'D', { count: 1, includeRunning: true })[0]?.close ?? 0
const accountEvents = (fixture: OptionFixture): readonly (readonly [string, string])[] =>
  fixture.accountEvents.map(
    ({ payload }) => [payload['option_symbol'] ?? '', payload['event_type'] ?? ''] as const,
  )
const activities = (fixture: OptionFixture, account = MARGIN) => {
  const result = fixture.exchange.cashActivities({
    accountId: account,
    types: ['OPTION_EA'],
    paginationKey: undefined,
    startTime: undefined,
    endTime: undefined,
  })
  return result.ok
    ? result.value.data.map(
        ({ activity_sub_type: kind, symbol, net_amount: amount }) =>
          [kind, symbol, amount] as const,
      )
    : []
}
interface Saved {
  readonly accounts: readonly {
    readonly cash: number
    readonly depositCents: number
    readonly positions: readonly { readonly symbol: string; readonly size: number }[]
  }[]
  readonly house: {
    readonly cash: number
    readonly fees: number
    readonly sizes: readonly (readonly [string, number])[]
  }
}
/** Expects that money, contracts and shares are conserved. */
const conserved = (fixture: OptionFixture): void => {
  const { accounts, house: broker } = fixture.exchange.snapshotState() as Saved
  const sum = (values: readonly number[]): number =>
    values.reduce((total, value) => total + value, 0)
  expect(sum(accounts.map(({ cash }) => cash)) + broker.cash + broker.fees).toBe(
    sum(accounts.map(({ depositCents }) => depositCents)),
  )
  for (const [symbol, size] of broker.sizes) {
    expect(
      sum(
        accounts.flatMap(({ positions }) =>
          positions
            .filter((position) => position.symbol === symbol)
            .map((position) => position.size),
        ),
      ),
    ).toBe(0 - size)
  }
}

describe('option expiry', () => {
  it('exercises in-the-money contracts, assigns short holders, and lets the rest expire', () => {
    const fixture = optionFixture()
    const [inside, outside] = [
      fixture.near('AAPL', 'CALL', -4, 0),
      fixture.near('AAPL', 'CALL', 2, 0),
    ]
    const [shortPut, shortCall] = [
      fixture.near('MSFT', 'PUT', 4, 0),
      fixture.near('MSFT', 'CALL', 0, 0),
    ]
    trade(fixture, inside, 'BUY')
    trade(fixture, outside, 'BUY')
    trade(fixture, shortPut, 'SELL')
    trade(fixture, shortCall, 'SELL')
    const before = fixture.exchange.balance(MARGIN)
    fixture.skip(CLOSE)
    const [apple, microsoft] = [closing(fixture, 'AAPL'), closing(fixture, 'MSFT')]
    expect([
      apple > inside.strike,
      apple < outside.strike,
      microsoft < shortPut.strike,
      microsoft < shortCall.strike,
    ]).toEqual([true, true, true, true])
    expect(new Map(accountEvents(fixture))).toEqual(
      new Map([
        [inside.symbol, 'OPTION_EXERCISE'],
        [outside.symbol, 'OPTION_EXPIRATION'],
        [shortPut.symbol, 'OPTION_ASSIGNMENT'],
        [shortCall.symbol, 'OPTION_EXPIRATION'],
      ]),
    )
    expect(
      fixture
        .positions()
        .map(({ symbol, instrument_type: type, quantity, cost_price: price }) => [
          symbol,
          type,
          quantity,
          price,
        ])
        .sort(),
    ).toEqual([
      ['AAPL', 'EQUITY', '100.00000', (inside.strike / 10_000).toFixed(2)],
      ['MSFT', 'EQUITY', '100.00000', (shortPut.strike / 10_000).toFixed(2)],
    ])
    const after = fixture.exchange.balance(MARGIN)
    expect(
      (before.ok ? Number(before.value.total_cash_balance) : 0) -
        (after.ok ? Number(after.value.total_cash_balance) : 0),
    ).toBeCloseTo((inside.strike + shortPut.strike) / 100, 2)
    expect(activities(fixture)).toEqual(
      expect.arrayContaining([
        ['OPTION_EXERCISE', 'AAPL', (-inside.strike / 100).toFixed(2)],
        ['OPTION_ASSIGNMENT', 'MSFT', (-shortPut.strike / 100).toFixed(2)],
        ['OPTION_EXPIRATION', outside.symbol, '0.00'],
      ]),
    )
    conserved(fixture)
  })

  it('settles an index option in cash', () => {
    const fixture = optionFixture()
    const call = fixture.near('SPX', 'CALL', -10, 0)
    trade(fixture, call, 'BUY')
    const before = fixture.exchange.balance(MARGIN)
    fixture.skip(CLOSE)
    const intrinsicValue = closing(fixture, 'SPY') * 10 - call.strike
    expect(intrinsicValue).toBeGreaterThan(0)
    const after = fixture.exchange.balance(MARGIN)
    expect(
      (after.ok ? Number(after.value.total_cash_balance) : 0) -
        (before.ok ? Number(before.value.total_cash_balance) : 0),
    ).toBeCloseTo(intrinsicValue / 100, 2)
    expect(fixture.positions()).toEqual([])
    expect(fixture.accountEvents[0]).toMatchObject({
      kind: 'option',
      accountId: MARGIN,
      payload: {
        event_type: 'OPTION_EXERCISE',
        symbol: 'SPX',
        settlement_method: 'CASH',
        settle_price: (intrinsicValue / 10_000).toFixed(2),
      },
    })
    conserved(fixture)
  })

  it('sells what a cash account cannot pay for, and delivers covered shares', () => {
    const fixture = optionFixture()
    const [dear, put] = [fixture.near('META', 'CALL', -3, 0), fixture.near('META', 'PUT', 4, 0)]
    trade(fixture, dear, 'BUY', CASH)
    trade(fixture, put, 'BUY', CASH)
    fixture.skip(CLOSE)
    // A hundred shares cost more than the account has; the put holder has no shares to deliver.
    expect(new Map(accountEvents(fixture))).toEqual(
      new Map([
        [dear.symbol, 'CONTRACT_CLOSE'],
        [put.symbol, 'CONTRACT_CLOSE'],
      ]),
    )
    expect(fixture.positions(CASH)).toEqual([])
    expect(
      activities(fixture, CASH)
        .map(([, , amount]) => Number(amount))
        .every((amount) => amount > 0),
    ).toBe(true)
    conserved(fixture)
  })

  it('leaves an assignment the cash that it needs: an exercise comes after it', () => {
    const fixture = optionFixture()
    const [call, put] = [fixture.near('KO', 'CALL', -2, 0), fixture.near('KO', 'PUT', 2, 0)]
    for (let count = 0; count < 3; count += 1) trade(fixture, call, 'BUY', CASH)
    trade(fixture, put, 'SELL', CASH)
    fixture.skip(CLOSE)
    // The cash pays for the shares of three calls, or of the put and two calls.
    expect(new Map(accountEvents(fixture))).toEqual(
      new Map([
        [put.symbol, 'OPTION_ASSIGNMENT'],
        [call.symbol, 'CONTRACT_CLOSE'],
      ]),
    )
    const balance = fixture.exchange.balance(CASH)
    expect(balance.ok && Number(balance.value.total_cash_balance)).toBeGreaterThan(0)
    conserved(fixture)
  })

  it('settles in cash what a cash account would have to deliver and does not have', () => {
    const fixture = optionFixture()
    const [short, long] = [fixture.near('KO', 'CALL', -2, 0), fixture.near('KO', 'CALL', 3, 0)]
    trade(fixture, long, 'BUY', CASH)
    trade(fixture, short, 'SELL', CASH)
    fixture.skip(CLOSE)
    // Only the short leg is in the money: its assignment would leave the account short of shares.
    expect(new Map(accountEvents(fixture))).toEqual(
      new Map([
        [short.symbol, 'CONTRACT_CLOSE'],
        [long.symbol, 'OPTION_EXPIRATION'],
      ]),
    )
    expect(fixture.positions(CASH)).toEqual([])
    conserved(fixture)
  })

  it("happens at the close of the contract's own day, even if the exchange restarts later", () => {
    const fixture = optionFixture()
    const [today, next] = [fixture.near('KO', 'CALL', -2, 0), fixture.near('KO', 'CALL', -2, 1)]
    trade(fixture, today, 'BUY')
    trade(fixture, next, 'BUY')
    const saved: unknown = JSON.parse(JSON.stringify(fixture.exchange.snapshotState()))
    fixture.skip(CLOSE)
    expect(accountEvents(fixture)).toEqual([[today.symbol, 'OPTION_EXERCISE']])
    const late = optionFixture()
    late.skip(exchangeInstant('2026-12-01', 10 * 60))
    expect(late.exchange.restoreState(saved)).toMatchObject({ ok: true })
    expect(accountEvents(late).map(([symbol]) => symbol)).toEqual([today.symbol, next.symbol])
    expect(
      late.positions().flatMap(({ symbol, quantity }) => (symbol === 'KO' ? [quantity] : [])),
    ).toEqual(['200.00000'])
    conserved(late)
  })

  it('assigns some short calls early, before a dividend larger than the time value', () => {
    const fixture = optionFixture()
    const ex =
      fixture.reference
        .dividends('KO', '2027-06-01')
        .map((dividend) => dividend.ex)
        .filter((day) => day > '2026-11-25')
        .sort()[0] ?? ''
    const eve = tradingDay(ex, -1)
    fixture.skip(exchangeInstant(eve, 10 * 60))
    const call = fixture
      .chain('KO', 'CALL', 1)
      .find(
        ({ strike }) =>
          strike < (fixture.exchange.last('KO') ?? 0) * 0.9 &&
          strike > (fixture.exchange.last('KO') ?? 0) * 0.85,
      )
    if (call === undefined) throw new Error('no such call')
    const order = fixture.order([leg(call, 'SELL', 20)], {
      side: 'SELL',
      quantity: '20',
      limit_price: '5',
    })
    expect(fixture.place(order)).toBeNull()
    expect(fixture.detail(order.client_order_id).status).toBe('FILLED')
    fixture.skip(exchangeInstant(eve, closeMinute(eve)))
    expect(accountEvents(fixture)).toEqual([[call.symbol, 'OPTION_ASSIGNMENT']])
    // The rest of the calls is a position with the symbol of its stock.
    const ofClass = (isOption: boolean) =>
      fixture
        .positions()
        .find(
          ({ symbol, instrument_type: kind }) =>
            symbol === 'KO' && (kind === 'OPTION') === isOption,
        )
    const [option, stock] = [ofClass(true), ofClass(false)]
    const assigned = 20 + Number(option?.quantity ?? 0)
    expect(assigned).toBeGreaterThan(0)
    expect(Number(stock?.quantity)).toBe(-100 * assigned)
    conserved(fixture)
  })
})
