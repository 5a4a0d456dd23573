import { err } from '../../../../shared/domain/result.js'
import type { Balance, Position } from '../../../../shared/domain/account/account.js'
import type { AccountId } from '../../../../shared/domain/ids.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { TokenSource } from '../../auth/auth-port.js'
import type { AlertService } from '../../alerts/alert-service.js'
import { buildAlerts } from './build-alerts.js'
import { DrawingBook } from '../../drawings/drawing-book.js'
import { OAuthSession, type AuthSession } from '../../auth/auth-session.js'
import { KeySession } from '../../auth/key-session.js'
import { EventGames } from '../../market/event-games.js'
import { createInstruments, type Instruments } from '../../market/instruments.js'
import { CompanyReader } from '../../market/facts/company-reader.js'
import { Screeners } from '../../market/facts/screeners.js'
import { WatchlistBook } from '../../market/watchlists/watchlist-book.js'
import { Listings } from '../../market/listings.js'
import { MarketDataService } from '../../market/market-data-service.js'
import { createJournal, type OrderJournal } from '../../orders/order-journal.js'
import { createProjection, type OrderProjection } from '../../orders/order-projection.js'
import { OrderService } from '../../orders/order-service.js'
import type { OrderCheckDeps } from '../../orders/pre-trade-check.js'
import { Reconciler } from '../../orders/reconcile/reconciler.js'
import { dataDelayMs } from '../../../../shared/domain/environment.js'
import type { UnreadableList } from '../../../../shared/domain/session/unreadable-list.js'
import type { PersonalLimits } from '../../../../shared/domain/orders/limits/personal-limits.schema.js'
import { randomHex } from '../../hex.js'
import type { LiveValue } from '../../live-values.js'
import type { ProviderFailure } from '../../provider-failure.js'
import { AccountBalances } from '../../limits/account-balances.js'
import { NO_LIMITS_FILE } from '../../limits/personal-limit-file.js'
import { PersonalLimitService } from '../../limits/personal-limit-service.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import { AccountOverviews } from '../../portfolio/account-overviews.js'
import { Portfolio } from '../../portfolio/portfolio.js'
import { createShownBalance } from '../../portfolio/shown-balance.js'
import { DayFills } from '../../portfolio/realized/day-fills.js'
import { RealizedDays } from '../../portfolio/realized/realized-days.js'
import type { JournalService } from '../../records/journal/journal-service.js'
import { buildJournal } from './build-journal.js'
import { createHealth, type Health } from '../../health.js'
import { createNotices, type Notices } from '../../notices.js'
import type { ProviderPorts } from '../provider-ports.js'
import { readError } from '../../read-error.js'
import { OrderReminders } from '../../risk/reminders/order-reminders.js'
import type { RecordQueries } from '../../records/record-queries.js'
import type { MarketQueries } from '../queries/market-queries.js'
import type { TradingSessionOptions } from '../session-options.js'

/** The objects of one session. None of them runs anything before the session starts. */
export interface SessionGraph {
  readonly provider: ProviderPorts
  readonly auth: AuthSession
  readonly health: Health
  readonly notices: Notices
  readonly journal: OrderJournal
  readonly projection: OrderProjection
  readonly market: MarketDataService
  readonly instruments: Instruments
  readonly listings: Listings
  readonly games: EventGames
  readonly screeners: Screeners
  readonly companies: CompanyReader
  readonly watchlists: WatchlistBook
  readonly portfolio: Portfolio
  /** Why nothing is known yet of the selected account's positions or balance. */
  readonly unread: { positions: Message | null; balance: Message | null }
  readonly overviews: AccountOverviews
  readonly realized: RealizedDays
  /** The balance of the selected account as the window shows it. */
  readonly shownBalance: LiveValue<Balance | null>
  readonly tradeJournal: JournalService
  readonly reconciler: Reconciler
  readonly orderCheckDeps: OrderCheckDeps
  readonly orderService: OrderService
  readonly personalLimits: PersonalLimitService
  readonly alerts: AlertService
  readonly drawings: DrawingBook
}

