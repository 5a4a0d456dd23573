import type { Account, Balance, Position } from '../../../shared/domain/account/account.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Decimal } from '../../../shared/domain/decimal.js'
import type { AccountId, Symbol } from '../../../shared/domain/ids.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import type { ProviderFailure } from '../provider-failure.js'
import type { LiveValue } from '../live-values.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { Listings } from '../market/listings.js'
import type { MarketDataService } from '../market/market-data-service.js'
import type { ClockPort, TimerPort } from '../ports.js'
import { markBalance } from './mark-balance.js'
import type { PortfolioPort } from './portfolio-port.js'
import { marksOf, valuePosition, withMultiplier } from './value-position.js'

/**
 * Simultaneous fills cause one refresh; the provider's positions follow a fill with a short delay.
 */
const AFTER_FILL_MS = 400
const SETTLED_MS = 3_000
/** The account reads are limited to 10 calls in 30 s; a series of fills must not use them up. */
const BUDGET = { count: 6, windowMs: 30_000 } as const
/**
 * Minimum time between refreshes, by how many there were in the window, then a longer one.
 * Otherwise the first seconds of an order with many fills would use all of them, and its final
 * result would appear half a minute late.
 */
const APART_MS: readonly number[] = [0, 400, 1_500, 3_000]
const SPREAD_MS = 6_000
const EVERY_MS = 30_000
/** Time between publications of all positions: several prices often change at once. */
const PUBLISH_MS = 40

/**
 * Accounts with balances and positions; those of the selected account are marked to live prices.
 */
export interface Portfolio {
  readonly accounts: readonly Account[]
  readonly selected: AccountId | null
  readonly positions: LiveValue<readonly Position[]>
  readonly balance: LiveValue<Balance | null>
  /**
   * Reads the accounts and selects one: the earlier choice, else the first that trades securities.
   */
  load(): Promise<Result<void, ProviderFailure>>
  select(accountId: AccountId): boolean
  /** Refreshes soon after a fill or settlement in this account. */
  onAccountChanged(accountId: AccountId): void
  refresh(): Promise<void>
  start(): void
  /** Stops reading and clears the data; {@link start} begins again. */
  stop(): void
  dispose: Disposer
}

export interface PortfolioDeps {
  readonly portfolio: PortfolioPort
  readonly market: Pick<MarketDataService, 'quotes' | 'hold' | 'onHealth'>
  readonly listings: Pick<Listings, 'multiplierOf'>
  readonly clock: ClockPort
  readonly timers: TimerPort
}

/** Starts empty. */
export const createPortfolio = (deps: PortfolioDeps): Portfolio => new PortfolioImpl(deps)

class PortfolioImpl implements Portfolio {
  readonly positions: LiveValue<readonly Position[]>
  readonly balance: LiveValue<Balance | null>
  readonly #deps: PortfolioDeps
  readonly #positionsChanged = createEmitter<void>()
  readonly #balanceChanged = createEmitter<void>()
  readonly #stopListening: Disposer
  #accounts: readonly Account[] = []
  #selected: AccountId | null = null
  /** Multipliers that the broker's positions do not contain, by symbol. */
  readonly #multipliers = new Map<Symbol, Decimal>()
  #fetchedPositions: readonly Position[] = []
  #fetchedBalance: Balance | null = null
  #valued: readonly Position[] = []
  #releaseQuotes: Disposer = () => undefined
  /** Symbols of the quotes that the positions are valued with; subscribed without watchers. */
  #heldSymbols: ReadonlySet<Symbol> = new Set()
  #cancelEvery: Disposer = () => undefined
  #cancelSoon: Disposer | null = null
  /** By the monotonic clock: time of the refresh that `#cancelSoon` cancels. */
  #dueAt = 0
  #refreshedAt: readonly number[] = []
  /** Number of refreshes that the latest change still needs. */
  #settling = 0
  #cancelPublish: Disposer | null = null
  #refreshing: Promise<void> | null = null
  #refreshAgain = false
  #disposed = false

