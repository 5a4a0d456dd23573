import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { abs, cmp, sub, type Price } from '../../../../shared/domain/decimal.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import { symbolClass } from '../../../../shared/domain/instruments/symbol-class.js'
import { stopTypeOf } from '../../../../shared/domain/orders/order-types.js'
import type { BarModel } from '../../../chart/bars/bar-model.js'
import type { ChartView } from '../../../chart/chart-view.js'
import type { MainWindow } from '../../../stores/main-window.js'
import { type ShownOutcome, shownKey } from '../../../chart/market/shown-outcome.js'
import type { DragEnd } from '../../../chart/trading/line-drag.js'
import type { PositionLine } from '../../../chart/trading/trade-lines.js'
import { useText } from '../../../language/window-text.js'
import { useMainWindow, useSlice, useAllRows, useSelectedAccount } from '../../../stores/context.js'
import { toast } from '../../../stores/toasts.js'
import { ContextMenu, type Point } from '../../../ui/menus/context-menu.js'
import type { MenuGroup } from '../../../ui/menus/menu-groups.js'
import { orderChangesOf } from '../../../ui/orders/order-changes.js'
import { useTradeGate } from '../../../ui/orders/use-trade-gate.js'
import { useCopy } from '../../../ui/use-copy.js'
import { useLabelActions } from './label-actions.js'
import { LineLabel } from './line-label.js'
import { LineQuestionBox } from './line-question.js'
import { EXIT_ID, lineViews, type PlacedView, type ViewContext } from './line-views.js'
import { exitMenu, exitPair, fillExit, priceMenu } from './ticket-gestures.js'
import { useChartPointer } from './use-chart-pointer.js'
import { exitType, useDrops, type Drops } from './use-drops.js'
import { useLast } from './use-last.js'
import { useLineLayout } from './use-layout.js'
import { useLineDrag, type LineDrag } from './use-line-drag.js'
import { usePriceGrid, useTradeLines, type ChartLine } from './use-trade-lines.js'
import './trade-layer.css'
import { orderInstrumentKey } from '../../../../shared/domain/instruments/instrument-key.js'
import { fillMarks } from '../../../chart/trading/fill-marks.js'

export interface TradeLayerProps {
  readonly symbol: Symbol
  readonly outcome: ShownOutcome
  readonly view: ChartView
  readonly model: BarModel
}

/** More labels than these would cover each other; the nearest to the market are shown. */
const MAX_LABELS = 24

/** A menu at a place of the window. */
interface OpenMenu {
  readonly label: string
  readonly place: Point
  readonly groups: readonly MenuGroup[]
}

/** What the person trades, over the chart, and the marks of the fills among its bars. */
export function TradeLayer({ symbol, outcome, view, model }: TradeLayerProps) {
  return (
    <>
      <FillMarks symbol={symbol} outcome={outcome} view={view} model={model} />
      <TradeLines symbol={symbol} outcome={outcome} view={view} />
    </>
  )
}

/** Draws the fills; a bar changes with every tick, which concerns nothing else of the layer. */
function FillMarks({ symbol, outcome, view, model }: TradeLayerProps) {
  useFillMarks(symbol, outcome, view, model)
  return null
}

/**
 * Orders, position, alerts, requests of assistants and the ticket's order as lines with labels that
 * can be dragged, and a menu at every price.
 */
const TradeLines = memo(function TradeLines({
  symbol,
  outcome,
  view,
}: Omit<TradeLayerProps, 'model'>) {
  const text = useText()
  const messages = text.chartTrading
  const pane = view.trading
  const lines = useTradeLines(symbol, outcome)
  const last = useLast(symbol, outcome)
  const grid = usePriceGrid(symbol, outcome)
  const gate = useTradeGate()
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const onExit = useExitDrop(symbol, last, setMenu)
  const drops = useDrops(onExit)
  const drag = useDragOf(lines, { pane, grid, last, drops })
  const context = useContextOf({ symbol, outcome, lines, last, drag, gate })
  const views = useMemo(() => lineViews(nearest(lines, last), context), [lines, last, context])
  const placed = useMemo(() => views.map(({ view: { id }, price }) => ({ id, price })), [views])
  const { place, plot, outside } = useLineLayout(pane, placed)
  const actions = useLabelActions({ pane, lines, drag, drops, context })
  const tab = useTabStop(views)
  useEndedDrags(lines, drag, drops, context)
  useChartPointer({
    pane,
    grid,
    lines: placed.filter(({ id }) => views.some((shown) => isMovable(shown, id))),
    press: actions.press,
    onMenu: usePriceMenu(context, setMenu),
  })
  const hidden = lines.length - Math.min(lines.length, MAX_LABELS)
  return (
    <div
      className="trade-layer"
      role="group"
      aria-label={`${messages.label}. ${messages.keys}`}
      data-testid="trade-layer"
      data-dragging={drag.state.phase === 'moving'}
      style={{ height: plot.height, right: 0, ['--axis' as string]: `${plot.axisWidth}px` }}
      onFocus={tab.onFocus}
    >
      {views.map((shown) => (
        <LineLabel
          key={shown.view.id}
          view={shown.view}
          actions={actions}
          isTabStop={shown.view.id === tab.id}
          place={place}
        />
      ))}
      {(['above', 'below'] as const).map((edge) =>
        outside[edge] === 0 ? null : (
          <button
            key={edge}
            type="button"
            className={`trade-outside ${edge}`}
            onClick={() => pane.showPrices(views.map(({ price }) => price))}
          >
            {messages.outside[edge](outside[edge])}
          </button>
        ),
      )}
      {hidden > 0 && <span className="trade-more badge">{messages.more(hidden)}</span>}
      <Question
        drops={drops}
        drag={drag}
        views={views}
        yOf={(price) => pane.yOf(price)}
        height={plot.height}
      />
      <Announced drag={drag} views={views} />
      {menu !== null && <ContextMenu {...menu} onClose={() => setMenu(null)} />}
    </div>
  )
})

