import type { NumberBar } from '../../../../../renderer/chart/indicators/calculator.js'
import { createCalculator } from '../../../../../renderer/chart/indicators/calculators.js'
import type { IndicatorSettings } from '../../../../../renderer/chart/indicators/settings.js'
import vectors from '../../../../vectors/indicators.json' with { type: 'json' }

const FIVE_MINUTES = 300
/** 9:30 of a Monday on the exchange's clock. */
const FIRST = Date.UTC(2026, 10, 2, 9, 30) / 1_000
const BARS_A_DAY = 78

/** The recorded bars, as five-minute bars of trading days. */
export const recordedBars: readonly NumberBar[] = vectors.bars.map((row, index) => {
  const [open = 0, high = 0, low = 0, close = 0, volume = 0] = row
  const day = Math.floor(index / BARS_A_DAY)
  const time = FIRST + day * 86_400 + (index % BARS_A_DAY) * FIVE_MINUTES
  return { time, open, high, low, close, volume }
})

/** Returns the values of each plot, computed bar after bar. */
export function plotsOf(
  settings: IndicatorSettings,
  bars: readonly NumberBar[],
  daily = false,
): readonly (readonly (number | null)[])[] {
  const calculator = createCalculator(settings, { daily })
  const rows = bars.map((bar) => calculator.update(bar, false))
  return (rows.at(-1) ?? []).map((_value, plot) => rows.map((row) => row[plot] ?? null))
}
