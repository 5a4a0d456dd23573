import { useVirtualizer } from '@tanstack/react-virtual'
import { Pause, Play, Timer } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { asQuantity, dec } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import { ARROWS, formatPrice, formatQuantity } from '../../format/decimal.js'
import { exchangeTime, timeHint } from '../../format/time.js'
import { useActiveSymbol, useConnected } from '../../stores/context.js'
import { text } from '../../text/en.js'
import { IconButton } from '../../ui/button.js'
import { Select } from '../../ui/field.js'
import { ChannelAge } from '../../ui/channel-age.js'
import { Empty, NotConnected, Skeleton } from '../../ui/states.js'
import { filterTape, waiting, type TapeRow } from './tape.js'
import { useTape } from './use-tape.js'
import './time-sales.css'

const ROW_PX = 20
const MIN_SIZES = ['all', '50', '100', '500', '1000'] as const
type MinSize = (typeof MIN_SIZES)[number]

/** The tape of the symbol of the first link group. */
export function TimeSalesPanel() {
  const symbol = useActiveSymbol()
  if (symbol === null) {
    return <Empty icon={Timer} title={text.tape.pick} hint={text.tape.pickHint} />
  }
  return <TapeList key={symbol} symbol={symbol} />
}

function TapeList({ symbol }: { readonly symbol: Symbol }) {
  const { tape, freshness, pause } = useTape(symbol)
  const connected = useConnected()
  const [minSize, setMinSize] = useState<MinSize>('all')
  /**
   * The list is paused while it is read: pointer over it, scrolled away from the top, or paused by
   * button.
   */
  const [held, setHeld] = useState({ byHand: false, hover: false, scrolled: false })
  const stopped = held.byHand || held.hover || held.scrolled
  useEffect(() => pause(stopped), [pause, stopped])
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useMemo(
    () => filterTape(tape.shown, minSize === 'all' ? null : asQuantity(dec(minSize))),
    [tape.shown, minSize],
  )
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 6,
    getItemKey: (index) => rows[index]?.id ?? index,
  })
  const behind = waiting(tape)

  return (
    <section className="tape" aria-label={text.tape.table(symbol)} data-testid="time-sales">
      <header className="tape-bar">
        <Select
          aria-label={text.tape.minSize}
          value={minSize}
          onValue={setMinSize}
          options={MIN_SIZES.map((value) => ({ value, label: text.tape.minSizeOptions[value] }))}
        />
        <ChannelAge channel="market" gap={freshness === 'stale'} />
        {stopped && behind > 0 && (
          <span className="badge" role="status">
            {text.tape.paused(`${behind}`)}
          </span>
        )}
        <IconButton
          icon={held.byHand ? Play : Pause}
          size="small"
          label={held.byHand ? text.tape.resume : text.tape.pause}
          aria-pressed={held.byHand}
          onClick={() => setHeld((before) => ({ ...before, byHand: !before.byHand }))}
        />
      </header>
      <div className="tape-head" aria-hidden>
        <span>{text.tape.heads.time}</span>
        <span>{text.tape.heads.side}</span>
        <span>{text.tape.heads.price}</span>
        <span>{text.tape.heads.size}</span>
      </div>
      <div
        ref={scroller}
        className="tape-scroll"
        tabIndex={0}
        role="table"
        aria-label={text.tape.table(symbol)}
        aria-rowcount={rows.length}
        onPointerEnter={() => setHeld((before) => ({ ...before, hover: true }))}
        onPointerLeave={() => setHeld((before) => ({ ...before, hover: false }))}
        onScroll={(event) => {
          const scrolled = event.currentTarget.scrollTop > 2
          setHeld((before) => (before.scrolled === scrolled ? before : { ...before, scrolled }))
        }}
      >
        {freshness === 'loading' && <Skeleton rows={8} />}
        {freshness !== 'loading' && rows.length === 0 && !connected && (
          <NotConnected icon={Timer} />
        )}
        {freshness !== 'loading' && rows.length === 0 && connected && (
          <Empty
            icon={Timer}
            title={minSize === 'all' ? text.tape.empty : text.tape.emptyFiltered}
            hint={minSize === 'all' ? text.tape.emptyHint : null}
          />
        )}
        <div className="tape-inner" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]
            return row === undefined ? null : (
              <Print key={row.id} row={row} top={item.start} index={item.index} />
            )
          })}
        </div>
      </div>
    </section>
  )
}

function Print({
  row,
  top,
  index,
}: {
  readonly row: TapeRow
  readonly top: number
  readonly index: number
}) {
  const { tick, move } = row
  const colour = tick.side === 'buy' ? 'up' : tick.side === 'sell' ? 'down' : 'flat'
  return (
    <div
      className={`tape-row ${colour}`}
      role="row"
      aria-rowindex={index + 1}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="cell" className="dim" title={timeHint(tick.time)}>
        {exchangeTime(tick.time)}
      </span>
      <span role="cell" className="tape-side" aria-label={text.tape.sides[tick.side]}>
        {text.tape.signs[tick.side]}
      </span>
      <span role="cell" data-arrow={ARROWS[move]}>
        {formatPrice(tick.price, 4)}
      </span>
      <span role="cell">{formatQuantity(tick.size)}</span>
    </div>
  )
}
