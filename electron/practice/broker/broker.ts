import { ok, err, type Result } from '../../../shared/domain/result.js'
import { review } from './applications.js'
import { BROKER_USER, Desk, type DeskDeps } from './desk.js'
import { DocumentStore } from './documents.js'
import { settleTransfers } from './funding.js'
import { verifyRelationships } from './relationships.js'
import { noBroker, zBrokerState, type BrokerState } from './state.js'

export { BROKER_USER }

/** The broker's desk: customers' applications, accounts and documents. Money and orders of the accounts stand in the exchange's books. */
export interface Broker {
  readonly desk: Desk
  readonly documents: DocumentStore
  /** Lets happen what fell due until now. Called as exchange time passes, and before every answer. */
  passTime(): void
  snapshot(): BrokerState
  /** Replaces everything; fails on a shape that it does not know, and then changes nothing. */
  restore(state: unknown): Result<void, string>
}

/** Opens the desk; `folder` is where documents are kept. */
export function createBroker(deps: DeskDeps, folder: string): Broker {
  const desk = new Desk(deps)
  return {
    desk,
    documents: new DocumentStore(desk, folder),
    passTime() {
      review(desk)
      verifyRelationships(desk)
      settleTransfers(desk)
    },
    snapshot: () => structuredClone(desk.state),
    restore(state) {
      const parsed = zBrokerState.safeParse(state ?? noBroker())
      if (!parsed.success) return err(parsed.error.issues[0]?.message ?? 'does not fit')
      desk.state = parsed.data
      return ok(undefined)
    },
  }
}
