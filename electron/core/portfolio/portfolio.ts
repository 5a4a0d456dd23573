import type {
  Account,
  Balance,
  Position,
  UnsupportedAccount,
} from '../../../shared/domain/account/account.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import { underlyingKey } from '../../../shared/domain/instruments/instrument-key.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import type { ProviderFailure } from '../provider-failure.js'
import type { LiveValue } from '../live-values.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { Listings } from '../market/listings.js'
import type { MarketDataService } from '../market/market-data-service.js'
import type { ClockPort, TimerPort } from '../ports.js'
import { ListedMultipliers } from './listed-multipliers.js'
import { LiveBalance, type BalanceRead, type NumberedRead } from './live-balance.js'
import { PacedReads, type Pace } from './paced-reads.js'
import type { PortfolioPort } from './portfolio-port.js'
import type { ChangedInstruments, ReportedPositions } from './stopped-positions.js'
import { PositionQuotes } from './position-quotes.js'
import { PublicationPace } from './publication-pace.js'
import { RepeatedRun } from './repeated-run.js'
import { ValuedPositions } from './valued-positions.js'
import { heldWith, type OptionValue } from './value-position.js'

/**
 * A fill is shown within 3 s, also in a series of fills. The broker allows 30 reads of positions in
 * 60 s in the sandbox (LIMITS-1); what remains is for everything else that reads them.
 */
const POSITIONS_PACE: Pace = {
  afterMs: 400,
  settledMs: 2_000,
  apartMs: [0, 400, 1_500],
  spreadMs: 2_400,
  count: 26,
  windowMs: 60_000,
}
/**
 * Every change of an order can change the buying power, and after a fill the figures that depend on
 * the market stand still until the balance is read. Over Connect all requests share one limit
 * (LIMITS-1), so the balance is read less often than the positions.
 */
const BALANCE_PACE: Pace = {
  afterMs: 400,
  settledMs: 3_000,
  apartMs: [0, 400, 1_500, 3_000],
  spreadMs: 6_000,
  count: 6,
  windowMs: 30_000,
}
const EVERY_MS = 30_000
/** Positions and a balance of which nothing is known yet are read again after this time. */
const RETRY_MS = 5_000

export interface PortfolioDeps {
  readonly portfolio: PortfolioPort
  readonly market: Pick<MarketDataService, 'quotes' | 'hold' | 'onHealth'>
  readonly listings: Pick<Listings, 'multiplierOf'>
  readonly clock: ClockPort
  readonly timers: TimerPort
  /** Which price values an option; absent: the assumed one. */
  readonly optionValue?: OptionValue | undefined
  /**
   * Reports why the positions of the selected account are not known; null when they were read, or
   * another account was selected.
   */
  readonly onPositionsUnknown: (failure: ProviderFailure | null) => void
  /** Reports the same of the balance of the selected account. */
  readonly onBalanceUnknown?: (failure: ProviderFailure | null) => void
}

/** Accounts with balances and positions; the selected account is marked to live prices. */
export class Portfolio {
  /** Null until the positions of the selected account were read: they are never taken for none. */
  readonly positions: LiveValue<readonly Position[] | null>
  readonly balance: LiveValue<Balance | null>
  readonly #deps: PortfolioDeps
  readonly #positionsChanged = createEmitter<void>()
  readonly #balanceChanged = createEmitter<void>()
  readonly #otherPositions = createEmitter<AccountId>()
  readonly #stopListening: Disposer
  #accounts: readonly Account[] = []
  #unsupportedAccounts: readonly UnsupportedAccount[] = []
  #selected: AccountId | null = null
  readonly #multipliers: ListedMultipliers
  readonly #liveBalance: LiveBalance
  readonly #valued: ValuedPositions
  readonly #quotes: PositionQuotes
  #cancelEvery: Disposer = () => undefined
  #cancelRetry: Disposer = () => undefined
  #cancelBalanceRetry: Disposer = () => undefined
  readonly #positionReads: PacedReads
  readonly #balanceReads: PacedReads
  #startedReads = 0
  /** The number of the read that the balance is from. */
  #balanceReadNumber = 0
  readonly #publications: PublicationPace
  readonly #refreshes = new RepeatedRun(() => this.#refreshOnce())
  #disposed = false

