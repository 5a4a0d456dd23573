import type { LogFile } from '../../adapters/log-file.js'
import { systemClock } from '../../adapters/clock.js'
import { systemTimers } from '../../adapters/timers.js'
import { createHostedGate, type HostedGate } from '../../core/instructions/queue/hosted-gate.js'
import {
  startHostedIntake,
  type HostedIntakeDeps,
} from '../../core/instructions/hosted/hosted-intake.js'
import type { LiveValue } from '../../core/live-values.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import type { AssistantsView } from '../../../shared/domain/instructions/assistants-view.js'
import {
  type HostedEndpointView,
  zHostedEndpoint,
} from '../../../shared/practice/practice-control.js'
import { hostsInstructions } from '../../../shared/wire/hosted-instructions-api.js'
import { foreign, message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

/**
 * The hosted server's own address at the practice exchange, and the function that opens, moves or
 * closes it.
 */
export interface HostedAddress {
  readonly view: HostedEndpointView
  /** The certificate that its clients must trust. */
  readonly caFile: string
  /**
   * Changes the address. Returns the new state, or the reason why the exchange could not be
   * reached.
   */
  set(on: boolean, port: number): Promise<Result<unknown, string>>
}

/** The provider's hosted server, as an assistant session uses it. */
export interface HostedSource extends LiveValue<AssistantsView['hosted']> {
  readonly gate: HostedGate
  /** Starts presenting its pending instructions to the person. */
  follow(deps: Pick<HostedIntakeDeps, 'instructionService' | 'connections' | 'halted'>): void
  set(on: boolean, port: number): Promise<Result<void, AppError>>
  dispose(): void
}

const notReady = (reason: Message): Result<never, AppError> =>
  err(appError('session/not-ready', reason))

/**
 * Makes the source; null in an environment whose protocol for hosted instructions is not published
 * (`shared/wire/assumptions.ts`).
 */
export function createHostedSource(
  session: Pick<TradingSession, 'environment' | 'streams'> & {
    readonly connection: Pick<TradingSession['connection'], 'instructions' | 'view'>
  },
  address: HostedAddress | undefined,
  log: LogFile,
): HostedSource | null {
  if (!hostsInstructions(session.environment)) return null
  const gate = createHostedGate(async () => {
    const source = await session.connection.instructions()
    if (source === null) throw new Error('the broker has no hosted instructions')
    return source
  }, systemTimers)
  const ready: LiveValue<boolean> = {
    get() {
      const { phase, exchangeOffsetMs } = session.connection.view()
      // Until the exchange's time is known, its market hours are not known either, and every
      // instruction would be rejected.
      return (phase === 'ready' || phase === 'reconnecting') && exchangeOffsetMs !== null
    },
    subscribe: (listener) => session.streams.session.subscribe(listener),
  }
  const changed = createEmitter<void>()
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
        source: () => session.connection.instructions(),
        gate,
        ready,
        clock: systemClock,
        timers: systemTimers,
        log,
      })
    },
    async set(on, port) {
      if (address === undefined) return notReady(message('assistants.noSuchServer'))
      const answer = await address.set(on, port)
      if (!answer.ok) return notReady(foreign(answer.error))
      const next = zHostedEndpoint.safeParse(answer.value)
      if (!next.success) return notReady(message('system.exchangeUnreadable'))
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
