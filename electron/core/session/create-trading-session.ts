import type { Disposer } from '../../../shared/domain/brand.js'
import { createEmitter, type Emitter } from '../../../shared/domain/emitter.js'
import type { AccountId, ClientOrderId, Symbol } from '../../../shared/domain/ids.js'
import type { Instrument, StockKind } from '../../../shared/domain/instruments/instrument.js'
import type { ComboDraft, OrderDraft } from '../../../shared/domain/orders/order.js'
import type {
  ReferenceDataAnswer,
  ReferenceDataName,
  ReferenceDataParams,
} from '../../../shared/domain/reference/reference-data.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type {
  OrderHistoryPage,
  OrderPreview,
  ComboOutcome,
  TradeOutcome,
} from '../../../shared/domain/orders/trade-outcome.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import type { Notice, SessionView } from '../../../shared/domain/session/session-view.js'
import {
  raisedLimits,
  type PersonalLimitsView,
} from '../../../shared/domain/orders/limits/personal-limits.js'
import type { PersonalLimits } from '../../../shared/domain/orders/limits/personal-limits.schema.js'
import { followFills } from './follow-fills.js'
import { haltOnFaults } from './halts/halt-on-faults.js'
import { onUnreadable } from './health.js'
import type { InstructionSource } from './instruction-source-port.js'
import { OrderCommands } from './order-commands.js'
import {
  buildSessionGraph,
  createCalendar,
  createReminders,
  type SessionGraph,
} from './session-graph.js'
import { logStart, SessionLifecycle } from './session-lifecycle.js'
import type { CompanyReader } from '../market/facts/company-reader.js'
import type { AlertService } from '../alerts/alert-service.js'
import type { DrawingBook } from '../drawings/drawing-book.js'
import type { WatchlistBook } from '../market/watchlists/watchlist-book.js'
import { ProductQueries } from './product-queries.js'
import type { OrderReminders } from '../risk/reminders/order-reminders.js'
import type { JournalService } from '../records/journal/journal-service.js'
import { RecordQueries } from '../records/record-queries.js'
import { createSessionQueries, type SessionQueries } from './session-queries.js'
import { marketRead } from './read-error.js'
import { SessionReads } from './session-reads.js'
import { SessionViews } from './session-views.js'
import { NO_HALT_FILE, StoredTrading } from './halts/stored-trading.js'
import { TradingGate } from './halts/trading-gate.js'
import { untilSignedIn } from '../auth/until-signed-in.js'
import type {
  SessionInspectionPart,
  SessionStreams,
  TradingSession,
  TradingSessionOptions,
} from './trading-session.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

/** Builds one session. Nothing runs before `start` or after `dispose`. */
export const createTradingSession = (options: TradingSessionOptions): TradingSession =>
  new TradingSessionImpl(options)

/** Joins the objects of one session and passes each command to the one that carries it out. */
class TradingSessionImpl implements TradingSession {
  readonly environment: TradingSession['environment']
  readonly streams: SessionStreams
  readonly queries: SessionQueries
  readonly products: ProductQueries
  readonly companies: CompanyReader
  readonly watchlists: WatchlistBook
  readonly alerts: AlertService
  readonly drawings: DrawingBook
  readonly records: RecordQueries
  readonly journal: JournalService
  readonly reminders: OrderReminders
  readonly #options: TradingSessionOptions
  readonly #graph: SessionGraph
  readonly #changed: Emitter<void> = createEmitter<void>()
  readonly #gate: TradingGate
  readonly #stored: StoredTrading
  readonly #views: SessionViews
  readonly #lifecycle: SessionLifecycle
  readonly #orders: OrderCommands
  readonly #reads: SessionReads
  readonly #removers: readonly Disposer[]

