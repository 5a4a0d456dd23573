import type { Balance, Position } from '../../../shared/domain/account/account.js'
import type { Bar, BarSession, Timespan } from '../../../shared/domain/market/bar.js'
import type { Environment } from '../../../shared/domain/environment.js'
import type { AccessWay } from '../../../shared/domain/app/profile.js'
import type { AccountId, ClientOrderId, Symbol } from '../../../shared/domain/ids.js'
import type { Instrument } from '../../../shared/domain/instruments/instrument.js'
import type {
  MemberChange,
  Fill,
  Order,
  OrderChange,
  OrderDraft,
} from '../../../shared/domain/orders/order.js'
import type { Depth, Quote, Tick } from '../../../shared/domain/market/quote.js'
import type {
  ReferenceDataName,
  ReferenceDataAnswer,
  ReferenceDataParams,
} from '../../../shared/domain/reference/reference-data.js'
import type { Result } from '../../../shared/domain/result.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { OutputOf, TradeOutcome } from '../../../shared/ipc/contract.js'
import type { AppError } from '../../../shared/ipc/errors.js'
import type { SessionInspection, SignInView } from '../../../shared/ipc/profiles.js'
import type { HealthView, Notice, SessionView } from '../../../shared/ipc/views.js'
import type { AuthorizePort, TokenSource } from '../auth/auth-port.js'
import type { InstructionSource } from './instruction-source-port.js'
import type { LiveEvents, LiveRows, LiveValue } from '../live-values.js'
import type { ClockPort, JournalPort, LogPort, RandomPort, TimerPort, VaultPort } from '../ports.js'
import type { RiskLimits } from '../risk/risk-limits.js'
import type { SessionQueries } from './session-queries.js'
import type { ProviderPorts } from './provider-ports.js'

/**
 * What a window can listen to; one source per topic of `shared/ipc/streams.ts`. Subscribing to
 * market data creates its interest.
 */
export interface SessionStreams {
  readonly session: LiveValue<SessionView>
  readonly signIn: LiveValue<SignInView>
  readonly health: LiveValue<HealthView>
  readonly orders: LiveRows<Order>
  readonly fills: LiveEvents<Fill>
  /** Of the selected account, marked with live prices. */
  readonly positions: LiveValue<readonly Position[]>
  readonly balance: LiveValue<Balance | null>
  quotes(symbols: readonly Symbol[]): LiveRows<Quote>
  depth(symbol: Symbol): LiveValue<Depth | null>
  ticks(symbol: Symbol): LiveEvents<Tick>
  bar(symbol: Symbol, timespan: Timespan): LiveValue<Bar | null>
}

/** The part of an inspection that only the session knows. */
export type SessionInspectionPart = Pick<
  SessionInspection,
  'tokens' | 'store' | 'backend' | 'clockSkewMs' | 'budgets'
>

/**
 * Reads and commands of one environment session: one function per entry of `shared/ipc/contract.ts`
 * that is not the shell's own.
 */
export interface TradingSession {
  readonly environment: Environment
  readonly streams: SessionStreams
  readonly queries: SessionQueries
  /**
   * Signs in, recovers the journal and goes live. Resolves when the first attempt ended, whatever
   * came of it; look at the session view.
   */
  start(): Promise<void>
  /** Closes streams, timers and requests. Afterwards nothing of this session calls anybody. */
  dispose(): Promise<void>

