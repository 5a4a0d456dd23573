import { err, type Result } from '../../../shared/domain/result.js'
import type {
  AsyncResult,
  AssistantPort,
  Refusal,
} from '../../core/instructions/assistant/assistant-port.js'

export interface EndablePort {
  readonly port: AssistantPort
  /**
   * From here on every question is answered with this, also those that are under way. Their answers
   * go nowhere.
   */
  end(why: Refusal): void
}

/**
 * A connection's side of the port that can be taken away. Whoever waits when the kill switch is
 * pressed hears so at once: a call that
 * merely breaks off leaves a client waiting for as long as it waits for anything, and its person
 * guessing.
 */
export function endablePort(port: AssistantPort): EndablePort {
  const pendingCalls = new Set<(why: Refusal) => void>()
  let endedBy: Refusal | null = null

  /** `maybe`: what was asked for may have been taken before the end came. */
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
        // Nobody listens any more when it is over: the wait itself ends as well.
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
