import type { ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import { ok, err, type Result } from '../../../shared/domain/result.js'
import type { TradeEvent } from '../exchange/api/exchange-api.js'
import type { CorporateEvent } from '../reference/events.js'
import { review } from './applications.js'
import { emitDailyEvents } from './daily-events.js'
import { BrokerContext, type BrokerContextDeps } from './broker-context.js'
import { DocumentStore } from './documents.js'
import { settleTransfers } from './funding.js'
import { emitTradeEvent } from './events.js'
import { EventFile } from './push/event-file.js'
import { EventLog } from './push/event-log.js'
import { verifyRelationships } from './relationships.js'
import { noBroker, zBrokerState, type BrokerState } from './state.js'

/**
 * The Broker API's back end: applications, accounts and documents of customers. Money and orders of
 * the accounts are in the exchange.
 */
export interface Broker {
  readonly context: BrokerContext
  readonly documents: DocumentStore
  /** The event log, for subscribers of the event push. */
  readonly log: EventLog
  /** Processes everything due by now. Called as exchange time passes, and before every answer. */
  advanceTime(): void
  /** Handles an order event of the exchange; orders of customers are published. */
  trade(event: TradeEvent): void
  snapshot(): BrokerState
  /** Replaces the whole state; fails without changes on an unknown format. */
  restore(state: unknown): Result<void, string>
}

/**
 * Dependencies of the broker, the paths of its files, and the corporate actions known on a day,
 * newest first.
 */
export interface BrokerDeps extends Omit<BrokerContextDeps, 'emit'> {
  readonly documentFolder: string
  readonly eventFile: string
  /** Called with every event, which must be saved together with the state that it describes. */
  readonly onEvent: () => void
  readonly actions: (today: ExchangeDay) => readonly CorporateEvent[]
}

/** Creates the broker. */
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
