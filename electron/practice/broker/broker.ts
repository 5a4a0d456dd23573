import type { ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import { ok, err, type Result } from '../../../shared/domain/result.js'
import type { TradeEvent } from '../exchange/exchange.js'
import type { CorporateEvent } from '../reference/events.js'
import { review } from './applications.js'
import { emitDailyEvents } from './daily-events.js'
import { BROKER_USER, BrokerContext, type BrokerContextDeps } from './broker-context.js'
import { DocumentStore } from './documents.js'
import { settleTransfers } from './funding.js'
import { emitTradeEvent } from './events.js'
import { EventFile } from './push/event-file.js'
import { EventLog } from './push/event-log.js'
import { verifyRelationships } from './relationships.js'
import { noBroker, zBrokerState, type BrokerState } from './state.js'

export { BROKER_USER }

/**
 * The broker's desk: customers' applications, accounts and documents. Money and orders of the
 * accounts stand in the exchange's books.
 */
export interface Broker {
  readonly context: BrokerContext
  readonly documents: DocumentStore
  /** What happened, for the subscribers of the event push. */
  readonly log: EventLog
  /**
   * Lets happen what fell due until now. Called as exchange time passes, and before every answer.
   */
  advanceTime(): void
  /** Something happened to an order of the exchange; those of customers are told. */
  trade(event: TradeEvent): void
  snapshot(): BrokerState
  /** Replaces everything; fails on a shape that it does not know, and then changes nothing. */
  restore(state: unknown): Result<void, string>
}

/**
 * What the desk needs, where its files go, and the corporate actions that are known on a day,
 * newest first.
 */
export interface BrokerDeps extends Omit<BrokerContextDeps, 'emit'> {
  readonly documentFolder: string
  readonly eventFile: string
  /** Called with every event: it must be saved together with what it tells. */
  readonly onEvent: () => void
  readonly actions: (today: ExchangeDay) => readonly CorporateEvent[]
}

/** Opens the desk. */
export function createBroker(deps: BrokerDeps): Broker {
  const log = new EventLog(new EventFile(deps.eventFile), deps.onEvent)
  const context = new BrokerContext({
    ...deps,
    emit: (type, payload) => log.append(type, deps.now(), payload),
  })
  return {
    context,
    log,
    documents: new DocumentStore(context, deps.documentFolder),
    advanceTime() {
      emitDailyEvents(context, deps.actions)
      review(context)
      verifyRelationships(context)
      settleTransfers(context)
    },
    trade: (event) => emitTradeEvent(context, event),
    snapshot: () => ({ ...structuredClone(context.state), push: log.state() }),
    restore(state) {
      const parsed = zBrokerState.safeParse(state ?? noBroker())
      if (!parsed.success) return err(parsed.error.issues[0]?.message ?? 'does not fit')
      context.state = parsed.data
      log.restore(parsed.data.push)
      return ok(undefined)
    },
  }
}
