import { describe, expect, it } from 'vitest'
import {
  closeMinute,
  exchangeInstant,
  tradingDay,
} from '../../../../../shared/domain/exchange-time.js'
import {
  CASH,
  CLOSE,
  MARGIN,
  crossing,
  leg,
  optionFloor,
  type OptionFloor,
} from './option-floor.js'

type Contract = ReturnType<OptionFloor['near']>

const trade = (
  floor: OptionFloor,
  contract: Contract,
  side: 'BUY' | 'SELL',
  account = MARGIN,
): void => {
  const order = floor.order([leg(contract, side)], {
    side,
    limit_price: crossing(floor, contract.symbol, side),
  })
  expect(floor.place(order, account)).toBeNull()
  expect(floor.detail(order.client_order_id, account).status).toBe('FILLED')
}
const closing = (floor: OptionFloor, symbol: string): number =>
  floor.market.bars(symbol, 'D', { count: 1, includeRunning: true })[0]?.close ?? 0
const told = (floor: OptionFloor): readonly (readonly [string, string])[] =>
  floor.accountEvents.map(
    ({ payload }) => [payload['option_symbol'] ?? '', payload['event_type'] ?? ''] as const,
  )
const activities = (floor: OptionFloor, account = MARGIN) => {
  const found = floor.exchange.cashActivities({
    accountId: account,
    types: ['OPTION_EA'],
    paginationKey: undefined,
    startTime: undefined,
    endTime: undefined,
  })
  return found.ok
    ? found.value.data.map(
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
/** Nothing is lost or made: money, and every contract and share. */
const conserved = (floor: OptionFloor): void => {
  const { accounts, house } = floor.exchange.snapshotState() as Saved
  const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0)
  expect(sum(accounts.map(({ cash }) => cash)) + house.cash + house.fees).toBe(
    sum(accounts.map(({ depositCents }) => depositCents)),
  )
  for (const [symbol, size] of house.sizes) {
    expect(
      sum(
        accounts.flatMap(({ positions }) =>
          positions.filter((one) => one.symbol === symbol).map((one) => one.size),
        ),
      ),
    ).toBe(0 - size)
  }
}

describe('the end of contracts', () => {
  it('exercises what is in the money, assigns who is short of it, and lets the rest expire', () => {
    const floor = optionFloor()
    const [inside, outside] = [floor.near('AAPL', 'CALL', -4, 0), floor.near('AAPL', 'CALL', 2, 0)]
    const [shortPut, shortCall] = [
      floor.near('MSFT', 'PUT', 4, 0),
      floor.near('MSFT', 'CALL', 0, 0),
    ]
    trade(floor, inside, 'BUY')
    trade(floor, outside, 'BUY')
    trade(floor, shortPut, 'SELL')
    trade(floor, shortCall, 'SELL')
    const before = floor.exchange.balance(MARGIN)
    floor.skip(CLOSE)
    const [apple, microsoft] = [closing(floor, 'AAPL'), closing(floor, 'MSFT')]
    expect([
      apple > inside.strike,
      apple < outside.strike,
      microsoft < shortPut.strike,
      microsoft < shortCall.strike,
    ]).toEqual([true, true, true, true])
    expect(new Map(told(floor))).toEqual(
      new Map([
        [inside.symbol, 'OPTION_EXERCISE'],
        [outside.symbol, 'OPTION_EXPIRATION'],
        [shortPut.symbol, 'OPTION_ASSIGNMENT'],
        [shortCall.symbol, 'OPTION_EXPIRATION'],
      ]),
    )
    expect(
      floor
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
    const after = floor.exchange.balance(MARGIN)
    expect(
      (before.ok ? Number(before.value.total_cash_balance) : 0) -
        (after.ok ? Number(after.value.total_cash_balance) : 0),
    ).toBeCloseTo((inside.strike + shortPut.strike) / 100, 2)
    expect(activities(floor)).toEqual(
      expect.arrayContaining([
        ['OPTION_EXERCISE', 'AAPL', (-inside.strike / 100).toFixed(2)],
        ['OPTION_ASSIGNMENT', 'MSFT', (-shortPut.strike / 100).toFixed(2)],
        ['OPTION_EXPIRATION', outside.symbol, '0.00'],
      ]),
    )
    conserved(floor)
  })

  it('pays an index in cash', () => {
    const floor = optionFloor()
    const call = floor.near('SPX', 'CALL', -10, 0)
    trade(floor, call, 'BUY')
    const before = floor.exchange.balance(MARGIN)
    floor.skip(CLOSE)
    const worth = closing(floor, 'SPY') * 10 - call.strike
    expect(worth).toBeGreaterThan(0)
    const after = floor.exchange.balance(MARGIN)
    expect(
      (after.ok ? Number(after.value.total_cash_balance) : 0) -
        (before.ok ? Number(before.value.total_cash_balance) : 0),
    ).toBeCloseTo(worth / 100, 2)
    expect(floor.positions()).toEqual([])
    expect(floor.accountEvents[0]).toMatchObject({
      kind: 'option',
      accountId: MARGIN,
      payload: {
        event_type: 'OPTION_EXERCISE',
        symbol: 'SPX',
        settlement_method: 'CASH',
        settle_price: (worth / 10_000).toFixed(2),
      },
    })
    conserved(floor)
  })

  it('sells what a cash account could not pay for, and delivers what it covered', () => {
    const floor = optionFloor()
    const [dear, put] = [floor.near('META', 'CALL', -3, 0), floor.near('META', 'PUT', 4, 0)]
    trade(floor, dear, 'BUY', CASH)
    trade(floor, put, 'BUY', CASH)
    floor.skip(CLOSE)
    // A hundred shares are more than the account has; put it has none to deliver.
    expect(new Map(told(floor))).toEqual(
      new Map([
        [dear.symbol, 'CONTRACT_CLOSE'],
        [put.symbol, 'CONTRACT_CLOSE'],
      ]),
    )
    expect(floor.positions(CASH)).toEqual([])
    expect(
      activities(floor, CASH)
        .map(([, , amount]) => Number(amount))
        .every((amount) => amount > 0),
    ).toBe(true)
    conserved(floor)
  })

  it("happens at the close of the contract's own day, however late the exchange comes back", () => {
    const floor = optionFloor()
    const [today, next] = [floor.near('KO', 'CALL', -2, 0), floor.near('KO', 'CALL', -2, 1)]
    trade(floor, today, 'BUY')
    trade(floor, next, 'BUY')
    const saved: unknown = JSON.parse(JSON.stringify(floor.exchange.snapshotState()))
    floor.skip(CLOSE)
    expect(told(floor)).toEqual([[today.symbol, 'OPTION_EXERCISE']])
    const late = optionFloor()
    late.skip(exchangeInstant('2026-12-01', 10 * 60))
    expect(late.exchange.restoreState(saved)).toMatchObject({ ok: true })
    expect(told(late).map(([symbol]) => symbol)).toEqual([today.symbol, next.symbol])
    expect(late.positions().map(({ quantity }) => quantity)).toEqual(['200.00000'])
    conserved(late)
  })

  it('comes early to some who are short of a call on the eve of a dividend that is worth more than waiting', () => {
    const floor = optionFloor()
    const ex =
      floor.reference
        .dividends('KO', '2027-06-01')
        .map((one) => one.ex)
        .filter((day) => day > '2026-11-25')
        .sort()[0] ?? ''
    const eve = tradingDay(ex, -1)
    floor.skip(exchangeInstant(eve, 10 * 60))
    const call = floor
      .chain('KO', 'CALL', 1)
      .find(
        ({ strike }) =>
          strike < (floor.exchange.last('KO') ?? 0) * 0.9 &&
          strike > (floor.exchange.last('KO') ?? 0) * 0.85,
      )
    if (call === undefined) throw new Error('no such call')
    const order = floor.order([leg(call, 'SELL', 20)], {
      side: 'SELL',
      quantity: '20',
      limit_price: '5',
    })
    expect(floor.place(order)).toBeNull()
    expect(floor.detail(order.client_order_id).status).toBe('FILLED')
    floor.skip(exchangeInstant(eve, closeMinute(eve)))
    expect(told(floor)).toEqual([[call.symbol, 'OPTION_ASSIGNMENT']])
    const [option, stock] = [
      floor.positions().find((one) => one.instrument_type === 'OPTION'),
      floor.positions().find((one) => one.instrument_type === 'EQUITY'),
    ]
    const assigned = 20 + Number(option?.quantity ?? 0)
    expect(assigned).toBeGreaterThan(0)
    expect(Number(stock?.quantity)).toBe(-100 * assigned)
    conserved(floor)
  })
})
