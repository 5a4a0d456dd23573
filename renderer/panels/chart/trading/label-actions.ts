import { useMemo, useRef, type KeyboardEvent } from 'react'
import type { ChartView } from '../../../chart/chart-view.js'
import { useMainWindow } from '../../../stores/context.js'
import { openPanel, showClosing } from '../../../stores/layout.js'
import type { MainWindow } from '../../../stores/main-window.js'
import { ticketLinkOf } from '../../../stores/submit/ticket-link.js'
import { orderChangesOf } from '../../../ui/orders/order-changes.js'
import type { LabelActions } from './line-label.js'
import { blockText, type ViewContext } from './line-views.js'
import { removeAlert, type Drops } from './use-drops.js'
import type { LineDrag } from './use-line-drag.js'
import type { ChartLine } from './use-trade-lines.js'

export interface ActionsDeps {
  readonly pane: ChartView['trading']
  readonly lines: readonly ChartLine[]
  readonly drag: LineDrag
  readonly drops: Drops
  readonly context: ViewContext
}

/** Returns what labels do; the same functions in every render, so that labels are not rendered. */
export function useLabelActions(deps: ActionsDeps): LabelActions {
  const mainWindow = useMainWindow()
  const latest = useRef(deps)
  latest.current = deps
  return useMemo(() => labelActions(mainWindow, latest), [mainWindow])
}

function labelActions(
  mainWindow: MainWindow,
  latest: { readonly current: ActionsDeps },
): LabelActions {
  const lineOf = (id: string): ChartLine | undefined =>
    latest.current.lines.find((line) => line.id === id)
  const close = (id: string): void => closeLine(mainWindow, lineOf(id), latest.current.drops)
  return {
    press(id, event) {
      const line = lineOf(id)
      const { drag, context, pane } = latest.current
      if (line === undefined || event.button !== 0 || blockText(line, context) !== null) return
      const y = pane.yOf(line.price)
      if (y !== null) drag.grab(line, y, event)
    },
    key: (id, event) => onKey(lineOf(id), event, latest.current, () => close(id)),
    blur(id) {
      const { drag } = latest.current
      const { state } = drag
      if (state.phase === 'moving' && state.by === 'keys' && state.lineId === id) drag.release()
    },
    open(id) {
      if (lineOf(id)?.kind === 'instruction') openPanel(mainWindow.layout, 'instructions')
    },
    close,
    send() {
      const { link } = ticketLinkOf(mainWindow).getState()
      if (link !== null && !link.actions.submit()) openPanel(mainWindow.layout, 'ticket')
    },
    dismiss(id) {
      const line = lineOf(id)
      if (line?.kind === 'order') orderChangesOf(mainWindow).dismiss(line.order.clientOrderId)
    },
  }
}

function closeLine(mainWindow: MainWindow, line: ChartLine | undefined, drops: Drops): void {
  switch (line?.kind) {
    case 'order':
      return drops.cancel(line)
    case 'position':
      return showClosing(mainWindow.layout, {
        kind: 'position',
        position: line.position,
        part: 'all',
      })
    case 'alert':
      return void removeAlert(mainWindow, line.alert)
    case 'draft':
      return ticketLinkOf(mainWindow).getState().link?.actions.discard()
    case 'instruction':
    case undefined:
      return undefined
  }
}

/** Moves, drops, puts back and cancels a line by keys, and goes to its neighbors. */
function onKey(
  line: ChartLine | undefined,
  event: KeyboardEvent,
  { drag, context }: ActionsDeps,
  close: () => void,
): void {
  if (line === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  const step = (direction: 1 | -1) => (): void => {
    if (blockText(line, context) === null) drag.step(line, direction, event.shiftKey)
  }
  const isMoving = drag.state.phase === 'moving'
  const keys: Readonly<Record<string, (() => void) | false>> = {
    ArrowUp: step(1),
    ArrowDown: step(-1),
    ArrowLeft: () => focusNeighbor(event.currentTarget, -1),
    ArrowRight: () => focusNeighbor(event.currentTarget, 1),
    Enter: isMoving && (() => drag.drop()),
    Escape: isMoving && (() => drag.release()),
    Delete: close,
  }
  const run = keys[event.key]
  if (run === undefined || run === false) return
  event.preventDefault()
  event.stopPropagation()
  const isOnce = event.key === 'Enter' || event.key === 'Delete'
  if (!(isOnce && event.repeat)) run()
}

/** Focuses the handle of the line above or below. */
function focusNeighbor(handle: EventTarget, by: 1 | -1): void {
  if (!(handle instanceof HTMLElement)) return
  const all = [
    ...(handle.closest('.trade-layer')?.querySelectorAll<HTMLElement>('[data-handle]') ?? []),
  ]
  all[all.indexOf(handle) + by]?.focus()
}