/** Builds the objects of a session, in the order in which they depend on each other. */
export function buildSessionGraph(
  options: TradingSessionOptions & { readonly onViewChanged: () => void },
): SessionGraph {
  const { clock, timers, log } = options
  const { provider, auth } = buildSignIn(options)
  const health = createHealth({ clock, timers, api: provider.api })
  const notices = createNotices(clock)
  const projection = createProjection()
  const journal = createJournal(options.journal, { log })
  const market = new MarketDataService({
    market: provider.market,
    stream: provider.stream,
    clock,
    timers,
    dataDelayMs: dataDelayMs(options.environment),
    quotesFile: options.quotesFile,
  })
  const instruments = createInstruments({ market: provider.market, clock })
  const listings = new Listings({ instruments, products: () => provider.products(), clock })
  const accounts = buildPortfolio(options, { provider, market, listings, notices })
  const { portfolio } = accounts
  const reconciler = new Reconciler({
    reads: provider.trade,
    requestBudget: provider.requestBudget,
    projection,
    journal,
    clock,
    timers,
    log,
    onMissedEvent: () => provider.events.suspect?.(),
    eventsHealthy: () => health.state('events') === 'live',
    accounts: () => selectedFirst(portfolio),
  })
  const orderCheckDeps = buildOrderCheckDeps({ listings, market, portfolio })
  const realized = buildRealized(options, { provider, projection, portfolio, market, listings })
  const unreadable = (): readonly UnreadableList[] => provider.api.unreadable()
  const shownBalance = createShownBalance({ portfolio, realized, unreadable })
  const limited = { provider, notices, market, portfolio, shownBalance }
  const personalLimits = buildPersonalLimits(options, limited)
  const orderService = new OrderService({
    ...options,
    ...orderCheckDeps,
    personal: personalLimits,
    positions: (accountId) => provider.portfolio.positions(accountId),
    heldNow: heldBy(portfolio),
    trade: provider.trade,
    journal,
    projection,
    reconciler,
    exchangeNow: exchangeNow(options, market),
  })
  const facts = buildFacts(options, provider)
  // Both live as long as the session.
  facts.companies.onForgotten(() => market.pages.clear())
  const sources = { provider, projection, listings, market, facts }
  const accountParts = { ...accounts, realized, shownBalance }
  const drawings = buildDrawings(options, notices)
  const observed = { ...sources, ...facts, ...accountParts, notices, health, reconciler, drawings }
  return {
    provider,
    auth,
    health,
    notices,
    journal,
    projection,
    market,
    instruments,
    listings,
    games: buildGames(options, { provider, market }),
    ...facts,
    ...accountParts,
    tradeJournal: buildTradeJournal(options, notices, { ...sources, orderService }),
    reconciler,
    orderCheckDeps,
    orderService,
    personalLimits,
    alerts: observedAlerts(options, observed),
    drawings,
  }
}

/** Returns a function for the positions of an account, which are known for the selected one. */
const heldBy =
  (portfolio: Portfolio) =>
  (accountId: AccountId): readonly Position[] | null =>
    portfolio.selected === accountId ? portfolio.positions.get() : null

/** Builds the accounts with their figures. */
function buildPortfolio(
  {
    clock,
    timers,
    optionValue,
    onViewChanged,
  }: TradingSessionOptions & { readonly onViewChanged: () => void },
  {
    provider,
    market,
    listings,
    notices,
  }: Pick<SessionGraph, 'provider' | 'market' | 'listings' | 'notices'>,
): Pick<SessionGraph, 'portfolio' | 'overviews' | 'unread'> {
  const unread: SessionGraph['unread'] = { positions: null, balance: null }
  const portfolio = new Portfolio({
    portfolio: provider.portfolio,
    market,
    listings,
    clock,
    timers,
    optionValue,
    onPositionsUnknown: (failure) => {
      unread.positions = failure?.message ?? null
      if (reportUnknownPositions(notices, failure)) onViewChanged()
    },
    onBalanceUnknown: (failure) => {
      if (failure === null && unread.balance === null) return
      unread.balance = failure?.message ?? null
      onViewChanged()
    },
  })
  const overviews = new AccountOverviews({
    portfolio,
    reads: provider.portfolio,
    market,
    listings,
    clock,
    timers,
    optionValue,
  })
  return { portfolio, overviews, unread }
}

