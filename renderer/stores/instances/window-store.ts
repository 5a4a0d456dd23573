import type { Disposer } from '../../../shared/domain/brand.js'
import type { MainWindow } from '../main-window.js'
import type { PanelId } from '../panel-id.js'

/** What all panels of a window share is identified by a store that they all see. */
type WindowKey = MainWindow['layout']

/** Something that a window has once, and what ends it. */
interface Made<T> {
  readonly value: T
  readonly dispose?: Disposer
}

/** By window and panel: ends what the panel left behind in the window. */
const releases = new WeakMap<WindowKey, Map<PanelId, Disposer>>()

/**
 * Returns a function that creates something once for each window, and then returns the same,
 * whichever panel of the window asks for it. With `panel`, it ends when that panel moves to another
 * window.
 */
export function oncePerWindow<T>(
  create: (mainWindow: MainWindow) => Made<T>,
  panel?: PanelId,
): (mainWindow: MainWindow) => T {
  const instances = new WeakMap<WindowKey, Made<T>>()
  return (mainWindow) => {
    const key = mainWindow.layout
    const found = instances.get(key)
    if (found !== undefined) return found.value
    const instance = create(mainWindow)
    instances.set(key, instance)
    if (panel !== undefined) {
      const ofWindow = releases.get(key) ?? new Map<PanelId, Disposer>()
      releases.set(key, ofWindow)
      ofWindow.set(panel, () => {
        instances.delete(key)
        instance.dispose?.()
      })
    }
    return instance.value
  }
}

/** Ends what a panel left behind in this window, because it is in another one now. */
export function releasePanel({ layout }: Pick<MainWindow, 'layout'>, panel: PanelId): void {
  const ofWindow = releases.get(layout)
  ofWindow?.get(panel)?.()
  ofWindow?.delete(panel)
}
