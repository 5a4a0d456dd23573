import type { LogFile } from '../../adapters/log-file.js'
import { systemClock } from '../../adapters/clock.js'
import { systemTimers } from '../../adapters/timers.js'
import { createHostedGate, type HostedGate } from '../../core/instructions/queue/hosted-gate.js'
import {
  startHostedIntake,
  type HostedIntakeDeps,
} from '../../core/instructions/hosted/hosted-intake.js'
import { listeners, type LiveValue } from '../../core/live-values.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { appError, type AppError } from '../../../shared/ipc/errors.js'
import type { AssistantsView } from '../../../shared/ipc/instructions.js'
import { zHostedEndpoint, type HostedEndpointView } from '../../../shared/ipc/practice-control.js'
import { hostsInstructions } from '../../../shared/wire/hosted-instructions-api.js'

/** The hosted server's own address at the practice exchange, and how to open, move or close it. */
export interface HostedAddress {
  readonly view: HostedEndpointView
  /** The certificate that its clients have to trust. */
  readonly caFile: string
  /** Answers the address as it is then, or why it could not be asked. */
  set(on: boolean, port: number): Promise<Result<unknown, string>>
}

/** The provider's hosted server, as the room of a session sees it. */
export interface HostedSource extends LiveValue<AssistantsView['hosted']> {
  readonly gate: HostedGate
  /** Begins to bring what waits there before the person. */
  follow(deps: Pick<HostedIntakeDeps, 'instructionService' | 'connections' | 'halted'>): void
  set(on: boolean, port: number): Promise<Result<void, AppError>>
  dispose(): void
}

/**
 * Null in an environment whose hand-over is not known: there nothing is asked and nothing is
 * brought (`shared/wire/assumptions.ts`).
 */
export function createHostedSource(
  session: Pick<TradingSession, 'environment' | 'instructions' | 'sessionView' | 'streams'>,
  address: HostedAddress | undefined,
  log: LogFile,
): HostedSource | null {
  if (!hostsInstructions(session.environment)) return null
  const gate = createHostedGate(async () => {
    const source = await session.instructions()
    if (source === null) throw new Error('the provider has no hosted instructions')
    return source
  }, systemTimers)
  const ready: LiveValue<boolean> = {
    get() {
      const { phase, exchangeOffsetMs } = session.sessionView()
      // Before the exchange's clock was heard nobody can say whether its market is open, and
      // everything would be turned down for that.
      return (phase === 'ready' || phase === 'reconnecting') && exchangeOffsetMs !== null
    },
    subscribe: (listener) => session.streams.session.subscribe(listener),
  }
  const changed = listeners<void>()
  const stop = gate.synced.subscribe(() => changed.emit())
  let endpointView = address?.view ?? null
  let following: { dispose(): void } | null = null
  return {
    gate,
    get: () =>
      endpointView === null || address === undefined
        ? undefined
        : { ...endpointView, caFile: address.caFile, synced: gate.synced.get() },
    subscribe: (listener) => changed.add(listener),
    follow(deps) {
      following ??= startHostedIntake({
        ...deps,
        source: () => session.instructions(),
        gate,
        ready,
        clock: systemClock,
        timers: systemTimers,
        log,
      })
    },
    async set(on, port) {
      const answer =
        address === undefined ? err('There is no such server here.') : await address.set(on, port)
      const next = answer.ok ? zHostedEndpoint.safeParse(answer.value) : null
      if (next?.success !== true) {
        return err(
          appError(
            'session/not-ready',
            answer.ok ? 'The practice exchange answered something unreadable.' : answer.error,
          ),
        )
      }
      endpointView = next.data
      changed.emit()
      return ok(undefined)
    },
    dispose() {
      stop()
      following?.dispose()
      changed.clear()
    },
  }
}