  constructor(deps: PortfolioDeps) {
    this.#deps = deps
    this.positions = {
      get: () => this.#valued,
      subscribe: (changed) => this.#positionsChanged.add(changed),
    }
    this.balance = {
      get: () => this.#markedBalance(),
      subscribe: (changed) => this.#balanceChanged.add(changed),
    }
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

  get selected(): AccountId | null {
    return this.#selected
  }

  async load(): Promise<Result<void, ProviderFailure>> {
    const answer = await this.#deps.portfolio.accounts()
    if (!answer.ok) return answer
    this.#accounts = answer.value
    if (this.#accounts.some((account) => account.accountId === this.#selected)) {
      return ok(undefined)
    }
    this.#selected = null
    const choice =
      this.#accounts.find((account) => account.product === 'securities') ?? this.#accounts[0]
    if (choice !== undefined) this.select(choice.accountId)
    return ok(undefined)
  }

  select(accountId: AccountId): boolean {
    if (!this.#accounts.some((account) => account.accountId === accountId)) return false
    if (accountId === this.#selected) return true
    this.#selected = accountId
    this.#fetchedPositions = []
    this.#fetchedBalance = null
    this.#publish()
    void this.refresh()
    return true
  }

  onAccountChanged(accountId: AccountId): void {
    if (accountId !== this.#selected) return
    this.#settling = 2
    this.#refreshSoon()
  }

  refresh(): Promise<void> {
    if (this.#refreshing === null) this.#refreshing = this.#refreshWhileRequested()
    else this.#refreshAgain = true
    return this.#refreshing
  }

  start(): void {
    this.#cancelEvery()
    // While a change settles, refreshes are already scheduled; an additional one would use up the
    // account's rate limit.
    this.#cancelEvery = this.#deps.timers.every(EVERY_MS, () => {
      if (this.#settling === 0) void this.refresh()
    })
    void this.refresh()
  }

  stop(): void {
    this.#cancelEvery()
    this.#cancelSoon?.()
    this.#cancelSoon = null
    this.#settling = 0
    this.#fetchedPositions = []
    this.#fetchedBalance = null
    this.#holdQuotes()
    this.#publish()
  }

  dispose(): void {
    this.#disposed = true
    this.#cancelEvery()
    this.#cancelSoon?.()
    this.#settling = 0
    this.#cancelPublish?.()
    this.#stopListening()
    this.#releaseQuotes()
  }

  #markedBalance(): Balance | null {
    return this.#fetchedBalance === null
      ? null
      : markBalance(this.#fetchedBalance, this.#fetchedPositions, this.#valued)
  }

  #onQuote({ symbol }: Quote): void {
    if (this.#heldSymbols.has(symbol)) this.#publishSoon()
  }

  #publishSoon(): void {
    if (this.#fetchedPositions.length === 0) return
    this.#cancelPublish ??= this.#deps.timers.after(PUBLISH_MS, () => this.#publish())
  }

  /** Values the positions at the latest prices and notifies the listeners. */
  #publish(): void {
    this.#cancelPublish?.()
    this.#cancelPublish = null
    const { quotes } = this.#deps.market
    this.#valued = this.#fetchedPositions.map((position) =>
      valuePosition(position, (symbol) => quotes.prices(symbol)),
    )
    this.#positionsChanged.emit()
    this.#balanceChanged.emit()
  }

  /** Keeps the quotes that value the positions subscribed, independent of watchers. */
  #holdQuotes(): void {
    const symbols = new Set(
      this.#fetchedPositions.flatMap((position) =>
        (marksOf(position) ?? []).map((mark) => mark.symbol),
      ),
    )
    const isSame =
      symbols.size === this.#heldSymbols.size &&
      [...symbols].every((symbol) => this.#heldSymbols.has(symbol))
    if (isSame) return
    this.#heldSymbols = symbols
    const releaseBefore = this.#releaseQuotes
    this.#releaseQuotes = this.#deps.market.hold([...symbols])
    releaseBefore()
  }

  /** Adds multipliers that only the listings contain; a position without one keeps its figures. */
  async #complete(positions: readonly Position[]): Promise<readonly Position[]> {
    for (const { assetClass, symbol, multiplier } of positions) {
      if (multiplier !== null || assetClass === 'option' || this.#multipliers.has(symbol)) continue
      const found = await this.#deps.listings.multiplierOf({ assetClass, symbol })
      if (found.ok && found.value !== null) this.#multipliers.set(symbol, found.value)
    }
    return positions.map((position) => {
      const multiplier = position.multiplier ?? this.#multipliers.get(position.symbol)
      return position.multiplier !== null || multiplier === undefined
        ? position
        : withMultiplier(position, multiplier)
    })
  }

  /** Refreshes, and again for every request that arrives meanwhile. */
  async #refreshWhileRequested(): Promise<void> {
    do {
      this.#refreshAgain = false
      await this.#refreshOnce()
    } while (this.#refreshAgain && !this.#disposed)
    this.#refreshing = null
  }

  async #refreshOnce(): Promise<void> {
    const { portfolio, clock } = this.#deps
    const accountId = this.#selected
    if (accountId === null) return
    this.#refreshedAt = [...this.#refreshedAt, clock.monotonic()].slice(-BUDGET.count)
    const [positions, balance] = await Promise.all([
      portfolio.positions(accountId),
      portfolio.balance(accountId),
    ])
    const completed = positions.ok ? await this.#complete(positions.value) : null
    if (this.#disposed || accountId !== this.#selected) return
    if (completed !== null) this.#fetchedPositions = completed
    if (balance.ok) this.#fetchedBalance = balance.value
    if (!positions.ok && !balance.ok) return
    this.#holdQuotes()
    this.#publish()
  }

  /**
   * Refreshes twice after the latest change: soon, and again when the provider's positions have
   * certainly followed.
   */
  #refreshSoon(): void {
    if (this.#settling === 0) return
    const { clock, timers } = this.#deps
    const now = clock.monotonic()
    const earliest = now + (this.#settling === 2 ? AFTER_FILL_MS : SETTLED_MS)
    const due = Math.max(earliest, nextRefreshAt(this.#refreshedAt, now))
    // A change during the wait for the second refresh schedules an earlier one.
    if (this.#cancelSoon !== null && due >= this.#dueAt) return
    this.#cancelSoon?.()
    this.#dueAt = due
    this.#cancelSoon = timers.after(due - now, () => {
      this.#cancelSoon = null
      this.#settling -= 1
      void this.refresh().then(() => this.#refreshSoon())
    })
  }
}

/** Returns when the account's rate limit allows the next refresh, by the monotonic clock. */
function nextRefreshAt(refreshedAt: readonly number[], now: number): number {
  const recent = refreshedAt.filter((time) => now - time < BUDGET.windowMs)
  const windowEnds = recent.length < BUDGET.count ? 0 : (recent[0] ?? 0) + BUDGET.windowMs
  return Math.max(windowEnds, (recent.at(-1) ?? 0) + (APART_MS[recent.length] ?? SPREAD_MS))
}
