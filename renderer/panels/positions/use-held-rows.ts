import { useMemo } from 'react'
import type { Position } from '../../../shared/domain/account/account.js'
import type { RowStore } from '../../stores/row-store.js'
import { useThrottled, type ThrottledSource } from '../../stores/throttled/use-throttled.js'
import { FIGURE_COLUMNS, FIGURE_PROPERTIES } from './position-columns.js'

/** How often rows are sorted by a figure again, in ms. */
const ROWS_MS = 500

/** True for a column by which the order of the rows changes with the prices. */
export const followsPrices = (column: string | undefined): boolean =>
  column !== undefined && FIGURE_COLUMNS.has(column)

/** What is held of each row, so that a price costs the text of its own row only. */
const holdings = new WeakMap<Position, string>()

function withoutFigures(position: Position): string {
  const cached = holdings.get(position)
  if (cached !== undefined) return cached
  const text = JSON.stringify(position, (name, value: unknown) =>
    FIGURE_PROPERTIES.has(name) ? undefined : value,
  )
  holdings.set(position, text)
  return text
}

/** Returns the rows shown before while nothing but figures has changed in the next ones. */
export function sameHoldings(
  before: readonly Position[],
  next: readonly Position[],
): readonly Position[] {
  const isSame =
    before.length === next.length &&
    next.every((row, index) => {
      const shown = before[index]
      return row === shown || (shown !== undefined && withoutFigures(row) === withoutFigures(shown))
    })
  return isSame ? before : next
}

type Positions = Pick<RowStore<string, Position>, 'all' | 'onAny'>

function heldSource(store: Positions, isByFigure: boolean): ThrottledSource<readonly Position[]> {
  let shown = store.all()
  return {
    read() {
      shown = isByFigure ? store.all() : sameHoldings(shown, store.all())
      return shown
    },
    subscribe: (changed) => store.onAny(changed),
    isOther: (before, next) => before !== sameHoldings(before, next),
  }
}

/**
 * Returns the positions of a table. A new position and another size appear at once.
 *
 * @param isByFigure true while the rows are sorted by a figure that follows the prices: the rows
 * then have new figures every half second. Otherwise their figures may be older than the store's
 */
export function useHeldRows(store: Positions, isByFigure: boolean): readonly Position[] {
  const source = useMemo(() => heldSource(store, isByFigure), [store, isByFigure])
  return useThrottled(source, ROWS_MS)
}
