import { lazy, Suspense } from 'react'
import { LateBoundary } from '../late/late-boundary.js'
import type { MenuPopoverProps } from './menu-popover.js'

const load = async () => ({ default: (await import('./menu-popover.js')).MenuPopover })
const MenuPopover = lazy(load)

/**
 * Loads the code of menus with the first press or key, which comes before the first menu opens. Not
 * with the first movement: a window that appears below the pointer gets one while it starts.
 */
export function preloadMenus(page: Window): void {
  const once = { once: true, capture: true, passive: true } as const
  for (const type of ['pointerdown', 'keydown'] as const) {
    page.addEventListener(type, () => void load(), once)
  }
}

/** An open menu. */
export function LateMenu(props: MenuPopoverProps) {
  return (
    <LateBoundary part="menu">
      <Suspense>
        <MenuPopover {...props} />
      </Suspense>
    </LateBoundary>
  )
}
