import { X } from 'lucide-react'
import type { Symbol } from '../../../../shared/domain/ids.js'
import { barAt, barCount, type BarModel } from '../../../chart/bars/bar-model.js'
import { closeBy } from '../../../chart/compare/aligned.js'
import { marksOfBar, type EventMark } from '../../../chart/market/event-marks.js'
import type { BarShape } from '../../../chart/spans/chart-span.js'
import { formatSymbolPrice } from '../../../format/product-price.js'
import { useText } from '../../../language/window-text.js'
import { IconButton } from '../../../ui/button.js'
import type { Compared } from './use-compared.js'

export interface ChartExtrasProps {
  readonly model: BarModel
  readonly shape: BarShape
  /** The index of the bar under the pointer; null for the newest. */
  readonly crosshair: number | null
  readonly compared: readonly Compared[]
  readonly marks: readonly EventMark[]
  readonly onRemove: (symbol: Symbol) => void
}

/** The compared symbols and the marks at the bar under the pointer, below the legend. */
export function ChartExtras({
  model,
  shape,
  crosshair,
  compared,
  marks,
  onRemove,
}: ChartExtrasProps) {
  const text = useText().chartView
  const bar = barAt(model, crosshair ?? barCount(model) - 1)
  const ofBar = bar === null ? [] : marksOfBar(marks, bar.time, shape)
  return (
    <>
      {compared.length > 0 && (
        <ul
          className="chart-compared tnum"
          aria-label={text.comparedLegend}
          data-testid="chart-compared"
        >
          {compared.map(({ symbol, model: other, phase }, place) => {
            const close = bar === null ? null : closeBy(other, bar.time)
            return (
              <li key={symbol} data-compared={symbol} data-bars={barCount(other)}>
                <span className={`chart-compared-key place-${place}`} aria-hidden />
                {symbol}{' '}
                {phase === 'failed' ? text.comparedFailed : formatSymbolPrice(close, symbol)}
                <IconButton
                  icon={X}
                  size="small"
                  label={text.removeCompared(symbol)}
                  onClick={() => onRemove(symbol)}
                />
              </li>
            )
          })}
        </ul>
      )}
      {ofBar.length > 0 && (
        <ul className="chart-marks" aria-label={text.marks.listLabel} data-testid="chart-marks">
          {ofBar.map((mark) => (
            <li key={`${mark.kind} ${mark.day}`}>{mark.label}</li>
          ))}
        </ul>
      )}
    </>
  )
}
