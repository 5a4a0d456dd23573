import {
  ArrowDownNarrowWide,
  ArrowLeft,
  ArrowRight,
  ArrowUpNarrowWide,
  ChevronsLeftRight,
  ChevronsRightLeft,
  Columns3,
  EyeOff,
  Pin,
  PinOff,
  RotateCcw,
} from 'lucide-react'
import type { WindowText } from '../../../shared/messages/window-text.js'
import type { MenuGroup } from '../menus/menu-groups.js'
import { withHidden, withPinned, withStep, withWidth, type ArrangedColumn } from './arrange.js'
import type { TableColumns } from './use-table-view.js'

/** How far one press resizes a column, in px. */
export const RESIZE_PX = 16

/** Returns the width of a column in px: the person's, or as it is shown now. */
export const currentWidth = <T>({ column, width }: ArrangedColumn<T>, shown: number): number =>
  width ?? Math.max(shown, column.width)

/** What the entries of one column's menu work on. */
interface MenuContext<T> {
  readonly entry: ArrangedColumn<T>
  readonly columns: TableColumns<T>
  /** Returns the width of the column on the screen in px. */
  readonly shownWidth: () => number
  readonly text: WindowText['table']
}

function sortGroup<T>({ entry: { column }, columns: { sortBy }, text }: MenuContext<T>): MenuGroup {
  if (column.compare === undefined) return []
  const { id } = column
  return [
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
}

function placeGroup<T>({
  entry,
  columns: { change },
  shownWidth,
  text,
}: MenuContext<T>): MenuGroup {
  const { id } = entry.column
  const resize = (by: number): void => change(withWidth(id, currentWidth(entry, shownWidth()) + by))
  return [
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
      icon: ChevronsLeftRight,
      keys: 'Shift →',
      stays: true,
      run: () => resize(RESIZE_PX),
    },
    {
      id: 'narrower',
      label: text.narrower,
      icon: ChevronsRightLeft,
      keys: 'Shift ←',
      stays: true,
      run: () => resize(-RESIZE_PX),
    },
    { id: 'own-width', label: text.ownWidth, run: () => change(withWidth(id, null)) },
  ]
}

function showGroup<T>({ entry, columns: { change }, text }: MenuContext<T>): MenuGroup {
  const { id } = entry.column
  return [
    {
      id: 'pin',
      label: entry.pinned ? text.unpin : text.pin,
      icon: entry.pinned ? PinOff : Pin,
      run: () => change(withPinned(id, !entry.pinned)),
    },
    { id: 'hide', label: text.hide, icon: EyeOff, run: () => change(withHidden(id, true)) },
  ]
}

/** Returns the menu of a column head. `shownWidth` is its width on the screen in px. */
export function columnMenu<T>(
  id: string,
  columns: TableColumns<T>,
  {
    shownWidth,
    onChoose,
    text: { table: text },
  }: {
    readonly shownWidth: () => number
    readonly onChoose: () => void
    readonly text: WindowText
  },
): readonly MenuGroup[] {
  const entry = columns.arranged.find(({ column }) => column.id === id)
  const choose: MenuGroup = [
    { id: 'choose', label: text.choose, icon: Columns3, run: onChoose },
    { id: 'reset', label: text.reset, icon: RotateCcw, run: columns.reset },
  ]
  if (entry === undefined) return [choose]
  const context = { entry, columns, shownWidth, text }
  return [sortGroup(context), placeGroup(context), showGroup(context), choose]
}
