import type { LogFile } from '../adapters/log-file.js'
import { systemClock } from '../adapters/clock.js'
import { systemTimers } from '../adapters/timers.js'
import { createHostedGate, type HostedGate } from '../core/instructions/hosted-gate.js'
import { followHosted, type HostedIntakeDeps } from '../core/instructions/hosted-intake.js'
import type { LiveValue } from '../core/live.js'
import type { DeskSession } from '../core/session/desk-session.js'
import { handsOver } from '../../shared/wire/hand-over.js'

/** The provider's hosted server, as the room of a session sees it. */
export interface HostedRoom {
  readonly gate: HostedGate
  /** Begins to bring what waits there before the person. */
  follow(of: Pick<HostedIntakeDeps, 'desk' | 'connections' | 'halted'>): void
  dispose(): void
}

/** Null in an environment whose hand-over is not known: there nothing is asked and nothing is brought (`shared/wire/assumptions.ts`). */
export function hostedRoom(session: Pick<DeskSession, 'environment' | 'instructions' | 'sessionView' | 'streams'>, log: LogFile): HostedRoom | null {
  if (!handsOver(session.environment)) return null
  const gate = createHostedGate(async () => {
    const source = await session.instructions()
    if (source === null) throw new Error('the provider has no hosted instructions')
    return source
  }, systemTimers)
  const ready: LiveValue<boolean> = {
    get: () => session.sessionView().phase === 'ready' || session.sessionView().phase === 'reconnecting',
    subscribe: (listener) => session.streams.session.subscribe(listener),
  }
  let following: { dispose(): void } | null = null
  return {
    gate,
    follow(of) {
      following ??= followHosted({ ...of, source: () => session.instructions(), gate, ready, clock: systemClock, timers: systemTimers, log })
    },
    dispose: () => following?.dispose(),
  }
}
