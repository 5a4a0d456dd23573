import type { AsyncResult, Refusal } from '../../../shared/domain/instructions/refusal.js'
import type { ConnectionPort } from '../../core/instructions/assistant/assistant-port.js'
import { err, type Result } from '../../../shared/domain/result.js'

type Call = (...given: unknown[]) => unknown
type Name = keyof ConnectionPort

/** The calls that answer at once, or watch, and so cannot be pending. */
const AT_ONCE: ReadonlySet<Name> = new Set<Name>(['scope', 'recordSent', 'watch'])
/** The calls whose request may have been accepted before the port was ended. */
const MAY_BE_ACCEPTED: ReadonlySet<Name> = new Set<Name>(['instruct', 'addWaiting'])

/**
 * A connection's side of the port that can be ended. Pending calls are answered at once when the
 * kill switch is pressed; otherwise a client would wait until its own timeout. Each call goes to
 * the port of the session that the connection belongs to at that moment.
 */
export class EndablePort {
  /** Every call of the port, until it is ended. */
  readonly port: ConnectionPort
  readonly #current: () => ConnectionPort
  readonly #pendingCalls = new Set<(why: Refusal) => void>()
  #endedBy: Refusal | null = null

  /** @param current returns the port of the connection's session */
  constructor(current: () => ConnectionPort) {
    this.#current = current
    // Whatever the port has: a call that is added to it can be ended too.
    this.port = new Proxy({} as ConnectionPort, {
      get: (_none, name) => this.#callOf(name as Name),
    })
  }

  /** Answers every later and every pending call with `why`; their own results are discarded. */
  end(why: Refusal): void {
    this.#endedBy ??= why
    for (const end of [...this.#pendingCalls]) end(this.#endedBy)
    this.#pendingCalls.clear()
  }

  #callOf(name: Name): Call | undefined {
    if (typeof this.#current()[name] !== 'function') return undefined
    const call =
      (...given: unknown[]) =>
      (port: ConnectionPort): unknown =>
        (port[name] as Call).apply(port, given)
    if (AT_ONCE.has(name)) return (...given) => call(...given)(this.#current())
    if (name === 'wait') {
      return (...given) =>
        this.#endable((port) => this.#waitUntilEnded(port, given as Parameters<typeof port.wait>))
    }
    return (...given) =>
      this.#endable(
        (port) => call(...given)(port) as AsyncResult<unknown>,
        MAY_BE_ACCEPTED.has(name),
      )
  }

  /** @param mayBeAccepted the request may have been accepted before the port was ended */
  #endable<T>(
    call: (port: ConnectionPort) => AsyncResult<T>,
    mayBeAccepted = false,
  ): AsyncResult<T> {
    if (this.#endedBy !== null) return Promise.resolve(err(this.#endedBy))
    return new Promise<Result<T, Refusal>>((resolve, reject) => {
      const end = (why: Refusal): void =>
        resolve(err(mayBeAccepted ? { ...why, mayBeAccepted } : why))
      this.#pendingCalls.add(end)
      call(this.#current())
        .then(resolve, reject)
        .finally(() => this.#pendingCalls.delete(end))
    })
  }

  /** Waits at the session. The result is no longer needed after the end, so it aborts the wait. */
  async #waitUntilEnded(
    port: ConnectionPort,
    [connection, id, ms, signal]: Parameters<ConnectionPort['wait']>,
  ): ReturnType<ConnectionPort['wait']> {
    const both = new AbortController()
    const end = (): void => both.abort()
    signal.addEventListener('abort', end)
    this.#pendingCalls.add(end)
    if (signal.aborted) end()
    try {
      return await port.wait(connection, id, ms, both.signal)
    } finally {
      signal.removeEventListener('abort', end)
      this.#pendingCalls.delete(end)
    }
  }
}
