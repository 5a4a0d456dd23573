import { LateMenu } from './late-menu.js'
import type { MenuGroup } from './menu-groups.js'

/** A place in the window, in px from its top left corner. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface ContextMenuProps {
  readonly label: string
  readonly place: Point
  readonly groups: readonly MenuGroup[]
  readonly onClose: () => void
}

/** A menu at the pointer or at the focused element. */
export function ContextMenu({ place: { x, y }, ...menu }: ContextMenuProps) {
  return <LateMenu {...menu} placeOf={() => new DOMRect(x, y, 0, 0)} />
}