  /** Starts empty. */
  constructor(deps: PortfolioDeps) {
    this.#deps = deps
    this.positions = {
      get: () => this.#valued.get(),
      subscribe: (changed) => this.#positionsChanged.add(changed),
      onOutdated: (outdated) => this.#valued.onOutdated(outdated),
    }
    this.balance = {
      get: () => this.#liveBalance.get(),
      subscribe: (changed) => this.#balanceChanged.add(changed),
      onOutdated: (outdated) => this.#valued.onOutdated(outdated),
    }
    this.#multipliers = new ListedMultipliers(deps.listings)
    const { clock, timers, optionValue } = deps
    this.#valued = new ValuedPositions({
      quotes: deps.market.quotes,
      clock,
      timers,
      optionValue,
      onGoOn: () => this.#publishSoon(),
    })
    this.#quotes = new PositionQuotes(deps.market)
    this.#publications = new PublicationPace(clock, timers, () => this.#publish())
    this.#liveBalance = new LiveBalance({
      quotes: deps.market.quotes,
      clock,
      timers,
      optionValue,
    })
    this.#positionReads = new PacedReads({
      clock,
      timers,
      pace: POSITIONS_PACE,
      read: () => this.#readPositions('afterFill'),
    })
    this.#balanceReads = new PacedReads({
      clock,
      timers,
      pace: BALANCE_PACE,
      read: () => this.#readBalance(),
    })
    const { quotes } = deps.market
    const removeQuotes = quotes.onQuote((quote) => this.#onQuote(quote))
    const removeHealth = deps.market.onHealth(() => this.#publishSoon())
    this.#stopListening = () => {
      removeQuotes()
      removeHealth()
    }
  }

  get accounts(): readonly Account[] {
    return this.#accounts
  }

  /** Accounts of a class that the broker has not published: nothing is read of them. */
  get unsupportedAccounts(): readonly UnsupportedAccount[] {
    return this.#unsupportedAccounts
  }

  get selected(): AccountId | null {
    return this.#selected
  }

  /**
   * Reads the accounts and selects one: the earlier choice, else the first that trades securities.
   */
  async load(): Promise<Result<void, ProviderFailure>> {
    const answer = await this.#deps.portfolio.accounts()
    if (!answer.ok) return answer
    this.#accounts = answer.value.filter(isSupported)
    this.#unsupportedAccounts = answer.value.filter((account) => !isSupported(account))
    if (this.#accounts.some((account) => account.accountId === this.#selected)) {
      return ok(undefined)
    }
    this.#selected = null
    const choice =
      this.#accounts.find((account) => account.product === 'securities') ?? this.#accounts[0]
    if (choice === undefined) this.#clear()
    else this.select(choice.accountId)
    return ok(undefined)
  }

  select(accountId: AccountId): boolean {
    if (!this.#accounts.some((account) => account.accountId === accountId)) return false
    if (accountId === this.#selected) return true
    this.#selected = accountId
    this.#clear()
    void this.refresh()
    return true
  }

  /**
   * A fill, an exercise or a settlement changed positions: these stand still, and positions and
   * balance are read soon.
   */
  onPositionsChanged(accountId: AccountId, changed: ChangedInstruments): void {
    if (accountId !== this.#selected) return this.#otherPositions.emit(accountId)
    this.#liveBalance.onPositionsChanged(this.#startedReads)
    this.#valued.onChange(changed, this.#startedReads)
    this.#positionReads.onChange()
    this.#balanceReads.onChange()
  }

  /** Subscribes to changes of positions of the accounts that are not selected. */
  onOtherPositions(listener: (accountId: AccountId) => void): Disposer {
    return this.#otherPositions.add(listener)
  }

  /** An order holds more or less buying power: reads the balance soon. */
  onOrdersChanged(accountId: AccountId): void {
    if (accountId === this.#selected) this.#balanceReads.onChange()
  }

  refresh(): Promise<void> {
    return this.#refreshes.request()
  }

  start(): void {
    this.#cancelEvery()
    // While a change settles, reads are already scheduled; an additional one would use up the
    // account's rate limit.
    this.#cancelEvery = this.#deps.timers.every(EVERY_MS, () => {
      if (this.#positionReads.isSettling) return
      if (this.#balanceReads.isSettling) void this.#readPositions()
      else void this.refresh()
    })
    void this.refresh()
  }

  /** Stops reading and clears the data; {@link start} begins again. */
  stop(): void {
    this.#cancelEvery()
    this.#stopReads()
    this.#clear()
    this.#quotes.hold(this.#valued.reported ?? [])
  }

  dispose(): void {
    this.#disposed = true
    this.#refreshes.dispose()
    this.#cancelEvery()
    this.#stopReads()
    this.#publications.dispose()
    this.#stopListening()
    this.#quotes.dispose()
    this.#valued.dispose()
    this.#liveBalance.clear()
  }

  #clear(): void {
    this.#cancelRetry()
    this.#cancelBalanceRetry()
    this.#valued.clear()
    this.#liveBalance.clear()
    this.#deps.onPositionsUnknown(null)
    this.#deps.onBalanceUnknown?.(null)
    this.#publish()
  }

  #stopReads(): void {
    this.#cancelRetry()
    this.#cancelBalanceRetry()
    this.#positionReads.stop()
    this.#balanceReads.stop()
  }

  #onQuote(quote: Quote): void {
    if (!this.#quotes.has(quote.symbol)) return
    this.#valued.markOutdated()
    this.#publishSoon()
    if (!this.#quotes.beginsDay(quote) || this.#selected === null) return
    const positions = heldWith(this.#valued.reported ?? [], quote.symbol)
    if (positions.length > 0) this.onPositionsChanged(this.#selected, positions.map(underlyingKey))
  }

  #publishSoon(): void {
    if ((this.#valued.reported ?? []).length > 0) this.#publications.soon()
  }

  /** Values the positions at the latest prices and notifies the listeners. */
  #publish(): void {
    this.#publications.onPublish()
    this.#valued.value()
    this.#positionsChanged.emit()
    this.#balanceChanged.emit()
  }

  async #refreshOnce(): Promise<void> {
    const [positions, balance] = await Promise.all([this.#fetchPositions(), this.#fetchBalance()])
    this.#show(positions, balance)
  }

  async #readPositions(why?: 'afterFill'): Promise<void> {
    this.#show(await this.#fetchPositions(why), null)
  }

  async #readBalance(): Promise<void> {
    this.#show(null, await this.#fetchBalance())
  }

  /** Returns the positions of the selected account; null when they could not be read. */
  async #fetchPositions(why?: 'afterFill'): Promise<FetchedPositions | null> {
    const accountId = this.#selected
    if (accountId === null) return null
    this.#positionReads.countRead()
    this.#startedReads += 1
    const number = this.#startedReads
    const requestedAt = this.#deps.clock.now()
    const positions = await this.#deps.portfolio.positions(accountId, why)
    if (!positions.ok) {
      this.#onUnread(accountId, positions.error)
      return null
    }
    const value = await this.#multipliers.complete(positions.value.positions)
    return { accountId, number, requestedAt, value }
  }

  /** Says when nothing is known of the positions. Reads again soon what is not known or old. */
  #onUnread(accountId: AccountId, failure: ProviderFailure): void {
    if (accountId !== this.#selected || this.#disposed) return
    const isUnknown = this.#valued.reported === null
    if (isUnknown) this.#deps.onPositionsUnknown(failure)
    else if (!this.#valued.isAnyStopped) return
    this.#cancelRetry()
    this.#cancelRetry = this.#deps.timers.after(RETRY_MS, () => void this.#readPositions())
  }

  async #fetchBalance(): Promise<FetchedBalance | null> {
    const accountId = this.#selected
    if (accountId === null) return null
    this.#balanceReads.countRead()
    this.#startedReads += 1
    const number = this.#startedReads
    const seen = this.#liveBalance.watchPrices()
    const balance = await this.#deps.portfolio.balance(accountId)
    if (balance.ok) return { accountId, number, seen, value: balance.value }
    seen.dispose()
    const isUnknown = accountId === this.#selected && this.#liveBalance.get() === null
    if (isUnknown && !this.#disposed) this.#onBalanceUnread(balance.error)
    return null
  }

  /** Says why nothing is known of the balance, and reads it again soon. */
  #onBalanceUnread(failure: ProviderFailure): void {
    this.#deps.onBalanceUnknown?.(failure)
    this.#cancelBalanceRetry()
    this.#cancelBalanceRetry = this.#deps.timers.after(RETRY_MS, () => void this.#readBalance())
  }

  /**
   * Shows the figures that were read if their account is still selected, unless newer figures are
   * shown.
   */
  #show(positions: FetchedPositions | null, balance: FetchedBalance | null): void {
    const newPositions = this.#isNew(positions, this.#valued.readNumber) ? positions : null
    const newBalance = this.#isNew(balance, this.#balanceReadNumber) ? balance : null
    if (newBalance === null) balance?.seen.dispose()
    if (newPositions === null && newBalance === null) return
    if (newPositions !== null) {
      this.#valued.onRead(newPositions)
      this.#cancelRetry()
      this.#deps.onPositionsUnknown(null)
    }
    if (newBalance !== null) {
      this.#balanceReadNumber = newBalance.number
      this.#cancelBalanceRetry()
      this.#deps.onBalanceUnknown?.(null)
    }
    const isOlder = this.#liveBalance.update(newPositions, newBalance, this.#startedReads)
    if (isOlder) this.#balanceReads.onChange()
    this.#quotes.hold(this.#valued.reported ?? [])
    this.#publish()
  }

  #isNew(read: Fetched<unknown> | null, currentNumber: number): boolean {
    return !this.#disposed && read?.accountId === this.#selected && read.number > currentNumber
  }
}

const isSupported = (account: Account | UnsupportedAccount): account is Account =>
  account.product !== 'unsupported'

/** An answer, and its number among all reads: answers may overtake each other. */
interface Fetched<T> extends NumberedRead<T> {
  readonly accountId: AccountId
}

type FetchedPositions = Fetched<readonly Position[]> & ReportedPositions

type FetchedBalance = Fetched<Balance> & BalanceRead
