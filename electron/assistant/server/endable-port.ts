import type { AsyncResult, Refusal } from '../../../shared/domain/instructions/refusal.js'
import type { ConnectionPort } from '../../core/instructions/assistant/assistant-port.js'
import { err, type Result } from '../../../shared/domain/result.js'

type Args<Name extends keyof ConnectionPort> = Parameters<ConnectionPort[Name]>
type Returned<Name extends keyof ConnectionPort> = ReturnType<ConnectionPort[Name]>

/**
 * A connection's side of the port that can be ended. Pending calls are answered at once when the
 * kill switch is pressed; otherwise a client would wait until its own timeout. Each call goes to
 * the port of the session that the connection belongs to at that moment.
 */
export class EndablePort implements ConnectionPort {
  readonly #current: () => ConnectionPort
  readonly #pendingCalls = new Set<(why: Refusal) => void>()
  #endedBy: Refusal | null = null

  /** @param current returns the port of the connection's session */
  constructor(current: () => ConnectionPort) {
    this.#current = current
  }

  /** Answers every later and every pending call with `why`; their own results are discarded. */
  end(why: Refusal): void {
    this.#endedBy ??= why
    for (const end of [...this.#pendingCalls]) end(this.#endedBy)
    this.#pendingCalls.clear()
  }

  scope(...given: Args<'scope'>): Returned<'scope'> {
    return this.#current().scope(...given)
  }
  recordSent(...given: Args<'recordSent'>): void {
    this.#current().recordSent(...given)
  }
  watch(...given: Args<'watch'>): Returned<'watch'> {
    return this.#current().watch(...given)
  }

  authorizeTool(...given: Args<'authorizeTool'>): Returned<'authorizeTool'> {
    return this.#endable((port) => port.authorizeTool(...given))
  }
  accounts(...given: Args<'accounts'>): Returned<'accounts'> {
    return this.#endable((port) => port.accounts(...given))
  }
  balance(...given: Args<'balance'>): Returned<'balance'> {
    return this.#endable((port) => port.balance(...given))
  }
  positions(...given: Args<'positions'>): Returned<'positions'> {
    return this.#endable((port) => port.positions(...given))
  }
  openOrders(...given: Args<'openOrders'>): Returned<'openOrders'> {
    return this.#endable((port) => port.openOrders(...given))
  }
  order(...given: Args<'order'>): Returned<'order'> {
    return this.#endable((port) => port.order(...given))
  }
  history(...given: Args<'history'>): Returned<'history'> {
    return this.#endable((port) => port.history(...given))
  }
  cashActivities(...given: Args<'cashActivities'>): Returned<'cashActivities'> {
    return this.#endable((port) => port.cashActivities(...given))
  }
  executions(...given: Args<'executions'>): Returned<'executions'> {
    return this.#endable((port) => port.executions(...given))
  }
  transfers(...given: Args<'transfers'>): Returned<'transfers'> {
    return this.#endable((port) => port.transfers(...given))
  }
  transfer(...given: Args<'transfer'>): Returned<'transfer'> {
    return this.#endable((port) => port.transfer(...given))
  }
  instruments(...given: Args<'instruments'>): Returned<'instruments'> {
    return this.#endable((port) => port.instruments(...given))
  }
  search(...given: Args<'search'>): Returned<'search'> {
    return this.#endable((port) => port.search(...given))
  }
  quotes(...given: Args<'quotes'>): Returned<'quotes'> {
    return this.#endable((port) => port.quotes(...given))
  }
  depth(...given: Args<'depth'>): Returned<'depth'> {
    return this.#endable((port) => port.depth(...given))
  }
  exchangeTime(...given: Args<'exchangeTime'>): Returned<'exchangeTime'> {
    return this.#endable((port) => port.exchangeTime(...given))
  }
  news(...given: Args<'news'>): Returned<'news'> {
    return this.#endable((port) => port.news(...given))
  }
  optionChain(...given: Args<'optionChain'>): Returned<'optionChain'> {
    return this.#endable((port) => port.optionChain(...given))
  }
  bars(...given: Args<'bars'>): Returned<'bars'> {
    return this.#endable((port) => port.bars(...given))
  }
  referenceData(...given: Args<'referenceData'>): Returned<'referenceData'> {
    return this.#endable((port) => port.referenceData(...given))
  }
  watchlists(...given: Args<'watchlists'>): Returned<'watchlists'> {
    return this.#endable((port) => port.watchlists(...given))
  }
  changeWatchlist(...given: Args<'changeWatchlist'>): Returned<'changeWatchlist'> {
    return this.#endable((port) => port.changeWatchlist(...given))
  }
  windowItems(...given: Args<'windowItems'>): Returned<'windowItems'> {
    return this.#endable((port) => port.windowItems(...given))
  }
  changeWindow(...given: Args<'changeWindow'>): Returned<'changeWindow'> {
    return this.#endable((port) => port.changeWindow(...given))
  }
  policy(...given: Args<'policy'>): Returned<'policy'> {
    return this.#endable((port) => port.policy(...given))
  }
  preview(...given: Args<'preview'>): Returned<'preview'> {
    return this.#endable((port) => port.preview(...given))
  }
  plan(...given: Args<'plan'>): Returned<'plan'> {
    return this.#endable((port) => port.plan(...given))
  }
  instruct(...given: Args<'instruct'>): Returned<'instruct'> {
    return this.#endable((port) => port.instruct(...given), true)
  }
  addWaiting(...given: Args<'addWaiting'>): Returned<'addWaiting'> {
    return this.#endable((port) => port.addWaiting(...given), true)
  }
  waiting(...given: Args<'waiting'>): Returned<'waiting'> {
    return this.#endable((port) => port.waiting(...given))
  }
  removeWaiting(...given: Args<'removeWaiting'>): Returned<'removeWaiting'> {
    return this.#endable((port) => port.removeWaiting(...given))
  }
  instruction(...given: Args<'instruction'>): Returned<'instruction'> {
    return this.#endable((port) => port.instruction(...given))
  }
  pending(...given: Args<'pending'>): Returned<'pending'> {
    return this.#endable((port) => port.pending(...given))
  }
  processed(...given: Args<'processed'>): Returned<'processed'> {
    return this.#endable((port) => port.processed(...given))
  }
  revoke(...given: Args<'revoke'>): Returned<'revoke'> {
    return this.#endable((port) => port.revoke(...given))
  }
  wait(...given: Args<'wait'>): Returned<'wait'> {
    return this.#endable((port) => this.#waitUntilEnded(port, ...given))
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
    ...[connection, id, ms, signal]: Args<'wait'>
  ): Returned<'wait'> {
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
