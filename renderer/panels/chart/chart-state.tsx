import { CandlestickChart } from 'lucide-react'
import { describeError } from '../../language/error-message.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { Empty, NotConnected } from '../../ui/states.js'
import type { BarsState } from './bars-feed.js'

/** Shown in place of the chart while there are no bars: loading, failed, or none exist. */
export function ChartState({
  phase,
  error,
  connected,
  onRetry,
}: Pick<BarsState, 'phase' | 'error'> & {
  readonly connected: boolean
  readonly onRetry: () => void
}) {
  const text = useText()
  if (phase === 'loading') {
    return (
      <div className="chart-state" role="status" aria-label={text.states.loading}>
        <ChartSkeleton />
      </div>
    )
  }
  if (phase === 'failed' && !connected) {
    return (
      <div className="chart-state">
        <NotConnected icon={CandlestickChart} />
      </div>
    )
  }
  if (phase === 'failed' && error !== null) {
    const description = describeError(error)
    return (
      <div className="chart-state">
        <Empty title={description.title} hint={description.detail}>
          <Button onClick={onRetry}>{text.chart.retry}</Button>
        </Empty>
      </div>
    )
  }
  return (
    <div className="chart-state">
      <Empty icon={CandlestickChart} title={text.chart.empty} hint={text.chart.emptyHint} />
    </div>
  )
}

const HEIGHTS = [34, 48, 42, 58, 50, 66, 61, 74, 55, 47, 52, 63, 70, 59, 44, 51, 68, 77, 72, 64]

/** Gray candles, shown until the chart is loaded. */
function ChartSkeleton() {
  return (
    <div className="chart-skeleton" aria-hidden>
      {HEIGHTS.map((height, index) => (
        <span key={index} className="skeleton-bar" style={{ height: `${height}%` }} />
      ))}
    </div>
  )
}
