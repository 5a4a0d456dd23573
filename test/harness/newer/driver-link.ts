import { createEmitter } from '../../../shared/domain/emitter.js'
import type { ToDriver, ToMain } from './messages.js'

/** The link of main to the test that drives the browser. */
export interface DriverLink {
  send(message: ToDriver): void
  onMessage(listener: (message: ToMain) => void): void
}

/** Opens the link of this process, which the test has started with a channel. */
export function openDriverLink(): DriverLink {
  const messages = createEmitter<ToMain>()
  process.on('message', (message) => messages.emit(message as ToMain))
  // A test that ended without a word leaves no program behind.
  process.on('disconnect', () => process.exit(0))
  return {
    send: (message) => void (process.connected && process.send?.(message)),
    onMessage: (listener) => void messages.add(listener),
  }
}
