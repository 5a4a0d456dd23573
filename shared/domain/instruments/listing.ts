import { dec, gte, lte, type Decimal, type Money, type Price, type Quantity } from '../decimal.js'
import { otherSide, type EventMarket, type EventOutcome } from './event-contract.js'
import type { FuturesContract } from './futures.js'
import type { CryptoPair } from './crypto.js'
import type { Symbol } from '../ids.js'
import type { AnyInstrument } from './any-instrument.js'
import type { AssetClass, Instrument, Tradable } from './instrument.js'
import type { OptionContract } from './option.js'

/** From `from` on, prices move in steps of `step`. */
export interface PriceStep {
  readonly from: Price
  readonly step: Decimal
}

/** One component of an order's price: the instrument itself, or a leg. */
export interface ListedPart {
  /** The symbol of its quotes. */
  readonly symbol: Symbol
  /** How many one unit of the order buys (+) or sells (-). */
  readonly ratio: Decimal
  /**
   * The currency value of a price of 1, per unit of the ratio: 100 for an option contract and for a
   * hundred shares.
   */
  readonly multiplier: Decimal
}

/**
 * The data about an instrument that an order check needs, for every product. Limits that are not
 * published are null.
 */
export interface Listing {
  readonly assetClass: AssetClass
  readonly tradable: Tradable
  readonly shortable: boolean
  readonly fractionable: boolean
  readonly currency: string
  readonly multiplier: Decimal
  readonly parts: readonly ListedPart[]
  /** Ascending; empty for stocks, which have their own rule, and when no steps are known. */
  readonly steps: readonly PriceStep[]
  /** Event contracts: the lowest and the highest price. */
  readonly priceBounds: { readonly min: Price; readonly max: Price } | null
  readonly quantity: { readonly min: Quantity | null; readonly max: Quantity | null }
  readonly amount: { readonly min: Money | null; readonly max: Money | null }
}

const ONE = dec('1')
/** TRADING-4.3: the lower of the two published limits. */
const MAX_EVENT_CONTRACTS = dec('50000') as Quantity
const NO_BOUNDS = { min: null, max: null } as const
const ZERO_PRICE = dec('0') as Price
const THREE = dec('3') as Price
/**
 * Price steps inside and outside the penny program; combinations move by the cent (TRADING-6,
 * exchange rules).
 */
const PENNY_STEPS: readonly PriceStep[] = [
  { from: ZERO_PRICE, step: dec('0.01') },
  { from: THREE, step: dec('0.05') },
]
const WIDE_STEPS: readonly PriceStep[] = [
  { from: ZERO_PRICE, step: dec('0.05') },
  { from: THREE, step: dec('0.10') },
]
const CENT_STEPS: readonly PriceStep[] = [{ from: ZERO_PRICE, step: dec('0.01') }]

const plain = {
  shortable: false,
  fractionable: false,
  currency: 'USD',
  steps: [],
  priceBounds: null,
  quantity: NO_BOUNDS,
  amount: NO_BOUNDS,
} as const

/** Returns the step that a price must be a multiple of; null when none is known. */
export const stepOf = (steps: readonly PriceStep[], price: Price): Decimal | null =>
  steps.findLast(({ from }) => gte(price, from))?.step ?? null

export const stockListing = (instrument: Instrument): Listing => ({
  ...plain,
  assetClass: 'stock',
  tradable: instrument.tradable,
  shortable: instrument.shortable,
  fractionable: instrument.fractionable,
  currency: instrument.currency,
  multiplier: ONE,
  parts: [{ symbol: instrument.symbol, ratio: ONE, multiplier: ONE }],
})

/**
 * Returns the listing of a futures contract. The continuous contract is only a name for charts. A
 * contract without a size cannot be valued, and therefore not traded here.
 */
export const futuresListing = (contract: FuturesContract): Listing => ({
  ...plain,
  assetClass: 'futures',
  tradable: contract.kind === 'continuous' || contract.size === null ? 'no' : contract.tradable,
  currency: contract.currency,
  multiplier: contract.size ?? ONE,
  parts: [{ symbol: contract.symbol, ratio: ONE, multiplier: contract.size ?? ONE }],
  steps: contract.minTick === null ? [] : [{ from: ZERO_PRICE, step: contract.minTick }],
})

