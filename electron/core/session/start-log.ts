import type { Disposer } from '../../../shared/domain/brand.js'
import type { LogPort } from '../ports.js'
import type { SessionGraph } from './session-graph.js'

/**
 * Logs when each part of a session was available for the first time, so that the log of a slow
 * start says which part it waited for.
 */
export function logStart(
  { health, portfolio }: Pick<SessionGraph, 'health' | 'portfolio'>,
  log: LogPort,
): Disposer {
  const waiting = new Map<string, () => boolean>([
    ['session.events-live', () => health.state('events') === 'live'],
    ['session.market-live', () => health.state('market') === 'live'],
    ['session.positions', () => portfolio.balance.get() !== null],
  ])
  const check = (): void => {
    for (const [name, isThere] of waiting) {
      if (!isThere()) continue
      waiting.delete(name)
      log.event('info', name)
    }
    if (waiting.size === 0) stop()
  }
  const stops = [health.subscribe(check), portfolio.balance.subscribe(check)]
  function stop(): void {
    for (const end of stops) end()
  }
  return stop
}
