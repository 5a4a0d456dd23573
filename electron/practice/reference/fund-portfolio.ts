import { exchangeInstant, type ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import { epochMs, DAY_MS } from '../../../shared/domain/time.js'
import type { Market } from '../market/securities/market-types.js'
import type { PriceUnits } from '../model/units.js'
import { MARKET_SECTORS } from './company-facts.js'
import { marketValue, quotient } from './figures.js'
import { daysAfter, monthOf, monthStart } from './fiscal.js'
import type { FundFacts } from './fund-facts.js'
import type { Reference } from './reference.js'

/** A part of a fund; `share` in hundredths of a percent. All parts add up to 10,000. */
export interface Holding {
  readonly symbol: string | null
  readonly name: string
  readonly share: number
  readonly kind: 'stock' | 'bond' | 'cash' | 'other'
  readonly matures: ExchangeDay | null
}

const TOTAL_SHARE = 10_000
const CASH = 40
const LARGEST = 10
/**
 * Share of a broad fund held in the practice market's companies; the rest are companies not traded
 * here.
 */
const COVERED = 0.6

/** Returns the net asset value per share: the last finished day's close. */
export const netValue = (
  market: Market,
  symbol: string,
): { readonly day: number; readonly value: PriceUnits } | null => {
  const bar = market.bars(symbol, 'D', { count: 1, includeRunning: false }).at(-1)
  return bar === undefined ? null : { day: bar.time, value: bar.close }
}

const cashPart: Holding = { symbol: null, name: 'Cash', share: CASH, kind: 'cash', matures: null }
const part = (
  name: string,
  share: number,
  kind: Holding['kind'],
  matures: ExchangeDay | null = null,
): Holding => ({ symbol: null, name, share, kind, matures })

/** Returns the holdings of a fund on a day, largest first, cash last. */
export function holdingsOf(
  market: Market,
  reference: Reference,
  facts: FundFacts,
  today: ExchangeDay,
): readonly Holding[] {
  if (facts.asset === 'bond') {
    const bonds = Array.from({ length: 8 }, (_, index) => {
      const matures = daysAfter(
        monthStart(monthOf(today) - (monthOf(today) % 12) + 12 * (21 + index) + 4),
        14,
      )
      return part(`US Treasury bond due ${matures.slice(0, 7)}`, 1_245, 'bond', matures)
    })
    return [...bonds, cashPart]
  }
  if (facts.holds.length === 0) {
    return facts.symbol === 'GLD'
      ? [part('Gold bullion', TOTAL_SHARE, 'other')]
      : facts.symbol === 'IBIT'
        ? [part('Bitcoin', TOTAL_SHARE, 'other')]
        : [
            part(`Swaps on the ${facts.benchmark.replace(/ \(.*/, '')}`, 7_200, 'other'),
            part('US Treasury bills', TOTAL_SHARE - 7_200 - CASH, 'bond', daysAfter(today, 60)),
            cashPart,
          ]
  }
  const symbols = MARKET_SECTORS.filter(
    ({ id }) => facts.holds === 'everything' || facts.holds.includes(id),
  ).flatMap((sector) => sector.symbols)
  const valued = symbols
    .flatMap((symbol) => {
      const close = netValue(market, symbol)
      const listing = market.listing(symbol)
      return close === null || listing === undefined
        ? []
        : [{ listing, value: marketValue(close.value, reference.shares(symbol)) }]
    })
    .sort((a, b) => (a.value > b.value ? -1 : 1))
  const all = valued.reduce((total, { value }) => total + value, 0n)
  const stockShare = Math.round(
    (TOTAL_SHARE - CASH) * (facts.holds === 'everything' ? COVERED : 0.9),
  )
  const largest = valued.slice(0, LARGEST).map(
    ({ listing, value }): Holding => ({
      symbol: listing.symbol,
      name: listing.name,
      share: Math.floor((quotient(value * BigInt(stockShare), all, 4) ?? 0) / 10_000),
      kind: 'stock',
      matures: null,
    }),
  )
  const rest = TOTAL_SHARE - CASH - largest.reduce((total, { share }) => total + share, 0)
  return [...largest, part('Other shares', rest, 'stock'), cashPart]
}

/**
 * Returns a fund's return over the given months up to its newest finished day, in hundredths of a
 * percent; null before its launch.
 */
export function returnOf(
  market: Market,
  facts: FundFacts,
  months: number,
): { readonly end: number; readonly basisPoints: number } | null {
  const newest = netValue(market, facts.symbol)
  if (newest === null) return null
  const day = new Date(newest.day + DAY_MS / 2).toISOString().slice(0, 10)
  const from = `${monthStart(monthOf(day) - months).slice(0, 8)}${day.slice(8)}`
  if (from < facts.launched) return null
  const before = market
    .bars(facts.symbol, 'D', {
      count: 1,
      end: exchangeInstant(validDay(from), 0),
      includeRunning: false,
    })
    .at(-1)
  const basisPoints =
    before === undefined ? null : quotient(newest.value - before.close, before.close, 4)
  return basisPoints === null ? null : { end: newest.day, basisPoints }
}

/** Normalizes invalid days: February 30 becomes a day in March. */
const validDay = (day: string): ExchangeDay =>
  daysAfter(`${day.slice(0, 8)}01`, Number(day.slice(8)) - 1)

/** Returns the first known price of a fund, with its time. */
export function firstOf(
  market: Market,
  facts: FundFacts,
): { readonly time: number; readonly close: PriceUnits } | null {
  const start = facts.launched
  const bars = market.bars(facts.symbol, 'M', {
    count: 1_200,
    start: epochMs(Date.parse(`${start}T00:00:00Z`)),
    includeRunning: true,
  })
  return bars[0] ?? null
}
