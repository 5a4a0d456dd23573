import type { Symbol } from '../../../shared/domain/ids.js'
import type { TitledLine } from '../../chart/price-lines.js'
import { useText } from '../../language/window-text.js'
import { useMainWindow } from '../../stores/context.js'
import { Button } from '../../ui/button.js'
import { lineLabel } from './line-titles.js'
import type { Bars } from './use-bars.js'

/** Shows that older bars are loading or could not be loaded. */
export function OlderBars({
  state,
  onRetry,
}: {
  readonly state: Bars['older']
  readonly onRetry: () => void
}) {
  const text = useText()
  if (state === 'idle') return null
  if (state === 'loading') {
    return (
      <span className="chart-older badge" role="status">
        {text.chart.loadingOlder}
      </span>
    )
  }
  return (
    <span className="chart-older badge bad" role="status">
      {text.chart.olderFailed}{' '}
      <Button size="small" variant="quiet" onClick={onRetry}>
        {text.chart.retry}
      </Button>
    </span>
  )
}

/** Lists the lines for a screen reader. */
export function LineList({
  symbol,
  lines,
}: {
  readonly symbol: Symbol
  readonly lines: readonly TitledLine[]
}) {
  const text = useText()
  return (
    <ul className="sr-only" aria-label={text.chart.linesLabel} data-testid="chart-lines">
      {lines.map((line) => (
        <li key={line.id} data-kind={line.kind} data-side={line.side}>
          {lineLabel(line, symbol)}
        </li>
      ))}
    </ul>
  )
}

/** Names the chart library, as its license requires. */
export function Credit() {
  const text = useText()
  const { invoke } = useMainWindow()
  return (
    <button
      type="button"
      className="chart-credit"
      onClick={() => void invoke('app.open-link', { link: 'charts-attribution' })}
    >
      {text.chart.attribution}
    </button>
  )
}
