import { describe, expect, it } from 'vitest'
import {
  buyContract,
  CASH,
  cents,
  crossingPrice,
  leg,
  optionFixture,
  type OptionFixture,
} from './option-fixture.js'

type Contract = ReturnType<OptionFixture['near']>

const combined = (): OptionFixture => {
  const fixture = optionFixture()
  fixture.exchange.configure({ combinesPositions: true })
  return fixture
}

function sell(fixture: OptionFixture, contract: Contract, quantity = 1): void {
  const order = fixture.order([leg(contract, 'SELL', quantity)], {
    side: 'SELL',
    quantity: String(quantity),
    limit_price: crossingPrice(fixture, contract.symbol, 'SELL'),
  })
  expect(fixture.place(order)).toBeNull()
}

/** Buys a vertical of calls, and returns its contracts. */
function vertical(fixture: OptionFixture, quantity = 1): readonly [Contract, Contract] {
  const [low, high] = [fixture.near('AAPL', 'CALL'), fixture.near('AAPL', 'CALL', 1)]
  buyContract(fixture, low, quantity)
  sell(fixture, high, quantity)
  return [low, high]
}

const legOut = (
  fixture: OptionFixture,
  contract: Contract,
  side: 'BUY' | 'SELL',
  positionId: string,
): string | null =>
  fixture.place(
    fixture.order([leg(contract, side)], {
      side,
      limit_price: crossingPrice(fixture, contract.symbol, side),
      leg_in_or_out: 'LEG_OUT',
      position_id: positionId,
    }),
  )

describe('the switch for combined positions', () => {
  it('reports the legs of a strategy as one position, with the sums of their figures', () => {
    const fixture = optionFixture()
    const [low, high] = vertical(fixture, 2)
    const apart = fixture.positions()
    fixture.exchange.configure({ combinesPositions: true })
    const [position, ...others] = fixture.positions()
    expect(others).toEqual([])
    expect(position).toMatchObject({
      instrument_type: 'OPTION',
      symbol: 'AAPL',
      option_strategy: 'VERTICAL',
      quantity: '2.00000',
    })
    expect(position?.position_id).toMatch(/^[0-9A-Z]{26}$/)
    expect(position?.legs.map(({ symbol, quantity }) => [symbol, quantity])).toEqual([
      [low.symbol, '2.00000'],
      [high.symbol, '-2.00000'],
    ])
    const sum = (member: 'market_value' | 'cost' | 'unrealized_profit_loss'): number =>
      apart.reduce((total, record) => total + cents(record[member]), 0)
    expect(cents(position?.market_value)).toBe(sum('market_value'))
    expect(cents(position?.cost)).toBe(sum('cost'))
    expect(cents(position?.unrealized_profit_loss)).toBe(sum('unrealized_profit_loss'))
    expect(cents(position?.cost_price) * 200).toBe(sum('cost'))
    expect(cents(position?.last_price) * 200).toBe(sum('market_value'))
    fixture.exchange.configure({ combinesPositions: false })
    expect(fixture.positions()).toEqual(apart)
  })

  it('writes a strategy that was sold with a negative quantity', () => {
    const fixture = combined()
    const [low, high] = [fixture.near('AAPL', 'CALL'), fixture.near('AAPL', 'CALL', 1)]
    buyContract(fixture, high)
    sell(fixture, low)
    const [position, ...others] = fixture.positions()
    expect(others).toEqual([])
    expect(position).toMatchObject({ option_strategy: 'VERTICAL', quantity: '-1.00000' })
    expect(Number(position?.cost_price)).toBeGreaterThan(0)
    expect(Number(position?.market_value)).toBeLessThan(0)
  })

  it('leaves contracts apart that are no strategy, and those of another account or underlying', () => {
    const fixture = combined()
    buyContract(fixture, fixture.near('AAPL', 'CALL'), 3)
    sell(fixture, fixture.near('AAPL', 'CALL', 1), 2)
    buyContract(fixture, fixture.near('KO', 'CALL'))
    buyContract(fixture, fixture.near('AAPL', 'PUT'), 1, CASH)
    expect(fixture.positions().map(({ option_strategy: strategy }) => strategy)).toEqual([
      'SINGLE',
      'SINGLE',
      'SINGLE',
    ])
    expect(fixture.positions(CASH)).toHaveLength(1)
  })

  it('takes orders that leave the combination by either leg, under its own id only', () => {
    for (const index of [0, 1] as const) {
      const fixture = combined()
      const contracts = vertical(fixture)
      const side = index === 0 ? 'SELL' : 'BUY'
      const [position] = fixture.positions()
      const id = position?.position_id ?? ''
      expect(legOut(fixture, contracts[index], side === 'BUY' ? 'SELL' : 'BUY', id)).not.toBeNull()
      expect(legOut(fixture, fixture.near('AAPL', 'CALL', 3), side, id)).not.toBeNull()
      expect(legOut(fixture, contracts[index], side, id)).toBeNull()
      expect(fixture.positions().map(({ legs }) => legs.map(({ symbol }) => symbol))).toEqual([
        [contracts[1 - index]?.symbol],
      ])
      // The combination is gone, and so is its id.
      expect(legOut(fixture, contracts[1 - index] ?? contracts[0], side, id)).not.toBeNull()
    }
  })

  it('takes no leg into a combination that makes no strategy with it', () => {
    const fixture = combined()
    vertical(fixture)
    const other = fixture.near('AAPL', 'CALL', 2)
    expect(
      fixture.place(
        fixture.order([leg(other, 'BUY')], {
          limit_price: crossingPrice(fixture, other.symbol, 'BUY'),
          leg_in_or_out: 'LEG_IN',
          position_id: fixture.positions()[0]?.position_id ?? '',
          leg_in_strategy: 'BUTTERFLY',
        }),
      ),
    ).toContain('OPENAPI_OPTION_STRATEGY_NOT_MATCH_ANY')
  })
})
