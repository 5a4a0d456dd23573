import { barAt, barCount, type BarModel } from '../bars/bar-model.js'
import { numberBar, type NumberBar } from './calculator.js'
import type { IndicatorSettings } from './settings.js'

/** The volume between two prices: of bars that rose, and of bars that fell. */
export interface ProfileRow {
  readonly low: number
  readonly high: number
  readonly up: number
  readonly down: number
}

/** The volume of some bars by price. */
export interface VolumeProfile {
  /** The lowest prices first; each row has the same height. */
  readonly rows: readonly ProfileRow[]
  /** The row with the most volume. */
  readonly control: number
  /** The first and the last row of the value area. */
  readonly area: readonly [low: number, high: number]
}

/** The indexes of the first and the last bar, counted from the oldest known; both are included. */
export interface BarRange {
  readonly first: number
  readonly last: number
}

const PERCENT = 100
export const volumeOf = ({ up, down }: ProfileRow): number => up + down

/** Returns the middle of the row with the most volume, and the limits of the value area. */
export function profileLevels({ rows, control, area: [from, to] }: VolumeProfile) {
  const { low, high } = rows[control] ?? { low: Number.NaN, high: Number.NaN }
  return {
    control: (low + high) / 2,
    valueHigh: rows[to]?.high ?? Number.NaN,
    valueLow: rows[from]?.low ?? Number.NaN,
  }
}

/**
 * Returns the profile of bars; null where nothing was traded or all at one price. The volume of a
 * bar is spread evenly over its prices. The value area begins at the row with the most volume and
 * takes in the two rows above it or the two below it, whichever have more, until it has its share.
 *
 * @param rowCount the number of rows, at least one
 * @param share the percentage of the volume in the value area
 */
export function volumeProfile(
  bars: readonly NumberBar[],
  rowCount: number,
  share: number,
): VolumeProfile | null {
  const lowest = Math.min(...bars.map(({ low }) => low))
  const highest = Math.max(...bars.map(({ high }) => high))
  const height = (highest - lowest) / rowCount
  if (!(height > 0) || !Number.isFinite(height)) return null
  const [up, down] = [new Float64Array(rowCount), new Float64Array(rowCount)]
  const rowAt = (price: number): number =>
    Math.min(rowCount - 1, Math.max(0, Math.floor((price - lowest) / height)))
  for (const bar of bars) {
    const side = bar.close >= bar.open ? up : down
    const [from, to] = [rowAt(bar.low), rowAt(bar.high)]
    for (let row = from; row <= to; row += 1) {
      const [bottom, top] = [lowest + row * height, lowest + (row + 1) * height]
      const part = Math.min(bar.high, top) - Math.max(bar.low, bottom)
      const ratio = from === to ? 1 : part / (bar.high - bar.low)
      side[row] = (side[row] ?? 0) + bar.volume * Math.max(0, ratio)
    }
  }
  const rows = Array.from(up, (rising, row) => ({
    low: lowest + row * height,
    high: lowest + (row + 1) * height,
    up: rising,
    down: down[row] ?? 0,
  }))
  const volumes = rows.map(volumeOf)
  const total = volumes.reduce((sum, volume) => sum + volume, 0)
  if (total === 0) return null
  const control = volumes.indexOf(Math.max(...volumes))
  return { rows, control, area: valueArea(volumes, control, (total * share) / PERCENT) }
}

function valueArea(
  volumes: readonly number[],
  control: number,
  targetVolume: number,
): readonly [number, number] {
  let [low, high] = [control, control]
  let inside = volumes[control] ?? 0
  const sumOf = (from: number, to: number): number =>
    volumes.slice(Math.max(0, from), to + 1).reduce((sum, volume) => sum + volume, 0)
  while (inside < targetVolume && (low > 0 || high < volumes.length - 1)) {
    const above = sumOf(high + 1, high + 2)
    const below = low === 0 ? 0 : sumOf(low - 2, low - 1)
    const isUp = low === 0 || (high < volumes.length - 1 && above >= below)
    if (isUp) high = Math.min(volumes.length - 1, high + 2)
    else low = Math.max(0, low - 2)
    inside += isUp ? above : below
  }
  return [low, high]
}

/** Returns the profile of the bars in view. */
export function visibleProfile(
  model: BarModel,
  { first, last }: BarRange,
  { parameters: [rows = 1, share = 1] }: IndicatorSettings,
): VolumeProfile | null {
  const bars: NumberBar[] = []
  const end = Math.min(last, barCount(model) - 1)
  for (let index = Math.max(0, first); index <= end; index += 1) {
    const bar = barAt(model, index)
    if (bar !== null) bars.push(numberBar(bar))
  }
  return volumeProfile(bars, rows, share)
}
