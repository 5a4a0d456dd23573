import { describe, expect, it } from 'vitest'
import { SECURITIES } from '../../../../electron/practice/market/securities/listings.ts'
import { UNIVERSE } from '../../../../electron/practice/market/securities/universe.ts'

const listings = SECURITIES.map((security) => security.listing)

describe('the table of symbols', () => {
  it('has at least 45 symbols, each once, with names and numeric ids', () => {
    expect(listings.length).toBeGreaterThanOrEqual(45)
    expect(new Set(listings.map((listing) => listing.symbol)).size).toBe(listings.length)
    expect(new Set(listings.map((listing) => listing.instrumentId)).size).toBe(listings.length)
    for (const listing of listings) {
      expect(listing.symbol).toMatch(/^[A-Z]{1,5}(\.[A-Z])?$/)
      expect(listing.name.length).toBeGreaterThan(3)
      expect(listing.instrumentId).toMatch(/^\d{9}$/)
      expect(['NSQ', 'NYS', 'PSE', 'ASE', 'BAT']).toContain(listing.exchangeCode)
    }
  })

  it('contains the most common symbols', () => {
    expect(listings.map((listing) => listing.symbol)).toEqual(
      expect.arrayContaining([
        'SPY',
        'QQQ',
        'AAPL',
        'MSFT',
        'NVDA',
        'AMZN',
        'GOOGL',
        'META',
        'TSLA',
      ]),
    )
  })

  it('covers low prices, sub-penny ticks, illiquid stocks, and both values of every flag', () => {
    expect(
      listings.filter((listing) => listing.referencePrice < 100_000).length,
    ).toBeGreaterThanOrEqual(4)
    expect(listings.some((listing) => listing.referencePrice < 10_000)).toBe(true)
    expect(
      SECURITIES.filter((security) => security.tradesPerMinute < 3).length,
    ).toBeGreaterThanOrEqual(3)
    for (const flag of [
      'shortable',
      'fractionable',
      'marginable',
      'overnight',
      'easyToBorrow',
      'cryptoEtf',
    ] as const) {
      expect(new Set(listings.map((listing) => listing[flag]))).toEqual(new Set([true, false]))
    }
    expect(new Set(listings.map((listing) => listing.status))).toEqual(new Set(['OC', 'CO']))
    expect(listings.find((listing) => listing.symbol === 'SQQQ')?.leverageFactor).toBe('-3')
  })

  it('has margins between a quarter and the whole, with initial at least maintenance', () => {
    for (const listing of listings) {
      const pairs = [
        [listing.initialMarginLong, listing.maintenanceMarginLong],
        [listing.initialMarginShort, listing.maintenanceMarginShort],
      ] as const
      for (const [initial, maintenance] of pairs) {
        expect(Number(maintenance)).toBeGreaterThanOrEqual(0.25)
        expect(Number(initial)).toBeLessThanOrEqual(1)
        expect(Number(initial)).toBeGreaterThanOrEqual(Number(maintenance))
      }
      if (!listing.marginable) expect(listing.initialMarginLong).toBe('1')
    }
  })

  it('keeps a year of volume within exact integers', () => {
    for (const row of UNIVERSE) {
      expect(row.volume * 1e6 * 100_000 * 252 * 2).toBeLessThan(Number.MAX_SAFE_INTEGER)
    }
  })
})
