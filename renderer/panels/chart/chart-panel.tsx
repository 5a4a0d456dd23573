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
import { barCount, chartPlaces, chartStep } from '../../chart/bars/bar-model.js'
import {
  CHART_STYLES,
  PRICE_SCALES,
  USUAL_APPEARANCE,
  type ChartAppearance,
} from '../../chart/appearance.js'
import type { ChartContent } from '../../chart/chart-content.js'
import type { ChartView } from '../../chart/chart-view.js'
import type { IndicatorSettings } from '../../chart/indicators/settings.js'
import { shownKey, type ShownOutcome } from '../../chart/market/shown-outcome.js'
import { ownLines } from '../../chart/order-lines.js'
import type { TitledLine } from '../../chart/price-lines.js'
import {
  lengthOfSpan,
  shapeOf,
  type BarShape,
  type ChartSpan,
} from '../../chart/spans/chart-span.js'
import {
  useActiveSymbol,
  useCurrentRows,
  useConnected,
  useMainWindow,
  useOnReachable,
  useSelectedAccount,
  useSetting,
  useSlice,
} from '../../stores/context.js'
import { panelNumber } from '../../stores/panel-id.js'
import { stepsOf, useListedSteps } from '../../format/listed-steps.js'
import { currentLocale } from '../../language/language.js'
import { currentText, useText } from '../../language/window-text.js'
import { exchangeMinute } from '../../format/time.js'
import { useSizesIn } from '../../ui/accounts/use-positions-in.js'
import { Empty } from '../../ui/states.js'
import { BarTable } from './bar-table.js'
import { ChartBar } from './chart-bar.js'
import type { ChartDialog } from './chart-tools.js'
import { ChartPicture } from './chart-picture.js'
import { Credit, LineList, OlderBars } from './chart-notes.js'
import { ChartState } from './chart-state.js'
import { titled } from './line-titles.js'
import { chartSummary } from './summary.js'
import type { Bars } from './use-bars.js'
import { useChartSync, type SyncedChart } from './use-chart-sync.js'
import {
  useBarRange,
  useIndicatorSettings,
  useIndicatorValues,
} from './indicators/use-indicators.js'
import { useRest, useSettled } from './timing.js'
import { ChartDialogs } from './view/chart-dialogs.js'
import { ChartLegends } from './view/chart-legends.js'
import { hasExtendedHours, type ChartViewSettings } from './view/chart-view-settings.js'
import { LastPriceNote } from './view/last-price-note.js'
import { useChartSpan, useChartView } from './view/use-chart-view.js'
import { useCompared } from './view/use-compared.js'
import { useEventMarks } from './view/use-event-marks.js'
import { useMarketLines } from './view/use-market-lines.js'
import { useShapedBars } from './view/use-shaped-bars.js'
import { useShownOutcome } from './view/use-shown-outcome.js'
import './chart-panel.css'

/** Loaded once the chart is drawn: a start does not wait for it. */
const DrawingLayer = lazy(async () => ({
  default: (await import('./drawings/drawing-layer.js')).DrawingLayer,
}))

/** Loaded after the bars are drawn: a start does not wait for it. */
const TradeLayer = lazy(async () => ({
  default: (await import('./trading/trade-layer.js')).TradeLayer,
}))

const FORMS = ['bars', 'table'] as const
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
  const [span, setSpan] = useChartSpan(symbol)
  const [viewSettings, changeViewSettings] = useChartView()
  const [asTable, onTable] = useTwoWay('chart.shape', FORMS)
  const [appearance, setAppearance] = useAppearance()
  const [indicators, setIndicators] = useIndicatorSettings()
  const [dialog, setDialog, closeDialog] = useDialog()
  const isRegularOnly = hasExtendedHours(symbol) && !viewSettings.extendedHours
  const shape = useMemo(() => shapeOf(span, isRegularOnly), [span, isRegularOnly])
  const spanName = useSpanName(span)
  const outcome = useShownOutcome(symbol)
  const bars = useShapedBars(symbol, shape, outcome)
  const [isDrawing, onDrawing] = useTwoWay('chart.drawing-tools', TOOLS)
  const { view, drawn, onView } = useDrawnView()
  const number = useSlice(useMainWindow().selection, ({ panel }) => panelNumber(panel ?? ''))
  const sync = useChartSync(view, setSpan)
  useRetryOnReachable(bars)
  useTakenPictures(symbol, outcome, spanName, view)
  return (
    <section
      className="chart"
      aria-label={numbered(text.chart.label(symbol, spanName), number)}
      data-testid="chart"
      data-phase={bars.phase}
      data-bars={barCount(bars.model)}
      data-key={bars.key}
    >
      <ChartBar
        symbol={symbol}
        outcome={outcome}
        span={span}
        onSpan={sync.chooseSpan}
        stale={bars.stale}
        asTable={asTable}
        onTable={onTable}
        onDialog={setDialog}
        isDrawing={isDrawing}
        onDrawing={onDrawing}
        view={view}
      />
      <ChartDialogs
        dialog={dialog}
        symbol={symbol}
        span={span}
        onSpan={setSpan}
        shown={viewSettings}
        onChange={changeViewSettings}
        hasExtendedHours={hasExtendedHours(symbol)}
        appearance={appearance}
        onAppearance={setAppearance}
        indicators={indicators}
        onIndicators={setIndicators}
        bars={bars}
        view={view}
        onClose={closeDialog}
      />
      <ChartBody
        symbol={symbol}
        outcome={outcome}
        shape={shape}
        spanName={spanName}
        shown={viewSettings}
        onShown={changeViewSettings}
        asTable={asTable}
        bars={bars}
        appearance={appearance}
        indicators={indicators}
        onIndicators={setIndicators}
        onDialog={setDialog}
        isDrawing={isDrawing}
        view={view}
        drawn={drawn}
        onView={onView}
        onPointer={sync.onPointer}
      />
    </section>
  )
}

