import { CandlestickChart } from 'lucide-react'
import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { Timespan } from '../../../shared/domain/market/bar.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import { barCount, pricePlaces, readBar } from '../../chart/bar-model.js'
import { ChartCanvas } from '../../chart/chart-canvas.js'
import type { ChartView } from '../../chart/chart-view.js'
import { ownLines } from '../../chart/order-lines.js'
import {
  useActiveSymbol,
  useAllRows,
  useConnected,
  useMainWindow,
  useOnConnected,
  useSelectedAccount,
} from '../../stores/context.js'
import { describeError } from '../../text/error-message.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Empty, NotConnected } from '../../ui/states.js'
import { BarTable } from './bar-table.js'
import { ChartBar } from './chart-bar.js'
import { ChartLegend } from './chart-legend.js'
import { lineLabel, titled } from './line-titles.js'
import { chartSummary } from './summary.js'
import { useBars } from './use-bars.js'
import { useSettled } from './use-settled.js'
import { useThemeKey } from './use-theme-key.js'
import './chart-panel.css'

const LOCALE = 'en-US'

/** Candles, volume, running bar, own orders and position of the symbol of the first link group. */
export function ChartPanel() {
  const symbol = useActiveSymbol()
  if (symbol === null) {
    return <Empty icon={CandlestickChart} title={text.chart.pick} hint={text.chart.pickHint} />
  }
  return <Chart symbol={symbol} />
}

function Chart({ symbol }: { readonly symbol: Symbol }) {
  const mainWindow = useMainWindow()
  const [timespan, setTimespan] = useState<Timespan>('M5')
  const [crosshair, setCrosshair] = useState<number | null>(null)
  const [asTable, setAsTable] = useState(false)
  const bars = useBars(symbol, timespan)
  const orders = useAllRows(mainWindow.orders, 200)
  const positions = useAllRows(mainWindow.positions, 1_000)
  const account = useSelectedAccount()
  const themeKey = useThemeKey()
  const view = useRef<ChartView | null>(null)

  const lines = useMemo(
    () => titled(ownLines(orders, positions, account, symbol)),
    [orders, positions, account, symbol],
  )
  const places = pricePlaces(bars.model)
  const onViewReady = useCallback((made: ChartView | null) => {
    view.current = made
  }, [])
  const { onView } = bars
  const connected = useConnected()
  useOnConnected(() => {
    if (bars.phase === 'failed') bars.retry()
  })
  const listener = useMemo(
    () => ({ onCrosshair: setCrosshair, onView: (first: number) => onView(first) }),
    [onView],
  )
  const name = text.chart.label(symbol, text.chart.timespanNames[timespan])
  // The screen reader's summary needs no tick rate, but must never show another symbol's numbers.
  const settled = useSettled(bars, 2_000)
  const spoken =
    settled.key === bars.key && settled.phase === bars.phase ? settled.model : bars.model
  const summary = useMemo(() => chartSummary(spoken, timespan, LOCALE), [spoken, timespan])
  // Wait for the history: a running bar alone is not a useful chart.
  const ready = bars.phase === 'ready' && barCount(bars.model) > 0

  return (
    <section
      className="chart"
      aria-label={name}
      data-testid="chart"
      data-phase={bars.phase}
      data-bars={barCount(bars.model)}
    >
      <ChartBar
        symbol={symbol}
        timespan={timespan}
        onTimespan={setTimespan}
        stale={bars.stale}
        asTable={asTable}
        onTable={setAsTable}
        view={view}
      />
      <div className="chart-body">
        {/* Focus and keys are on the canvas element; the summary describes it. */}
        {!asTable && (
          <div
            className="chart-picture"
            role="img"
            tabIndex={0}
            aria-label={`${name}. ${summary} ${text.chart.keys}`}
            onKeyDown={(event) => onChartKey(event, view.current)}
            data-testid="chart-picture"
          >
            <ChartCanvas
              model={bars.model}
              timespan={timespan}
              resetKey={`${bars.key}`}
              lines={lines}
              locale={LOCALE}
              themeKey={themeKey}
              listener={listener}
              onView={onViewReady}
            />
          </div>
        )}
        {asTable && (
          <BarTable
            model={bars.model}
            timespan={timespan}
            places={places}
            label={text.chart.tableLabel(symbol, text.chart.timespanNames[timespan])}
            locale={LOCALE}
          />
        )}
        {!asTable && ready && (
          <ChartLegend
            reading={readBar(bars.model, crosshair)}
            timespan={timespan}
            places={places}
            locale={LOCALE}
          />
        )}
        {!ready && (
          <ChartState
            phase={bars.phase}
            error={bars.error}
            connected={connected}
            onRetry={bars.retry}
          />
        )}
        {bars.older === 'loading' && (
          <span className="chart-older badge" role="status">
            {text.chart.loadingOlder}
          </span>
        )}
        {bars.older === 'failed' && (
          <span className="chart-older badge bad" role="status">
            {text.chart.olderFailed}{' '}
            <Button size="small" variant="quiet" onClick={bars.retry}>
              {text.chart.retry}
            </Button>
          </span>
        )}
        <ul className="sr-only" aria-label={text.chart.linesLabel} data-testid="chart-lines">
          {lines.map((line) => (
            <li key={line.id} data-kind={line.kind} data-side={line.side}>
              {lineLabel(line)}
            </li>
          ))}
        </ul>
        {!asTable && (
          <button
            type="button"
            className="chart-credit"
            onClick={() => void mainWindow.invoke('app.open-link', { link: 'charts-attribution' })}
          >
            {text.chart.attribution}
          </button>
        )}
      </div>
    </section>
  )
}

function ChartState({
  phase,
  error,
  connected,
  onRetry,
}: Pick<ReturnType<typeof useBars>, 'phase' | 'error'> & {
  readonly connected: boolean
  readonly onRetry: () => void
}) {
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

/**
 * Handles the chart's keys: arrows pan (a tenth of the view with Shift), plus and minus zoom, End
 * returns to the newest bar.
 */
function onChartKey(event: KeyboardEvent, view: ChartView | null): void {
  if (view === null || event.ctrlKey || event.metaKey || event.altKey) return
  const step = event.shiftKey ? 20 : 3
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => view.pan(-step),
    ArrowRight: () => view.pan(step),
    '+': () => view.zoom(0.8),
    '=': () => view.zoom(0.8),
    '-': () => view.zoom(1.25),
    PageUp: () => view.pan(-100),
    PageDown: () => view.pan(100),
    End: () => view.toNewest(),
  }
  const run = keys[event.key]
  if (run === undefined) return
  event.preventDefault()
  run()
}
