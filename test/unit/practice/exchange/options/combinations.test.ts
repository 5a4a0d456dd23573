import { describe, expect, it } from 'vitest'
import {
  crossingPrice,
  leg,
  optionFixture,
  shares,
  type OptionFixture,
  cents,
  buyContract,
} from './option-fixture.js'

describe('legging', () => {
  it('takes no position of another underlying', () => {
    const fixture = optionFixture()
    fixture.buyShares('KO', 100)
    const call = fixture.near('AAPL', 'CALL', 1)
    buyContract(fixture, fixture.near('AAPL', 'CALL'))
    const shareId = fixture
      .positions()
      .find(({ instrument_type: type }) => type === 'EQUITY')?.position_id
    expect(
      fixture.place(
        fixture.order([leg(call, 'SELL')], {
          side: 'SELL',
          limit_price: crossingPrice(fixture, call.symbol, 'SELL'),
          leg_in_or_out: 'LEG_IN',
          position_id: shareId ?? '',
          leg_in_strategy: 'COVERED_STOCK',
        }),
      ),
    ).toContain('OPENAPI_OPTION_STRATEGY_NOT_MATCH_ANY')
  })
})

describe('an option combination', () => {
  const condor = (fixture: OptionFixture, side: 'BUY' | 'SELL', quantity = 2) => {
    const other = side === 'BUY' ? 'SELL' : 'BUY'
    return [
      leg(fixture.near('AAPL', 'PUT', -3), other, quantity),
      leg(fixture.near('AAPL', 'PUT', -1), side, quantity),
      leg(fixture.near('AAPL', 'CALL', 1), side, quantity),
      leg(fixture.near('AAPL', 'CALL', 3), other, quantity),
    ]
  }

  it('fills all its legs at once, at prices that add up to the net price', () => {
    const fixture = optionFixture()
    const order = fixture.order(condor(fixture, 'SELL'), {
      side: 'SELL',
      quantity: '2',
      option_strategy: 'IRON_CONDOR',
      limit_price: '0.05',
    })
    expect(fixture.place(order)).toBeNull()
    const { status, filled_price: net, legs } = fixture.detail(order.client_order_id)
    expect([status, legs?.length]).toEqual(['FILLED', 4])
    expect(
      fixture
        .positions()
        .map(({ quantity }) => quantity)
        .sort(),
    ).toEqual(['-2.00000', '-2.00000', '2.00000', '2.00000'])
    expect(fixture.positions().reduce((sum, { cost }) => sum - cents(cost), 0)).toBe(
      cents(net) * 200,
    )
    for (const { cost_price: price } of fixture.positions()) {
      expect(Number(price)).toBeGreaterThan(0)
    }
  })

  it('reserves its maximum loss', () => {
    const fixture = optionFixture()
    const before = fixture.optionBuyingPower()
    const order = fixture.order(condor(fixture, 'SELL'), {
      side: 'SELL',
      quantity: '2',
      option_strategy: 'IRON_CONDOR',
      limit_price: '4.90',
    })
    expect(fixture.place(order)).toBeNull()
    // Wings of ten dollars, with a credit of 4.90.
    expect(before - fixture.optionBuyingPower()).toBeGreaterThanOrEqual(2 * (1_000 - 490))
    expect(before - fixture.optionBuyingPower()).toBeLessThan(2 * (1_000 - 490) + 2)
  })

  it.each([
    ['bought where it is sold', { side: 'BUY' as const }, 'OPENAPI_PARAM_ERR'],
    [
      'of another name',
      { option_strategy: 'CONDOR' as const },
      'OPENAPI_OPTION_STRATEGY_NOT_MATCH_ANY',
    ],
    [
      'with a stop',
      { order_type: 'STOP_LOSS' as const, limit_price: null, stop_price: '0.05' },
      'OPENAPI_PARAM_ERR',
    ],
    ['of part contracts', { quantity: '3' }, 'OPENAPI_PARAM_ERR'],
    ['finer than a cent', { limit_price: '0.055' }, 'OPENAPI_OPTION_PRICE_STEP_LT'],
  ] as const)('is refused for %s', (_name, over, code) => {
    const fixture = optionFixture()
    expect(
      fixture.place(
        fixture.order(condor(fixture, 'SELL'), {
          side: 'SELL',
          quantity: '2',
          option_strategy: 'IRON_CONDOR',
          limit_price: '0.05',
          ...over,
        }),
      ),
    ).toContain(code)
    expect(fixture.positions()).toEqual([])
  })

  it('an option combination of shares and a call is bought and sold as one', () => {
    const fixture = optionFixture()
    const call = fixture.near('KO', 'CALL', 2)
    const bought = fixture.order([shares('KO', 'BUY', 200), leg(call, 'SELL', 2)], {
      symbol: 'KO',
      quantity: '2',
      option_strategy: 'COVERED_STOCK',
      limit_price: '120',
    })
    expect(fixture.place(bought)).toBeNull()
    expect(
      fixture
        .positions()
        .map(({ instrument_type: type, quantity }) => [type, quantity])
        .sort(),
    ).toEqual([
      ['EQUITY', '200.00000'],
      ['OPTION', '-2.00000'],
    ])
    const sold = fixture.order([shares('KO', 'SELL', 200), leg(call, 'BUY', 2)], {
      symbol: 'KO',
      side: 'SELL',
      quantity: '2',
      option_strategy: 'COVERED_STOCK',
      limit_price: '20',
    })
    expect(fixture.place(sold)).toBeNull()
    expect(fixture.positions()).toEqual([])
  })

  it('is legged into and out of', () => {
    const fixture = optionFixture()
    const [low, high] = [fixture.near('AAPL', 'CALL'), fixture.near('AAPL', 'CALL', 1)]
    buyContract(fixture, low)
    const position = fixture.positions()[0]?.position_id ?? ''
    const legIn = (over: Parameters<OptionFixture['order']>[1]) =>
      fixture.place(
        fixture.order([leg(high, 'SELL')], {
          side: 'SELL',
          limit_price: crossingPrice(fixture, high.symbol, 'SELL'),
          leg_in_or_out: 'LEG_IN',
          position_id: position,
          leg_in_strategy: 'VERTICAL',
          ...over,
        }),
      )
    expect(legIn({ position_id: 'NOPE' })).toContain('OPENAPI_PARAM_ERR')
    expect(legIn({ leg_in_strategy: 'CALENDAR' })).toContain(
      'OPENAPI_OPTION_STRATEGY_NOT_MATCH_ANY',
    )
    expect(legIn({ leg_in_or_out: null })).toContain('OPENAPI_PARAM_ERR')
    expect(legIn({})).toBeNull()
    expect(
      fixture.place(
        fixture.order([leg(low, 'SELL')], {
          side: 'SELL',
          limit_price: crossingPrice(fixture, low.symbol, 'SELL'),
          leg_in_or_out: 'LEG_OUT',
          position_id: position,
        }),
      ),
    ).toBeNull()
    expect(fixture.positions().map(({ legs }) => legs[0]?.symbol)).toEqual([high.symbol])
  })
})
