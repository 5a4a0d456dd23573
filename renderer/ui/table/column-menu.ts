import {
  ArrowDownNarrowWide,
  ArrowLeft,
  ArrowRight,
  ArrowUpNarrowWide,
  Columns3,
  EyeOff,
  Pin,
  PinOff,
  RotateCcw,
  StretchHorizontal,
} from 'lucide-react'
import type { WindowText } from '../../../shared/messages/window/window-text.js'
import type { MenuGroup } from '../context-menu.js'
import { withHidden, withPinned, withStep, withWidth, type ArrangedColumn } from './arrange.js'
import type { TableColumns } from './use-table-view.js'

/** How far one press resizes a column, in px. */
export const RESIZE_PX = 16

/** Returns the width of a column in px: the person's, or as it is shown now. */
export const currentWidth = <T>({ column, width }: ArrangedColumn<T>, shown: number): number =>
  width ?? Math.max(shown, column.width)

/** Returns the menu of a column head. `shownWidth` is its width on the screen in px. */
export function columnMenu<T>(
  id: string,
  { arranged, change, sortBy, reset }: TableColumns<T>,
  shownWidth: () => number,
  onChoose: () => void,
  { table: text }: WindowText,
): readonly MenuGroup[] {
  const entry = arranged.find(({ column }) => column.id === id)
  const choose: MenuGroup = [
    { id: 'choose', label: text.choose, icon: Columns3, run: onChoose },
    { id: 'reset', label: text.reset, icon: RotateCcw, run: reset },
  ]
  if (entry === undefined) return [choose]
  const { pinned, column } = entry
  const resize = (by: number): void => {
    const from = currentWidth(entry, shownWidth())
    change(withWidth(id, from + by))
  }
  const sorting: MenuGroup =
    column.compare === undefined
      ? []
      : [
          {
            id: 'ascending',
            label: text.sortAscending,
            icon: ArrowUpNarrowWide,
            run: () => sortBy({ id, desc: false }),
          },
          {
            id: 'descending',
            label: text.sortDescending,
            icon: ArrowDownNarrowWide,
            run: () => sortBy({ id, desc: true }),
          },
          { id: 'unsorted', label: text.unsorted, run: () => sortBy(null) },
        ]
  return [
    sorting,
    [
      {
        id: 'left',
        label: text.moveLeft,
        icon: ArrowLeft,
        keys: 'Alt ←',
        stays: true,
        run: () => change(withStep(id, -1)),
      },
      {
        id: 'right',
        label: text.moveRight,
        icon: ArrowRight,
        keys: 'Alt →',
        stays: true,
        run: () => change(withStep(id, 1)),
      },
      {
        id: 'wider',
        label: text.wider,
        icon: StretchHorizontal,
        keys: 'Shift →',
        stays: true,
        run: () => resize(RESIZE_PX),
      },
      {
        id: 'narrower',
        label: text.narrower,
        keys: 'Shift ←',
        stays: true,
        run: () => resize(-RESIZE_PX),
      },
      { id: 'own-width', label: text.ownWidth, run: () => change(withWidth(id, null)) },
    ],
    [
      {
        id: 'pin',
        label: pinned ? text.unpin : text.pin,
        icon: pinned ? PinOff : Pin,
        run: () => change(withPinned(id, !pinned)),
      },
      { id: 'hide', label: text.hide, icon: EyeOff, run: () => change(withHidden(id, true)) },
    ],
    choose,
  ]
}
