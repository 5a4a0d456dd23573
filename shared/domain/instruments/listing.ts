import { dec, gte, lte, type Decimal, type Money, type Price, type Quantity } from '../decimal.js'
import { otherSide, type EventMarket, type EventOutcome } from './event-contract.js'
import type { FuturesContract } from './futures.js'
import type { CryptoPair } from './crypto.js'
import type { Symbol } from '../ids.js'
import type { AssetClass, Instrument, Tradable } from './instrument.js'
import type { OptionContract } from './option.js'

/** From `from` on, prices move in steps of `step`. */
export interface PriceStep {
  readonly from: Price
  readonly step: Decimal
}

/** One thing whose price makes up the price of an order: the thing itself, or a leg. */
export interface ListedPart {
  /** What its quotes are asked for by. */
  readonly symbol: Symbol
  /** How often it is bought (+) or sold (-) by one unit of the order. */
  readonly ratio: Decimal
  /**
   * Units of currency that a price of one stands for, times the ratio's unit: 100 for a contract of
   * options and for a hundred shares.
   */
  readonly multiplier: Decimal
}

/**
 * What has to be known of what an order is about in order to judge it, whatever the product. Bounds
 * that nobody names are null.
 */
export interface Listing {
  readonly assetClass: AssetClass
  readonly tradable: Tradable
  readonly shortable: boolean
  readonly fractionable: boolean
  readonly currency: string
  readonly multiplier: Decimal
  readonly parts: readonly ListedPart[]
  /** Ascending; empty where stocks' own rule holds or no steps are known. */
  readonly steps: readonly PriceStep[]
  /** Event contracts: the ends of their prices. */
  readonly priceBounds: { readonly min: Price; readonly max: Price } | null
  readonly quantity: { readonly min: Quantity | null; readonly max: Quantity | null }
  readonly amount: { readonly min: Money | null; readonly max: Money | null }
}

const ONE = dec('1')
/** TRADING-4.3: the lower of the two published figures. */
const MAX_EVENT_CONTRACTS = dec('50000') as Quantity
const NO_BOUNDS = { min: null, max: null } as const
const ZERO_PRICE = dec('0') as Price
const THREE = dec('3') as Price
/**
 * Steps of the penny program and outside of it; combinations move by the cent (TRADING-4
 * 6; exchange rules).
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

/** The step that a price must be a multiple of; null when none is known. */
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
 * The continuous contract is a name for a chart and no contract. Without a size a contract cannot
 * be valued, and so not be traded here.
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
 * The published lot size is a lot of one, although coins trade in eight decimals
 * (MARKET-4): nothing is judged by it.
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
 * A market of event contracts as it is for one outcome: the steps of "no" mirror those of "yes".
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

/** The worst that may be done with any of several. */
export const mostRestrictive = (all: readonly Tradable[]): Tradable =>
  all.includes('no') ? 'no' : all.includes('close-only') ? 'close-only' : 'yes'

/**
 * A leg: a contract or shares. `ratio` is signed by what happens to the leg when the order is
 * carried out.
 */
export type ListedLeg =
  | { readonly contract: OptionContract; readonly ratio: Decimal }
  | { readonly shares: Instrument; readonly ratio: Decimal }

/** Options, alone or together with others and with shares; null without an option among them. */
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
    tradable: mostRestrictive(
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

/** True when a quantity is within bounds that may be open. */
export const within = (
  value: Decimal,
  { min, max }: { readonly min: Decimal | null; readonly max: Decimal | null },
): boolean => (min === null || gte(value, min)) && (max === null || lte(value, max))
