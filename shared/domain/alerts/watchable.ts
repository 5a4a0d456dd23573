import type { AssetClass } from '../instruments/instrument.js'
import { PRODUCT_TIMESPANS } from '../market/product-timespans.js'
import type { AlertCondition } from './alert.schema.js'
import {
  ALERT_TIMESPANS,
  INDICATOR_ALERT_KINDS,
  type AlertIndicatorKind,
  type AlertTimespan,
} from './indicator-alert.js'
import { isQuoteKind, QUOTE_KINDS, type QuoteKind } from './quote-kinds.js'

/** What an alert on an instrument can be about, in the order in which it is offered. */
export type InstrumentAlertKind = QuoteKind | 'indicator' | 'drawing'
export const INSTRUMENT_ALERT_KINDS: readonly InstrumentAlertKind[] = [
  ...(Object.keys(QUOTE_KINDS) as readonly QuoteKind[]),
  'indicator',
  'drawing',
]

/** What the instruments of a product can be watched for. */
export interface Watchable {
  readonly kinds: readonly InstrumentAlertKind[]
  readonly indicators: readonly AlertIndicatorKind[]
  /** The bars that the broker has. */
  readonly timespans: readonly AlertTimespan[]
}

const kindsOf = (product: AssetClass): readonly InstrumentAlertKind[] =>
  INSTRUMENT_ALERT_KINDS.filter(
    (kind) => !isQuoteKind(kind) || !QUOTE_KINDS[kind].missingFor.includes(product),
  )

const everything = (product: AssetClass): Watchable => ({
  kinds: kindsOf(product),
  indicators: INDICATOR_ALERT_KINDS,
  timespans: ALERT_TIMESPANS,
})

/** What each product can be watched for: an alert on anything else would never fire. */
export const WATCHABLE: Readonly<Record<AssetClass, Watchable>> = {
  stock: everything('stock'),
  option: everything('option'),
  futures: everything('futures'),
  // Bars of crypto have no volume (MARKET-4).
  crypto: {
    ...everything('crypto'),
    indicators: INDICATOR_ALERT_KINDS.filter((kind) => kind !== 'vwap'),
  },
  // Event markets have no bars of a week (MARKET-5).
  event: {
    ...everything('event'),
    timespans: ALERT_TIMESPANS.filter((timespan) => PRODUCT_TIMESPANS.event.includes(timespan)),
  },
}

/** What of an alert a product does not have. */
export type Unwatchable = 'figure' | 'indicator' | 'bars'

/** Returns what of an alert its product does not have; null where it can be watched. */
export function unwatchable(condition: AlertCondition): Unwatchable | null {
  if (!('instrument' in condition)) return null
  const { kinds, indicators, timespans } = WATCHABLE[condition.instrument.assetClass]
  if (!kinds.includes(condition.kind)) return 'figure'
  if (condition.kind === 'drawing') {
    // A chart may have shorter bars than alerts offer, but none that its product does not have.
    const offered = ALERT_TIMESPANS.find((timespan) => timespan === condition.bars.base)
    return offered === undefined || timespans.includes(offered) ? null : 'bars'
  }
  if (condition.kind !== 'indicator') return null
  if (!indicators.includes(condition.indicator.kind)) return 'indicator'
  return timespans.includes(condition.timespan) ? null : 'bars'
}
