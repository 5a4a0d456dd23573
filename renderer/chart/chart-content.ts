import type { Timespan } from '../../shared/domain/market/bar.js'
import { USUAL_APPEARANCE, type ChartAppearance, type PriceScale } from './appearance.js'
import type { ChartZone } from './axis-time.js'
import { NO_BARS, type BarModel, type ChartPrices } from './bars/bar-model.js'
import type { ComparedBars } from './compare/compare-layer.js'
import { specOf } from './indicators/catalogue.js'
import type { IndicatorValues } from './indicators/indicator-run.js'
import type { EventMark } from './market/event-marks.js'
import type { BarShape } from './spans/chart-span.js'

/** What the chart shows. */
export interface ChartContent {
  readonly model: BarModel
  readonly timespan: Timespan
  /** How the bars are made of the broker's. */
  readonly shape: BarShape
  /** A new key (symbol and timespan) starts at the newest bars; the same preserves the view. */
  readonly resetKey: string
  readonly appearance: ChartAppearance
  /** The values of the indicators for these bars. */
  readonly indicators: readonly IndicatorValues[]
  /** Other symbols, drawn as lines on a scale of percent. */
  readonly compared: readonly ComparedBars[]
  readonly marks: readonly EventMark[]
  readonly zone: ChartZone
  readonly prices: ChartPrices
  /** True where the times before the open and after the close are shaded. */
  readonly hasExtendedHours: boolean
}

export const EMPTY_CONTENT: ChartContent = {
  model: NO_BARS,
  timespan: 'M5',
  shape: { base: 'M5', count: 1, isRegularOnly: false },
  resetKey: '',
  appearance: USUAL_APPEARANCE,
  indicators: [],
  compared: [],
  marks: [],
  zone: 'exchange',
  prices: { places: 2, step: null, steps: null },
  hasExtendedHours: false,
}

/** Prices of several symbols are compared in percent. */
export const scaleOf = ({ compared, appearance }: ChartContent): PriceScale =>
  compared.length > 0 ? 'percent' : appearance.scale

/** How many series are drawn: prices, volume, lines of indicators, other symbols. */
export const seriesCount = ({ indicators, compared }: Omit<ChartContent, 'model'>): number =>
  indicators.reduce((count, { settings }) => count + specOf(settings.kind).plots.length, 2) +
  compared.length
