import type { Disposer } from '../../../shared/domain/brand.js'
import type { RealizedDay } from '../../../shared/domain/account/realized-day.js'
import type { AccountOverview, Balance, Position } from '../../../shared/domain/account/account.js'
import type { JournalState } from '../../../shared/domain/account/journal.js'
import type { AlertsView } from '../../../shared/domain/alerts/alert.schema.js'
import type { DrawingsView } from '../../../shared/domain/drawings/drawings-view.js'
import type { AccountId, Symbol } from '../../../shared/domain/ids.js'
import type {
  GamePlaysView,
  GamesQuery,
  GamesView,
} from '../../../shared/domain/instruments/event-game.js'
import type { InstrumentKey } from '../../../shared/domain/instruments/instrument-key.js'
import type { Bar, Timespan } from '../../../shared/domain/market/bar.js'
import type { MarketRead, MarketReadKind } from '../../../shared/domain/market/market-read.js'
import type { Depth, Quote, Tick } from '../../../shared/domain/market/quote.js'
import type { DayLine, SymbolDetails } from '../../../shared/domain/market/symbol-details.js'
import type { Fill, Order } from '../../../shared/domain/orders/order.js'
import type { CalendarView } from '../../../shared/domain/reference/calendar.js'
import type {
  RankingQuery,
  SectorsQuery,
} from '../../../shared/domain/reference/screener.schema.js'
import type { RankingView, SectorsView } from '../../../shared/domain/reference/screener.js'
import type { WatchlistsView } from '../../../shared/domain/reference/watchlist-book.js'
import type { HealthView } from '../../../shared/domain/session/health.js'
import type { SessionView } from '../../../shared/domain/session/session-view.js'
import type { SignInView } from '../../../shared/domain/session/sign-in.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { LiveEvents, LiveRows, LiveValue } from '../live-values.js'
import { DateCalendar } from '../market/facts/date-calendar.js'
import type { TimerPort } from '../ports.js'
import type { MarketQueries } from './queries/market-queries.js'
import { marketRead } from '../read-error.js'
import type { SessionGraph } from './graph/session-graph.js'
import type { SessionViews } from './session-views.js'

/**
 * The streams that a window can subscribe to, one per topic of `shared/ipc/streams.ts`. Subscribing
 * to market data requests it from the broker.
 */
export interface SessionStreams {
  readonly session: LiveValue<SessionView>
  readonly signIn: LiveValue<SignInView>
  readonly health: LiveValue<HealthView>
  readonly orders: LiveRows<Order>
  readonly fills: LiveEvents<Fill>
  /** The positions of the selected account, valued at live prices; null until they were read. */
  readonly positions: LiveValue<readonly Position[] | null>
  readonly balance: LiveValue<Balance | null>
  /** The figures of every account; the other accounts are read only while somebody watches. */
  readonly accounts: LiveValue<readonly AccountOverview[]>
  /** What each account closed today. */
  readonly realized: LiveValue<readonly RealizedDay[]>
  quotes(symbols: readonly Symbol[]): LiveRows<Quote>
  details(symbols: readonly Symbol[]): LiveRows<SymbolDetails>
  dayLines(symbols: readonly Symbol[]): LiveRows<DayLine>
  games(query: GamesQuery): LiveValue<GamesView>
  /** The plays of a game by period. */
  gamePlays(milestone: string): LiveValue<GamePlaysView>
  ranking(query: RankingQuery): LiveValue<RankingView>
  sectors(query: SectorsQuery): LiveValue<SectorsView>
  /** The person's lists, compared with the broker's while they are watched. */
  readonly watchlists: LiveValue<WatchlistsView>
  /** The person's alerts, evaluated whether or not somebody watches. */
  readonly alerts: LiveValue<AlertsView>
  /** The drawings of an instrument on its charts. */
  drawings(key: InstrumentKey): LiveValue<DrawingsView>
  /** The earnings, dividends, splits and expirations of these symbols. */
  calendar(symbols: readonly Symbol[]): LiveValue<CalendarView>
  /** How far the journal of an account is; it is read while somebody watches it. */
  journal(accountId: AccountId): LiveValue<JournalState>
  depth(symbol: Symbol): LiveValue<Depth | null>
  ticks(symbol: Symbol): LiveEvents<Tick>
  /** Whether the symbol's book, or its latest trades, were read; and why not. */
  marketRead(kind: MarketReadKind, symbol: Symbol): LiveValue<MarketRead>
  bar(symbol: Symbol, timespan: Timespan): LiveValue<Bar | null>
}

export interface SessionStreamsDeps {
  readonly graph: SessionGraph
  readonly views: SessionViews
  readonly market: MarketQueries
  readonly exchangeNow: () => EpochMs
  readonly timers: TimerPort
  /** Calls the listener after each change of the session's view. */
  readonly subscribe: (listener: () => void) => Disposer
}

/** Creates the streams of a session. */
export function createSessionStreams(deps: SessionStreamsDeps): SessionStreams {
  const { graph, views, subscribe } = deps
  const { health, projection, portfolio, market, games, screeners } = graph
  const calendar = createCalendar(deps)
  return {
    session: { get: () => views.session(), subscribe },
    signIn: { get: () => views.signIn(), subscribe },
    health,
    orders: projection.orders,
    fills: projection.fills,
    positions: portfolio.positions,
    balance: portfolio.balance,
    accounts: graph.overviews,
    realized: graph.realized,
    quotes: (symbols) => market.watches.quotes(symbols),
    details: (symbols) => market.details.rows(symbols),
    dayLines: (symbols) => market.dayLines.rows(symbols),
    games: (query) => games.games(query),
    gamePlays: (milestone) => games.plays(milestone),
    ranking: (query) => screeners.ranking(query),
    sectors: (query) => screeners.sectors(query),
    calendar: (symbols) => calendar.dates(symbols),
    watchlists: graph.watchlists,
    alerts: graph.alerts,
    drawings: (key) => graph.drawings.view(key),
    journal: (accountId) => graph.tradeJournal.state(accountId),
    depth: (symbol) => market.watches.depth(symbol),
    ticks: (symbol) => market.watches.ticks(symbol),
    marketRead: (kind, symbol) => {
      const read = market.watches.read(kind, symbol)
      return { ...read, get: () => marketRead(read.get()) }
    },
    bar: (symbol, timespan) => market.watches.bar(symbol, timespan),
  }
}

const createCalendar = ({ graph, market, exchangeNow, timers }: SessionStreamsDeps): DateCalendar =>
  new DateCalendar({
    reader: graph.companies,
    port: () => graph.provider.facts(),
    describe: (symbol) => market.describeInstrument(symbol),
    timers,
    network: graph.provider.network,
    exchangeNow,
  })
