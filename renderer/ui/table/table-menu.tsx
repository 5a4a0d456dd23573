import { ContextMenu, type Point } from '../menus/context-menu.js'
import type { MenuGroup } from '../menus/menu-groups.js'

export interface TableMenuProps {
  readonly label: string
  readonly place: Point
  /** Created again at each rendering, so that entries of an open menu follow the table. */
  readonly groups: () => readonly MenuGroup[]
}

/** The menu of a row or of a column head. */
export function TableMenu({
  label,
  place,
  groups,
  onClose,
}: TableMenuProps & { readonly onClose: () => void }) {
  return <ContextMenu label={label} place={place} groups={groups()} onClose={onClose} />
}