  sessionView(): SessionView
  signIn(): Promise<SessionView>
  signOut(): Promise<SessionView>
  /** Ends a sign-in that waits for the person. */
  cancelSignIn(): void
  /** The computer woke up: tokens are judged by the wall clock anew. */
  wake(): void
  /**
   * Production only: from now on orders may be sent, until this session ends. Elsewhere always so.
   */
  arm(): void
  readonly armed: boolean
  /**
   * New orders and replaces are denied from now on, without latching anything: the session is about
   * to end.
   */
  suspend(): void
  /** Ends events and market data; reads and cancels go on. */
  closeStreams(): void
  /**
   * Waits until no order's outcome is open, at most so long; answers how many are left. They are in
   * the journal.
   */
  settle(withinMs: number): Promise<number>
  /** Unknown accounts are `provider/refused`. */
  selectAccount(accountId: AccountId): Promise<Result<SessionView, AppError>>
  addNotice(code: Notice['code'], detail: string): void
  dismissNotice(id: string): SessionView
  /**
   * The kill switch. A halt is latched in the journal and survives a restart; cancels always pass.
   */
  setTrading(state: 'active' | 'halted', why: string): Promise<SessionView>

  /** Best match first: symbol, symbol prefix, words of the name. */
  searchInstruments(text: string, limit: number): Promise<Result<readonly Instrument[], AppError>>
  /** Unknown symbols are missing in the answer. */
  instruments(symbols: readonly Symbol[]): Promise<Result<readonly Instrument[], AppError>>
  /** Bars before `before` (null: up to and with the running one), oldest first. */
  bars(query: {
    readonly symbol: Symbol
    readonly timespan: Timespan
    readonly before: EpochMs | null
    readonly count: number
    readonly sessions?: readonly BarSession[]
  }): Promise<Result<{ readonly bars: readonly Bar[]; readonly more: boolean }, AppError>>
  /** A look at the market that nothing here keeps. */
  referenceData(
    name: ReferenceDataName,
    params: ReferenceDataParams,
  ): Promise<Result<ReferenceDataAnswer, AppError>>

  preview(draft: OrderDraft): Promise<Result<OutputOf<'orders.preview'>, AppError>>
  /**
   * The same ticket never sends twice, also after a restart. An error means that nothing was sent.
   * `name`: the order's id, where it had to be told before.
   */
  submit(
    ticket: string,
    draft: OrderDraft,
    presetId?: ClientOrderId,
  ): Promise<Result<TradeOutcome, AppError>>
  /**
   * Like `submit`, for an order that makes a position smaller and does nothing else: then it needs
   * no arming and passes a halt
   * (CONFIRM-34). Judged by what the broker says is held at this moment; anything else is
   * denied.
   */
  close(ticket: string, draft: OrderDraft): Promise<Result<TradeOutcome, AppError>>
  /**
   * `others`: further orders of the same combination that change in the same request, all or none.
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
   * Instructions that wait at the provider for this desktop; null where the provider's client has
   * none. Loaded with the first call.
   */
  instructions(): Promise<InstructionSource | null>
  /**
   * Halts, then cancels every working order of every account, each once; answers what came of it.
   */
  kill(why: string): Promise<OutputOf<'trading.kill'>>
  /** What is held of tokens, and the request budgets. */
  inspect(): SessionInspectionPart
  history(query: {
    readonly accountId: AccountId
    readonly from: EpochMs | null
    readonly to: EpochMs | null
    readonly cursor: string | null
  }): Promise<Result<OutputOf<'orders.history'>, AppError>>
}

/** What a session is made of. */
export interface TradingSessionOptions {
  readonly environment: Environment
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly random: RandomPort
  readonly log: LogPort
  /** The order journal of this environment. */
  readonly journal: JournalPort
  readonly vault: VaultPort
  readonly authorize: AuthorizePort
  /** Practice: the app approves its own sign-in. Elsewhere the person is asked first. */
  readonly automaticSignIn: boolean
  /** How the person gets in, for the sign-in's own view. */
  readonly access: AccessWay
  /** True where the browser's answer is pasted by the person. */
  readonly pastesAnswer: boolean
  /** The browser sign-in of the user, or the app key's own token alone. */
  readonly signInWay: 'browser' | 'key'
  readonly limits: RiskLimits
  /**
   * Builds the provider's client; `tokens` brings the user's bearer token whenever a call needs it.
   */
  readonly provider: (tokens: TokenSource) => ProviderPorts
}
