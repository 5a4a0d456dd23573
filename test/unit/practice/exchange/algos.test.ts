import { describe, expect, it } from 'vitest'
import { createExchange } from '../../../../electron/practice/exchange/exchange.js'
import type { NewOrderBody } from '../../../../electron/practice/exchange/api/exchange-api.js'
import { seededIds } from '../../../../electron/practice/exchange/state/seeded-ids.js'
import { epochMs } from '../../../../shared/domain/time.js'
import {
  timeAt,
  CASH,
  ExchangeFixture,
  LISTINGS,
  levels,
  MARGIN,
  TEN,
  usd,
  value,
} from './exchange-fixture.js'

const MINUTE = 60_000
const deep = (fixture: ExchangeFixture): ExchangeFixture =>
  fixture.step(levels([99.99, 100_000]), levels([100.01, 100_000]))
const algo = (over: Partial<NewOrderBody> = {}): Partial<NewOrderBody> => ({
  order_type: 'MARKET',
  algo_type: 'TWAP',
  quantity: '100',
  ...over,
})
const filled = (fixture: ExchangeFixture, id: string, account = MARGIN): number =>
  Number(fixture.order(id, account).filled_quantity)
/** Passes `count` minutes in short steps, with trades of `size` shares by others in each minute. */
function minutes(fixture: ExchangeFixture, count: number, size = 0): ExchangeFixture {
  for (let passed = 0; passed < count; passed += 1) {
    fixture.wait(MINUTE)
    if (size > 0) {
      fixture.step(levels([99.99, 100_000]), levels([100.01, 100_000]), ['buy', 100.01, size])
    }
  }
  return fixture
}
const executions = (fixture: ExchangeFixture, id: string) =>
  value(fixture.exchange.executions({ accountId: MARGIN, clientOrderId: id }))

describe('TWAP', () => {
  it('spreads the order evenly over its time, in separate executions, and completes it', () => {
    const fixture = deep(new ExchangeFixture())
    const id = fixture.placed(algo({ algo_start_time: '10:05:00', algo_end_time: '10:15:00' }))
    minutes(fixture, 4)
    expect([filled(fixture, id), fixture.order(id).status]).toEqual([0, 'SUBMITTED'])
    minutes(fixture, 6)
    expect(filled(fixture, id)).toBeGreaterThanOrEqual(50)
    expect(filled(fixture, id)).toBeLessThanOrEqual(60)
    minutes(fixture, 5)
    expect(fixture.order(id)).toMatchObject({
      status: 'FILLED',
      filled_price: '100.01',
      algo_type: 'TWAP',
      algo_start_time: '10:05:00',
      algo_end_time: '10:15:00',
    })
    expect(executions(fixture, id).data.length).toBeGreaterThanOrEqual(15)
    expect(value(fixture.exchange.history({ accountId: MARGIN })).data).toHaveLength(1)
    const sizes = executions(fixture, id).data.map((execution) => Number(execution.filled_quantity))
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
  })

  it('waits for its price, and ends with what it has filled', () => {
    const fixture = deep(new ExchangeFixture())
    const id = fixture.placed(
      algo({ order_type: 'LIMIT', limit_price: '100.00', algo_end_time: '10:10:00' }),
    )
    minutes(fixture, 5)
    expect(filled(fixture, id)).toBe(0)
    fixture.step(levels([99.9, 300]), levels([100, 30]))
    fixture.wait(MINUTE)
    expect(filled(fixture, id)).toBe(30)
    fixture.step(levels([99.9, 300]), levels([101, 300]))
    minutes(fixture, 5)
    expect(fixture.order(id)).toMatchObject({
      status: 'CANCELLED',
      filled_quantity: '30.00000',
      total_quantity: '100.00000',
    })
  })

  it('stays below its share of the volume of others', () => {
    const fixture = deep(new ExchangeFixture())
    const id = fixture.placed(algo({ max_target_percent: '10', algo_end_time: '10:10:00' }))
    minutes(fixture, 3)
    expect(filled(fixture, id)).toBe(0)
    for (let minute = 4; minute <= 9; minute += 1) {
      minutes(fixture, 1, 100)
      expect(filled(fixture, id)).toBeLessThanOrEqual((minute - 3) * 10)
    }
    expect(filled(fixture, id)).toBeGreaterThanOrEqual(40)
  })
})

