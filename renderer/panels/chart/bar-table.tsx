import type { Timespan } from '../../../shared/domain/market/bar.js'
import { barTimeText, type ChartZone } from '../../chart/axis-time.js'
import { barAt, barCount, type BarModel } from '../../chart/bars/bar-model.js'
import { formatExact, formatQuantity } from '../../format/decimal.js'
import { useText } from '../../language/window-text.js'

const SHOWN = 200

export interface BarTableProps {
  readonly model: BarModel
  readonly timespan: Timespan
  readonly places: number
  readonly label: string
  readonly locale: string
  readonly zone: ChartZone
}

/** The newest bars as a table, newest first: an accessible form of the chart. */
export function BarTable({ model, timespan, places, label, locale, zone }: BarTableProps) {
  const text = useText()
  const count = barCount(model)
  const newestBars = Array.from({ length: Math.min(SHOWN, count) }, (_, index) =>
    barAt(model, count - 1 - index),
  ).filter((bar) => bar !== null)
  const { heads } = text.chart
  return (
    <div className="chart-table" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{heads.time}</th>
            {(['open', 'high', 'low', 'close', 'volume'] as const).map((name) => (
              <th key={name} scope="col" className="num">
                {heads[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {newestBars.map((bar) => (
            <tr key={bar.time}>
              <th scope="row">{barTimeText(bar.time, timespan, locale, zone)}</th>
              {[bar.open, bar.high, bar.low, bar.close].map((value, index) => (
                <td key={index} className="num">
                  {formatExact(value, places)}
                </td>
              ))}
              <td className="num">{formatQuantity(bar.volume)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
