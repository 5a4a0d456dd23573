import { err, type Result } from '../../shared/domain/result.js'
import type { Asked, AssistantPort, Refusal } from '../core/instructions/assistant-port.js'

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
  const underWay = new Set<(why: Refusal) => void>()
  let over: Refusal | null = null

  /** `maybe`: what was asked for may have been taken before the end came. */
  const asked =
    <A extends readonly unknown[], T>(call: (...given: A) => Asked<T>, maybe = false) =>
    (...given: A): Asked<T> => {
      if (over !== null) return Promise.resolve(err(over))
      return new Promise<Result<T, Refusal>>((resolve, reject) => {
        const end = (why: Refusal): void => resolve(err(maybe ? { ...why, maybe } : why))
        underWay.add(end)
        call(...given)
          .then(resolve, reject)
          .finally(() => underWay.delete(end))
      })
    }

  return {
    port: {
      authenticate: (token) => port.authenticate(token),
      seen: (connection, client) => port.seen(connection, client),
      scope: (connection) => port.scope(connection),
      admit: asked((...given) => port.admit(...given)),
      watch: (connection, changed) => port.watch(connection, changed),
      accounts: asked((...given) => port.accounts(...given)),
      balance: asked((...given) => port.balance(...given)),
      positions: asked((...given) => port.positions(...given)),
      openOrders: asked((...given) => port.openOrders(...given)),
      order: asked((...given) => port.order(...given)),
      history: asked((...given) => port.history(...given)),
      instruments: asked((...given) => port.instruments(...given)),
      search: asked((...given) => port.search(...given)),
      quotes: asked((...given) => port.quotes(...given)),
      depth: asked((...given) => port.depth(...given)),
      bars: asked((...given) => port.bars(...given)),
      research: asked((...given) => port.research(...given)),
      policy: asked((...given) => port.policy(...given)),
      preview: asked((...given) => port.preview(...given)),
      instruct: asked((...given) => port.instruct(...given), true),
      instruction: asked((...given) => port.instruction(...given)),
      pending: asked((...given) => port.pending(...given)),
      processed: asked((...given) => port.processed(...given)),
      revoke: asked((...given) => port.revoke(...given)),
      wait: asked(async (connection, id, ms, signal) => {
        // Nobody listens any more when it is over: the wait itself ends as well.
        const both = new AbortController()
        const end = (): void => both.abort()
        signal.addEventListener('abort', end)
        underWay.add(end)
        if (signal.aborted) end()
        try {
          return await port.wait(connection, id, ms, both.signal)
        } finally {
          signal.removeEventListener('abort', end)
          underWay.delete(end)
        }
      }),
    },
    end(why) {
      over ??= why
      for (const end of [...underWay]) end(over)
      underWay.clear()
    },
  }
}
