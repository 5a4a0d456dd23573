import { z } from 'zod'
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

const zSettings = z.object({
  extendedHours: z.boolean().catch(USUAL_VIEW.extendedHours),
  zone: z.enum(CHART_ZONES).catch(USUAL_VIEW.zone),
  previousClose: z.boolean().catch(USUAL_VIEW.previousClose),
  quote: z.boolean().catch(USUAL_VIEW.quote),
  marks: z.boolean().catch(USUAL_VIEW.marks),
  compared: z
    .array(z.string().min(1).max(MAX_SYMBOL_CHARS))
    .max(MAX_COMPARED)
    .catch([])
    .transform((symbols) => symbols as unknown as readonly Symbol[]),
})

/** Reads what is stored; what cannot be read is as usual. */
export function parseViewSettings(text: string): ChartViewSettings {
  try {
    return zSettings.parse(JSON.parse(text))
  } catch {
    return USUAL_VIEW
  }
}

export const viewSettingsText = (settings: ChartViewSettings): string => JSON.stringify(settings)

/** True for what trades before the open and after the close beside its regular session. */
export const hasExtendedHours = (symbol: Symbol): boolean => symbolClass(symbol) === 'stock'
