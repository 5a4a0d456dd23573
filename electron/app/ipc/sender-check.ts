import { APP_ORIGIN } from '../../../shared/ipc/channels.js'
import type { Surface } from '../../../shared/ipc/entry.js'
import type { SenderRegistry } from './sender-registry.js'

/**
 * The parts of an IPC event that the checks need; the frame may be null after a navigation on newer
 * runtimes.
 */
export interface SenderEvent {
  readonly sender: { readonly id: number }
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null
}

const originOf = (address: string): string | null => {
  try {
    const url = new URL(address)
    return `${url.protocol}//${url.host}`
  } catch {
    return null
  }
}

/**
 * Returns the surface that an event comes from, or null when it must not be answered: no frame, a
 * sub-frame, another origin, or contents that the window factory did not make (SEC-08). Call it
 * before any await, because the frame can disappear.
 */
export function trustedSurface(event: SenderEvent, registry: SenderRegistry): Surface | null {
  const frame = event.senderFrame
  if (frame === null || frame === undefined || frame.parent !== null) return null
  return originOf(frame.url) === APP_ORIGIN ? registry.surfaceOf(event.sender.id) : null
}
