import {
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import type { Gesture } from '../../../stores/submit/submit-guard.js'
import { usePanelText } from '../../../language/panel-text.js'
import type { OrderLine } from '../../../chart/trading/trade-lines.js'
import type { LadderSide } from '../model/click-order.js'
import {
  priceOfRow,
  rowOf,
  type LadderOrder,
  type LadderPlace,
  type LadderRow,
  type LadderScale,
} from '../model/ladder-rows.js'
import type { OrderDrag } from '../hooks/use-order-drag.js'
import { ROW_PX, type LadderScroll } from '../hooks/use-ladder-scroll.js'
import { LadderRowView } from './ladder-row.js'
import { explain } from '../../../ui/hints/hint.js'

export interface LadderGridProps {
  readonly body: RefObject<HTMLDivElement | null>
  readonly label: string
  readonly symbol: string
  readonly currency: string
  readonly rows: readonly LadderRow[]
  readonly scale: LadderScale
  readonly scroll: LadderScroll
  readonly drag: OrderDrag
  readonly isArmed: boolean
  /** How long a click has been meant as it is now, in ms: armed, and nothing moved by itself. */
  readonly settledMs: () => number
  /** The row that the keys are about; null before the first key. */
  readonly cursor: number | null
  readonly onCursor: (row: number) => void
  readonly onHover: (place: LadderPlace | null) => void
  readonly onPress: (place: LadderPlace, gesture: Gesture) => void
  readonly onCancel: (orders: readonly OrderLine[]) => void
  /** Returns why an order cannot be moved now; null when it can. */
  readonly blockOf: (line: OrderLine) => string | null
  readonly onBlocked: (reason: string) => void
  readonly onDisarm: () => void
}

/** The rows with their heads: clicks, drags and keys. */
export function LadderGrid(props: LadderGridProps) {
  const { body, label, rows, drag, cursor, symbol, currency, isArmed } = props
  const text = usePanelText().priceLadder
  const handlers = useGridHandlers(props)
  const moved = drag.state.phase === 'moving' && drag.line !== null ? drag.line : null
  const target =
    moved === null || drag.state.phase !== 'moving'
      ? null
      : {
          side: moved.side === 'buy' ? ('buy' as const) : ('sell' as const),
          row: rowOf(props.scale, drag.state.to, moved.side === 'buy' ? 'down' : 'up'),
        }
  const active = rows.find(({ row }) => row === cursor)
  return (
    <div
      className="ladder-grid"
      role="grid"
      aria-label={`${label}. ${text.keys}`}
      aria-activedescendant={active === undefined ? undefined : rowId(symbol, active.row)}
      tabIndex={0}
      data-first-focus
      data-dragging={moved !== null || undefined}
      data-testid="ladder-grid"
      {...handlers}
    >
      <Heads />
      <div ref={body} className="ladder-body" role="rowgroup">
        {rows.map((row) => (
          <LadderRowView
            key={row.row}
            id={rowId(symbol, row.row)}
            row={row}
            symbol={symbol}
            currency={currency}
            hasCursor={row.row === cursor}
            target={target?.row === row.row ? target.side : null}
            isArmed={isArmed}
          />
        ))}
      </div>
    </div>
  )
}

const rowId = (symbol: string, row: number): string => `ladder-${symbol}-${row}`

const HEADS = ['volume', 'buy', 'bid', 'price', 'ask', 'sell', 'pnl'] as const

function Heads() {
  const { heads, headHints } = usePanelText().priceLadder
  const hints: Readonly<Partial<Record<(typeof HEADS)[number], string>>> = headHints
  return (
    <div className="ladder-row ladder-heads" role="row">
      {HEADS.map((head) => (
        <span
          key={head}
          role="columnheader"
          className={`ladder-${head}-head`}
          {...explain(hints[head])}
        >
          {heads[head]}
        </span>
      ))}
    </div>
  )
}

/** Returns the place under the pointer; null over an own order and outside of the columns. */
function placeOf(target: EventTarget): LadderPlace | null {
  if (!(target instanceof Element) || target.closest('.ladder-order') !== null) return null
  const side = target.closest<HTMLElement>('[data-side]')?.dataset['side']
  const row = target.closest<HTMLElement>('[data-row]')?.dataset['row']
  return row === undefined || (side !== 'buy' && side !== 'sell')
    ? null
    : { row: Number(row), side }
}

const isSame = (a: LadderPlace | null, b: LadderPlace | null): boolean =>
  a?.row === b?.row && a?.side === b?.side

const ordersOf = (row: LadderRow | undefined): readonly LadderOrder[] =>
  row === undefined ? [] : [...row.buys, ...row.sells]

function useGridHandlers(props: LadderGridProps) {
  const { rows, body, scale, drag, onHover, onPress, onCancel } = props
  const pressed = useRef<LadderPlace | null>(null)
  const lineOf = (id: string | undefined): OrderLine | undefined =>
    rows.flatMap(ordersOf).find(({ line }) => line.id === id)?.line
  const grab = (line: OrderLine | undefined, by: 'pointer' | 'keys'): boolean => {
    if (line === undefined) return false
    const reason = props.blockOf(line)
    if (reason === null) drag.grab(line, by)
    else if (by === 'keys') props.onBlocked(reason)
    return reason === null
  }
  const onKeys = gridKeys(props, grab)
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      pressed.current = null
      if (drag.state.phase === 'moving') return drag.release()
      if (event.button !== 0) return
      const handle = (event.target as Element).closest<HTMLElement>('[data-handle]')
      if (handle === null) pressed.current = placeOf(event.target)
      else if (grab(lineOf(handle.dataset['handle']), 'pointer')) {
        event.currentTarget.setPointerCapture(event.pointerId)
      }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (drag.state.phase === 'moving' && drag.state.by === 'pointer') {
        const row = rowUnder(event.clientY, body.current, rows)
        if (row !== null) drag.move(priceOfRow(scale, row))
      } else onHover(placeOf(event.target))
    },
    onPointerUp() {
      if (drag.state.phase === 'moving' && drag.state.by === 'pointer') drag.drop()
    },
    onPointerCancel: () => drag.release(),
    onPointerLeave: () => onHover(null),
    onContextMenu(event: MouseEvent) {
      event.preventDefault()
      drag.release()
    },
    onClick(event: MouseEvent<HTMLElement>) {
      const cancel = (event.target as Element).closest<HTMLElement>('[data-cancel]')
      if (cancel !== null) {
        const line = lineOf(cancel.dataset['cancel'])
        if (line !== undefined && event.detail <= 1) onCancel([line])
        return
      }
      const place = placeOf(event.target)
      // What was pressed in one row and let go in another is no click.
      if (place === null || !isSame(place, pressed.current)) return
      props.onCursor(place.row)
      onPress(place, { repeat: false, clicks: event.detail, shownMs: props.settledMs() })
    },
    onKeyDown: onKeys,
  }
}

