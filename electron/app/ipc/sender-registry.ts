import type { Disposer } from '../../../shared/domain/brand.js'
import type { Surface } from '../../../shared/ipc/entry.js'

/**
 * The web contents of Countersign's windows and their surfaces. Only the window factory adds to it.
 */
export interface SenderRegistry {
  /** Registers a window's contents; the disposer removes it. */
  add(webContentsId: number, surface: Surface): Disposer
  surfaceOf(webContentsId: number): Surface | null
}

export function createSenderRegistry(): SenderRegistry {
  const surfaces = new Map<number, Surface>()
  return {
    add(id, surface) {
      surfaces.set(id, surface)
      return () => void surfaces.delete(id)
    },
    surfaceOf: (id) => surfaces.get(id) ?? null,
  }
}
