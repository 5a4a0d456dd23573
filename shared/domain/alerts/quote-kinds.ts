import { message } from '../../messages/make-message.js'
import { asPrice, asQuantity, isPositive, type Decimal, type Price } from '../decimal.js'
import { otherSide, type EventOutcome } from '../instruments/event-contract.js'
import type { AssetClass } from '../instruments/instrument.js'
import type { Quote } from '../market/quote.js'
import type { AlertKindRules, ConditionOf } from './alert-rules.js'
import { CHANGE_CROSSINGS, type PriceCrossing } from './alert.js'
import type { AlertCondition, AlertInstrument } from './alert.schema.js'

/** A figure of a quote that conditions compare with a level. */
interface QuoteFigureRules {
  /** Returns the figure; null where the quote has none. */
  readonly read: (quote: Quote) => Decimal | null
  /** True for a figure that begins every day at zero. */
  readonly isOfDay: boolean
}

/** A price of zero or less is none (REL-46). */
const lastPrice = ({ last }: Quote): Price | null =>
  last !== null && isPositive(last) ? last : null

const noPrice = (quote: Quote): Decimal | null => {
  const price = lastPrice(quote)
  return price === null ? null : otherSide(price)
}

/**
 * The figures of a quote that alerts and waiting instructions are about; `no` is the price of that
 * outcome of an event market.
 */
export const QUOTE_FIGURES = {
  price: { read: lastPrice, isOfDay: false },
  no: { read: noPrice, isOfDay: false },
  change: { read: ({ changeRatio }) => changeRatio, isOfDay: true },
  volume: { read: ({ volume }) => volume, isOfDay: true },
} as const satisfies Readonly<Record<string, QuoteFigureRules>>
export type QuoteFigure = keyof typeof QUOTE_FIGURES

/** What the form gives for a condition on a figure of quotes. */
interface QuoteTerms {
  readonly instrument: AlertInstrument
  readonly when: PriceCrossing
  readonly level: Decimal
  /** Event markets: whose price it is. */
  readonly outcome: EventOutcome
}

/** A kind of alert that compares one figure of an instrument's quotes with a level. */
interface QuoteKindRules<C extends AlertCondition> extends AlertKindRules<C> {
  readonly level: (condition: C) => Decimal
  readonly figure: (condition: C) => QuoteFigure
  /** The products whose quotes do not have the figure. */
  readonly missingFor: readonly AssetClass[]
  /** The directions in the order of the form, the usual one first; empty for a rise only. */
  readonly directions: readonly PriceCrossing[]
  /** True where the level is a fraction, which the form has in percent. */
  readonly isRatio: boolean
  /** Returns the condition of a filled form. */
  readonly fromTerms: (terms: QuoteTerms) => C
}

const PRICE_CODES = {
  above: 'alerts.priceAbove',
  below: 'alerts.priceBelow',
  through: 'alerts.priceThrough',
} as const
const CHANGE_CODES = { above: 'alerts.changeAbove', below: 'alerts.changeBelow' } as const

/** Names the instrument of a price, and the outcome where it is "no". */
const instrumentTerms = ({
  instrument,
  outcome,
}: ConditionOf<'price'>): { readonly symbol: string; readonly isNo?: boolean } => ({
  symbol: instrument.symbol,
  ...(outcome === 'no' ? { isNo: true } : {}),
})

/** The directions of a condition on a price, in the order of the form. */
export const PRICE_DIRECTIONS: readonly PriceCrossing[] = ['through', 'above', 'below']

const price: QuoteKindRules<ConditionOf<'price'>> = {
  source: 'quotes',
  figure: ({ outcome }) => (outcome === 'no' ? 'no' : 'price'),
  missingFor: [],
  level: (condition) => condition.price,
  needsPositiveLevel: true,
  isRatio: false,
  directions: PRICE_DIRECTIONS,
  direction: ({ when }) => when,
  changesWithSplit: () => true,
  fromTerms: ({ instrument, when, level, outcome }) => {
    const isNo = outcome === 'no' && instrument.assetClass === 'event'
    const condition = { kind: 'price', instrument, when, price: asPrice(level) } as const
    return isNo ? { ...condition, outcome } : condition
  },
  summary: (condition) =>
    message(PRICE_CODES[condition.when], { ...instrumentTerms(condition), price: condition.price }),
  outcome: (condition, { value, isDown }) =>
    message(isDown ? 'alerts.fellTo' : 'alerts.roseTo', {
      ...instrumentTerms(condition),
      price: value,
    }),
}

const change: QuoteKindRules<ConditionOf<'change'>> = {
  source: 'quotes',
  figure: () => 'change',
  // Event markets have no previous close (MARKET-5).
  missingFor: ['event'],
  level: ({ ratio }) => ratio,
  needsPositiveLevel: false,
  isRatio: true,
  directions: CHANGE_CROSSINGS,
  direction: ({ when }) => when,
  changesWithSplit: () => false,
  fromTerms: ({ instrument, when, level }) => ({
    kind: 'change',
    instrument,
    when: when === 'below' ? 'below' : 'above',
    ratio: level,
  }),
  summary: ({ instrument, when, ratio }) =>
    message(CHANGE_CODES[when], { symbol: instrument.symbol, ratio }),
  outcome: ({ instrument }, { value }) =>
    message('alerts.changedTo', { symbol: instrument.symbol, ratio: value }),
}

const volume: QuoteKindRules<ConditionOf<'volume'>> = {
  source: 'quotes',
  figure: () => 'volume',
  // Neither quotes nor bars of crypto have a volume (MARKET-4).
  missingFor: ['crypto'],
  level: ({ quantity }) => quantity,
  needsPositiveLevel: true,
  isRatio: false,
  directions: [],
  direction: () => 'above',
  changesWithSplit: () => true,
  fromTerms: ({ instrument, level }) => ({
    kind: 'volume',
    instrument,
    quantity: asQuantity(level),
  }),
  summary: ({ instrument, quantity }) =>
    message('alerts.volume', { symbol: instrument.symbol, quantity }),
  outcome: ({ instrument }, { value }) =>
    message('alerts.volumeReached', { symbol: instrument.symbol, quantity: value }),
}

/** The kinds of alerts about figures of quotes, in the order in which they are offered. */
export const QUOTE_KINDS = {
  price,
  change,
  volume,
}
export type QuoteKind = keyof typeof QUOTE_KINDS
export type QuoteCondition = ConditionOf<QuoteKind>

export const isQuoteKind = (kind: AlertCondition['kind']): kind is QuoteKind => kind in QUOTE_KINDS

export const isQuoteCondition = (condition: AlertCondition): condition is QuoteCondition =>
  isQuoteKind(condition.kind)

/** Returns the rules of a condition about quotes. */
export const quoteRulesOf = <C extends QuoteCondition>(condition: C): QuoteKindRules<C> =>
  // Each entry has the condition of its own kind, which a look-up by several kinds cannot say.
  QUOTE_KINDS[condition.kind] as unknown as QuoteKindRules<C>
