import { createEmitter } from '../../../shared/domain/emitter.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { AuditPort } from '../../core/audit/audit-port.js'
import type { Connections } from '../../core/instructions/connections/connections-port.js'
import type { Halt } from '../../../shared/domain/orders/halt.js'
import type { LiveValue } from '../../core/live-values.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import type { TradingSession } from '../../core/session/trading-session.js'

export interface SessionHaltDeps {
  /** The kill switch, or damaged files. */
  readonly halt: LiveValue<Halt | null> & { reason(): Message | null }
  readonly session: Pick<TradingSession, 'streams'> & {
    readonly connection: Pick<TradingSession['connection'], 'view'>
  }
  readonly connections: Pick<Connections, 'onChange'>
  readonly audit: Pick<AuditPort, 'failed' | 'onFailure'>
  /** A further halt: shadow practice halts with the live session. */
  readonly parent: LiveValue<boolean> | undefined
}

/**
 * True while assistants are halted for any reason: the kill switch, damaged files, the session's
 * own halt, an audit log that cannot be written, or the halt of the live session. Notifies also
 * when a connection changes, because its keys are accepted or rejected by then.
 */
export class SessionHalt implements LiveValue<boolean> {
  readonly #deps: SessionHaltDeps
  readonly #changed = createEmitter<void>()
  readonly #stops: readonly Disposer[]

  constructor(deps: SessionHaltDeps) {
    this.#deps = deps
    const { halt, session, connections, audit, parent } = deps
    const notify = (): void => this.#changed.emit()
    this.#stops = [
      halt.subscribe(notify),
      session.streams.session.subscribe(notify),
      connections.onChange(notify),
      audit.onFailure(notify),
      parent?.subscribe(notify) ?? (() => undefined),
    ]
  }

  get(): boolean {
    const { halt, session, audit, parent } = this.#deps
    return (
      audit.failed ||
      session.connection.view().trading === 'halted' ||
      halt.get() !== null ||
      parent?.get() === true
    )
  }

  /** Returns why assistants are halted, for an assistant; null while they are not. */
  reason(): Message | null {
    const { halt, session, audit, parent } = this.#deps
    if (halt.get() !== null) return halt.reason()
    if (audit.failed) return message('refusals.haltedByAudit')
    if (session.connection.view().trading === 'halted') return message('refusals.haltedTrading')
    return parent?.get() === true ? message('refusals.haltedLive') : null
  }

  subscribe(listener: () => void): Disposer {
    return this.#changed.add(listener)
  }

  dispose(): void {
    for (const stop of this.#stops) stop()
  }
}
