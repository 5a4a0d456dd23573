import type { Disposer } from '../../../shared/domain/brand.js'
import { isZero } from '../../../shared/domain/decimal.js'
import type { AccountId, ClientOrderId } from '../../../shared/domain/ids.js'
import { isFinal } from '../../../shared/domain/order-state.js'
import type { ClockPort, LogPort, TimerPort } from '../ports.js'
import { createIntake, type Intake } from './intake.js'
import type { OrderJournal } from './journal.js'
import type { OrderReadsPort } from './order-reads-port.js'
import type { OrderProjection } from './projection.js'
import { createSettlement, type OpenRequest } from './settlement.js'
import { createWatch } from './watch.js'

/** Pauses between attempts to reach the provider at a start; the last one repeats. */
const RECOVER_RETRY_MS: readonly number[] = [250, 500, 1_000, 2_000, 5_000]

export interface ReconcilerDeps {
  readonly reads: OrderReadsPort
  readonly projection: OrderProjection
  readonly journal: OrderJournal
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly log: LogPort
  readonly eventsHealthy: () => boolean
  readonly accounts: () => readonly AccountId[]
}

/** Keeps what the desk believes and what the provider holds the same. */
export interface Reconciler {
  readonly intake: Intake
  /** Finds out what became of a request. */
  settle(request: OpenRequest): void
  /** Asks Order Detail about this order next. */
  look(accountId: AccountId, clientOrderId: ClientOrderId): void
  /**
   * The start: asks Order Detail once about every order and request that was not finished, until
   * each got an answer. Resolves
   * true then; what is absent stays uncertain and is settled on. False when disposed before.
   */
  recover(open: readonly OpenRequest[]): Promise<boolean>
  /** The event stream is live (again): whatever happened before was missed. */
  subscribed(): void
  readonly unsettled: number
  dispose: Disposer
}

/** Joins intake, settlement and watch. */
export function createReconciler(deps: ReconcilerDeps): Reconciler {
  const intake = createIntake(deps)
  const settlement = createSettlement({ ...deps, intake })
  const watch = createWatch({ ...deps, intake })
  let disposed = false
  let cancelPause: Disposer = () => undefined
  let endPause: () => void = () => undefined

  intake.onIncomplete((accountId, clientOrderId) => watch.look(accountId, clientOrderId))
  intake.onSighting((sighting) => {
    settlement.sighted(sighting)
    // An event says that a replace is done, but not what the order looks like now; and no event
    // tells the fees of what has
    // filled, only Order Detail does (contract/trade-events.md 3).
    const { scene, applied } = sighting
    const charged =
      (scene === 'final-fill' || scene === 'cancel-done') &&
      applied.order !== null &&
      !isZero(applied.order.filledQuantity)
    if (charged || scene === 'replace-done' || scene === 'cancel-refused') {
      watch.look(sighting.observation.accountId, sighting.observation.clientOrderId)
    }
  })

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      endPause = resolve
      cancelPause = deps.timers.after(ms, resolve)
    })

  const askUntilAnswered = async (
    accountId: AccountId,
    clientOrderId: ClientOrderId,
  ): Promise<void> => {
    for (let attempt = 0; !disposed; attempt += 1) {
      const answer = await deps.reads.detail(accountId, clientOrderId, 'settle')
      if (disposed) return
      if (answer.ok) {
        if (answer.value.seen === 'found') intake.observe(answer.value.observation)
        return
      }
      await pause(RECOVER_RETRY_MS[Math.min(attempt, RECOVER_RETRY_MS.length - 1)] ?? 5_000)
    }
  }

  return {
    intake,
    settle: (request) => settlement.open(request),
    look: (accountId, clientOrderId) => watch.look(accountId, clientOrderId),
    async recover(open) {
      for (const request of open) settlement.open(request)
      for (const order of deps.projection.orders.all()) {
        if (isFinal(order.status)) continue
        await askUntilAnswered(order.accountId, order.clientOrderId)
        if (disposed) return false
      }
      watch.start()
      return !disposed
    },
    subscribed() {
      settlement.hurry()
      watch.refresh()
    },
    get unsettled() {
      return settlement.size
    },
    dispose() {
      disposed = true
      cancelPause()
      endPause()
      settlement.dispose()
      watch.dispose()
    },
  }
}