describe('VWAP', () => {
  it('does more while more is traded: after the open and before the close', () => {
    const fixture = deep(new ExchangeFixture({}, timeAt(9 * 60 + 30)))
    const id = fixture.placed(algo({ algo_type: 'VWAP', quantity: '1950' }))
    const done: number[] = []
    for (let half = 0; half < 13; half += 1) {
      const before = filled(fixture, id)
      for (let step = 0; step < 30; step += 1) fixture.wait(MINUTE)
      done.push(filled(fixture, id) - before)
    }
    expect(fixture.order(id).status).toBe('FILLED')
    expect(done[0]).toBeGreaterThan((done[6] ?? 0) * 1.3)
    expect(done[12]).toBeGreaterThan((done[6] ?? 0) * 1.3)
  })
})

describe('POV', () => {
  it('trades its share of the volume of others, and nothing else', () => {
    const fixture = deep(new ExchangeFixture())
    const id = fixture.placed(algo({ algo_type: 'POV', target_vol_percent: '20', quantity: '500' }))
    minutes(fixture, 5)
    expect(filled(fixture, id)).toBe(0)
    minutes(fixture, 10, 100)
    minutes(fixture, 1)
    expect(filled(fixture, id)).toBe(200)
    fixture.to(timeAt(16 * 60))
    expect(fixture.order(id)).toMatchObject({ status: 'CANCELLED', filled_quantity: '200.00000' })
  })
})