const isMovable = ({ view }: PlacedView, id: string): boolean =>
  view.id === id && view.block === null && view.kind !== 'exit'

/** Returns the lines that have labels: all, or the nearest to the market. */
function nearest(lines: readonly ChartLine[], last: Price | null): readonly ChartLine[] {
  if (lines.length <= MAX_LABELS) return lines
  const market = last ?? lines[0]?.price
  if (market === undefined) return lines
  const chosen = new Set(
    lines
      .toSorted((a, b) => cmp(abs(sub(a.price, market)), abs(sub(b.price, market))))
      .slice(0, MAX_LABELS),
  )
  return lines.filter((line) => chosen.has(line))
}

/** Everything that the labels are computed from. */
function useContextOf({
  symbol,
  outcome,
  lines,
  last,
  drag,
  gate,
}: Pick<ViewContext, 'symbol' | 'outcome' | 'last' | 'gate'> & {
  readonly lines: readonly ChartLine[]
  readonly drag: LineDrag
}): ViewContext {
  const text = useText()
  const changes = useSlice(orderChangesOf(useMainWindow()).state, (state) => state)
  const held = useMemo(() => lines.find((line) => line.kind === 'position')?.position, [lines])
  return useMemo(
    () => ({ symbol, outcome, text, last, held: held ?? null, drag: drag.state, changes, gate }),
    [symbol, outcome, text, last, held, drag.state, changes, gate],
  )
}

interface DragOfDeps {
  readonly pane: ChartView['trading']
  readonly grid: ReturnType<typeof usePriceGrid>
  readonly last: Price | null
  readonly drops: Drops
}

/** Returns the drag of these lines; a drop does what the line means. */
function useDragOf(lines: readonly ChartLine[], { pane, grid, last, drops }: DragOfDeps): LineDrag {
  const release = useRef<() => void>(() => undefined)
  const drag = useLineDrag({
    pane,
    grid,
    startOf: (line) => (line.kind === 'position' ? (last ?? line.price) : line.price),
    onDrop(moved) {
      const line = lines.find(({ id }) => id === moved.lineId)
      if (line === undefined) release.current()
      else drops.drop(line, moved, () => release.current())
    },
  })
  release.current = drag.release
  return drag
}

/** Prepares the exit that was dragged out of a position; two exits are offered linked. */
function useExitDrop(
  symbol: Symbol,
  last: Price | null,
  open: (menu: OpenMenu) => void,
): (line: PositionLine, price: Price) => void {
  const text = useText()
  const mainWindow = useMainWindow()
  return useCallback(
    (line: PositionLine, price: Price): void => {
      const wanted = exitType(line.side, price, last)
      const type = wanted === 'limit' ? wanted : stopTypeOf(symbolClass(symbol))
      if (type === null) {
        return void toast(mainWindow.toasts, 'warn', ({ chartTrading }) => chartTrading.noExit)
      }
      const exit = { type, price }
      const pair = exitPair(mainWindow, symbol, line, exit)
      if (pair === null) return fillExit(mainWindow, symbol, line, exit)
      const handle = document.querySelector(`[data-handle="${CSS.escape(line.id)}"]`)
      const box = handle?.getBoundingClientRect()
      open({
        label: text.chartTrading.exitMenu,
        place: { x: box?.left ?? 0, y: box?.bottom ?? 0 },
        groups: exitMenu(mainWindow, symbol, { line, exit, pair, text }),
      })
    },
    [mainWindow, symbol, last, text, open],
  )
}

