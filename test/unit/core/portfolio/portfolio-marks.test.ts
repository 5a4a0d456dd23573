import { describe, expect, test } from 'vitest'
import type { Balance, Position } from '../../../../shared/domain/account/account.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { markPosition } from '../../../../electron/core/portfolio/mark.js'
import { markBalance } from '../../../../electron/core/portfolio/mark-balance.js'

const position = (overrides: Partial<Position> = {}): Position => ({
  accountId: accountId('ACC'),
  positionId: 'P1',
  symbol: symbol('AAPL'),
  assetClass: 'stock',
  currency: 'USD',
  quantity: asQuantity(dec('10')),
  averageCost: asPrice(dec('180.10')),
  lastPrice: asPrice(dec('185')),
  marketValue: asMoney(dec('1850.00')),
  unrealizedPnl: asMoney(dec('49.00')),
  unrealizedPnlRatio: dec('0.027207'),
  dayPnl: asMoney(dec('12.40')),
  ...overrides,
})
const quoteAt = (last: string) => ({ last: asPrice(dec(last)) })

describe('positions marked with live prices', () => {
  test.each([
    [
      'value a long position',
      {},
      '186.005',
      {
        marketValue: '1860.05',
        unrealizedPnl: '59.05',
        unrealizedPnlRatio: '0.032787',
        dayPnl: '22.45',
      },
    ],
    [
      'value a short position',
      { quantity: asQuantity(dec('-10')) },
      '186',
      {
        marketValue: '-1860.00',
        unrealizedPnl: '-59.00',
        unrealizedPnlRatio: '-0.03276',
        dayPnl: '2.40',
      },
    ],
    [
      'value a fractional position',
      { quantity: asQuantity(dec('0.003')) },
      '200',
      { marketValue: '0.60', unrealizedPnl: '0.06', dayPnl: '12.44' },
    ],
  ] as const)('%s', (_title, more, last, expected) => {
    const marked = markPosition(position(more), quoteAt(last))
    expect({
      ...marked,
      unrealizedPnlRatio: 'unrealizedPnlRatio' in expected ? marked.unrealizedPnlRatio : undefined,
    }).toMatchObject(expected)
  })

  test("keep the provider's figures without a price", () => {
    expect(markPosition(position(), undefined)).toEqual(position())
    expect(markPosition(position(), { last: null })).toEqual(position())
  })

  test('change the balance by their difference, but not its cash', () => {
    const balance: Balance = {
      accountId: accountId('ACC'),
      currency: 'USD',
      netLiquidation: asMoney(dec('11850.00')),
      totalCash: asMoney(dec('10000.00')),
      totalMarketValue: asMoney(dec('1850.00')),
      unrealizedPnl: asMoney(dec('49.00')),
      dayPnl: asMoney(dec('12.40')),
      initialMargin: null,
      maintenanceMargin: null,
      openMarginCalls: [],
      currencies: [],
      asOf: epochMs(0),
    }
    const positions = [position()]
    expect(
      markBalance(
        balance,
        positions,
        positions.map((held) => markPosition(held, quoteAt('186'))),
      ),
    ).toMatchObject({
      netLiquidation: '11860',
      totalMarketValue: '1860',
      unrealizedPnl: '59',
      dayPnl: '22.4',
      totalCash: '10000.00',
    })
    expect(markBalance(balance, [], [])).toEqual(balance)
  })
})
