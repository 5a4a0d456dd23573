import type { Halt, HaltScope } from '../../../../shared/domain/orders/halt.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import type { AuditPort } from '../../audit/audit-port.js'

/** Appends; a halt never waits for its record in the chain. */
type Audit = Pick<AuditPort, 'append'>

/** Records that a halt began. */
export function recordKill(audit: Audit, scope: HaltScope, reason: Message): void {
  void audit.append('halt', scope, inEnglish(message('killSwitch.halted', { scope, reason })), {
    scope,
    why: inEnglish(reason),
  })
}

/** Records that the orders of a halt are cleared further after a restart. */
export function recordContinuation(audit: Audit, { scope, left }: Halt): void {
  void audit.append('halt', scope, inEnglish(message('killSwitch.continued')), {
    scope,
    left: left.length,
  })
}

/** Records what a halt reached: the orders that ended and those that are left. */
export function recordResult(audit: Audit, halt: Halt): void {
  const { scope, phase, withdrawn, cancelled, working, unknown, left } = halt
  void audit.append('halt', scope, inEnglish(message('killSwitch.result', { working, unknown })), {
    scope,
    phase,
    withdrawn,
    cancelled,
    working,
    unknown,
    left: left.map(({ clientOrderId, symbol }) => clientOrderId ?? symbol),
  })
}

/** Records that the person lifted a halt. */
export function recordLift(audit: Audit, { scope, working, unknown }: Halt): void {
  void audit.append('halt', 'assistants', inEnglish(message('killSwitch.lifted')), {
    scope,
    working,
    unknown,
  })
}
