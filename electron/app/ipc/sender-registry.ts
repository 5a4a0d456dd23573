import { createEmitter } from '../../../shared/domain/emitter.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Surface } from '../../../shared/ipc/entry.js'
import type { ObservedInput } from './window-presses.js'

/** Input on a window, or its end. */
export type SenderInput =
  | { readonly sender: number; readonly input: ObservedInput }
  | { readonly sender: number; readonly input: null }

/**
 * The web contents of Countersign's windows, their surfaces, and the input that main observes on
 * them. Only the window factory adds to it.
 */
export interface SenderRegistry {
  /** Registers a window's contents; the disposer removes it. */
  add(webContentsId: number, surface: Surface): Disposer
  surfaceOf(webContentsId: number): Surface | null
  /** Reports input that main observed on a window. */
  pressed(webContentsId: number, input: ObservedInput): void
  /** Calls `listener` for input on a window; with null once the window is gone. */
  onInput(listener: (event: SenderInput) => void): Disposer
}

export function createSenderRegistry(): SenderRegistry {
  const surfaces = new Map<number, Surface>()
  const inputs = createEmitter<SenderInput>()
  return {
    add(id, surface) {
      surfaces.set(id, surface)
      return () => {
        surfaces.delete(id)
        inputs.emit({ sender: id, input: null })
      }
    },
    surfaceOf: (id) => surfaces.get(id) ?? null,
    pressed: (sender, input) => inputs.emit({ sender, input }),
    onInput: (listener) => inputs.add(listener),
  }
}
