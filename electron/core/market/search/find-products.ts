import type { CryptoPair } from '../../../../shared/domain/instruments/crypto.js'
import type {
  EventMarket,
  EventSeries,
} from '../../../../shared/domain/instruments/event-contract.js'
import {
  frontContract,
  type FuturesContract,
  type FuturesProduct,
} from '../../../../shared/domain/instruments/futures.js'
import type { Instrument } from '../../../../shared/domain/instruments/instrument.js'
import type { InstrumentMatch } from '../../../../shared/domain/instruments/instrument-match.js'
import { monthOf } from './option-query.js'

const tokensOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}.&]+/u)
    .filter((word) => word !== '')

/** True when every word of the text begins a word of the name. */
export const namesAll = (name: string, text: string): boolean => {
  const parts = tokensOf(name)
  return tokensOf(text).every((word) => parts.some((part) => part.startsWith(word)))
}

export const ofStock = ({ symbol, name, exchange, tradable }: Instrument): InstrumentMatch => ({
  symbol,
  assetClass: 'stock',
  name,
  exchange,
  tradable,
  expires: null,
  isFront: false,
})

const ofPair = ({ symbol, name, exchange, tradable }: CryptoPair): InstrumentMatch => ({
  symbol,
  assetClass: 'crypto',
  name,
  exchange,
  tradable,
  expires: null,
  isFront: false,
})

/** Returns the pairs whose symbol, with or without a slash, or whose name matches a text. */
export function findPairs(pairs: readonly CryptoPair[], text: string): readonly InstrumentMatch[] {
  const wanted = text.replaceAll(/[/\s-]/g, '').toUpperCase()
  return pairs
    .filter(({ symbol, name }) => symbol.startsWith(wanted) || namesAll(name, text))
    .toSorted((a, b) => a.symbol.length - b.symbol.length)
    .map(ofPair)
}

/** A futures product and the month that a text names; null months mean the front one. */
export interface FuturesQuery {
  readonly product: FuturesProduct
  readonly month: number | null
  /** True when the text is the product's code, and not a word of its name. */
  readonly isCode: boolean
}

const MONTH_LETTERS = 'FGHJKMNQUVXZ'

/**
 * Returns the futures products that a text means, the likeliest first: by code ("es", "es dec",
 * "esz6") or by name ("crude oil").
 */
export function findFuturesProducts(
  products: readonly FuturesProduct[],
  text: string,
): readonly FuturesQuery[] {
  const [first = '', second = ''] = text.trim().toLowerCase().split(/\s+/)
  const contract = /^([a-z0-9]{1,3}?)([fghjkmnquvxz])\d{1,2}$/.exec(first)
  const byCode = products.flatMap((product): readonly FuturesQuery[] => {
    const code = product.code.toLowerCase()
    if (code === first) return [{ product, month: monthOf(second), isCode: true }]
    return contract?.[1] === code
      ? [
          {
            product,
            month: MONTH_LETTERS.indexOf((contract[2] ?? '').toUpperCase()) + 1,
            isCode: true,
          },
        ]
      : []
  })
  const byName = products
    .filter(({ code, name }) => code.toLowerCase() !== first && namesAll(name, text))
    .map((product) => ({ product, month: null, isCode: false }))
  return [...byCode, ...byName]
}

/** Returns the tradable months of a product, the front month first; the continuous one last. */
export function findMonths(
  contracts: readonly FuturesContract[],
  month: number | null,
  today: string,
): readonly InstrumentMatch[] {
  const front = frontContract(contracts, today)
  return contracts
    .filter(
      (contract) =>
        (contract.lastTradingDate === null || contract.lastTradingDate >= today) &&
        (month === null || Number(contract.month?.slice(-2)) === month),
    )
    .toSorted(
      (a, b) =>
        Number(a.kind === 'continuous') - Number(b.kind === 'continuous') ||
        (a.lastTradingDate ?? '').localeCompare(b.lastTradingDate ?? '', 'en'),
    )
    .map((contract) => ({
      symbol: contract.symbol,
      assetClass: 'futures',
      name: contract.name,
      exchange: contract.exchange,
      tradable: contract.kind === 'continuous' ? 'no' : contract.tradable,
      expires: contract.lastTradingDate,
      isFront: contract.symbol === front,
    }))
}

/** Returns the series that a text names, the shortest name first. */
export const findSeries = (series: readonly EventSeries[], text: string): readonly EventSeries[] =>
  series
    .filter(
      ({ symbol, name, category }) =>
        symbol.startsWith(text.trim().toUpperCase()) || namesAll(`${name} ${category}`, text),
    )
    .toSorted((a, b) => a.name.length - b.name.length)

export const ofMarket = (market: EventMarket): InstrumentMatch => ({
  symbol: market.symbol,
  assetClass: 'event',
  name: market.name,
  exchange: market.eventName ?? '',
  tradable: market.tradable,
  expires: market.lastTradingDate?.slice(0, 10) ?? null,
  isFront: false,
})
