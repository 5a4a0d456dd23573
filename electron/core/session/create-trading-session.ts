import type { Disposer } from '../../../shared/domain/brand.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { untilSignedIn } from '../auth/until-signed-in.js'
import { RecordQueries } from '../records/record-queries.js'
import { TradingGate } from './halts/trading-gate.js'
import { NO_HALT_FILE, StoredTrading } from './halts/stored-trading.js'
import { MarketQueries } from './queries/market-queries.js'
import { OrderCommands } from './order-commands.js'
import { ProductQueries } from './queries/product-queries.js'
import { SessionConnection } from './session-connection.js'
import { buildSessionGraph, createReminders, type SessionGraph } from './graph/session-graph.js'
import { SessionLifecycle } from './session-lifecycle.js'
import { SessionLimits } from './session-limits.js'
import { SessionQueries } from './queries/session-queries.js'
import { createSessionStreams } from './session-streams.js'
import { SessionViews } from './session-views.js'
import type { TradingSession } from './trading-session.js'
import type { TradingSessionOptions } from './session-options.js'
import type { SessionCore } from './session-core.js'
import { watchSession } from './watch-session.js'
import { message } from '../../../shared/messages/make-message.js'

/** Builds one session. Nothing runs before it is started or after it is disposed. */
export function createTradingSession(options: TradingSessionOptions): TradingSession {
  const changes = createEmitter<void>()
  const core = buildCore(options, () => changes.emit())
  const { graph, lifecycle, gate, views } = core
  const { environment, timers } = options
  const queries = createQueries(options, core)
  const exchangeNow = () => queries.exchangeNow()
  const market = createMarket(options, core, exchangeNow)
  const records = new RecordQueries({
    records: graph.provider.records,
    requests: graph.provider.requests,
    exchangeNow,
  })
  const reminders = createReminders(graph, { records, market, exchangeNow }, options)
  const subscribe = (listener: () => void): Disposer => changes.add(listener)
  return {
    environment,
    connection: new SessionConnection({
      options,
      core,
      stopWatching: watchSession(options, core),
      endChanges: () => changes.clear(),
    }),
    trading: gate,
    limits: new SessionLimits(graph),
    streams: createSessionStreams({ graph, views, market, exchangeNow, timers, subscribe }),
    orders: new OrderCommands({ graph, gate, lifecycle, timers, reminders }),
    queries,
    market,
    records,
    journal: graph.tradeJournal,
    watchlists: graph.watchlists,
    alerts: graph.alerts,
    drawings: graph.drawings,
  }
}

/** Builds what every part of the session refers to. */
function buildCore(options: TradingSessionOptions, changed: () => void): SessionCore {
  const { clock, timers, log } = options
  const stored = new StoredTrading({
    file: options.haltFile ?? NO_HALT_FILE,
    clock,
    timers,
    log,
    onStored: (isStored) => showHaltStored(graph, isStored, changed),
  })
  const graph: SessionGraph = buildSessionGraph({
    ...options,
    journal: stored.watch(options.journal),
    onViewChanged: changed,
  })
  const gate: TradingGate = new TradingGate({
    graph,
    stored,
    clock,
    log,
    armed: options.environment !== 'production',
    isReady: () => lifecycle.ready,
    isLocked: options.isLocked ?? (() => false),
    isDisposed: () => lifecycle.disposed,
    changed,
  })
  const views: SessionViews = new SessionViews({ options, graph, gate, lifecycle: () => lifecycle })
  const lifecycle: SessionLifecycle = new SessionLifecycle({
    graph,
    gate,
    stored,
    timers,
    log,
    needsPerson: () => views.phase() === 'attention',
    changed,
  })
  return { graph, stored, gate, views, lifecycle, changed }
}

/** Shows while a halt is not on disk, because it would be lost with the program. */
function showHaltStored({ notices }: SessionGraph, isStored: boolean, changed: () => void): void {
  if (isStored) notices.remove('halt-not-stored')
  else notices.add('halt-not-stored', message('session.haltNotStored'))
  changed()
}

function createQueries(
  { clock, random, limits }: TradingSessionOptions,
  { graph, lifecycle }: SessionCore,
): SessionQueries {
  const { provider, reconciler, orderCheckDeps, auth } = graph
  return new SessionQueries({
    ...graph,
    portfolio: provider.portfolio,
    clock,
    random,
    trade: provider.trade,
    budget: provider.requestBudget,
    intake: reconciler.reports,
    lists: reconciler,
    listing: orderCheckDeps.listing,
    staleQuoteMs: limits.staleQuoteMs,
    ready: () => lifecycle.ready && auth.view().phase === 'signed-in',
  })
}

function createMarket(
  { clock, timers }: TradingSessionOptions,
  { graph }: SessionCore,
  exchangeNow: SessionQueries['exchangeNow'],
): MarketQueries {
  return new MarketQueries({
    ...graph,
    products: new ProductQueries({
      products: () => graph.provider.products(),
      clock,
      timers,
      instruments: graph.instruments,
      exchangeNow,
      lastPrice: (symbol) => graph.market.quotes.get(symbol)?.last ?? null,
    }),
    signedIn: () => untilSignedIn(graph.auth, timers),
  })
}
