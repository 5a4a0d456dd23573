import { BarAxis } from '../../../../../shared/domain/drawings/axis/bar-axis.js'
import type { ChartScales } from '../../../../../renderer/chart/drawings/chart-scales.js'
import type { Stage } from '../../../../../renderer/chart/drawings/placement.js'
import type { DrawingFormat } from '../../../../../renderer/chart/drawings/shape.js'
import type { BarModel } from '../../../../../renderer/chart/bars/bar-model.js'
import type { BarShape } from '../../../../../renderer/chart/spans/chart-span.js'
import { asPrice, asQuantity, dec, decimalText } from '../../../../../shared/domain/decimal.js'
import type { Anchor } from '../../../../../shared/domain/drawings/drawing.schema.js'
import { planFigures } from '../../../../../shared/domain/drawings/position-plan.js'
import type { AssetClass } from '../../../../../shared/domain/instruments/instrument.js'
import type { Bar, Timespan } from '../../../../../shared/domain/market/bar.js'
import { epochMs } from '../../../../../shared/domain/time.js'

export const price = (text: string) => asPrice(dec(text))
/** 2026-11-20 10:00:00 in New York, a Friday. */
export const T0 = Date.UTC(2026, 10, 20, 15, 0, 0)
export const MINUTE = 60_000

/** Returns how bars of `count` of the broker's are made, with extended hours. */
export const shape = (base: Timespan, count = 1): BarShape => ({
  base,
  count,
  isRegularOnly: false,
})
/** Bars of five minutes. */
export const FIVE_MINUTES = shape('M5')

export const barOf = (time: number, close = '100.00', more: Partial<Bar> = {}): Bar => ({
  time: epochMs(time),
  open: price('100.00'),
  high: price('101.00'),
  low: price('99.00'),
  close: price(close),
  volume: asQuantity(dec('1000')),
  ...more,
})

/** Bars of five minutes from 10:00 to 11:35. */
export const model = (count = 20): BarModel => ({
  history: Array.from({ length: count - 1 }, (_, index) => barOf(T0 + index * 5 * MINUTE)),
  live: barOf(T0 + (count - 1) * 5 * MINUTE),
  more: true,
})

/** How a scale places prices: a cent is a pixel on a linear one. */
export type ScaleKind = 'linear' | 'log' | 'percent'
const TOP = 102
const LOG_PX = 4_000
const BASE = 100
const toY: Readonly<Record<ScaleKind, (value: number) => number>> = {
  linear: (value) => (TOP - value) * 100,
  log: (value) => (Math.log10(TOP) - Math.log10(value)) * LOG_PX,
  percent: (value) => (TOP - ((value - BASE) / BASE) * 100 - BASE) * 100,
}
const toPrice: Readonly<Record<ScaleKind, (y: number) => number>> = {
  linear: (y) => TOP - y / 100,
  log: (y) => 10 ** (Math.log10(TOP) - y / LOG_PX),
  percent: (y) => BASE + (TOP - BASE - y / 100),
}

/** A pane of 400 by 400 px in which a bar is 10 px wide. */
export const scalesOf = (
  bars = model(),
  bar = FIVE_MINUTES,
  kind: ScaleKind = 'linear',
): ChartScales => ({
  model: bars,
  shape: bar,
  places: 2,
  width: 400,
  height: 400,
  x: (index) => index * 10,
  index: (x) => x / 10,
  y: (value) => toY[kind](value),
  price: (y) => toPrice[kind](y),
})

const format: DrawingFormat = {
  price: decimalText,
  level: decimalText,
  time: (time) => new Date(time).toISOString(),
  ratio: decimalText,
  measure: ({ bars }) => [`${bars} bars`],
  plan: () => ({ entry: ['entry'], target: 'target', stop: 'stop' }),
}

export function stageOf(scales = scalesOf(), assetClass: AssetClass = 'stock'): Stage {
  return {
    scales,
    axis: new BarAxis(scales.model, scales.shape, assetClass),
    format,
    figures: (plan, risk) => planFigures(plan, { risk, multiplier: dec('1'), assetClass }),
  }
}

export const CENT = dec('0.01')
/** An anchor on a bar, at a y of the linear scale. */
export const anchorOn = (bar: number, text: string): Anchor => ({
  time: epochMs(T0 + bar * 5 * MINUTE),
  price: price(text),
})
