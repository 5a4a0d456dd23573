import type { AssetClass } from '../instruments/instrument.js'
import { PRODUCT_TIMESPANS } from '../market/product-timespans.js'
import type { AlertCondition } from './alert.schema.js'
import {
  ALERT_TIMESPANS,
  INDICATOR_ALERT_KINDS,
  type AlertIndicatorKind,
  type AlertTimespan,
} from './indicator-alert.js'

/** What an alert on an instrument can be about, in the order in which it is offered. */
export const INSTRUMENT_ALERT_KINDS = [
  'price',
  'change',
  'volume',
  'indicator',
  'drawing',
] as const satisfies readonly AlertCondition['kind'][]
export type InstrumentAlertKind = (typeof INSTRUMENT_ALERT_KINDS)[number]

/** What the instruments of a product can be watched for. */
export interface Watchable {
  readonly kinds: readonly InstrumentAlertKind[]
  readonly indicators: readonly AlertIndicatorKind[]
  /** The bars that the broker has. */
  readonly timespans: readonly AlertTimespan[]
}

const EVERYTHING: Watchable = {
  kinds: INSTRUMENT_ALERT_KINDS,
  indicators: INDICATOR_ALERT_KINDS,
  timespans: ALERT_TIMESPANS,
}

/** What each product can be watched for: an alert on anything else would never fire. */
export const WATCHABLE: Readonly<Record<AssetClass, Watchable>> = {
  stock: EVERYTHING,
  option: EVERYTHING,
  futures: EVERYTHING,
  // Neither quotes nor bars of crypto have a volume (MARKET-4).
  crypto: {
    ...EVERYTHING,
    kinds: INSTRUMENT_ALERT_KINDS.filter((kind) => kind !== 'volume'),
    indicators: INDICATOR_ALERT_KINDS.filter((kind) => kind !== 'vwap'),
  },
  // Event markets have no previous close, and no bars of a week (MARKET-5).
  event: {
    ...EVERYTHING,
    kinds: INSTRUMENT_ALERT_KINDS.filter((kind) => kind !== 'change'),
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