/**
 * A saved choice of two: false for the first, true for the second. Its setter is stable, so that
 * the toolbar does not render with every tick.
 */
function useTwoWay<T extends string>(
  name: string,
  values: readonly [T, T],
): readonly [boolean, (isSecond: boolean) => void] {
  const [value, setValue] = useSetting<T>(name, values, values[0])
  const [first, second] = values
  const choose = useCallback(
    (isSecond: boolean) => setValue(isSecond ? second : first),
    [setValue, first, second],
  )
  return [value === second, choose]
}

/** Loads bars again that could not be loaded, once the broker can be reached. */
function useRetryOnReachable({ phase, retry }: Bars): void {
  useOnReachable(() => {
    if (phase === 'failed') retry()
  })
}

/** The open dialog. What closes it stays the same: an open dialog renders with every tick. */
function useDialog() {
  const [dialog, setDialog] = useState<ChartDialog | null>(null)
  const close = useCallback(() => setDialog(null), [])
  return [dialog, setDialog, close] as const
}

/** The chart's view while it exists: for keys as a reference, for what lies over it as a state. */
function useDrawnView() {
  const view = useRef<ChartView | null>(null)
  const [drawn, setDrawn] = useState<ChartView | null>(null)
  const onView = useCallback((made: ChartView | null) => {
    view.current = made
    setDrawn(made)
  }, [])
  return { view, drawn, onView }
}

/** Distinguishes the name of a further chart from that of the first. */
const numbered = (label: string, number: number): string =>
  number === 1 ? label : `${label} (${number})`

/** Lets other panels take the picture of this chart. */
function useTakenPictures(
  symbol: Symbol,
  outcome: ShownOutcome,
  timespan: string,
  view: RefObject<ChartView | null>,
): void {
  const mainWindow = useMainWindow()
  useEffect(
    () =>
      mainWindow.charts.register(symbol, () => {
        const { now, session } = mainWindow
        const time = now() + (session.getState().value?.exchangeOffsetMs ?? 0)
        const { environments, chart } = currentText()
        const environment = session.getState().value?.environment
        const caption = [
          symbol,
          outcome === null ? '' : currentText().instruments.outcomes[outcome],
          timespan,
          exchangeMinute(time),
          environment === undefined ? '' : environments[environment],
          chart.attribution,
        ]
        return view.current?.picture(caption.filter((part) => part !== '').join(' · ')) ?? null
      }),
    [mainWindow, symbol, outcome, timespan, view],
  )
}

interface ChartBodyProps {
  readonly symbol: Symbol
  readonly outcome: ShownOutcome
  readonly shape: BarShape
  readonly spanName: string
  readonly shown: ChartViewSettings
  readonly onShown: (part: Partial<ChartViewSettings>) => void
  readonly asTable: boolean
  readonly bars: Bars
  readonly appearance: ChartAppearance
  readonly indicators: readonly IndicatorSettings[]
  readonly onIndicators: (next: readonly IndicatorSettings[]) => void
  readonly onDialog: (dialog: ChartDialog) => void
  /** True while the drawing tools are shown. */
  readonly isDrawing: boolean
  readonly view: RefObject<ChartView | null>
  /** The view once it exists, for what is shown over it. */
  readonly drawn: ChartView | null
  readonly onView: (view: ChartView | null) => void
  readonly onPointer: SyncedChart['onPointer']
}

