import { createEmitter } from '../../../shared/domain/emitter.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { AuditPort } from '../../core/audit/audit-port.js'
import type { Connections } from '../../core/instructions/connections/connections-port.js'
import type { KillSwitch } from '../../core/instructions/kill-switch/kill-switch.js'
import type { LiveValue } from '../../core/live-values.js'
import type { TradingSession } from '../../core/session/trading-session.js'

export interface SessionHaltDeps {
  readonly killSwitch: KillSwitch
  readonly session: Pick<TradingSession, 'sessionView' | 'streams'>
  readonly connections: Pick<Connections, 'onChange'>
  readonly audit: Pick<AuditPort, 'failed' | 'onFailure'>
  /** A further halt: that of the live session, for shadow practice. */
  readonly parent: LiveValue<boolean> | undefined
}

/**
 * True while assistants are halted for any reason: the kill switch, the session's own halt, an
 * audit log that cannot be written, or the halt of the live session. Notifies also when a
 * connection changes, because its keys are accepted or rejected by then.
 */
export class SessionHalt implements LiveValue<boolean> {
  readonly #deps: SessionHaltDeps
  readonly #changed = createEmitter<void>()
  readonly #stops: readonly Disposer[]

  constructor(deps: SessionHaltDeps) {
    this.#deps = deps
    const { killSwitch, session, connections, audit, parent } = deps
    const notify = (): void => this.#changed.emit()
    this.#stops = [
      killSwitch.subscribe(notify),
      session.streams.session.subscribe(notify),
      connections.onChange(notify),
      audit.onFailure(notify),
      parent?.subscribe(notify) ?? (() => undefined),
    ]
  }

  get(): boolean {
    const { killSwitch, session, audit, parent } = this.#deps
    return (
      audit.failed ||
      session.sessionView().trading === 'halted' ||
      killSwitch.get() !== null ||
      parent?.get() === true
    )
  }

  subscribe(listener: () => void): Disposer {
    return this.#changed.add(listener)
  }

  dispose(): void {
    for (const stop of this.#stops) stop()
  }
}
