import {
  CalendarSearch,
  CandlestickChart,
  ChartSpline,
  ChevronsRight,
  Ellipsis,
  History,
  Minus,
  PencilRuler,
  Plus,
  SlidersHorizontal,
  Table2,
  type LucideIcon,
} from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import type { ChartView } from '../../chart/chart-view.js'
import { useText } from '../../language/window-text.js'
import { useMainWindow } from '../../stores/context.js'
import { showOverlay } from '../../stores/layout.js'
import { IconButton } from '../../ui/button.js'
import { ContextMenu, type Point } from '../../ui/menus/context-menu.js'

/** The dialogs of the chart. */
export type ChartDialog = 'view' | 'settings' | 'date'

export interface ChartToolsProps {
  readonly asTable: boolean
  readonly onTable: (asTable: boolean) => void
  readonly onDialog: (dialog: ChartDialog) => void
  /** True while the drawing tools are shown. */
  readonly isDrawing: boolean
  readonly onDrawing: (isDrawing: boolean) => void
  /** False where the shown prices are none to draw along: for the outcome "no". */
  readonly canDraw: boolean
  readonly view: RefObject<ChartView | null>
}

/** A button of the toolbar, or an entry of its menu where the chart is narrow. */
interface ChartTool {
  readonly id: string
  readonly icon: LucideIcon
  readonly label: string
  readonly disabled?: boolean
  readonly pressed?: boolean
  readonly run: () => void
}

/** What is used often: always a button. */
function useMainTools(props: ChartToolsProps): readonly ChartTool[] {
  const { asTable, onDialog, isDrawing, onDrawing, canDraw } = props
  const { chartView, drawings, indicators } = useText()
  return [
    { id: 'view', icon: SlidersHorizontal, label: chartView.open, run: () => onDialog('view') },
    {
      id: 'draw',
      icon: PencilRuler,
      label: drawings.tools,
      pressed: isDrawing,
      disabled: asTable || !canDraw,
      run: () => onDrawing(!isDrawing),
    },
    {
      id: 'indicators',
      icon: ChartSpline,
      label: indicators.title,
      disabled: asTable,
      run: () => onDialog('settings'),
    },
  ]
}

/** What has keys or another way as well: in the menu where the chart is narrow. */
function useOtherTools(props: ChartToolsProps): readonly ChartTool[] {
  const { asTable, onTable, onDialog, view } = props
  const { chart, chartView, replayBars } = useText()
  const { layout } = useMainWindow()
  const disabled = asTable
  return [
    {
      id: 'date',
      icon: CalendarSearch,
      label: chartView.goTo,
      disabled,
      run: () => onDialog('date'),
    },
    {
      id: 'zoom-out',
      icon: Minus,
      label: chart.zoomOut,
      disabled,
      run: () => view.current?.scroll.zoom(1.5),
    },
    {
      id: 'zoom-in',
      icon: Plus,
      label: chart.zoomIn,
      disabled,
      run: () => view.current?.scroll.zoom(1 / 1.5),
    },
    {
      id: 'newest',
      icon: ChevronsRight,
      label: chart.newest,
      disabled,
      run: () => view.current?.scroll.toNewest(),
    },
    {
      id: 'replay',
      icon: History,
      label: replayBars.command,
      run: () => showOverlay(layout, 'replay-bars'),
    },
    {
      id: 'table',
      icon: asTable ? CandlestickChart : Table2,
      label: asTable ? chart.chart : chart.table,
      pressed: asTable,
      run: () => onTable(!asTable),
    },
  ]
}

/** The buttons of the chart's toolbar. A narrow chart has the less used ones in a menu. */
export function ChartTools(props: ChartToolsProps) {
  const main = useMainTools(props)
  const otherTools = useOtherTools(props)
  return (
    <>
      <ToolButtons tools={main} />
      <span className="chart-tools-wide">
        <ToolButtons tools={otherTools} />
      </span>
      <ToolMenu tools={otherTools} />
    </>
  )
}

function ToolButtons({ tools }: { readonly tools: readonly ChartTool[] }) {
  return tools.map(({ id, icon, label, disabled, pressed, run }) => (
    <IconButton
      key={id}
      icon={icon}
      size="small"
      label={label}
      disabled={disabled}
      aria-pressed={pressed}
      onClick={run}
    />
  ))
}

function ToolMenu({ tools }: { readonly tools: readonly ChartTool[] }) {
  const { moreTools } = useText().chart
  const button = useRef<HTMLSpanElement>(null)
  const [place, setPlace] = useState<Point | null>(null)
  return (
    <span ref={button} className="chart-tools-narrow">
      <IconButton
        icon={Ellipsis}
        size="small"
        label={moreTools}
        aria-haspopup="menu"
        aria-expanded={place !== null}
        onClick={() => {
          const box = button.current?.getBoundingClientRect()
          setPlace({ x: box?.left ?? 0, y: (box?.bottom ?? 0) + 2 })
        }}
      />
      {place !== null && (
        <ContextMenu
          label={moreTools}
          place={place}
          groups={[tools]}
          onClose={() => setPlace(null)}
        />
      )}
    </span>
  )
}
