import { describe, expect, it } from 'vitest'
import {
  createExchange,
  seededIds,
  type NewOrderBody,
} from '../../../../../electron/practice/exchange/exchange.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { at, CASH, Floor, LISTINGS, levels, MARGIN, TEN, usd, value } from '../floor.js'

const MINUTE = 60_000
const deep = (floor: Floor): Floor =>
  floor.step(levels([99.99, 100_000]), levels([100.01, 100_000]))
const algo = (over: Partial<NewOrderBody> = {}): Partial<NewOrderBody> => ({
  order_type: 'MARKET',
  algo_type: 'TWAP',
  quantity: '100',
  ...over,
})
const filled = (floor: Floor, id: string, account = MARGIN): number =>
  Number(floor.order(id, account).filled_quantity)
/** Lets so many minutes pass in short steps, somebody trading `size` shares in each of them. */
function minutes(floor: Floor, count: number, size = 0): Floor {
  for (let passed = 0; passed < count; passed += 1) {
    floor.wait(MINUTE)
    if (size > 0) {
      floor.step(levels([99.99, 100_000]), levels([100.01, 100_000]), ['buy', 100.01, size])
    }
  }
  return floor
}
const executions = (floor: Floor, id: string) =>
  value(floor.exchange.executions({ accountId: MARGIN, clientOrderId: id }))

describe('TWAP', () => {
  it('spreads the order evenly over its time, in executions of its own, and is filled at the end', () => {
    const floor = deep(new Floor())
    const id = floor.placed(algo({ algo_start_time: '10:05:00', algo_end_time: '10:15:00' }))
    minutes(floor, 4)
    expect([filled(floor, id), floor.order(id).status]).toEqual([0, 'SUBMITTED'])
    minutes(floor, 6)
    expect(filled(floor, id)).toBeGreaterThanOrEqual(50)
    expect(filled(floor, id)).toBeLessThanOrEqual(60)
    minutes(floor, 5)
    expect(floor.order(id)).toMatchObject({
      status: 'FILLED',
      filled_price: '100.01',
      algo_type: 'TWAP',
      algo_start_time: '10:05:00',
      algo_end_time: '10:15:00',
    })
    expect(executions(floor, id).data.length).toBeGreaterThanOrEqual(15)
    expect(value(floor.exchange.history({ accountId: MARGIN })).data).toHaveLength(1)
    const sizes = executions(floor, id).data.map((one) => Number(one.filled_quantity))
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
  })

  it('waits for its price, and ends with what it got', () => {
    const floor = deep(new Floor())
    const id = floor.placed(
      algo({ order_type: 'LIMIT', limit_price: '100.00', algo_end_time: '10:10:00' }),
    )
    minutes(floor, 5)
    expect(filled(floor, id)).toBe(0)
    floor.step(levels([99.9, 300]), levels([100, 30]))
    floor.wait(MINUTE)
    expect(filled(floor, id)).toBe(30)
    floor.step(levels([99.9, 300]), levels([101, 300]))
    minutes(floor, 5)
    expect(floor.order(id)).toMatchObject({
      status: 'CANCELLED',
      filled_quantity: '30.00000',
      total_quantity: '100.00000',
    })
  })

  it('stays below its share of what others trade', () => {
    const floor = deep(new Floor())
    const id = floor.placed(algo({ max_target_percent: '10', algo_end_time: '10:10:00' }))
    minutes(floor, 3)
    expect(filled(floor, id)).toBe(0)
    for (let minute = 4; minute <= 9; minute += 1) {
      minutes(floor, 1, 100)
      expect(filled(floor, id)).toBeLessThanOrEqual((minute - 3) * 10)
    }
    expect(filled(floor, id)).toBeGreaterThanOrEqual(40)
  })
})

describe('VWAP', () => {
  it('does more where more is traded: after the opening and before the close', () => {
    const floor = deep(new Floor({}, at(9 * 60 + 30)))
    const id = floor.placed(algo({ algo_type: 'VWAP', quantity: '1950' }))
    const done: number[] = []
    for (let half = 0; half < 13; half += 1) {
      const before = filled(floor, id)
      for (let step = 0; step < 30; step += 1) floor.wait(MINUTE)
      done.push(filled(floor, id) - before)
    }
    expect(floor.order(id).status).toBe('FILLED')
    expect(done[0]).toBeGreaterThan((done[6] ?? 0) * 1.3)
    expect(done[12]).toBeGreaterThan((done[6] ?? 0) * 1.3)
  })
})

