import { createEmitter } from '../../../shared/domain/emitter.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import type { Disposer } from '../../../shared/domain/brand.js'

/**
 * Holds the one session of this process. The session may be replaced (another environment, a
 * restarted exchange); users of the old one are notified and must fetch its objects again. No store
 * survives a replacement.
 */
export interface SessionHolder {
  /** Returns the current session; waits for the first. */
  get(): Promise<TradingSession>
  current(): TradingSession | null
  /** Disposes the old session and sets the new one. */
  replace(next: TradingSession): Promise<void>
  /** Disposes the session and holds none until the next one. */
  clear(): Promise<void>
  onReplaced(listener: () => void): Disposer
}

export function createSessionHolder(): SessionHolder {
  let current: TradingSession | null = null
  const waiting: ((session: TradingSession) => void)[] = []
  const replaced = createEmitter<void>()
  let hadSession = false
  return {
    get: () =>
      current === null ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(current),
    current: () => current,
    async replace(next) {
      const old = current
      current = next
      if (old !== null) await old.connection.dispose()
      for (const resolve of waiting.splice(0)) resolve(next)
      if (hadSession) replaced.emit()
      hadSession = true
    },
    async clear() {
      const old = current
      current = null
      await old?.connection.dispose()
    },
    onReplaced: (listener) => replaced.add(listener),
  }
}
