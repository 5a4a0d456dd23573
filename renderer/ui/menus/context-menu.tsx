import type { LucideIcon } from 'lucide-react'
import {
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'
import { useLocked } from '../../stores/context.js'
import { focusNearest, focusPath, type FocusPath } from '../focus/focus-path.js'
import { nextItem } from './use-menu.js'

/** An entry of a context menu. */
export interface MenuItem {
  readonly id: string
  readonly label: string
  readonly icon?: LucideIcon
  readonly disabled?: boolean
  /** The menu stays open, for entries that are pressed several times. */
  readonly stays?: boolean
  /** The keys that do the same, as they are printed. */
  readonly keys?: string
  readonly run: () => void
}

/** Entries that belong together; groups are separated by lines. */
export type MenuGroup = readonly MenuItem[]

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

const EDGE_PX = 4

/**
 * A menu at the pointer or at the focused element: arrows move, Escape, Tab and a press outside
 * close it, and the focus returns to where it was before an entry runs.
 */
export function ContextMenu({ label, place, groups, onClose }: ContextMenuProps) {
  const box = useRef<HTMLDivElement>(null)
  const locked = useLocked()
  const style = usePlaceInWindow(box, place)
  const restoreFocus = useMenuFocus(box, onClose)
  const items = (): readonly HTMLElement[] => [
    ...(box.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
  ]
  const close = (): void => {
    restoreFocus()
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation()
    const all = items()
    const to = nextItem(
      event.key,
      all.findIndex((item) => item === document.activeElement),
      all.length,
    )
    if (to !== null) {
      event.preventDefault()
      all[to]?.focus()
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      close()
    }
  }
  return createPortal(
    <div
      ref={box}
      className="menu context"
      role="menu"
      aria-label={label}
      inert={locked}
      style={style}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
      onBlur={(event) => {
        if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) {
          onClose()
        }
      }}
    >
      {groups
        .filter((group) => group.length > 0)
        .map((group, index) => (
          <div key={group[0]?.id ?? index} role="group">
            {index > 0 && <div className="menu-rule" role="separator" />}
            {group.map((item) => (
              <MenuEntry key={item.id} item={item} onClose={close} />
            ))}
          </div>
        ))}
    </div>,
    document.body,
  )
}

function MenuEntry({
  item: { label, icon: Icon, disabled = false, stays = false, keys, run },
  onClose,
}: {
  readonly item: MenuItem
  readonly onClose: () => void
}) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className="menu-item"
      aria-disabled={disabled}
      onClick={() => {
        if (disabled) return
        if (!stays) onClose()
        run()
      }}
    >
      {Icon === undefined ? <span className="menu-gap" /> : <Icon size={13} aria-hidden />}
      <span>{label}</span>
      {keys !== undefined && (
        <span className="keys dim" aria-hidden>
          {keys}
        </span>
      )}
    </button>
  )
}

/** Moves the menu into the window where it would reach beyond its edge. */
function usePlaceInWindow(box: RefObject<HTMLElement | null>, { x, y }: Point): CSSProperties {
  const [style, setStyle] = useState<CSSProperties>({ left: x, top: y })
  useLayoutEffect(() => {
    const size = box.current?.getBoundingClientRect()
    if (size === undefined) return
    setStyle({
      left: Math.max(EDGE_PX, Math.min(x, window.innerWidth - size.width - EDGE_PX)),
      top: Math.max(EDGE_PX, Math.min(y, window.innerHeight - size.height - EDGE_PX)),
    })
  }, [box, x, y])
  return style
}

/** Focuses the first entry; returns a function that restores the focus. */
function useMenuFocus(box: RefObject<HTMLElement | null>, onClose: () => void): () => void {
  const before = useRef<FocusPath | null>(null)
  const latest = useRef(onClose)
  latest.current = onClose
  useLayoutEffect(() => {
    before.current ??= focusPath(document)
    box.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
    const outside = (event: PointerEvent): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) === false) {
        latest.current()
      }
    }
    document.addEventListener('pointerdown', outside, true)
    return () => document.removeEventListener('pointerdown', outside, true)
  }, [box])
  return () => focusNearest(before.current ?? [])
}
