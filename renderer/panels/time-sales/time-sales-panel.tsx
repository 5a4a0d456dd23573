import { useVirtualizer } from '@tanstack/react-virtual'
import { Pause, Play, Timer } from 'lucide-react'
import { memo, useEffect, useMemo, useRef, useState, type ReactNode, useCallback } from 'react'
import { asQuantity, dec } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { MarketRead } from '../../../shared/domain/market/market-read.js'
import { symbolClass } from '../../../shared/domain/instruments/symbol-class.js'
import { useListedSteps } from '../../format/listed-steps.js'
import { formatSymbolPrice } from '../../format/product-price.js'
import { ARROWS, formatQuantity } from '../../format/decimal.js'
import { exchangeTime, timeHint } from '../../format/time.js'
import { useActiveSymbol, useSetting, useMainWindow } from '../../stores/context.js'
import { usePanelText } from '../../language/panel-text.js'
import { IconButton } from '../../ui/button.js'
import { Select } from '../../ui/field.js'
import { ChannelAge } from '../../ui/channel-age.js'
import { useMarketRead } from '../../ui/reading/use-market-read.js'
import { Empty, NotKnown } from '../../ui/states.js'
import {
  filterTape,
  waiting,
  type TapeRow,
  EMPTY_TAPE,
  fromSnapshot,
  setPaused,
  withPrints,
  type Tape,
} from './tape.js'
import './time-sales.css'
import { explain } from '../../ui/hints/hint.js'
import { bodyOf } from '../../bridge/stream.js'

const ROW_PX = 20
const MIN_SIZES = ['all', '50', '100', '500', '1000'] as const
type MinSize = (typeof MIN_SIZES)[number]

/** The tape of the symbol of the first link group. */
export function TimeSalesPanel() {
  const text = usePanelText()
  const symbol = useActiveSymbol()
  if (symbol === null) {
    return <Empty icon={Timer} title={text.tape.pick} hint={text.tape.pickHint} />
  }
  return <TapeList key={symbol} symbol={symbol} />
}

function TapeList({ symbol }: { readonly symbol: Symbol }) {
  const text = usePanelText()
  const { tape, freshness, pause } = useTape(symbol)
  const ticksRead = useMarketRead('ticks', symbol)
  const [minSize, setMinSize] = useSetting('tape.min-size', MIN_SIZES, 'all')
  const hold = useHold(pause)
  const rows = useMemo(
    () => filterTape(tape.shown, minSize === 'all' ? null : asQuantity(dec(minSize))),
    [tape.shown, minSize],
  )
  return (
    <section className="tape" aria-label={text.tape.table(symbol)} data-testid="time-sales">
      <TapeBar
        symbol={symbol}
        minSize={minSize}
        onMinSize={setMinSize}
        stale={freshness === 'stale'}
        behind={waiting(tape)}
        hold={hold}
      />
      <div className="tape-head" aria-hidden>
        <span>{text.tape.heads.time}</span>
        <span>{text.tape.heads.side}</span>
        <span>{text.tape.heads.price}</span>
        <span>{text.tape.heads.size}</span>
      </div>
      <TapeRows label={text.tape.table(symbol)} rows={rows} hold={hold}>
        {rows.length === 0 && (
          <NoPrints
            filtered={minSize !== 'all' && tape.shown.length > 0}
            read={freshness === 'loading' ? null : ticksRead}
          />
        )}
      </TapeRows>
    </section>
  )
}

/** Why the list is paused: the person pressed pause, is over it, or has scrolled in it. */
interface Held {
  readonly byHand: boolean
  readonly hover: boolean
  readonly scrolled: boolean
}

interface Hold {
  readonly stopped: boolean
  readonly byHand: boolean
  readonly change: (next: (before: Held) => Held) => void
}

/** Pauses the list while it is read. */
function useHold(pause: (stopped: boolean) => void): Hold {
  const [held, change] = useState<Held>({ byHand: false, hover: false, scrolled: false })
  const stopped = held.byHand || held.hover || held.scrolled
  useEffect(() => pause(stopped), [pause, stopped])
  return { stopped, byHand: held.byHand, change }
}

function TapeBar({
  symbol,
  minSize,
  onMinSize,
  stale,
  behind,
  hold,
}: {
  readonly symbol: Symbol
  readonly minSize: MinSize
  readonly onMinSize: (minSize: MinSize) => void
  readonly stale: boolean
  /** The number of prints that wait while the list is paused. */
  readonly behind: number
  readonly hold: Hold
}) {
  const text = usePanelText()
  return (
    <header className="tape-bar">
      <Select
        aria-label={text.tape.minSize}
        value={minSize}
        onValue={onMinSize}
        options={MIN_SIZES.map((value) => ({ value, label: text.tape.minSizeOptions[value] }))}
      />
      {symbolClass(symbol) === 'event' && (
        <span className="dim">{text.instruments.pricesOfOutcome.yes}</span>
      )}
      <ChannelAge channel="market" gap={stale} />
      {hold.stopped && behind > 0 && (
        <span className="badge" role="status">
          {text.tape.paused(`${behind}`)}
        </span>
      )}
      <IconButton
        icon={hold.byHand ? Play : Pause}
        size="small"
        label={hold.byHand ? text.tape.resume : text.tape.pause}
        aria-pressed={hold.byHand}
        onClick={() => hold.change((before) => ({ ...before, byHand: !before.byHand }))}
      />
    </header>
  )
}

