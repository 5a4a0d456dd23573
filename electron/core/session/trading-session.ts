import type { RealizedDay } from '../../../shared/domain/account/realized-day.js'
import type { AccountOverview, Balance, Position } from '../../../shared/domain/account/account.js'
import type { Bar, BarSession, Timespan } from '../../../shared/domain/market/bar.js'
import type { Environment } from '../../../shared/domain/environment.js'
import type { AccessWay } from '../../../shared/domain/app/profile.js'
import type { AccountId, ClientOrderId, Symbol } from '../../../shared/domain/ids.js'
import type { AnyInstrument } from '../../../shared/domain/instruments/any-instrument.js'
import type {
  GamePlaysView,
  GamesQuery,
  GamesView,
} from '../../../shared/domain/instruments/event-game.js'
import type { Instrument, StockKind } from '../../../shared/domain/instruments/instrument.js'
import type {
  MemberChange,
  Fill,
  Order,
  OrderChange,
  ComboDraft,
  OrderDraft,
} from '../../../shared/domain/orders/order.js'
import type { Depth, Quote, Tick } from '../../../shared/domain/market/quote.js'
import type { DrawingsView } from '../../../shared/domain/drawings/drawings-view.js'
import type { InstrumentKey } from '../../../shared/domain/instruments/instrument-key.js'
import type { AlertsView } from '../../../shared/domain/alerts/alert.schema.js'
import type { WatchlistsView } from '../../../shared/domain/reference/watchlist-book.js'
import type { JournalState } from '../../../shared/domain/account/journal.js'
import type { CalendarView } from '../../../shared/domain/reference/calendar.js'
import type {
  RankingQuery,
  SectorsQuery,
} from '../../../shared/domain/reference/screener.schema.js'
import type { RankingView, SectorsView } from '../../../shared/domain/reference/screener.js'
import type { MarketRead, MarketReadKind } from '../../../shared/domain/market/market-read.js'
import type { DayLine, SymbolDetails } from '../../../shared/domain/market/symbol-details.js'
import type {
  ReferenceDataName,
  ReferenceDataAnswer,
  ReferenceDataParams,
} from '../../../shared/domain/reference/reference-data.js'
import type { PersonalLimits } from '../../../shared/domain/orders/limits/personal-limits.schema.js'
import type { PersonalLimitsView } from '../../../shared/domain/orders/limits/personal-limits.js'
import type { Result } from '../../../shared/domain/result.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type {
  OrderHistoryPage,
  OrderPreview,
  ComboOutcome,
  TradeOutcome,
} from '../../../shared/domain/orders/trade-outcome.js'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import type { SessionInspection } from '../../../shared/domain/session/session-inspection.js'
import type { SignInView } from '../../../shared/domain/session/sign-in.js'
import type { HealthView } from '../../../shared/domain/session/health.js'
import type { Notice, SessionView } from '../../../shared/domain/session/session-view.js'
import type { AuthorizePort, TokenSource } from '../auth/auth-port.js'
import type { InstructionSource } from './instruction-source-port.js'
import type { LiveEvents, LiveRows, LiveValue } from '../live-values.js'
import type {
  ClockPort,
  DocumentPort,
  JournalPort,
  LogPort,
  RandomPort,
  TimerPort,
  VaultPort,
} from '../ports.js'
import type { PendingApproval } from '../orders/gateway/pending-approval.js'
import type { OrderReminders } from '../risk/reminders/order-reminders.js'
import type { RiskLimits } from '../risk/risk-limits.js'
import type { CompanyReader } from '../market/facts/company-reader.js'
import type { AlertService } from '../alerts/alert-service.js'
import type { Drawings } from '../drawings/drawing-book.js'
import type { WatchlistBook } from '../market/watchlists/watchlist-book.js'
import type { ProductQueries } from './product-queries.js'
import type { JournalService } from '../records/journal/journal-service.js'
import type { PictureFilesPort } from '../records/journal/notes/picture-files-port.js'
import type { RecordQueries } from '../records/record-queries.js'
import type { SessionQueries } from './session-queries.js'
import type { ProviderPorts } from './provider-ports.js'
import type { Message } from '../../../shared/messages/message.js'

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
  /** The figures of every account; those of the others are read only while somebody watches. */
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

/** The part of an inspection that the session provides. */
export type SessionInspectionPart = Pick<
  SessionInspection,
  'tokens' | 'store' | 'backend' | 'clockSkewMs' | 'version' | 'budgets'
>

/**
 * The reads and commands of one session: one function per entry of `shared/ipc/contract.ts` that
 * the shell does not handle itself.
 */
