import type { ConnectionId } from '../../../../shared/domain/ids.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import { SECOND_MS } from '../../../../shared/domain/time.js'
import type { AuditPort } from '../../audit/audit-port.js'
import type { TimerPort } from '../../ports.js'

/**
 * Records the reads of assistants: one record per connection, tool and second, with a count, so
 * that polling does not flood the audit log.
 */
export interface ReadLog {
  record(connection: ConnectionId, tool: string, about: string): void
  /** Writes the pending records and stops. */
  close(): void
}

interface PendingRead {
  readonly connection: ConnectionId
  readonly tool: string
  readonly about: Set<string>
  count: number
  readonly stop: Disposer
}

const MAX_ABOUT = 20

export function createReadLog(deps: {
  readonly audit: Pick<AuditPort, 'append'>
  readonly timers: TimerPort
}): ReadLog {
  const waiting = new Map<string, PendingRead>()
  const write = (key: string): void => {
    const entry = waiting.get(key)
    if (entry === undefined) return
    entry.stop()
    waiting.delete(key)
    const { connection, tool, count } = entry
    void deps.audit.append(
      'read',
      connection,
      `Read ${tool}${count === 1 ? '' : `, ${count} times`}`,
      { tool, count, about: [...entry.about] },
    )
  }
  return {
    record(connection, tool, about) {
      const key = `${connection} ${tool}`
      const entry = waiting.get(key) ?? {
        connection,
        tool,
        about: new Set<string>(),
        count: 0,
        stop: deps.timers.after(SECOND_MS, () => write(key)),
      }
      entry.count += 1
      if (entry.about.size < MAX_ABOUT) entry.about.add(about)
      waiting.set(key, entry)
    },
    close() {
      for (const key of [...waiting.keys()]) write(key)
    },
  }
}
