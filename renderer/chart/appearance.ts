/** How bars are drawn. */
export const CHART_STYLES = [
  'candles',
  'hollow',
  'bars',
  'line',
  'area',
  'baseline',
  'heikin-ashi',
] as const
export type ChartStyle = (typeof CHART_STYLES)[number]

export const PRICE_SCALES = ['linear', 'log', 'percent'] as const
export type PriceScale = (typeof PRICE_SCALES)[number]

export interface ChartAppearance {
  readonly style: ChartStyle
  readonly scale: PriceScale
}

export const USUAL_APPEARANCE: ChartAppearance = { style: 'candles', scale: 'linear' }