describe('POV', () => {
  it('trades its share of what others trade, and nothing else', () => {
    const floor = deep(new Floor())
    const id = floor.placed(algo({ algo_type: 'POV', target_vol_percent: '20', quantity: '500' }))
    minutes(floor, 5)
    expect(filled(floor, id)).toBe(0)
    minutes(floor, 10, 100)
    minutes(floor, 1)
    expect(filled(floor, id)).toBe(200)
    floor.to(at(16 * 60))
    expect(floor.order(id)).toMatchObject({ status: 'CANCELLED', filled_quantity: '200.00000' })
  })
})

describe('an algorithm', () => {
  it('is cancelled and replaced like another order, and goes on from where it was', () => {
    const floor = deep(new Floor())
    const id = floor.placed(algo({ algo_end_time: '10:20:00' }))
    minutes(floor, 5)
    const before = filled(floor, id)
    value(
      floor.exchange.replace({
        account_id: MARGIN,
        modify_orders: [{ client_order_id: id, quantity: '200', algo_end_time: '10:40:00' }],
      }),
    )
    expect(floor.order(id)).toMatchObject({
      status: 'PARTIAL_FILLED',
      total_quantity: '200.00000',
      algo_end_time: '10:40:00',
    })
    minutes(floor, 15)
    expect(filled(floor, id)).toBeGreaterThanOrEqual(Math.max(before, 95))
    expect(filled(floor, id)).toBeLessThanOrEqual(110)
    value(floor.exchange.cancel({ account_id: MARGIN, client_order_id: id }))
    const end = filled(floor, id)
    minutes(floor, 30)
    expect([filled(floor, id), floor.order(id).status]).toEqual([end, 'CANCELLED'])
  })

  it('placed before the opening begins with it', () => {
    const floor = deep(new Floor({}, at(9 * 60)))
    const id = floor.placed(algo({ algo_end_time: '10:30:00' }))
    floor.to(at(9 * 60 + 30))
    deep(floor)
    minutes(floor, 30)
    expect(filled(floor, id)).toBeGreaterThanOrEqual(50)
    expect(filled(floor, id)).toBeLessThanOrEqual(55)
  })

  it('does not make a cash account owe money', () => {
    const floor = deep(new Floor())
    const id = floor.placed(algo({ quantity: '230', algo_end_time: '11:00:00' }), CASH)
    minutes(floor, 5)
    floor.step(levels([199, 100_000]), levels([200, 100_000]))
    minutes(floor, 60)
    expect(floor.order(id, CASH).status).toBe('CANCELLED')
    expect(Number(value(floor.exchange.balance(CASH)).total_cash_balance)).toBeGreaterThanOrEqual(0)
  })

  it('goes on after a restart as if nothing had happened', () => {
    const floor = deep(new Floor())
    const id = floor.placed(algo({ algo_end_time: '10:20:00', max_target_percent: '20' }))
    minutes(floor, 5, 20)
    let now = floor.now
    const again = createExchange({
      now: () => now,
      instrument: (symbol) => LISTINGS[symbol],
      reference: () => ({ last: usd(100), previousClose: usd(100) }),
      ids: seededIds('floor'),
      onPrint: () => undefined,
      switches: { pendingMs: 0 },
    })
    value(again.restoreState(JSON.parse(JSON.stringify(floor.exchange.snapshotState()))) as never)
    minutes(floor, 10)
    for (let minute = 0; minute < 10; minute += 1) again.clockTo((now = epochMs(now + MINUTE)))
    expect(again.detail(MARGIN, id)).toEqual(floor.exchange.detail(MARGIN, id))
    expect(filled(floor, id)).toBe(20)
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
    expect(new Floor({}, TEN).usual().refusal(algo(over))).toMatchObject({
      status: 417,
      code: 'OPENAPI_PARAM_ERR',
      message: expect.stringContaining(`invalid ${member}`) as string,
    })
  })

  it('is refused where it is no stock', () => {
    expect(
      new Floor().refusal(
        { ...algo(), instrument_type: 'CRYPTO', symbol: 'BTCUSD', time_in_force: 'IOC' },
        'PRACTICECRYPT0000000000004',
      ).code,
    ).toBe('OPENAPI_PARAM_ERR')
  })
})
