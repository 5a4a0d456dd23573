import type { ReactNode } from 'react'
import type { Timespan } from '../../../shared/domain/market/bar.js'
import type { ShownOutcome } from '../../chart/market/shown-outcome.js'
import { barTimeText, type ChartZone } from '../../chart/axis-time.js'
import type { BarReading } from '../../chart/bars/bar-model.js'
import { formatCompact, formatExact, formatQuantity, formatRatio } from '../../format/decimal.js'
import { useText } from '../../language/window-text.js'
import { Signed } from '../../ui/signed.js'
import { explainByTab } from '../../ui/hints/hint.js'

export interface LegendProps {
  readonly outcome: ShownOutcome
  readonly reading: BarReading | null
  readonly timespan: Timespan
  readonly places: number
  readonly locale: string
  readonly zone: ChartZone
  /** The age of the newest bar's price. */
  readonly age: ReactNode
}

/**
 * The exact values of the bar under the pointer, or of the newest, in the chart's decimal places.
 */
export function ChartLegend({
  outcome,
  reading,
  timespan,
  places,
  locale,
  zone,
  age,
}: LegendProps) {
  const text = useText()
  if (reading === null) return null
  const { bar } = reading
  const price = (value: typeof bar.open): string => formatExact(value, places)
  const { legend } = text.chart
  return (
    <dl className="chart-legend tnum" data-testid="chart-legend" data-time={bar.time}>
      {outcome !== null && (
        <div>
          <dt>{text.instruments.pricesOfOutcome[outcome]}</dt>
        </div>
      )}
      <div className="chart-legend-time">
        <dt className="sr-only">{text.chart.heads.time}</dt>
        <dd>{barTimeText(bar.time, timespan, locale, zone)}</dd>
      </div>
      {(
        [
          ['open', bar.open],
          ['high', bar.high],
          ['low', bar.low],
          ['close', bar.close],
        ] as const
      ).map(([name, value]) => (
        <div key={name}>
          <dt>{legend[name]}</dt>
          <dd data-testid={`chart-${name}`}>
            {name === 'close' && age}
            {price(value)}
          </dd>
        </div>
      ))}
      <div>
        <dt>{legend.volume}</dt>
        <dd data-testid="chart-volume" {...explainByTab(formatQuantity(bar.volume))}>
          {formatCompact(bar.volume)}
        </dd>
      </div>
      {reading.change !== null && (
        <div>
          <dt className="sr-only">{legend.change}</dt>
          <dd data-testid="chart-change">
            <Signed value={reading.change}>{changeText(reading, places)}</Signed>
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Formats a bar's change with its sign, then as percent: "+1.20 (+0.65%)". */
const changeText = ({ change, changeRatio }: BarReading, places: number): string =>
  `${formatExact(change, places, true)} (${formatRatio(changeRatio)})`
