import type { Disposer } from '../../../../shared/domain/brand.js'
import type { ConnectionId } from '../../../../shared/domain/ids.js'
import { MINUTE_MS } from '../../../../shared/domain/time.js'
import type { AuditBody, AuditPort } from '../../audit/audit-port.js'
import type { TimerPort } from '../../ports.js'
import type { Refusal } from '../../../../shared/domain/instructions/refusal.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'

const LINE_CHARS = 260

/**
 * Records refusals to assistants. The first of a kind is recorded at once. Further ones with the
 * same connection and code within a minute become one record with a count, so that repeated
 * requests cannot flood the audit chain.
 */
export interface RefusalLog {
  /** Resolves when the refusal is on disk or counted. */
  record(connection: ConnectionId, refusal: Refusal, body: AuditBody): Promise<void>
  /** Writes the pending counts and stops. */
  close(): void
}

interface RefusalCount {
  readonly connection: ConnectionId
  readonly stop: Disposer
  /** The latest counted refusal. */
  last: Refusal
  body: AuditBody
  more: number
}

export function createRefusalLog({
  audit,
  timers,
}: {
  readonly audit: Pick<AuditPort, 'append'>
  readonly timers: TimerPort
}): RefusalLog {
  const counting = new Map<string, RefusalCount>()
  const write = (
    connection: ConnectionId,
    { code, message }: Refusal,
    more: number,
    body: AuditBody,
  ) =>
    audit.append(
      'refused',
      connection,
      `${inEnglish(message).slice(0, LINE_CHARS)}${more === 0 ? '' : ` (and ${more} more within a minute)`}`,
      { ...body, code, ...(more === 0 ? {} : { more }) },
    )
  const end = (key: string): void => {
    const found = counting.get(key)
    if (found === undefined) return
    found.stop()
    counting.delete(key)
    if (found.more > 0) void write(found.connection, found.last, found.more, found.body)
  }
  return {
    async record(connection, refusal, body) {
      const key = `${connection} ${refusal.code}`
      const found = counting.get(key)
      if (found !== undefined) {
        Object.assign(found, { last: refusal, body, more: found.more + 1 })
        return
      }
      counting.set(key, {
        connection,
        last: refusal,
        body,
        more: 0,
        stop: timers.after(MINUTE_MS, () => end(key)),
      })
      await write(connection, refusal, 0, body)
    },
    close() {
      for (const key of [...counting.keys()]) end(key)
    },
  }
}