/** Returns what opens the menu of a price. */
function usePriceMenu(
  { symbol, outcome, last, gate }: ViewContext,
  open: (menu: OpenMenu) => void,
): (price: Price, place: Point) => void {
  const text = useText()
  const mainWindow = useMainWindow()
  const copy = useCopy(({ chartTrading }) => chartTrading.copied)
  return (price, place) =>
    open({
      label: text.chartTrading.exitMenu,
      place,
      groups: priceMenu({
        mainWindow,
        symbol,
        outcome,
        price,
        last,
        off: gate === null ? null : text.chartTrading.off[gate],
        copy,
        text,
      }),
    })
}

/** One line is reached by Tab: the one that had the focus last, or the first. */
function useTabStop(views: readonly PlacedView[]) {
  const [focused, setFocused] = useState('')
  const own = views.filter(({ view }) => view.kind !== 'exit')
  const id = (own.find(({ view }) => view.id === focused) ?? own[0])?.view.id ?? ''
  return {
    id,
    onFocus(event: { readonly target: EventTarget }) {
      const { target } = event
      if (target instanceof HTMLElement) setFocused((last) => target.dataset['handle'] ?? last)
    },
  }
}

/** Ends a drag, and a question, when what it is about has ended or may not be changed any more. */
function useEndedDrags(
  lines: readonly ChartLine[],
  drag: LineDrag,
  drops: Drops,
  { gate }: ViewContext,
): void {
  const mainWindow = useMainWindow()
  const text = useText().chartTrading
  const { state } = drag
  const id = drops.question?.lineId ?? (state.phase === 'idle' ? null : state.lineId)
  const line = id === null ? null : (lines.find((other) => other.id === id) ?? undefined)
  const isTrade = line?.kind === 'order' || line?.kind === 'position'
  const isCancel = drops.question !== null && state.phase === 'idle'
  const isBlocked = isTrade && gate !== null && !isCancel
  const isGone = line === undefined
  useEffect(() => {
    if (id === null || (!isGone && !isBlocked)) return
    const why = isGone ? endOf(mainWindow, id) : 'blocked'
    drops.close()
    drag.end(why)
    toast(mainWindow.toasts, 'warn', ({ chartTrading }) => chartTrading.ended[why])
  }, [id, isGone, isBlocked, drag, drops, mainWindow, text])
}

/** Returns why the line of an order has gone. */
function endOf(mainWindow: MainWindow, lineId: string): DragEnd {
  const clientOrderId = lineId.slice(0, lineId.lastIndexOf(':'))
  const order = mainWindow.orders.all().find((known) => known.clientOrderId === clientOrderId)
  return order?.status === 'filled' || order?.status === 'cancelled' ? order.status : 'gone'
}

/** The confirmation beside the line that it is about. */
function Question({
  drops,
  drag,
  views,
  yOf,
  height,
}: {
  readonly drops: Drops
  readonly drag: LineDrag
  readonly views: readonly PlacedView[]
  readonly yOf: (price: Price) => number | null
  /** The height of the plot. */
  readonly height: number
}) {
  const { question } = drops
  if (question === null) return null
  const shown = views.find(({ view }) => view.id === question.lineId)
  const top = Math.min(height, Math.max(0, shown === undefined ? 0 : (yOf(shown.price) ?? 0)))
  const close = (): void => {
    drops.close()
    drag.release()
  }
  return (
    <LineQuestionBox
      key={question.lineId}
      confirmation={question.confirmation}
      top={top}
      isAbove={top > height / 2}
      onClose={close}
    />
  )
}

/** Reads the price of a line that is moved by keys. */
function Announced({
  drag: { state },
  views,
}: {
  readonly drag: LineDrag
  readonly views: readonly PlacedView[]
}) {
  const text = useText().chartTrading
  const isByKeys = state.phase === 'moving' && state.by === 'keys'
  const announced = isByKeys
    ? (views.find(({ view }) => view.id === EXIT_ID) ??
      views.find(({ view }) => view.id === state.lineId))
    : undefined
  return (
    <span className="sr-only" role="status" aria-live="polite">
      {announced === undefined ? '' : text.moved(announced.view.title, announced.view.price)}
    </span>
  )
}

const FILLS_MS = 500

/** Shows the fills of the selected account in the symbol, at their times and prices. */
function useFillMarks(
  symbol: Symbol,
  outcome: ShownOutcome,
  view: ChartView,
  { history, live }: BarModel,
): void {
  const all = useAllRows(useMainWindow().fills, FILLS_MS)
  const account = useSelectedAccount()
  const fills = useMemo(() => {
    const key = shownKey(symbol, outcome)
    return all.filter(
      (fill) => fill.accountId === account && key !== null && orderInstrumentKey(fill) === key,
    )
  }, [all, account, symbol, outcome])
  // The figures of the running bar move no mark, only its beginning.
  const began = live?.time ?? null
  const marks = useMemo(() => fillMarks(fills, history, began), [fills, history, began])
  useEffect(() => view.trading.setFills(marks), [view, marks])
}
