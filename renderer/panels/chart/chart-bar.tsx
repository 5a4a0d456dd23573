import {
  CalendarSearch,
  CandlestickChart,
  ChartSpline,
  ChevronsRight,
  History,
  Minus,
  PencilRuler,
  Plus,
  SlidersHorizontal,
  Table2,
} from 'lucide-react'
import { memo, type RefObject } from 'react'
import type { Timespan } from '../../../shared/domain/market/bar.js'
import {
  EVENT_OUTCOMES,
  type EventOutcome,
} from '../../../shared/domain/instruments/event-contract.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { WindowText } from '../../../shared/messages/window/window-text.js'
import type { ShownOutcome } from '../../chart/market/shown-outcome.js'
import type { ChartView } from '../../chart/chart-view.js'
import { lengthOfSpan, parseSpan, spanText, type ChartSpan } from '../../chart/spans/chart-span.js'
import { useMainWindow } from '../../stores/context.js'
import { showOverlay } from '../../stores/layout.js'
import { prefillTicket, selectSymbol } from '../../stores/selection.js'
import { useText } from '../../language/window-text.js'
import { IconButton } from '../../ui/button.js'
import { Segments } from '../../ui/segments.js'
import { ChannelAge } from '../../ui/channel-age.js'
import { SymbolField } from './symbol-field.js'

/** The dialogs of the chart. */
export type ChartDialog = 'view' | 'settings' | 'date'

/** The intervals of the toolbar; every other one is chosen in a dialog. */
const SPANS: readonly Timespan[] = [
  'S5',
  'S15',
  'M1',
  'M5',
  'M15',
  'M30',
  'M60',
  'M240',
  'D',
  'W',
  'M',
]

export interface ChartBarProps {
  readonly symbol: Symbol
  readonly outcome: ShownOutcome
  readonly span: ChartSpan
  readonly onSpan: (span: ChartSpan) => void
  readonly stale: boolean
  readonly asTable: boolean
  readonly onTable: (asTable: boolean) => void
  readonly onDialog: (dialog: ChartDialog) => void
  /** True while the drawing tools are shown. */
  readonly isDrawing: boolean
  readonly onDrawing: (isDrawing: boolean) => void
  readonly view: RefObject<ChartView | null>
}

/** The usual intervals, and the one that the person made. */
function Intervals({ span, onSpan }: Pick<ChartBarProps, 'span' | 'onSpan'>) {
  const text = useText()
  const shown = spanText(span)
  const offered = SPANS.some((base) => base === shown) ? SPANS : [...SPANS, shown]
  const choose = (value: string): void => {
    const next = parseSpan(value)
    if (next !== null) onSpan(next)
  }
  return (
    <Segments
      label={text.chart.timespan}
      value={shown}
      onValue={choose}
      options={offered.map((value) => ({ value, label: spanLabel(value, text) }))}
    />
  )
}

/** The outcome whose prices are shown. Choosing another one chooses it in the ticket, too. */
function OutcomeChoice({
  symbol,
  outcome,
}: {
  readonly symbol: Symbol
  readonly outcome: EventOutcome
}) {
  const text = useText()
  const { selection } = useMainWindow()
  return (
    <Segments
      label={text.ticket.eventOutcome}
      value={outcome}
      onValue={(next) => prefillTicket(selection, { symbol, outcome: next })}
      options={EVENT_OUTCOMES.map((value) => ({
        value,
        label: text.instruments.outcomes[value],
      }))}
    />
  )
}

/** Fewer and more bars, and the way back to the newest. */
function ZoomButtons({
  view,
  isDisabled,
}: Pick<ChartBarProps, 'view'> & { readonly isDisabled: boolean }) {
  const text = useText()
  return (
    <>
      <IconButton
        icon={Minus}
        size="small"
        className="chart-zoom"
        label={text.chart.zoomOut}
        onClick={() => view.current?.zoom(1.5)}
        disabled={isDisabled}
      />
      <IconButton
        icon={Plus}
        size="small"
        className="chart-zoom"
        label={text.chart.zoomIn}
        onClick={() => view.current?.zoom(1 / 1.5)}
        disabled={isDisabled}
      />
      <IconButton
        icon={ChevronsRight}
        size="small"
        label={text.chart.newest}
        onClick={() => view.current?.toNewest()}
        disabled={isDisabled}
      />
    </>
  )
}

/** Writes a stored interval briefly: "5m". */
function spanLabel(stored: string, { chartView }: WindowText): string {
  const span = parseSpan(stored)
  if (span === null) return stored
  const { amount, unit } = lengthOfSpan(span)
  return chartView.spanShort(amount, unit)
}

/**
 * The chart's toolbar: symbol, interval, zoom, table. It does not render again while prices tick.
 */
export const ChartBar = memo(function ChartBar({
  symbol,
  outcome,
  span,
  onSpan,
  stale,
  asTable,
  onTable,
  onDialog,
  isDrawing,
  onDrawing,
  view,
}: ChartBarProps) {
  const text = useText()
  const mainWindow = useMainWindow()
  return (
    <header className="chart-bar">
      <SymbolField symbol={symbol} onSymbol={(next) => selectSymbol(mainWindow.selection, next)} />
      {outcome !== null && <OutcomeChoice symbol={symbol} outcome={outcome} />}
      <Intervals span={span} onSpan={onSpan} />
      <span className="chart-tools">
        <ChannelAge channel="market" gap={stale} />
        <IconButton
          icon={SlidersHorizontal}
          size="small"
          label={text.chartView.open}
          onClick={() => onDialog('view')}
        />
        <IconButton
          icon={PencilRuler}
          size="small"
          label={text.drawings.tools}
          aria-pressed={isDrawing}
          onClick={() => onDrawing(!isDrawing)}
          disabled={asTable || outcome === 'no'}
        />
        <IconButton
          icon={ChartSpline}
          size="small"
          label={text.indicators.title}
          onClick={() => onDialog('settings')}
          disabled={asTable}
        />
        <IconButton
          icon={CalendarSearch}
          size="small"
          label={text.chartView.goTo}
          onClick={() => onDialog('date')}
          disabled={asTable}
        />
        <ZoomButtons view={view} isDisabled={asTable} />
        <IconButton
          icon={History}
          size="small"
          label={text.replayBars.command}
          onClick={() => showOverlay(mainWindow.layout, 'replay-bars')}
        />
        <IconButton
          icon={asTable ? CandlestickChart : Table2}
          size="small"
          label={asTable ? text.chart.chart : text.chart.table}
          aria-pressed={asTable}
          onClick={() => onTable(!asTable)}
        />
      </span>
    </header>
  )
})