/** The visible rows; `children` take their place while there are none. */
function TapeRows({
  label,
  rows,
  hold,
  children,
}: {
  readonly label: string
  readonly rows: readonly TapeRow[]
  readonly hold: Hold
  readonly children: ReactNode
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 6,
    getItemKey: (index) => rows[index]?.id ?? index,
  })
  const items = virtual.getVirtualItems()
  return (
    <div
      ref={scroller}
      className="tape-scroll"
      tabIndex={0}
      role="table"
      aria-label={label}
      aria-rowcount={rows.length}
      onPointerEnter={() => hold.change((before) => ({ ...before, hover: true }))}
      onPointerLeave={() => hold.change((before) => ({ ...before, hover: false }))}
      onScroll={(event) => {
        const scrolled = event.currentTarget.scrollTop > 2
        hold.change((before) => (before.scrolled === scrolled ? before : { ...before, scrolled }))
      }}
    >
      {children}
      <div className="tape-inner" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
        <div style={{ height: items[0]?.start ?? 0 }} />
        {items.map((item) => {
          const row = rows[item.index]
          return row === undefined ? null : (
            <Print key={row.id} row={row} index={hold.stopped ? item.index : null} />
          )
        })}
      </div>
    </div>
  )
}

function NoPrints({
  filtered,
  read,
}: {
  /** True where there are trades, but none of this size. */
  readonly filtered: boolean
  /** Whether the latest trades were read; null while nothing has come from main. */
  readonly read: MarketRead | null
}) {
  const text = usePanelText()
  if (!filtered && read?.state !== 'read') {
    return (
      <NotKnown icon={Timer} title={text.tape.unknown} problem={read?.problem ?? null} rows={8} />
    )
  }
  return (
    <Empty
      icon={Timer}
      title={filtered ? text.tape.emptyFiltered : text.tape.empty}
      hint={filtered ? null : text.tape.emptyHint}
    />
  )
}

/**
 * One print. A print never changes, so a new one above it moves the others without rendering them.
 */
const Print = memo(function Print({
  row,
  index,
}: {
  readonly row: TapeRow
  /** The place in the list; null while the list moves, when a number would be wrong at once. */
  readonly index: number | null
}) {
  const text = usePanelText()
  useListedSteps()
  const { tick, move } = row
  const color = tick.side === 'buy' ? 'up' : tick.side === 'sell' ? 'down' : 'flat'
  return (
    <div
      className={`tape-row ${color}`}
      role="row"
      aria-rowindex={index === null ? undefined : index + 1}
    >
      <span role="cell" className="dim" {...explain(timeHint(tick.time))}>
        {exchangeTime(tick.time)}
      </span>
      <span role="cell" className="tape-side" aria-label={text.tape.sides[tick.side]}>
        {text.tape.signs[tick.side]}
      </span>
      <span role="cell" data-arrow={ARROWS[move]}>
        {formatSymbolPrice(tick.price, tick.symbol)}
      </span>
      <span role="cell">{formatQuantity(tick.size)}</span>
    </div>
  )
})

interface TapeState {
  readonly tape: Tape
  readonly freshness: 'loading' | 'live' | 'stale'
  pause(paused: boolean): void
}

/**
 * Streams the prints of one symbol while the component is mounted; at most one new state per
 * animation frame.
 */
function useTape(symbol: Symbol): TapeState {
  const { openStream } = useMainWindow()
  const [state, setState] = useState({
    symbol,
    tape: EMPTY_TAPE,
    freshness: 'loading' as TapeState['freshness'],
  })
  useEffect(() => {
    setState({ symbol, tape: EMPTY_TAPE, freshness: 'loading' })
    return openStream([{ kind: 'ticks', symbol }], (frame, topic) => {
      if (topic.kind !== 'ticks') return
      if (frame.kind === 'gap') return setState((before) => ({ ...before, freshness: 'stale' }))
      const ticks = bodyOf(frame, topic) ?? []
      setState((before) => ({
        ...before,
        freshness: 'live',
        tape:
          frame.kind === 'snapshot'
            ? fromSnapshot(before.tape, ticks)
            : withPrints(before.tape, ticks),
      }))
    })
  }, [openStream, symbol])
  const pause = useCallback(
    (paused: boolean) =>
      setState((before) =>
        before.tape.paused === paused
          ? before
          : { ...before, tape: setPaused(before.tape, paused) },
      ),
    [],
  )
  return {
    tape: state.symbol === symbol ? state.tape : EMPTY_TAPE,
    freshness: state.symbol === symbol ? state.freshness : 'loading',
    pause,
  }
}
