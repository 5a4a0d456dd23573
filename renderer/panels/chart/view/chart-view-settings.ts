import type { Symbol } from '../../../../shared/domain/ids.js'
import { symbolClass } from '../../../../shared/domain/instruments/symbol-class.js'
import { CHART_ZONES, type ChartZone } from '../../../chart/axis-time.js'

/** The most symbols that a chart compares with its own. */
export const MAX_COMPARED = 4
const MAX_SYMBOL_CHARS = 48

/** What a chart shows beside the bars of its symbol. */
export interface ChartViewSettings {
  /** Bars and trades outside of the regular session. */
  readonly extendedHours: boolean
  readonly zone: ChartZone
  readonly previousClose: boolean
  readonly quote: boolean
  /** Earnings, dividends and splits. */
  readonly marks: boolean
  readonly compared: readonly Symbol[]
}

export const USUAL_VIEW: ChartViewSettings = {
  extendedHours: true,
  zone: 'exchange',
  previousClose: false,
  quote: false,
  marks: true,
  compared: [],
}

const isSymbols = (value: unknown): value is readonly Symbol[] =>
  Array.isArray(value) &&
  value.length <= MAX_COMPARED &&
  value.every(
    (symbol) => typeof symbol === 'string' && symbol !== '' && symbol.length <= MAX_SYMBOL_CHARS,
  )

/** Reads what is stored; what cannot be read is as usual. */
export function parseViewSettings(text: string): ChartViewSettings {
  const stored = storedObject(text)
  const isOn = (name: 'extendedHours' | 'previousClose' | 'quote' | 'marks'): boolean => {
    const value = stored[name]
    return typeof value === 'boolean' ? value : USUAL_VIEW[name]
  }
  const { compared, zone } = stored
  return {
    extendedHours: isOn('extendedHours'),
    zone: CHART_ZONES.find((known) => known === zone) ?? USUAL_VIEW.zone,
    previousClose: isOn('previousClose'),
    quote: isOn('quote'),
    marks: isOn('marks'),
    compared: isSymbols(compared) ? compared : USUAL_VIEW.compared,
  }
}

function storedObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

export const viewSettingsText = (settings: ChartViewSettings): string => JSON.stringify(settings)

/** True for what trades before the open and after the close beside its regular session. */
export const hasExtendedHours = (symbol: Symbol): boolean => symbolClass(symbol) === 'stock'