/** Adds or removes the notice that positions could not be read; false when nothing changed. */
function reportUnknownPositions(notices: Notices, failure: ProviderFailure | null): boolean {
  const isShown = notices.all().some(({ code }) => code === 'positions-unknown')
  if (failure === null && !isShown) return false
  notices.remove('positions-unknown')
  if (failure !== null) notices.add('positions-unknown', readError(failure).message)
  return true
}

/** Returns a function for the time at the exchange. */
const exchangeNow =
  ({ clock }: Pick<TradingSessionOptions, 'clock'>, market: MarketDataService) =>
  () =>
    epochMs(clock.now() + (market.offsetMs ?? 0))

const buildRealized = (
  options: TradingSessionOptions,
  {
    provider,
    projection,
    portfolio,
    market,
    listings,
  }: Pick<SessionGraph, 'provider' | 'projection' | 'portfolio' | 'market' | 'listings'>,
): RealizedDays =>
  new RealizedDays({
    ...options,
    accounts: () => portfolio.accounts,
    selected: () => portfolio.selected,
    reads: provider.portfolio,
    records: provider.records,
    fills: new DayFills({
      records: provider.records,
      orders: provider.trade,
      order: (id) => projection.get(id),
      exchangeNow: exchangeNow(options, market),
    }),
    listings,
    market: provider.market,
    exchangeNow: exchangeNow(options, market),
  })

const buildTradeJournal = (
  options: TradingSessionOptions & { readonly onViewChanged: () => void },
  notices: Notices,
  {
    market,
    facts,
    orderService,
    ...sources
  }: Pick<SessionGraph, 'provider' | 'orderService' | 'listings' | 'market'> & {
    readonly facts: Pick<SessionGraph, 'companies'>
  },
): JournalService =>
  buildJournal(options, {
    ...sources,
    senderOf: (id) => orderService.senderOf(id),
    notices,
    onNotice: options.onViewChanged,
    companies: facts.companies,
    exchangeNow: exchangeNow(options, market),
  })

const buildGames = (
  options: TradingSessionOptions,
  { provider, market }: Pick<SessionGraph, 'provider' | 'market'>,
): EventGames =>
  new EventGames({
    ...options,
    products: () => provider.products(),
    network: provider.network,
    exchangeNow: exchangeNow(options, market),
  })

/** Builds what reads facts about markets and companies, and the person's watchlists. */
const buildFacts = (
  options: TradingSessionOptions,
  provider: ProviderPorts,
): Pick<SessionGraph, 'screeners' | 'companies' | 'watchlists'> => ({
  screeners: new Screeners({
    ...options,
    port: () => provider.facts(),
    network: provider.network,
  }),
  companies: new CompanyReader(() => provider.facts(), options.clock),
  watchlists: new WatchlistBook({
    ...options,
    network: provider.network,
    port: () => provider.facts(),
    file: options.watchlistFile ?? NO_LIMITS_FILE,
    newId: () => randomHex(options.random, 8),
  }),
})

/** Returns every account id, the selected one first: its orders are known soonest. */
const selectedFirst = ({ accounts, selected }: Portfolio): readonly AccountId[] => {
  const ids = accounts.map((account) => account.accountId)
  return selected === null ? ids : [selected, ...ids.filter((id) => id !== selected)]
}

/** Builds the broker's client and the sign-in, which need each other. */
function buildSignIn(options: TradingSessionOptions): Pick<SessionGraph, 'provider' | 'auth'> {
  // The provider needs tokens and the token source needs the provider, so the source is set below.
  let source: TokenSource | null = null
  const provider = options.provider({
    accessToken: () => source?.accessToken() ?? Promise.resolve(null),
    rejected: (token) => source?.rejected(token),
  })
  const auth =
    options.signInWay === 'key'
      ? new KeySession({ token: provider.appToken, vault: options.vault })
      : new OAuthSession({ ...options, auth: provider.auth, automatic: options.automaticSignIn })
  source = auth.tokens
  return { provider, auth }
}