/** The bars, drawn or as a table, with the notes that lie over them. */
function ChartBody(props: ChartBodyProps) {
  const text = useText()
  const { symbol, outcome, shape, spanName, shown, asTable, bars, view, drawn, onView } = props
  const { base: timespan } = shape
  const [crosshair, setCrosshair] = useState<number | null>(null)
  const [range, onRange] = useBarRange(props.indicators)
  const lines = useOwnLines(symbol, outcome)
  const prices = useChartPrices(symbol, bars)
  const { content, compared } = useContent(props, prices)
  const locale = currentLocale()
  const connected = useConnected()
  const summary = useSummary(symbol, bars, timespan)
  // Wait for the history: a running bar alone is not a useful chart.
  const ready = bars.phase === 'ready' && barCount(bars.model) > 0
  useMarketLines({ symbol, outcome, settings: shown, view, isDrawn: ready && !asTable })
  const format = { timespan, places: prices.places, locale, zone: shown.zone }
  const hasDrawings = useRest(ready && !asTable) || props.isDrawing
  return (
    <div className="chart-body">
      {!asTable && (
        <ChartPicture
          label={`${text.chart.label(symbol, spanName)}. ${summary} ${text.chart.keys}`}
          bars={bars}
          content={content}
          lines={lines}
          locale={locale}
          view={view}
          onView={onView}
          onCrosshair={setCrosshair}
          onPointer={props.onPointer}
          onRange={onRange}
        />
      )}
      {!asTable && ready && drawn !== null && (
        <Suspense fallback={null}>
          <TradeLayer symbol={symbol} outcome={outcome} view={drawn} model={bars.model} />
        </Suspense>
      )}
      {!asTable && ready && drawn !== null && (
        <LastPriceNote symbol={symbol} shape={shape} model={bars.model} view={drawn} />
      )}
      {asTable && (
        <BarTable {...format} model={bars.model} label={text.chart.tableLabel(symbol, spanName)} />
      )}
      {!asTable && ready && (
        <ChartLegends
          {...props}
          format={format}
          crosshair={crosshair}
          range={range}
          content={content}
          compared={compared}
        />
      )}
      {!asTable && hasDrawings && outcome !== 'no' && (
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

/** Returns how the prices of the chart are written, and their steps. */
function useChartPrices(symbol: Symbol, { model }: Bars): ChartContent['prices'] {
  useListedSteps()
  const steps = stepsOf(symbol)
  const places = chartPlaces(model, steps)
  const step = chartStep(model, steps)
  return useMemo(() => ({ places, step, steps }), [places, step, steps])
}

/** Returns what the chart draws: the bars with all that is shown beside them. */
function useContent(
  { symbol, shape, shown, bars, appearance, indicators }: ChartBodyProps,
  prices: ChartContent['prices'],
) {
  const values = useIndicatorValues(indicators, bars, shape.base)
  const others = useMemo(
    () => shown.compared.filter((other) => other !== symbol),
    [shown.compared, symbol],
  )
  const compared = useCompared(others, shape, bars.model)
  const marks = useEventMarks(symbol, shown.marks)
  const { model, key: resetKey } = bars
  const { zone } = shown
  const content = useMemo(
    () => ({
      model,
      timespan: shape.base,
      shape,
      resetKey,
      appearance,
      indicators: values,
      compared,
      marks,
      zone,
      prices,
      hasExtendedHours: hasExtendedHours(symbol),
    }),
    [model, shape, resetKey, appearance, values, compared, marks, zone, prices, symbol],
  )
  return { content, compared }
}

/** Returns the saved type and scale of the chart, and their setter. */
function useAppearance(): readonly [ChartAppearance, (next: ChartAppearance) => void] {
  const [style, setStyle] = useSetting('chart.style', CHART_STYLES, USUAL_APPEARANCE.style)
  const [scale, setScale] = useSetting('chart.scale', PRICE_SCALES, USUAL_APPEARANCE.scale)
  const appearance = useMemo(() => ({ style, scale }), [style, scale])
  const set = useCallback(
    (next: ChartAppearance) => {
      setStyle(next.style)
      setScale(next.scale)
    },
    [setStyle, setScale],
  )
  return [appearance, set]
}

/** Names the length of a bar: "5 minutes". */
function useSpanName(span: ChartSpan): string {
  const { spanName } = useText().chartView
  const { amount, unit } = lengthOfSpan(span)
  return spanName(amount, unit)
}

/** Returns the lines of the person's own orders and position. */
function useOwnLines(symbol: Symbol, outcome: ShownOutcome): readonly TitledLine[] {
  const text = useText()
  const mainWindow = useMainWindow()
  const orders = useCurrentRows(mainWindow.orders)
  const key = shownKey(symbol, outcome)
  const positions = useSizesIn(key)
  const account = useSelectedAccount()
  return useMemo(
    () => titled(ownLines(orders, positions, account, key), text),
    [orders, positions, account, key, text],
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
    () => chartSummary(symbol, spoken, { timespan, locale, text: text.chart }),
    [symbol, spoken, timespan, locale, text],
  )
}