describe('an algo order', () => {
  it('is canceled and replaced like another order, and continues with its progress', () => {
    const fixture = deep(new ExchangeFixture())
    const id = fixture.placed(algo({ algo_end_time: '10:20:00' }))
    minutes(fixture, 5)
    const before = filled(fixture, id)
    value(
      fixture.exchange.replace({
        account_id: MARGIN,
        modify_orders: [{ client_order_id: id, quantity: '200', algo_end_time: '10:40:00' }],
      }),
    )
    expect(fixture.order(id)).toMatchObject({
      status: 'PARTIAL_FILLED',
      total_quantity: '200.00000',
      algo_end_time: '10:40:00',
    })
    minutes(fixture, 15)
    expect(filled(fixture, id)).toBeGreaterThanOrEqual(Math.max(before, 95))
    expect(filled(fixture, id)).toBeLessThanOrEqual(110)
    value(fixture.exchange.cancel({ account_id: MARGIN, client_order_id: id }))
    const end = filled(fixture, id)
    minutes(fixture, 30)
    expect([filled(fixture, id), fixture.order(id).status]).toEqual([end, 'CANCELLED'])
  })

  it('placed before the open starts with it', () => {
    const fixture = deep(new ExchangeFixture({}, timeAt(9 * 60)))
    const id = fixture.placed(algo({ algo_end_time: '10:30:00' }))
    fixture.to(timeAt(9 * 60 + 30))
    deep(fixture)
    minutes(fixture, 30)
    expect(filled(fixture, id)).toBeGreaterThanOrEqual(50)
    expect(filled(fixture, id)).toBeLessThanOrEqual(55)
  })

  it('does not overdraw a cash account', () => {
    const fixture = deep(new ExchangeFixture())
    const id = fixture.placed(algo({ quantity: '230', algo_end_time: '11:00:00' }), CASH)
    minutes(fixture, 5)
    fixture.step(levels([199, 100_000]), levels([200, 100_000]))
    minutes(fixture, 60)
    expect(fixture.order(id, CASH).status).toBe('CANCELLED')
    expect(Number(value(fixture.exchange.balance(CASH)).total_cash_balance)).toBeGreaterThanOrEqual(
      0,
    )
  })

  it('continues unchanged after a restart', () => {
    const fixture = deep(new ExchangeFixture())
    const id = fixture.placed(algo({ algo_end_time: '10:20:00', max_target_percent: '20' }))
    minutes(fixture, 5, 20)
    let now = fixture.now
    const restored = createExchange({
      now: () => now,
      instrument: (symbol) => LISTINGS[symbol],
      reference: () => ({ last: usd(100), previousClose: usd(100) }),
      ids: seededIds('floor'),
      onPrint: () => undefined,
      switches: { pendingMs: 0 },
    })
    value(
      restored.restoreState(JSON.parse(JSON.stringify(fixture.exchange.snapshotState()))) as never,
    )
    minutes(fixture, 10)
    for (let minute = 0; minute < 10; minute += 1) restored.clockTo((now = epochMs(now + MINUTE)))
    expect(restored.detail(MARGIN, id)).toEqual(fixture.exchange.detail(MARGIN, id))
    expect(filled(fixture, id)).toBe(20)
  })

  it.each<readonly [string, Partial<NewOrderBody>, string]>([
    ['another type of order', { order_type: 'STOP_LOSS', stop_price: '105.00' }, 'order_type'],
    ['a longer life', { time_in_force: 'GTC' }, 'time_in_force'],
    [
      'other hours',
      { order_type: 'LIMIT', limit_price: '100.00', support_trading_session: 'ALL' },
      'support_trading_session',
    ],
    [
      'an amount',
      { entrust_type: 'AMOUNT', total_cash_amount: '100', quantity: undefined },
      'entrust_type',
    ],
    ['a short sale', { side: 'SHORT' }, 'side'],
    ['a fraction', { quantity: '1.5' }, 'quantity'],
    ['no share of the volume', { algo_type: 'POV' }, 'target_vol_percent'],
    ['too large a share', { algo_type: 'POV', target_vol_percent: '21' }, 'target_vol_percent'],
    ['no share at all', { max_target_percent: '0' }, 'max_target_percent'],
    ['a share that is no whole number', { max_target_percent: '1.5' }, 'max_target_percent'],
    ['the other kind of share', { target_vol_percent: '5' }, 'target_vol_percent'],
    [
      'a POV with a cap',
      { algo_type: 'POV', target_vol_percent: '5', max_target_percent: '5' },
      'max_target_percent',
    ],
    ['no time', { algo_start_time: '10:5:00' }, 'algo_start_time'],
    ['a start before now', { algo_start_time: '09:59:59' }, 'algo_start_time'],
    ['a time before the opening', { algo_start_time: '09:29:59' }, 'algo_start_time'],
    ['an end after the close', { algo_end_time: '16:00:01' }, 'algo_end_time'],
    [
      'an end before its start',
      { algo_start_time: '11:00:00', algo_end_time: '10:59:00' },
      'algo_end_time',
    ],
    ['an end before now', { algo_end_time: '09:45:00' }, 'algo_end_time'],
    [
      'members without an algorithm',
      { algo_type: undefined, max_target_percent: '5' },
      'max_target_percent',
    ],
  ])('is refused with %s', (_what, over, member) => {
    expect(new ExchangeFixture({}, TEN).usualQuotes().refusal(algo(over))).toMatchObject({
      status: 417,
      code: 'OPENAPI_PARAM_ERR',
      message: expect.stringContaining(`invalid ${member}`) as string,
    })
  })

  it('is refused for products other than stock', () => {
    expect(
      new ExchangeFixture().refusal(
        { ...algo(), instrument_type: 'CRYPTO', symbol: 'BTCUSD', time_in_force: 'IOC' },
        'PRACTICECRYPT0000000000004',
      ).code,
    ).toBe('OPENAPI_PARAM_ERR')
  })
})