export interface TradingSession {
  readonly environment: Environment
  readonly streams: SessionStreams
  readonly queries: SessionQueries
  readonly products: ProductQueries
  readonly watchlists: Pick<
    WatchlistBook,
    'get' | 'load' | 'edit' | 'read' | 'change' | 'onDecided' | 'onEdited'
  >
  readonly alerts: Pick<AlertService, 'edit' | 'onFired'>
  /** The drawings on charts, changed by the person and by assistants. */
  readonly drawings: Drawings
  /** Reads facts about companies, funds and contracts. */
  readonly companies: Pick<CompanyReader, 'read' | 'footprint' | 'imbalance' | 'news' | 'forget'>
  readonly records: RecordQueries
  /** What the accounts realized, from what the broker recorded. */
  readonly journal: Pick<
    JournalService,
    | 'report'
    | 'trips'
    | 'lots'
    | 'openLotPage'
    | 'refresh'
    | 'nameAssistants'
    | 'editNotes'
    | 'removeNotes'
    | 'attachPicture'
    | 'removePicture'
    | 'picture'
  >
  readonly reminders: Pick<OrderReminders, 'read'>
  /**
   * Signs in, recovers the journal and connects. Resolves after the first attempt, successful or
   * not; the session view has the result.
   */
  start(): Promise<void>
  /** Closes streams, timers and requests. The session makes no calls afterwards. */
  dispose(): Promise<void>

  sessionView(): SessionView
  signIn(): Promise<SessionView>
  signOut(): Promise<SessionView>
  /** Cancels a sign-in that waits for the person. */
  cancelSignIn(): void
  /** Checks the tokens' expiry by the wall clock again after the computer woke up. */
  wake(): void
  /** Allows orders in production until this session ends. Other environments are always armed. */
  arm(): void
  readonly armed: boolean
  /** Denies new orders and replaces because the session is about to end. Does not halt trading. */
  suspend(): void
  /** Closes event and market data streams; reads and cancellations continue. */
  closeStreams(): void
  /**
   * Waits at most `withinMs` until no order outcome is uncertain. Returns how many remain; they are
   * in the journal.
   */
  settle(withinMs: number): Promise<number>
  /** Selects an account. Fails with `provider/refused` for an unknown one. */
  selectAccount(accountId: AccountId): Promise<Result<SessionView, AppError>>
  addNotice(code: Notice['code'], detail: Message): void
  dismissNotice(id: string): SessionView
  /**
   * Halts or resumes trading. A halt is stored in the journal and survives a restart; cancellations
   * always pass.
   */
  setTrading(state: 'active' | 'halted', why: Message): Promise<SessionView>
  /** Returns the person's limits, and how much of them is used. */
  limits(): PersonalLimitsView
  /** True when a limit would allow more than it does now. */
  raisesLimits(next: PersonalLimits): boolean
  /**
   * Sets the person's limits. Lower ones are in effect at once, raised ones of the day from the
   * next session; a lock-out stays. On an error nothing changed.
   */
  setLimits(next: PersonalLimits): Promise<Result<PersonalLimitsView, AppError>>
  /** Tries to store a halt that is not on disk yet; false when the halt would be lost. */
  saveHalt(): Promise<boolean>

  /** Searches instruments, best match first: symbol, symbol prefix, words of the name. */
  searchInstruments(
    text: string,
    limit: number,
    kind?: StockKind,
  ): Promise<Result<readonly Instrument[], AppError>>
  /** Returns every listed stock and ETF, or those of one kind. */
  stocks(kind: StockKind | null): Promise<Result<readonly Instrument[], AppError>>
  /** Returns the known instruments; unknown symbols are omitted. */
  instruments(symbols: readonly Symbol[]): Promise<Result<readonly Instrument[], AppError>>
  /** Returns the instrument of any product; null when the broker does not list the symbol. */
  describeInstrument(symbol: Symbol): Promise<Result<AnyInstrument | null, AppError>>
  /** Returns bars before `before` (null: up to and including the running one), oldest first. */
  bars(query: {
    readonly symbol: Symbol
    readonly timespan: Timespan
    readonly before: EpochMs | null
    readonly count: number
    readonly sessions?: readonly BarSession[]
  }): Promise<Result<{ readonly bars: readonly Bar[]; readonly more: boolean }, AppError>>
  /** Queries reference data, which is not cached. */
  referenceData(
    name: ReferenceDataName,
    params: ReferenceDataParams,
  ): Promise<Result<ReferenceDataAnswer, AppError>>

