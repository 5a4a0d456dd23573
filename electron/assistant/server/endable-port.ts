import { err, type Result } from '../../../shared/domain/result.js'
import type { AsyncResult, Refusal } from '../../../shared/domain/instructions/refusal.js'
import type { AssistantPort } from '../../core/instructions/assistant/assistant-port.js'

export interface EndablePort {
  readonly port: AssistantPort
  /** Answers every later and every pending call with `why`; their own results are discarded. */
  end(why: Refusal): void
}

/**
 * Makes a connection's side of the port that can be ended. Pending calls are answered at once when
 * the kill switch is pressed; otherwise a client would wait until its own timeout.
 */
export function endablePort(port: AssistantPort): EndablePort {
  const pendingCalls = new Set<(why: Refusal) => void>()
  let endedBy: Refusal | null = null

  /** `maybe`: the request may have been accepted before the port was ended. */
  const endable =
    <A extends readonly unknown[], T>(call: (...given: A) => AsyncResult<T>, maybe = false) =>
    (...given: A): AsyncResult<T> => {
      if (endedBy !== null) return Promise.resolve(err(endedBy))
      return new Promise<Result<T, Refusal>>((resolve, reject) => {
        const end = (why: Refusal): void =>
          resolve(err(maybe ? { ...why, mayBeAccepted: maybe } : why))
        pendingCalls.add(end)
        call(...given)
          .then(resolve, reject)
          .finally(() => pendingCalls.delete(end))
      })
    }

  return {
    port: {
      authenticate: (token) => port.authenticate(token),
      markSeen: (connection, client) => port.markSeen(connection, client),
      scope: (connection) => port.scope(connection),
      authorizeTool: endable((...given) => port.authorizeTool(...given)),
      watch: (connection, changed) => port.watch(connection, changed),
      accounts: endable((...given) => port.accounts(...given)),
      balance: endable((...given) => port.balance(...given)),
      positions: endable((...given) => port.positions(...given)),
      openOrders: endable((...given) => port.openOrders(...given)),
      order: endable((...given) => port.order(...given)),
      history: endable((...given) => port.history(...given)),
      instruments: endable((...given) => port.instruments(...given)),
      search: endable((...given) => port.search(...given)),
      quotes: endable((...given) => port.quotes(...given)),
      depth: endable((...given) => port.depth(...given)),
      bars: endable((...given) => port.bars(...given)),
      referenceData: endable((...given) => port.referenceData(...given)),
      policy: endable((...given) => port.policy(...given)),
      preview: endable((...given) => port.preview(...given)),
      instruct: endable((...given) => port.instruct(...given), true),
      instruction: endable((...given) => port.instruction(...given)),
      pending: endable((...given) => port.pending(...given)),
      processed: endable((...given) => port.processed(...given)),
      revoke: endable((...given) => port.revoke(...given)),
      wait: endable(async (connection, id, ms, signal) => {
        // The result is no longer needed after the end, so the wait itself is aborted too.
        const both = new AbortController()
        const end = (): void => both.abort()
        signal.addEventListener('abort', end)
        pendingCalls.add(end)
        if (signal.aborted) end()
        try {
          return await port.wait(connection, id, ms, both.signal)
        } finally {
          signal.removeEventListener('abort', end)
          pendingCalls.delete(end)
        }
      }),
    },
    end(why) {
      endedBy ??= why
      for (const end of [...pendingCalls]) end(endedBy)
      pendingCalls.clear()
    },
  }
}