/** Returns the row at a height of the page, also above and below the shown ones. */
function rowUnder(
  clientY: number,
  body: HTMLElement | null,
  rows: readonly LadderRow[],
): number | null {
  const highest = rows[0]
  if (body === null || highest === undefined) return null
  const offset = Math.floor((clientY - body.getBoundingClientRect().top) / ROW_PX)
  return highest.row - Math.max(0, Math.min(rows.length - 1, offset))
}

/** Returns what the keys of the ladder do; a held key repeats only what moves. */
function gridKeys(
  props: LadderGridProps,
  grab: (line: OrderLine | undefined, by: 'keys') => boolean,
): (event: KeyboardEvent) => void {
  const { rows, scale, scroll, drag, onPress, onCancel, settledMs } = props
  const middle = rows[Math.floor(rows.length / 2)]?.row ?? null
  const cursor = props.cursor ?? middle
  const isMoving = drag.state.phase === 'moving'
  const move = (by: number) => (): void => {
    if (cursor === null) return
    // The first key shows the cursor where it is.
    const row = props.cursor === null && Math.abs(by) === 1 ? cursor : cursor + by
    const within = rowOf(scale, priceOfRow(scale, row), 'down')
    props.onCursor(within)
    scroll.showRow(within)
    if (isMoving) drag.move(priceOfRow(scale, within))
  }
  const press = (side: LadderSide) => (event: KeyboardEvent) => {
    if (cursor === null || isMoving) return
    props.onCursor(cursor)
    onPress({ row: cursor, side }, { repeat: event.repeat, clicks: 1, shownMs: settledMs() })
  }
  const ownLines = ordersOf(rows.find(({ row }) => row === cursor)).map(({ line }) => line)
  const cancel = (event: KeyboardEvent): void => {
    if (!event.repeat && ownLines.length > 0) onCancel(ownLines)
  }
  const keys: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    ArrowUp: move(1),
    ArrowDown: move(-1),
    PageUp: move(Math.max(1, rows.length - 1)),
    PageDown: move(-Math.max(1, rows.length - 1)),
    b: press('buy'),
    s: press('sell'),
    x: cancel,
    Delete: cancel,
    m: (event) => {
      if (!event.repeat && !isMoving) grab(ownLines[0], 'keys')
    },
    c: () => scroll.center(),
    Home: () => scroll.center(),
    Enter: (event) => {
      if (!event.repeat && isMoving) drag.drop()
    },
    Escape: () => {
      drag.release()
      props.onDisarm()
    },
  }
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const run = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (run === undefined) return
    event.preventDefault()
    event.stopPropagation()
    run(event)
  }
}