/**
 * Returns the listing of a crypto pair. The published lot size of one is ignored, because coins
 * trade in eight decimals (MARKET-4).
 */
export const cryptoListing = (pair: CryptoPair): Listing => ({
  ...plain,
  assetClass: 'crypto',
  tradable: pair.tradable,
  fractionable: true,
  currency: pair.currency,
  multiplier: ONE,
  parts: [{ symbol: pair.symbol, ratio: ONE, multiplier: ONE }],
  steps: pair.priceStep === null ? [] : [{ from: ZERO_PRICE, step: pair.priceStep }],
  quantity: { min: pair.minQuantity, max: pair.maxQuantity },
  amount: { min: pair.minAmount, max: pair.maxAmount },
})

/**
 * Returns the listing of one outcome of an event market: the price steps of "no" mirror those of
 * "yes".
 */
export function eventListing(market: EventMarket, outcome: EventOutcome): Listing {
  const ranges =
    outcome === 'yes'
      ? market.priceRanges
      : [...market.priceRanges]
          .reverse()
          .map(({ start, end, step }) => ({ start: otherSide(end), end: otherSide(start), step }))
  const [first, last] = [ranges[0], ranges.at(-1)]
  return {
    ...plain,
    assetClass: 'event',
    tradable: market.listing === 'delisted' ? 'no' : market.tradable,
    fractionable: market.fractionable,
    multiplier: ONE,
    parts: [{ symbol: market.symbol, ratio: ONE, multiplier: ONE }],
    steps: ranges.map(({ start, step }) => ({ from: start, step })),
    priceBounds:
      first === undefined || last === undefined ? null : { min: first.start, max: last.end },
    quantity: { min: null, max: MAX_EVENT_CONTRACTS },
  }
}

/** Returns the most restrictive of several. */
export const strictestOf = (all: readonly Tradable[]): Tradable =>
  all.includes('no') ? 'no' : all.includes('close-only') ? 'close-only' : 'yes'

/**
 * A leg of an order: an option contract or shares. The sign of `ratio` says whether the order buys
 * (+) or sells (-) it.
 */
export type ListedLeg =
  | { readonly contract: OptionContract; readonly ratio: Decimal }
  | { readonly shares: Instrument; readonly ratio: Decimal }

/**
 * Returns the listing of options, alone or combined with other options and shares; null without an
 * option among the legs.
 */
export function optionListing(legs: readonly ListedLeg[]): Listing | null {
  const contract =
    legs
      .map((leg) => ('contract' in leg ? leg.contract : null))
      .find((candidate) => candidate !== null) ?? null
  if (contract === null) return null
  const { multiplier, currency } = contract
  return {
    ...plain,
    assetClass: 'option',
    currency,
    multiplier,
    tradable: strictestOf(
      legs.map((leg) =>
        'shares' in leg ? leg.shares.tradable : leg.contract.listed ? leg.contract.tradable : 'no',
      ),
    ),
    parts: legs.map((leg) =>
      'shares' in leg
        ? { symbol: leg.shares.symbol, ratio: leg.ratio, multiplier }
        : { symbol: leg.contract.symbol, ratio: leg.ratio, multiplier: leg.contract.multiplier },
    ),
    steps: legs.length > 1 ? CENT_STEPS : contract.pennyProgram ? PENNY_STEPS : WIDE_STEPS,
  }
}

/**
 * Returns the listing of one instrument that is ordered on its own, not as a leg. `outcome` chooses
 * the side of an event market and does not matter elsewhere.
 */
export function listingOf(instrument: AnyInstrument, outcome: EventOutcome): Listing | null {
  switch (instrument.assetClass) {
    case 'stock':
      return stockListing(instrument)
    case 'option':
      return optionListing([{ contract: instrument, ratio: ONE }])
    case 'futures':
      return futuresListing(instrument)
    case 'crypto':
      return cryptoListing(instrument)
    case 'event':
      return eventListing(instrument, outcome)
  }
}

/** True when the value is within the limits; a null limit does not apply. */
export const within = (
  value: Decimal,
  { min, max }: { readonly min: Decimal | null; readonly max: Decimal | null },
): boolean => (min === null || gte(value, min)) && (max === null || lte(value, max))
