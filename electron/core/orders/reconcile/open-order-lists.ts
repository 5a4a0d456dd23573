import type { Disposer } from '../../../../shared/domain/brand.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import type { AccountId, ClientOrderId } from '../../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { ClockPort } from '../../ports.js'
import { readPages } from '../../read-pages.js'
import { providerFailure, type ProviderFailure } from '../../provider-failure.js'
import type { OrderObservation } from '../order-observation.js'
import type { OrderReadsPort, ReadPriority } from '../order-reads-port.js'

/** A list of an account's open orders that was read to its end. */
export interface OpenOrderList {
  readonly accountId: AccountId
  /** When its first page was requested, by the wall clock. */
  readonly requestedAt: EpochMs
  /** The same by the monotonic clock, in ms. */
  readonly startedAt: number
  readonly ids: ReadonlySet<ClientOrderId>
  /** How many of its rows could not be read: orders that may be working besides. */
  readonly unreadable: number
}

/** How much of an account's list of open orders has been read in this session. */
export interface ListProgress {
  /** True once the list was read to its end. */
  readonly isComplete: boolean
  /** True once a page was answered. */
  readonly hasPage: boolean
}

export interface OpenOrderListsDeps {
  readonly reads: Pick<OrderReadsPort, 'openOrders'>
  readonly clock: ClockPort
  /** Receives every listed order, page by page. */
  readonly observe: (observation: OrderObservation) => void
  /** Receives every list that was read to its end. */
  readonly onComplete: (list: OpenOrderList) => void
}

type ListResult = Promise<Result<OpenOrderList, ProviderFailure>>

/** A list that is being read, and when its first page was requested (monotonic, ms). */
interface Reading {
  readonly startedAt: number
  readonly isProof: boolean
  readonly result: ListResult
  /** Ends the reading after its present page, because a newer list is needed at once. */
  readonly supersede: () => void
}

interface ReadOptions {
  readonly priority: ReadPriority
  readonly isProof: boolean
  readonly isSuperseded: () => boolean
}

const SUPERSEDED = providerFailure('stopped', message('provider.stopped'))

const UNREAD: ListProgress = { isComplete: false, hasPage: false }

/**
 * Reads the lists of open orders, each to its end: a list that decides anything is never cut
 * (REL-31). One list per account is read at a time; a second caller shares it.
 */
export class OpenOrderLists {
  readonly #deps: OpenOrderListsDeps
  readonly #progress = new Map<AccountId, ListProgress>()
  readonly #readings = new Map<AccountId, Reading>()
  readonly #changed = createEmitter<AccountId>()
  #isDisposed = false

  constructor(deps: OpenOrderListsDeps) {
    this.#deps = deps
  }

  progress(accountId: AccountId): ListProgress {
    return this.#progress.get(accountId) ?? UNREAD
  }

  /** Subscribes to every page that is answered. */
  onPage(listener: (accountId: AccountId) => void): Disposer {
    return this.#changed.add(listener)
  }

  /**
   * Returns the account's open orders as the broker listed them after this call. A list that is
   * being read already does not count, because its first pages are older: with `settle` it is
   * given up, otherwise it is read to its end first.
   *
   * @param isProof true for a list that has to prove which orders do not work any more
   */
  async fresh(accountId: AccountId, priority: ReadPriority, isProof = false): ListResult {
    const calledAt = this.#deps.clock.monotonic()
    for (;;) {
      const running = this.#readings.get(accountId)
      if (running === undefined) return this.#start(accountId, priority, isProof).result
      const isProven = running.isProof || !isProof
      if (running.startedAt >= calledAt && isProven) return running.result
      if (priority === 'settle') running.supersede()
      await running.result
    }
  }

  dispose(): void {
    this.#isDisposed = true
    this.#changed.clear()
  }

  #start(accountId: AccountId, priority: ReadPriority, isProof: boolean): Reading {
    let isSuperseded = false
    const options = { priority, isProof, isSuperseded: () => isSuperseded }
    const result = this.#read(accountId, options).finally(() => {
      this.#readings.delete(accountId)
    })
    const supersede = (): void => {
      isSuperseded = priority !== 'settle'
    }
    const reading = { startedAt: this.#deps.clock.monotonic(), isProof, result, supersede }
    this.#readings.set(accountId, reading)
    return reading
  }

  async #read(accountId: AccountId, { priority, isProof, isSuperseded }: ReadOptions): ListResult {
    const { reads, clock, observe, onComplete } = this.#deps
    const [requestedAt, startedAt] = [clock.now(), clock.monotonic()]
    const ids = new Set<ClientOrderId>()
    let unreadable = 0
    const isGivenUp = (): boolean => this.#isDisposed || isSuperseded()
    const end = await readPages(
      (cursor) => reads.openOrders(accountId, cursor, priority, isProof),
      (page) => {
        if (isGivenUp()) return false
        for (const order of page.orders) {
          ids.add(order.clientOrderId)
          observe(order)
        }
        unreadable += page.unreadable
        this.#report(accountId, page.cursor === null)
        return true
      },
    )
    if (isGivenUp()) return err(SUPERSEDED)
    if (!end.ok) return end
    const list = { accountId, requestedAt, startedAt, ids, unreadable }
    onComplete(list)
    return ok(list)
  }

  #report(accountId: AccountId, isLast: boolean): void {
    const { isComplete } = this.progress(accountId)
    this.#progress.set(accountId, { isComplete: isComplete || isLast, hasPage: true })
    this.#changed.emit(accountId)
  }
}