  constructor(options: TradingSessionOptions) {
    const { clock, timers, log } = options
    const stored = new StoredTrading({
      file: options.haltFile ?? NO_HALT_FILE,
      clock,
      timers,
      log,
      onStored: (isStored) => this.#onHaltStored(isStored),
    })
    const graph = buildSessionGraph({
      ...options,
      journal: stored.watch(options.journal),
      onViewChanged: () => this.#changed.emit(),
    })
    const changed = (): void => this.#changed.emit()
    this.environment = options.environment
    this.#options = options
    this.#graph = graph
    this.#stored = stored
    this.#gate = new TradingGate({
      graph,
      stored,
      clock,
      log,
      armed: options.environment !== 'production',
      isReady: () => this.#lifecycle.ready,
      isLocked: options.isLocked ?? (() => false),
      isDisposed: () => this.#lifecycle.disposed,
      changed,
    })
    const gate = this.#gate
    this.#views = new SessionViews({ options, graph, gate, lifecycle: () => this.#lifecycle })
    const needsPerson = (): boolean => this.#views.phase() === 'attention'
    this.#lifecycle = new SessionLifecycle({
      graph,
      gate,
      stored,
      timers,
      log,
      needsPerson,
      changed,
    })
    this.#orders = new OrderCommands({ graph, gate, lifecycle: this.#lifecycle, timers, log })
    this.#reads = new SessionReads({
      graph,
      clock,
      random: options.random,
      signedIn: () => untilSignedIn(graph.auth, timers),
      staleQuoteMs: options.limits.staleQuoteMs,
    })
    this.#removers = [...this.#haltOnFaults(), ...this.#publishChanges(), logStart(graph, log)]
    this.queries = this.#createQueries()
    this.products = new ProductQueries({
      products: () => graph.provider.products(),
      clock,
      timers,
      instruments: graph.instruments,
      exchangeNow: () => this.queries.exchangeNow(),
      lastPrice: (symbol) => graph.market.quotes.get(symbol)?.last ?? null,
    })
    this.companies = graph.companies
    this.watchlists = graph.watchlists
    this.alerts = graph.alerts
    this.drawings = graph.drawings
    this.records = new RecordQueries({
      records: graph.provider.records,
      requests: graph.provider.requests,
      exchangeNow: () => this.queries.exchangeNow(),
    })
    this.journal = graph.tradeJournal
    this.reminders = createReminders(graph, this, options)
    this.streams = this.#createStreams()
  }

  async start(): Promise<void> {
    const { automaticSignIn, access, vault } = this.#options
    // When no person has to confirm the app key's token, request it during sign-in so that the
    // first read need not wait for it.
    if (automaticSignIn && access === 'both') void this.#graph.provider.appToken.obtain()
    await this.#lifecycle.readJournal()
    if (vault.backend === 'memory') {
      this.#graph.notices.add('key-store-missing', message('session.tokensInMemory'))
    }
    if (!this.#lifecycle.disposed && (await this.#graph.auth.start())) {
      await this.#lifecycle.connect()
    }
    this.#changed.emit()
  }

  async dispose(): Promise<void> {
    if (this.#lifecycle.disposed) return
    const { orderService, portfolio, reconciler, auth, health } = this.#graph
    orderService.setTrading('halted')
    this.#lifecycle.end()
    for (const remove of this.#removers) remove()
    this.#lifecycle.closeStreams()
    portfolio.dispose()
    this.#graph.realized.stop()
    this.journal.dispose()
    reconciler.dispose()
    auth.dispose()
    health.dispose()
    this.watchlists.dispose()
    this.#changed.clear()
    await this.#graph.provider.dispose()
    await this.#stored.flush()
    this.#stored.dispose()
    await this.#graph.personalLimits.dispose()
    await this.alerts.dispose()
    await this.drawings.dispose()
    await this.#graph.journal.close()
  }

  sessionView(): SessionView {
    return this.#views.session()
  }

  async signIn(): Promise<SessionView> {
    const { auth, provider } = this.#graph
    // Where only the app key's token or an account is missing, the sign-in itself stays.
    const staysSignedIn =
      auth.view().phase === 'signed-in' &&
      (this.#views.lacksToken || this.#lifecycle.withoutAccount)
    const signedIn = staysSignedIn || (await auth.signIn())
    if (signedIn && this.#usesAppToken()) await provider.appToken.obtain()
    if (signedIn) await this.#lifecycle.connect()
    return this.sessionView()
  }

  async signOut(): Promise<SessionView> {
    const { auth, provider, orderService } = this.#graph
    orderService.setTrading('halted')
    this.#lifecycle.disconnect()
    await auth.signOut()
    // The app key's token, which market data needs also over Connect, must be forgotten too.
    if (this.#usesAppToken()) await provider.appToken.forget()
    this.#changed.emit()
    return this.sessionView()
  }

  cancelSignIn(): void {
    this.#graph.auth.cancel()
  }

  wake(): void {
    this.#graph.auth.wake()
  }

  arm(): void {
    this.#gate.arm()
  }

  get armed(): boolean {
    return this.#gate.armed
  }

  suspend(): void {
    this.#gate.suspend()
  }

  closeStreams(): void {
    this.#lifecycle.closeStreams()
  }

  settle(withinMs: number): Promise<number> {
    return this.#orders.settle(withinMs)
  }

  async selectAccount(accountId: AccountId): Promise<Result<SessionView, AppError>> {
    if (!this.#graph.portfolio.select(accountId)) {
      return err(
        appError('provider/refused', message('session.accountUnknown'), { class: 'local' }),
      )
    }
    if (this.#lifecycle.ready) this.#graph.realized.onSelected()
    this.#changed.emit()
    return ok(this.sessionView())
  }

  addNotice(code: Notice['code'], detail: Message): void {
    this.#graph.notices.add(code, detail)
    this.#changed.emit()
  }

  dismissNotice(id: string): SessionView {
    this.#graph.notices.dismiss(id)
    this.#changed.emit()
    return this.sessionView()
  }

  async setTrading(state: 'active' | 'halted', why: Message): Promise<SessionView> {
    if (state === 'halted') this.#gate.halt(why)
    else await this.#gate.resume(why)
    return this.sessionView()
  }

  limits(): PersonalLimitsView {
    return this.#views.limits()
  }

  raisesLimits(next: PersonalLimits): boolean {
    return raisedLimits(this.#graph.personalLimits.limits, next).length > 0
  }

  async setLimits(next: PersonalLimits): Promise<Result<PersonalLimitsView, AppError>> {
    const set = await this.#graph.personalLimits.set(next)
    return set.ok ? ok(this.limits()) : set
  }

  saveHalt(): Promise<boolean> {
    return this.#stored.flush()
  }

  searchInstruments(
    ...query: Parameters<TradingSession['searchInstruments']>
  ): ReturnType<TradingSession['searchInstruments']> {
    return this.#reads.searchInstruments(...query)
  }

  stocks(kind: StockKind | null): Promise<Result<readonly Instrument[], AppError>> {
    return this.#reads.stocks(kind)
  }

  instruments(symbols: readonly Symbol[]): Promise<Result<readonly Instrument[], AppError>> {
    return this.#reads.instruments(symbols)
  }

  describeInstrument(symbol: Symbol): ReturnType<TradingSession['describeInstrument']> {
    return this.#reads.describeInstrument(symbol)
  }

  bars(query: Parameters<TradingSession['bars']>[0]): ReturnType<TradingSession['bars']> {
    return this.#reads.bars(query)
  }

  referenceData(
    name: ReferenceDataName,
    params: ReferenceDataParams,
  ): Promise<Result<ReferenceDataAnswer, AppError>> {
    return this.#reads.referenceData(name, params)
  }

  preview(draft: OrderDraft): Promise<Result<OrderPreview, AppError>> {
    return this.#reads.preview(draft)
  }

  history(
    query: Parameters<TradingSession['history']>[0],
  ): Promise<Result<OrderHistoryPage, AppError>> {
    return this.#reads.history(query)
  }

  submit(...order: Parameters<TradingSession['submit']>): ReturnType<TradingSession['submit']> {
    return this.#orders.submit(...order)
  }

  submitApproved(
    ...order: Parameters<TradingSession['submitApproved']>
  ): ReturnType<TradingSession['submitApproved']> {
    return this.#orders.submitApproved(...order)
  }

  submitApprovedCombo(
    ...linked: Parameters<TradingSession['submitApprovedCombo']>
  ): ReturnType<TradingSession['submitApprovedCombo']> {
    return this.#orders.submitApprovedCombo(...linked)
  }

  submitCombo(ticket: string, combo: ComboDraft): Promise<Result<ComboOutcome, AppError>> {
    return this.#orders.submitCombo(ticket, combo)
  }

  close(ticket: string, draft: OrderDraft): Promise<Result<TradeOutcome, AppError>> {
    return this.#orders.close(ticket, draft)
  }

  replace(...change: Parameters<TradingSession['replace']>): ReturnType<TradingSession['replace']> {
    return this.#orders.replace(...change)
  }

  cancel(
    accountId: AccountId,
    clientOrderId: ClientOrderId,
  ): Promise<Result<TradeOutcome, AppError>> {
    return this.#orders.cancel(accountId, clientOrderId)
  }

  async instructions(): Promise<InstructionSource | null> {
    return (await this.#graph.provider.instructions?.()) ?? null
  }

  inspect(): SessionInspectionPart {
    return this.#views.inspection()
  }

  /** True where the app key's token is in use beside a browser sign-in. */
  #usesAppToken(): boolean {
    return this.#options.signInWay === 'browser'
  }

  /** Shows while a halt is not on disk, because it would be lost with the program. */
  #onHaltStored(isStored: boolean): void {
    const { notices } = this.#graph
    if (!isStored) notices.add('halt-not-stored', message('session.haltNotStored'))
    for (const notice of notices.all()) {
      if (isStored && notice.code === 'halt-not-stored') notices.dismiss(notice.id)
    }
    this.#changed.emit()
  }

  #haltOnFaults(): readonly Disposer[] {
    const { clock, timers, log } = this.#options
    const { projection, portfolio, realized, personalLimits } = this.#graph
    const stopRefreshing = followFills({
      projection,
      portfolio,
      records: () => [realized, this.journal, personalLimits],
      isReady: () => this.#lifecycle.ready,
    })
    const stopWatching = haltOnFaults({
      graph: this.#graph,
      clock,
      timers,
      log,
      isReady: () => this.#lifecycle.ready,
      halt: (why) => this.#gate.halt(why),
      changed: () => this.#changed.emit(),
    })
    return [stopRefreshing, ...stopWatching]
  }

  /** Publishes the session view again when a part of it changes. */
  #publishChanges(): readonly Disposer[] {
    const { auth, provider, market, health } = this.#graph
    let apiState = health.state('api')
    return [
      auth.onChange(() => this.#changed.emit()),
      provider.appToken.onState(() => this.#changed.emit()),
      market.onOffset(() => this.#changed.emit()),
      market.onHealth(() => health.report('market', market.health)),
      this.#onListsComplete(() => this.#changed.emit()),
      onUnreadable(this.#graph.provider.api, () => this.#changed.emit()),
      health.subscribe(() => {
        if (health.state('api') === apiState) return
        apiState = health.state('api')
        this.#changed.emit()
      }),
    ]
  }

  /** Calls the listener when the last account's list of open orders was read to its end. */
  #onListsComplete(listener: () => void): Disposer {
    let wasListed = false
    return this.#graph.reconciler.onListPage(() => {
      const { ordersListed } = this.#views.session()
      if (ordersListed && !wasListed) listener()
      wasListed = ordersListed
    })
  }

  #createQueries(): SessionQueries {
    const { provider, reconciler, orderCheckDeps, auth } = this.#graph
    return createSessionQueries({
      ...this.#graph,
      portfolio: provider.portfolio,
      clock: this.#options.clock,
      reads: provider.trade,
      budget: provider.requestBudget,
      intake: reconciler.reports,
      lists: reconciler,
      listing: orderCheckDeps.listing,
      ready: () => this.#lifecycle.ready && auth.view().phase === 'signed-in',
    })
  }

  #createStreams(): SessionStreams {
    const calendar = createCalendar(this.#graph, this, this.#options)
    const { health, projection, portfolio, market, overviews, games, screeners } = this.#graph
    const subscribe = (listener: () => void): Disposer => this.#changed.add(listener)
    return {
      session: { get: () => this.#views.session(), subscribe },
      signIn: { get: () => this.#views.signIn(), subscribe },
      health,
      orders: projection.orders,
      fills: projection.fills,
      positions: portfolio.positions,
      balance: portfolio.balance,
      accounts: overviews,
      realized: this.#graph.realized,
      quotes: (symbols) => market.watchQuotes(symbols),
      details: (symbols) => market.watchDetails(symbols),
      dayLines: (symbols) => market.watchDayLines(symbols),
      games: (query) => games.games(query),
      gamePlays: (milestone) => games.plays(milestone),
      ranking: (query) => screeners.ranking(query),
      sectors: (query) => screeners.sectors(query),
      calendar: (symbols) => calendar.dates(symbols),
      watchlists: this.watchlists,
      alerts: this.alerts,
      drawings: (key) => this.drawings.view(key),
      journal: (accountId) => this.journal.state(accountId),
      depth: (symbol) => market.watchDepth(symbol),
      ticks: (symbol) => market.watchTicks(symbol),
      marketRead: (kind, symbol) => {
        const read = market.watchRead(kind, symbol)
        return { ...read, get: () => marketRead(read.get()) }
      },
      bar: (symbol, timespan) => market.watchBar(symbol, timespan),
    }
  }
}