/** Builds the person's limits and the lock-outs, with the balances that they watch. */
function buildPersonalLimits(
  options: TradingSessionOptions & { readonly onViewChanged: () => void },
  {
    provider,
    notices,
    market,
    portfolio,
    shownBalance,
  }: Pick<SessionGraph, 'provider' | 'notices' | 'market' | 'portfolio' | 'shownBalance'>,
): PersonalLimitService {
  const { clock, timers, log, limits, onViewChanged } = options
  const balances: AccountBalances = new AccountBalances({
    portfolio,
    shown: shownBalance,
    read: (accountId) => provider.portfolio.balance(accountId),
    refreshShown: () => portfolio.refresh(),
    clock,
    timers,
    isNeeded: () => service.needsBalances(),
  })
  const service: PersonalLimitService = new PersonalLimitService({
    file: options.limitsFile ?? NO_LIMITS_FILE,
    defaults: personalPart(limits),
    clock,
    timers,
    log,
    accounts: () => portfolio.accounts,
    balances,
    provedTime: () => market.provedTime,
    onChange: onViewChanged,
    onStored: (isStored) => {
      if (isStored) notices.remove('limits-not-stored')
      else notices.add('limits-not-stored', message('session.limitsNotStored'))
      onViewChanged()
    },
    onDamaged: () => notices.add('limits-damaged', message('session.limitsDamaged')),
  })
  return service
}

type ObservedParts = Pick<
  SessionGraph,
  | 'provider'
  | 'projection'
  | 'market'
  | 'portfolio'
  | 'overviews'
  | 'realized'
  | 'shownBalance'
  | 'notices'
  | 'health'
  | 'reconciler'
  | 'drawings'
  | 'companies'
  | 'listings'
>

/** Builds the alerts with everything that they observe. */
const observedAlerts = (
  options: TradingSessionOptions & { readonly onViewChanged: () => void },
  { provider, projection, shownBalance, reconciler, ...parts }: ObservedParts,
): AlertService =>
  buildAlerts(options, {
    ...parts,
    shown: shownBalance,
    unreadable: () => provider.api.unreadable(),
    orders: projection.orders,
    lists: reconciler,
    network: provider.network,
    bars: (query) => provider.market.bars(query),
  })

const buildDrawings = (
  options: TradingSessionOptions & { readonly onViewChanged: () => void },
  notices: Notices,
): DrawingBook =>
  new DrawingBook({
    ...options,
    file: options.drawingsFile ?? NO_LIMITS_FILE,
    newId: () => randomHex(options.random, 8),
    onDamaged: () => {
      notices.add('drawings-damaged', message('session.drawingsDamaged'))
      options.onViewChanged()
    },
  })

const personalPart = (limits: PersonalLimits): PersonalLimits => ({
  maxQuantity: limits.maxQuantity,
  maxNotional: limits.maxNotional,
  priceBand: limits.priceBand,
  maxShare: limits.maxShare,
  maxOpenOrders: limits.maxOpenOrders,
  maxOrdersPerDay: limits.maxOrdersPerDay,
  maxDailyLoss: limits.maxDailyLoss,
})

/** Builds what the pre-trade check reads: accounts, listings and quotes. */
function buildOrderCheckDeps({
  listings,
  market,
  portfolio,
}: Pick<SessionGraph, 'market' | 'portfolio' | 'listings'>): OrderCheckDeps {
  return {
    account: (accountId) => portfolio.accounts.find((account) => account.accountId === accountId),
    listing: async (draft) => {
      const found = await listings.forDraft(draft)
      return found.ok ? found : err(readError(found.error))
    },
    quote: (symbol, maxAgeMs) => market.quotes.confirmed(symbol, maxAgeMs),
  }
}

/** The digits of an account's number that tell it from the others. */
const LAST_DIGITS = 4

/** Creates the reminders about orders of a session. */
export const createReminders = (
  { companies, tradeJournal, portfolio }: SessionGraph,
  {
    market,
    ...queries
  }: {
    readonly records: RecordQueries
    readonly market: Pick<MarketQueries, 'bars'>
    readonly exchangeNow: () => EpochMs
  },
  { clock, timers, log }: Pick<TradingSessionOptions, 'clock' | 'timers' | 'log'>,
): OrderReminders =>
  new OrderReminders({
    ...queries,
    log,
    companies,
    openLots: (accountId) => tradeJournal.openLots(accountId),
    accounts: () =>
      portfolio.accounts
        .filter(({ product }) => product === 'securities')
        .map(({ accountId, label, accountNumber }) => ({
          accountId,
          name: `${label} ${accountNumber.slice(-LAST_DIGITS)}`,
        })),
    bars: (query) => market.bars(query),
    clock,
    timers,
  })
