import {
  CandlestickChart,
  ChartSpline,
  ChevronsRight,
  Minus,
  PencilRuler,
  Plus,
  Table2,
} from 'lucide-react'
import { memo, type RefObject } from 'react'
import type { Timespan } from '../../../shared/domain/market/bar.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { ChartView } from '../../chart/chart-view.js'
import { useMainWindow } from '../../stores/context.js'
import { selectSymbol } from '../../stores/selection.js'
import { useText } from '../../language/window-text.js'
import { IconButton } from '../../ui/button.js'
import { Segments } from '../../ui/segments.js'
import { ChannelAge } from '../../ui/channel-age.js'
import { SymbolField } from './symbol-field.js'

/** The intervals of the chart. */
export const SPANS: readonly Timespan[] = [
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
  readonly timespan: Timespan
  readonly onTimespan: (timespan: Timespan) => void
  readonly stale: boolean
  readonly asTable: boolean
  readonly onTable: (asTable: boolean) => void
  /** True while the drawing tools are shown. */
  readonly isDrawing: boolean
  readonly onDrawing: (isDrawing: boolean) => void
  /** Opens the choice of type, scale and indicators. */
  readonly onSettings: () => void
  readonly view: RefObject<ChartView | null>
}

/**
 * The chart's toolbar: symbol, interval, zoom, table. It does not render again while prices tick.
 */
export const ChartBar = memo(function ChartBar({
  symbol,
  timespan,
  onTimespan,
  stale,
  asTable,
  onTable,
  isDrawing,
  onDrawing,
  onSettings,
  view,
}: ChartBarProps) {
  const text = useText()
  const mainWindow = useMainWindow()
  return (
    <header className="chart-bar">
      <SymbolField symbol={symbol} onSymbol={(next) => selectSymbol(mainWindow.selection, next)} />
      <Segments
        label={text.chart.timespan}
        value={timespan}
        onValue={onTimespan}
        options={SPANS.map((span) => ({ value: span, label: text.chart.timespans[span] }))}
      />
      <span className="chart-tools">
        <ChannelAge channel="market" gap={stale} />
        <IconButton
          icon={PencilRuler}
          size="small"
          label={text.drawings.tools}
          aria-pressed={isDrawing}
          onClick={() => onDrawing(!isDrawing)}
          disabled={asTable}
        />
        <IconButton
          icon={ChartSpline}
          size="small"
          label={text.indicators.title}
          onClick={onSettings}
          disabled={asTable}
        />
        <IconButton
          icon={Minus}
          size="small"
          className="chart-zoom"
          label={text.chart.zoomOut}
          onClick={() => view.current?.zoom(1.5)}
          disabled={asTable}
        />
        <IconButton
          icon={Plus}
          size="small"
          className="chart-zoom"
          label={text.chart.zoomIn}
          onClick={() => view.current?.zoom(1 / 1.5)}
          disabled={asTable}
        />
        <IconButton
          icon={ChevronsRight}
          size="small"
          label={text.chart.newest}
          onClick={() => view.current?.toNewest()}
          disabled={asTable}
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
