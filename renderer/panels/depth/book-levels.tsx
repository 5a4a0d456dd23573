import { memo, useRef } from 'react'
import { decimalText, type Price } from '../../../shared/domain/decimal.js'
import { formatCompact, formatExact, formatQuantity } from '../../format/decimal.js'
import { ownQuantity } from '../../format/own.js'
import { useText } from '../../language/window-text.js'
import { explain } from '../../ui/hints/hint.js'
import type { DepthRow } from './depth-rows.js'
import { useLevelsInView } from './levels-in-view.js'

interface LevelProps {
  readonly row: DepthRow
  readonly scale: number
  /** True where sizes are too long for their columns, as those of coins that cost little. */
  readonly isCompact: boolean
  readonly onUse: (price: Price) => void
  /** False where nobody sees the bars: they stay as they were. */
  readonly isInView: boolean
}

/** The levels of one side of the book. */
export function BookLevels({
  side,
  rows,
  ...levelProps
}: Omit<LevelProps, 'row' | 'isInView'> & {
  readonly side: 'asks' | 'bids'
  /** From the highest price to the lowest. */
  readonly rows: readonly DepthRow[]
}) {
  const text = useText()
  const list = useRef<HTMLOListElement>(null)
  const { begin, end } = useLevelsInView(list, {
    pinned: side === 'asks' ? 'last' : 'first',
    count: rows.length,
  })
  return (
    <ol ref={list} className={`depth-side ${side}`} aria-label={text.depth[side]}>
      {rows.map((row, place) => (
        <Level
          key={decimalText(row.price)}
          row={row}
          isInView={place >= begin && place < end}
          {...levelProps}
        />
      ))}
    </ol>
  )
}

const sameLevel = (a: LevelProps, b: LevelProps): boolean =>
  a.scale === b.scale &&
  a.isCompact === b.isCompact &&
  a.row.side === b.row.side &&
  decimalText(a.row.price) === decimalText(b.row.price) &&
  decimalText(a.row.size) === decimalText(b.row.size) &&
  sameBars(a, b) &&
  decimalText(a.row.cumulative) === decimalText(b.row.cumulative) &&
  (a.row.own === null
    ? b.row.own === null
    : b.row.own !== null && decimalText(a.row.own) === decimalText(b.row.own))

/** True when the next props change no bar that is seen. */
const sameBars = (a: LevelProps, b: LevelProps): boolean =>
  !b.isInView ||
  (a.isInView && a.row.share === b.row.share && a.row.cumulativeShare === b.row.cumulativeShare)

const barsOf = ({ share, cumulativeShare }: DepthRow): string =>
  `calc(${share}% * 0.6) 16px, ${cumulativeShare}% 100%`

/**
 * One price level; pressing it puts its price into the ticket. Unchanged rows are not rendered
 * again.
 */
const Level = memo(
  function Level({ row, scale, isCompact, onUse, isInView }: LevelProps) {
    const text = useText()
    const price = formatExact(row.price, scale)
    const size = isCompact ? formatCompact : formatQuantity
    const bars = useRef(barsOf(row))
    if (isInView) bars.current = barsOf(row)
    return (
      <li>
        <button
          type="button"
          className="depth-level"
          style={{ backgroundSize: bars.current }}
          {...explain(
            text.depth.use(
              row.side === 'bid' ? text.depth.bids : text.depth.asks,
              price,
              formatQuantity(row.size),
            ),
          )}
          onClick={() => onUse(row.price)}
        >
          <span className="depth-own">
            {row.own === null ? (
              ''
            ) : (
              <span {...explain(text.depth.own(ownQuantity(row.own)))}>
                ● {ownQuantity(row.own)}
              </span>
            )}
          </span>
          <span className="dim">{size(row.cumulative)}</span>
          <span>{size(row.size)}</span>
          <span className={row.side === 'bid' ? 'up' : 'down'}>{price}</span>
        </button>
      </li>
    )
  },
  (a, b) => sameLevel(a, b) && a.onUse === b.onUse,
)
