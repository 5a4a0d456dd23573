import { describe, expect, it, vi } from 'vitest'
import {
  followsPrices,
  sameHoldings,
} from '../../../../../renderer/panels/positions/use-held-rows.js'
import type { Position } from '../../../../../shared/domain/account/account.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../../shared/domain/ids.js'
import { epochMs } from '../../../../../shared/domain/time.js'

const positionWith = (more: Partial<Position> = {}): Position => ({
  accountId: accountId('A1'),
  positionId: 'P1',
  symbol: symbol('SPY'),
  assetClass: 'stock',
  currency: 'USD',
  quantity: asQuantity(dec('20')),
  averageCost: asPrice(dec('661.34')),
  multiplier: dec('1'),
  lastPrice: asPrice(dec('671.04')),
  pricedAt: epochMs(1),
  marketValue: asMoney(dec('13420.80')),
  unrealizedPnl: asMoney(dec('194.01')),
  unrealizedPnlRatio: dec('0.0147'),
  dayPnl: asMoney(dec('-27.80')),
  ...more,
})
const before = [positionWith(), positionWith({ positionId: 'P2', symbol: symbol('QQQ') })]
const withFirst = (more: Partial<Position>): readonly Position[] => [
  positionWith(more),
  ...before.slice(1),
]

describe('rows of what is held (REL-41)', () => {
  it('A price changes no row: its cells show the figures by themselves', () => {
    const moved = withFirst({
      lastPrice: asPrice(dec('671.05')),
      pricedAt: epochMs(2),
      valuedAt: epochMs(2),
      marketValue: asMoney(dec('13421.00')),
      unrealizedPnl: asMoney(dec('194.21')),
      unrealizedPnlRatio: dec('0.0148'),
      dayPnl: null,
    })
    expect(sameHoldings(before, moved)).toBe(before)
  })

  it.each<[string, Partial<Position>]>([
    ['quantity', { quantity: asQuantity(dec('19')) }],
    ['average cost', { averageCost: asPrice(dec('661.35')) }],
    ['account', { accountId: accountId('A2') }],
    ['multiplier', { multiplier: null }],
    ['strategy', { strategy: 'straddle' }],
  ])('Another %s is in the next rows', (_name, more) => {
    const next = withFirst(more)
    expect(sameHoldings(before, next)).toBe(next)
  })

  it('A position that is opened, closed or moved is in the next rows', () => {
    for (const next of [before.slice(1), [...before, positionWith({ positionId: 'P3' })], []]) {
      expect(sameHoldings(before, next)).toBe(next)
    }
    const turned = before.toReversed()
    expect(sameHoldings(before, turned)).toBe(turned)
  })

  it('Rows move with the prices in columns of figures only', () => {
    expect(['last', 'marketValue', 'dayPnl', 'unrealizedPnl', 'ratio'].every(followsPrices)).toBe(
      true,
    )
    expect([undefined, 'symbol', 'quantity', 'averageCost', 'account'].some(followsPrices)).toBe(
      false,
    )
  })

  it('A price of one of a thousand positions reads that position only (P5)', () => {
    const rows = Array.from({ length: 1_000 }, (_, index) =>
      positionWith({ positionId: `P${index}` }),
    )
    expect(sameHoldings(rows, rows.slice())).toBe(rows)
    const written = vi.spyOn(JSON, 'stringify')
    try {
      let next: readonly Position[] = rows.map((row) => ({ ...row }))
      expect(sameHoldings(rows, next)).toBe(rows)
      const counted = written.mock.calls.length
      for (let turn = 0; turn < 10; turn += 1) {
        next = [positionWith({ positionId: 'P0', pricedAt: epochMs(turn) }), ...next.slice(1)]
        expect(sameHoldings(rows, next)).toBe(rows)
      }
      expect(written.mock.calls.length - counted).toBe(10)
    } finally {
      written.mockRestore()
    }
  })
})