  preview(draft: OrderDraft): Promise<Result<OrderPreview, AppError>>
  /**
   * Submits an order. The same ticket never sends twice, even after a restart. An error means that
   * nothing was sent. `presetId` is the order's id where it had to be fixed beforehand.
   */
  submit(
    ticket: string,
    draft: OrderDraft,
    presetId?: ClientOrderId,
  ): Promise<Result<TradeOutcome, AppError>>
  /**
   * Like `submit`, for an order whose approval is still being written to disk: it is checked
   * meanwhile, and sent only once the approval is released.
   */
  submitApproved(
    ticket: string,
    draft: OrderDraft,
    approval: PendingApproval,
  ): Promise<Result<TradeOutcome, AppError>>
  /** Submits linked orders in one request, all or none; otherwise like `submit`. */
  submitCombo(ticket: string, combo: ComboDraft): Promise<Result<ComboOutcome, AppError>>
  /** Like `submitApproved`, for linked orders. */
  submitApprovedCombo(
    ticket: string,
    combo: ComboDraft,
    approval: PendingApproval,
  ): Promise<Result<ComboOutcome, AppError>>
  /**
   * Submits an order that only reduces a position. It needs no arming and passes a halt
   * (CONFIRM-34). The position is read from the broker at this moment; an order that does anything
   * else is denied.
   */
  close(ticket: string, draft: OrderDraft): Promise<Result<TradeOutcome, AppError>>
  /**
   * Replaces an order. `others` are further orders of the same combination that change in the same
   * request, all or none.
   */
  replace(
    accountId: AccountId,
    clientOrderId: ClientOrderId,
    change: OrderChange,
    others?: readonly MemberChange[],
  ): Promise<Result<TradeOutcome, AppError>>
  cancel(
    accountId: AccountId,
    clientOrderId: ClientOrderId,
  ): Promise<Result<TradeOutcome, AppError>>
  /**
   * Returns the broker's hosted instructions; null where its client has none. Loaded with the first
   * call.
   */
  instructions(): Promise<InstructionSource | null>
  /** Returns the state of the tokens and the request budgets. */
  inspect(): SessionInspectionPart
  history(query: {
    readonly accountId: AccountId
    readonly from: EpochMs | null
    readonly to: EpochMs | null
    readonly cursor: string | null
  }): Promise<Result<OrderHistoryPage, AppError>>
}

/** The configuration and dependencies of a session. */
export interface TradingSessionOptions {
  readonly environment: Environment
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly random: RandomPort
  readonly log: LogPort
  /** The order journal of this environment. */
  readonly journal: JournalPort
  /** Stores a halt beside the journal, in two places; without it only the journal has it. */
  readonly haltFile?: DocumentPort
  /** Stores limits and lock-outs, in two places; without it nothing of them is stored. */
  readonly limitsFile?: DocumentPort
  /** Stores the person's watchlists; without it they are lost with the session. */
  readonly watchlistFile?: DocumentPort
  /** Stores the person's alerts; without it they are lost with the session. */
  readonly alertsFile?: DocumentPort
  /** Stores the drawings on charts; without it they are lost with the session. */
  readonly drawingsFile?: DocumentPort
  /** Stores the shown prices, for the next start to show; without it that shows none. */
  readonly quotesFile?: DocumentPort
  /** Stores what the journal read of an account; without it everything is read again. */
  readonly journalFile?: (accountId: AccountId) => DocumentPort
  /** Stores what the person writes and attaches in the journal; without it nothing is stored. */
  readonly journalNotes?: {
    readonly file: (accountId: AccountId) => DocumentPort
    readonly pictures: (accountId: AccountId) => PictureFilesPort
  }
  readonly vault: VaultPort
  readonly authorize: AuthorizePort
  /** True in practice, where the app approves its own sign-in. Elsewhere the person approves it. */
  readonly automaticSignIn: boolean
  /** The sign-in method shown in the sign-in view. */
  readonly access: AccessWay
  /** True where the person pastes the browser's answer. */
  readonly pastesAnswer: boolean
  /** `browser` for the user's browser sign-in, `key` for the app key's token alone. */
  readonly signInWay: 'browser' | 'key'
  /** The limits until the person changes theirs. */
  readonly limits: RiskLimits
  /** True while Countersign is locked; absent where no lock can be set. */
  readonly isLocked?: () => boolean
  /** Builds the broker's client. `tokens` supplies the user's bearer token for each call. */
  readonly provider: (tokens: TokenSource) => ProviderPorts
}
