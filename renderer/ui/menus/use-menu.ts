import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'

export interface MenuState {
  readonly open: boolean
  /** The id of the menu element. */
  readonly id: string
  /** The element around the button and the menu. */
  readonly box: RefObject<HTMLDivElement | null>
  toggle(): void
  /** Closes the menu and returns the focus to its button. */
  close(): void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

const ITEM = '[role^="menuitem"]'

/**
 * Opens a menu under a button, after the ARIA menu-button pattern: arrows move, Escape closes and
 * returns the focus, a press outside closes. `arrowOpens`: the arrow down opens it too.
 */
export function useMenu(arrowOpens = false): MenuState {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const items = (): readonly HTMLElement[] => [
    ...(box.current?.querySelectorAll<HTMLElement>(ITEM) ?? []),
  ]
  useLayoutEffect(() => {
    if (!open) return undefined
    box.current?.querySelector<HTMLElement>(ITEM)?.focus()
    const outside = (event: PointerEvent): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) === false) {
        setOpen(false)
      }
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])
  const close = (): void => {
    setOpen(false)
    box.current?.querySelector<HTMLElement>('button')?.focus()
  }
  const onClosedKey = (event: KeyboardEvent): void => {
    if (!arrowOpens || event.key !== 'ArrowDown') return
    event.preventDefault()
    setOpen(true)
  }
  const onOpenKey = (event: KeyboardEvent): void => {
    const all = items()
    const focused = all.findIndex((item) => item === document.activeElement)
    const to = nextItem(event.key, focused, all.length)
    if (to !== null) {
      event.preventDefault()
      all[to]?.focus()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    } else if (event.key === 'Tab') setOpen(false)
  }
  return {
    open,
    id,
    box,
    toggle: () => setOpen(!open),
    close,
    onKeyDown: (event) => (open ? onOpenKey(event) : onClosedKey(event)),
  }
}

/** Returns the item that a key moves to; null for keys that do not move. */
export function nextItem(key: string, focused: number, count: number): number | null {
  const to = {
    ArrowDown: focused + 1,
    ArrowUp: focused - 1 + count,
    Home: 0,
    End: count - 1,
  }[key]
  return to === undefined ? null : to % count
}
