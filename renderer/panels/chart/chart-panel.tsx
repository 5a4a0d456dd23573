import { CandlestickChart } from 'lucide-react'
import {
  Suspense,
  lazy,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react'
import type { Timespan } from '../../../shared/domain/market/bar.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import { barCount, pricePlaces, readBar } from '../../chart/bar-model.js'
import {
  CHART_STYLES,
  PRICE_SCALES,
  USUAL_APPEARANCE,
  type ChartAppearance,
} from '../../chart/appearance.js'
import type { ChartView } from '../../chart/chart-view.js'
import type { IndicatorSettings } from '../../chart/indicators/settings.js'
import { ownLines } from '../../chart/order-lines.js'
import type { TitledLine } from '../../chart/price-lines.js'
import {
  useActiveSymbol,
  useAllRows,
  useConnected,
  useMainWindow,
  useOnConnected,
  useSelectedAccount,
  useSetting,
} from '../../stores/context.js'
import { currentLocale } from '../../language/language.js'
import { useText } from '../../language/window-text.js'
import { exchangeMinute } from '../../format/time.js'
import { Button } from '../../ui/button.js'
import { Empty } from '../../ui/states.js'
import { BarTable } from './bar-table.js'
import { ChartBar, SPANS } from './chart-bar.js'
import { ChartLegend } from './chart-legend.js'
import { ChartPicture } from './chart-picture.js'
import { ChartState } from './chart-state.js'
import { IndicatorLegend } from './indicator-legend.js'
import { lineLabel, titled } from './line-titles.js'
import { chartSummary } from './summary.js'
import { useBars, type Bars } from './use-bars.js'
import { useIndicatorSettings, useIndicatorValues } from './use-indicators.js'
import { useRest } from './drawings/use-rest.js'
import { useSettled } from './use-settled.js'
import './chart-panel.css'

/** Loaded when it is first opened. */
const ChartSettings = lazy(async () => ({
  default: (await import('./chart-settings.js')).ChartSettings,
}))

/** Loaded once the chart is drawn: a start does not wait for it. */
const DrawingLayer = lazy(async () => ({
  default: (await import('./drawings/drawing-layer.js')).DrawingLayer,
}))

const SHAPES = ['bars', 'table'] as const
const TOOLS = ['hidden', 'shown'] as const

/** Candles, volume, running bar, own orders and position of the symbol of the first link group. */
export function ChartPanel() {
  const text = useText()
  const symbol = useActiveSymbol()
  if (symbol === null) {
    return <Empty icon={CandlestickChart} title={text.chart.pick} hint={text.chart.pickHint} />
  }
  return <Chart symbol={symbol} />
}

function Chart({ symbol }: { readonly symbol: Symbol }) {
  const text = useText()
  const [timespan, setTimespan] = useSetting('chart.timespan', SPANS, 'M5')
  const [shape, setShape] = useSetting('chart.shape', SHAPES, 'bars')
  const [style, setStyle] = useSetting('chart.style', CHART_STYLES, USUAL_APPEARANCE.style)
  const [scale, setScale] = useSetting('chart.scale', PRICE_SCALES, USUAL_APPEARANCE.scale)
  const [tools, setTools] = useSetting('chart.drawing-tools', TOOLS, 'hidden')
  const [indicators, setIndicators] = useIndicatorSettings()
  const [isOpen, setOpen] = useState(false)
  const appearance = useMemo(() => ({ style, scale }), [style, scale])
  const openSettings = useCallback(() => setOpen(true), [])
  const showTools = useCallback(
    (isShown: boolean) => setTools(isShown ? 'shown' : 'hidden'),
    [setTools],
  )
  const asTable = shape === 'table'
  const bars = useBars(symbol, timespan)
  const view = useRef<ChartView | null>(null)
  const onView = useCallback((made: ChartView | null) => {
    view.current = made
  }, [])
  useOnConnected(() => {
    if (bars.phase === 'failed') bars.retry()
  })
  useTakenPictures(symbol, text.chart.timespanNames[timespan], view)
  return (
    <section
      className="chart"
      aria-label={text.chart.label(symbol, text.chart.timespanNames[timespan])}
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
        onTable={(table) => setShape(table ? 'table' : 'bars')}
        isDrawing={tools === 'shown'}
        onDrawing={showTools}
        onSettings={openSettings}
        view={view}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <ChartSettings
            appearance={appearance}
            onAppearance={(next) => {
              setStyle(next.style)
              setScale(next.scale)
            }}
            indicators={indicators}
            onIndicators={setIndicators}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
      <ChartBody
        symbol={symbol}
        timespan={timespan}
        asTable={asTable}
        bars={bars}
        appearance={appearance}
        indicators={indicators}
        isDrawing={tools === 'shown'}
        view={view}
        onView={onView}
      />
    </section>
  )
}

/** Lets other panels take the picture of this chart. */
function useTakenPictures(
  symbol: Symbol,
  timespan: string,
  view: RefObject<ChartView | null>,
): void {
  const mainWindow = useMainWindow()
  useEffect(
    () =>
      mainWindow.charts.register(symbol, () => {
        const { now, session } = mainWindow
        const time = now() + (session.getState().value?.exchangeOffsetMs ?? 0)
        return view.current?.picture(`${symbol} · ${timespan} · ${exchangeMinute(time)}`) ?? null
      }),
    [mainWindow, symbol, timespan, view],
  )
}

interface ChartBodyProps {
  readonly symbol: Symbol
  readonly timespan: Timespan
  readonly asTable: boolean
  readonly bars: Bars
  readonly appearance: ChartAppearance
  readonly indicators: readonly IndicatorSettings[]
  /** True while the drawing tools are shown. */
  readonly isDrawing: boolean
  readonly view: RefObject<ChartView | null>
  readonly onView: (view: ChartView | null) => void
}

/** The bars, drawn or as a table, with the notes that lie over them. */
function ChartBody(props: ChartBodyProps) {
  const text = useText()
  const { symbol, timespan, asTable, bars, appearance, view, onView } = props
  const [crosshair, setCrosshair] = useState<number | null>(null)
  const lines = useOwnLines(symbol)
  const values = useIndicatorValues(props.indicators, bars, timespan)
  const { model, key: resetKey } = bars
  const content = useMemo(
    () => ({ model, timespan, resetKey, appearance, indicators: values }),
    [model, timespan, resetKey, appearance, values],
  )
  const locale = currentLocale()
  const connected = useConnected()
  const summary = useSummary(symbol, bars, timespan)
  const places = pricePlaces(bars.model)
  const timespanName = text.chart.timespanNames[timespan]
  // Wait for the history: a running bar alone is not a useful chart.
  const ready = bars.phase === 'ready' && barCount(bars.model) > 0
  const shown = { timespan, places, locale }
  const hasDrawings = useRest(ready && !asTable) || props.isDrawing
  return (
    <div className="chart-body">
      {!asTable && (
        <ChartPicture
          label={`${text.chart.label(symbol, timespanName)}. ${summary} ${text.chart.keys}`}
          bars={bars}
          content={content}
          lines={lines}
          locale={locale}
          view={view}
          onView={onView}
          onCrosshair={setCrosshair}
        />
      )}
      {asTable && (
        <BarTable
          {...shown}
          model={bars.model}
          label={text.chart.tableLabel(symbol, timespanName)}
        />
      )}
      {!asTable && ready && (
        <ChartLegend {...shown} symbol={symbol} reading={readBar(bars.model, crosshair)} />
      )}
      {!asTable && ready && values.length > 0 && (
        <IndicatorLegend indicators={values} crosshair={crosshair} places={places} />
      )}
      {!asTable && hasDrawings && (
        <Suspense fallback={null}>
          <DrawingLayer
            key={locale}
            symbol={symbol}
            timespan={timespan}
            view={view}
            isReady={ready}
            isOpen={props.isDrawing}
          />
        </Suspense>
      )}
      {!ready && (
        <ChartState
          phase={bars.phase}
          error={bars.error}
          connected={connected}
          onRetry={bars.retry}
        />
      )}
      <OlderBars state={bars.older} onRetry={bars.retry} />
      <LineList symbol={symbol} lines={lines} />
      {!asTable && <Credit />}
    </div>
  )
}

/** Returns the lines of the person's own orders and position. */
function useOwnLines(symbol: Symbol): readonly TitledLine[] {
  const text = useText()
  const mainWindow = useMainWindow()
  const orders = useAllRows(mainWindow.orders, 200)
  const positions = useAllRows(mainWindow.positions, 1_000)
  const account = useSelectedAccount()
  return useMemo(
    () => titled(ownLines(orders, positions, account, symbol), text),
    [orders, positions, account, symbol, text],
  )
}

/**
 * Returns the summary for a screen reader. It needs no tick rate, but must never show another
 * symbol's numbers.
 */
function useSummary(symbol: Symbol, bars: Bars, timespan: Timespan): string {
  const text = useText()
  const locale = currentLocale()
  const settled = useSettled(bars, 2_000)
  const spoken =
    settled.key === bars.key && settled.phase === bars.phase ? settled.model : bars.model
  return useMemo(
    () => chartSummary(symbol, spoken, timespan, locale, text.chart),
    [symbol, spoken, timespan, locale, text],
  )
}

/** Shows that older bars are loading or could not be loaded. */
function OlderBars({
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
function LineList({
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
function Credit() {
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
