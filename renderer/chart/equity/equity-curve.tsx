import { BaselineSeries, createChart, type UTCTimestamp } from 'lightweight-charts'
import { useEffect, useRef } from 'react'
import type { Decimal } from '../../../shared/domain/decimal.js'
import { DAY_MS, SECOND_MS } from '../../../shared/domain/time.js'
import { baselineOptions, chartOptions } from '../chart-options.js'
import { toNumber } from '../number.js'
import { readTheme } from '../theme.js'
import { useThemeKey } from '../use-theme-key.js'
import '../chart.css'
import './equity-curve.css'

/** The realized total at the end of a day at the exchange, such as "2026-11-25". */
export interface EquityPoint {
  readonly day: string
  readonly total: Decimal
}

export interface EquityCurveProps {
  /** Oldest first. */
  readonly points: readonly EquityPoint[]
  readonly locale: string
  /** What a screen reader says of the picture. */
  readonly label: string
}

/** Returns the noon of a day on the chart's axis, which is the exchange's wall clock. */
const noonOf = (day: string, daysBefore = 0): UTCTimestamp =>
  ((Date.parse(`${day}T12:00:00Z`) - daysBefore * DAY_MS) / SECOND_MS) as UTCTimestamp

/** The realized total over the days, above and below zero; it begins with nothing. */
export function EquityCurve({ points, locale, label }: EquityCurveProps) {
  const box = useRef<HTMLDivElement>(null)
  const themeKey = useThemeKey()
  useEffect(() => {
    const element = box.current
    const [first] = points
    if (element === null || first === undefined) return undefined
    const theme = readTheme(element)
    const options = chartOptions(theme, 'D', { locale, zone: 'exchange' })
    const chart = createChart(element, {
      ...options,
      // No bar follows the last day.
      timeScale: { ...options.timeScale, rightOffset: 0 },
      autoSize: true,
      handleScroll: false,
      handleScale: false,
    })
    const series = chart.addSeries(BaselineSeries, {
      ...baselineOptions(theme),
      baseValue: { type: 'price', price: 0 },
      priceLineVisible: false,
    })
    series.setData([
      { time: noonOf(first.day, 1), value: 0 },
      ...points.map(({ day, total }) => ({ time: noonOf(day), value: toNumber(total) })),
    ])
    // Made while its tab is hidden, it has no width yet that the days could be fitted into.
    const fit = (): void => chart.timeScale().fitContent()
    chart.timeScale().subscribeSizeChange(fit)
    fit()
    return () => chart.remove()
  }, [points, locale, themeKey])
  return (
    <div
      ref={box}
      className="equity-curve"
      role="img"
      aria-label={label}
      data-testid="equity-curve"
    />
  )
}
