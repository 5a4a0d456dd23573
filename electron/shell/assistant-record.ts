import type { AuditPort } from '../core/audit/audit-port.js'
import type { Connections } from '../core/instructions/policy-port.js'
import type { Disposer } from '../../shared/domain/brand.js'

/** Writes every change of a connection and its limits into the audit chain, with the limits as they are from then on (rule 37). */
export const recordChanges = (audit: AuditPort, connections: Connections): Disposer =>
  connections.onChange(({ id, what }) => {
    const connection = connections.get(id)
    if (what === 'seen' || connection === null) return
    const { name, state, policy, pauseWhy } = connection
    void audit.append(what === 'policy' ? 'policy' : 'connection', id, `${name}: ${what}`, { what, name, state, why: pauseWhy, ...(what === 'policy' || what === 'paired' ? { policy: JSON.stringify(policy) } : {}) })
  })
