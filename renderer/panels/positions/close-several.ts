import { X } from 'lucide-react'
import type { Position } from '../../../shared/domain/account/account.js'
import { isZero } from '../../../shared/domain/decimal.js'
import { MAX_CLOSING } from '../../../shared/domain/orders/flatten.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import { positionKey } from '../../stores/account-overviews.js'
import { showClosing, type LayoutStore } from '../../stores/layout.js'
import type { MenuGroup } from '../../ui/menus/menu-groups.js'
import { isClosedRow } from './closed-today.js'
import type { PositionGroup } from './position-groups.js'

/** Returns the open positions of selected rows, each once; a strategy stands for its legs. */
export function openPositions(
  rows: readonly Position[],
  groupOf: (row: Position) => PositionGroup | undefined,
): readonly Position[] {
  const open = rows
    .flatMap((row) => groupOf(row)?.members ?? [row])
    .filter((row) => !isClosedRow(row) && !isZero(row.quantity))
  return [...new Map(open.map((position) => [positionKey(position), position])).values()]
}

/** Returns what makes the menu of several rows: it closes the positions that they stand for. */
export const menuOfRows =
  (
    groupOf: (row: Position) => PositionGroup | undefined,
    layout: LayoutStore,
    text: WindowText['positions'],
  ) =>
  (rows: readonly Position[]): readonly MenuGroup[] => [
    closeSeveralMenu(openPositions(rows, groupOf), layout, text),
  ]

/** Returns the entry that opens the review of the orders that close several positions. */
export const closeSeveralMenu = (
  positions: readonly Position[],
  layout: LayoutStore,
  text: WindowText['positions'],
): MenuGroup => [
  {
    id: 'close',
    label: closeLabel(positions.length, text),
    icon: X,
    disabled: positions.length === 0 || positions.length > MAX_CLOSING,
    run: () => showClosing(layout, { kind: 'positions', positions }),
  },
]

/** Returns the label of the entry, or why it is not offered. */
function closeLabel(count: number, text: WindowText['positions']): string {
  if (count === 0) return text.nothingToClose
  return count > MAX_CLOSING ? text.closeTooMany(MAX_CLOSING) : text.closeSeveral(count)
}
