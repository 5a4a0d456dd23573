import type { AccountOverview, Position } from '../../../shared/domain/account/account.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { AccountId, Symbol } from '../../../shared/domain/ids.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import type { LiveValue } from '../live-values.js'
import type { Listings } from '../market/listings.js'
import type { MarketDataService } from '../market/market-data-service.js'
import type { ClockPort, TimerPort } from '../ports.js'
import { DayBorders } from './day-borders.js'
import { ListedMultipliers } from './listed-multipliers.js'
import { LiveBalance } from './live-balance.js'
import type { PortfolioPort } from './portfolio-port.js'
import type { Portfolio } from './portfolio.js'
import { heldWith, quotesOf, valuePosition, type OptionValue } from './value-position.js'

/** Each account is read again after this time, in ms. */
const EVERY_MS = 30_000
/**
 * The minimum time between the readings of two accounts after the first round, in ms: the broker
 * allows 30 reads of positions in 60 s in the sandbox (LIMITS-1), and most of them belong to the
 * selected account.
 */
const APART_MS = 6_000
/** So many accounts are read without a pause when watching begins: few people have more. */
const FIRST_READS = 8
/** The time between the readings of further accounts that are due, in ms. */
const DUE_APART_MS = 2_500
/** Time between publications: several prices often change at once. */
const PUBLISH_MS = 250
/** A fill is reported before the positions contain it. */
const AFTER_FILL_MS = 1_500
/** Timers may be this early. */
const EARLY_TIMER_MS = 50

export interface AccountOverviewsDeps {
  readonly portfolio: Pick<
    Portfolio,
    'accounts' | 'selected' | 'positions' | 'balance' | 'onOtherPositions'
  >
  readonly reads: Pick<PortfolioPort, 'balance' | 'positions'>
  readonly market: Pick<MarketDataService, 'quotes' | 'hold'>
  readonly listings: Pick<Listings, 'multiplierOf'>
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly optionValue?: OptionValue | undefined
}

/** An account as the broker reported it. Its figures move with the prices of its positions. */
interface ReadAccount {
  readonly balance: LiveBalance
  readonly positions: readonly Position[] | null
}

/**
 * The figures of every account. The portfolio computes the selected account's; the others are read
 * one after another, and only while somebody watches.
 */
export class AccountOverviews implements LiveValue<readonly AccountOverview[]> {
  readonly #deps: AccountOverviewsDeps
  readonly #changed = createEmitter<void>()
  readonly #multipliers: ListedMultipliers
  readonly #read = new Map<AccountId, ReadAccount>()
  #heldSymbols: ReadonlySet<Symbol> = new Set()
  readonly #days = new DayBorders()
  #releaseQuotes: Disposer = () => undefined
  #cancelPublish: Disposer | null = null
  #cancelNext: Disposer = () => undefined
  #stopListening: Disposer = () => undefined
  /** Accounts that are read before all others. */
  #due: AccountId[] = []
  /** When the latest fill of an account was announced, by the monotonic clock. */
  readonly #filledAt = new Map<AccountId, number>()
  /** The account that is being read. */
  #reading: AccountId | null = null
  /** Where the next round of readings continues. */
  #position = 0
  /** Readings since watching began. */
  #reads = 0
  /** Increases when watching begins or ends; a reading of an earlier number is dropped. */
  #round = 0

  constructor(deps: AccountOverviewsDeps) {
    this.#deps = deps
    this.#multipliers = new ListedMultipliers(deps.listings)
  }

  get(): readonly AccountOverview[] {
    const { portfolio } = this.#deps
    return portfolio.accounts.map(({ accountId }) =>
      accountId === portfolio.selected
        ? {
            accountId,
            balance: portfolio.balance.get(),
            positions: portfolio.positions.get(),
          }
        : this.#valued(accountId),
    )
  }

  subscribe(changed: () => void): Disposer {
    const remove = this.#changed.add(changed)
    if (this.#changed.size === 1) this.#start()
    return () => {
      remove()
      if (this.#changed.size === 0) this.#stop()
    }
  }

  #start(): void {
    const { portfolio, market } = this.#deps
    this.#round += 1
    this.#reads = 0
    const stops = [
      portfolio.positions.subscribe(() => this.#publishSoon()),
      portfolio.balance.subscribe(() => this.#onSelected()),
      portfolio.onOtherPositions((accountId) => this.#onChanged(accountId)),
      market.quotes.onQuote((quote) => this.#onQuote(quote)),
    ]
    this.#stopListening = () => {
      for (const stop of stops) stop()
    }
    this.#readMissing()
  }

  #stop(): void {
    this.#round += 1
    this.#stopListening()
    this.#cancelNext()
    this.#cancelPublish?.()
    this.#cancelPublish = null
    this.#due = []
    this.#reading = null
    // Figures of the last time would be old when the view is opened again.
    for (const { balance } of this.#read.values()) balance.clear()
    this.#read.clear()
    this.#holdQuotes()
  }

  /** The balance changed, or another account was selected, or the accounts became known. */
  #onSelected(): void {
    this.#readMissing()
    this.#publishSoon()
  }

  /** The positions of an account changed, or their day began: what was read is old. */
  #onChanged(accountId: AccountId): void {
    this.#filledAt.set(accountId, this.#deps.clock.monotonic())
    this.#read.get(accountId)?.balance.onPositionsChanged(this.#reads)
    this.#readSoon([accountId], AFTER_FILL_MS)
  }

  #onQuote(quote: Quote): void {
    if (!this.#heldSymbols.has(quote.symbol)) return
    this.#publishSoon()
    if (!this.#days.beginsDay(quote)) return
    for (const [accountId, { positions }] of this.#read) {
      if (heldWith(positions ?? [], quote.symbol).length > 0) this.#onChanged(accountId)
    }
  }

  #readMissing(): void {
    const missing = this.#others().filter(
      (accountId) => !this.#read.has(accountId) && accountId !== this.#reading,
    )
    this.#readSoon(missing, 0)
  }

  /** Reads these accounts before all others. */
  #readSoon(accountIds: readonly AccountId[], delayMs: number): void {
    const added = accountIds.filter((accountId) => !this.#due.includes(accountId))
    if (added.length === 0) return
    this.#due.push(...added)
    if (this.#reading === null) this.#readNextAfter(delayMs)
  }

  /** Returns the accounts that are not selected. */
  #others(): readonly AccountId[] {
    const { accounts, selected } = this.#deps.portfolio
    return accounts.flatMap(({ accountId }) => (accountId === selected ? [] : [accountId]))
  }

  /** Reads the next account that is due, else the next in turn; then waits. */
  async #readNext(): Promise<void> {
    const round = this.#round
    const otherAccounts = this.#others()
    this.#due = this.#due.filter((accountId) => otherAccounts.includes(accountId))
    const next =
      this.#due.shift() ?? otherAccounts[this.#position++ % Math.max(1, otherAccounts.length)]
    const startedAt = this.#deps.clock.monotonic()
    if (next !== undefined) {
      this.#reading = next
      this.#reads += 1
      await this.#readAccount(next, round)
      if (round !== this.#round) return
      this.#reading = null
      this.#holdQuotes()
      this.#publishSoon()
    }
    const isEarly = next !== undefined && this.#isEarly(next, startedAt)
    if (isEarly && !this.#due.includes(next)) this.#due.push(next)
    this.#readNextAfter(Math.max(isEarly ? AFTER_FILL_MS : 0, this.#pauseMs(otherAccounts.length)))
  }

  /** True when a reading that began at this time may lack the account's latest fill. */
  #isEarly(accountId: AccountId, startedAt: number): boolean {
    const filledAt = this.#filledAt.get(accountId) ?? Number.NEGATIVE_INFINITY
    return startedAt + EARLY_TIMER_MS < filledAt + AFTER_FILL_MS
  }

  /** Returns the time until the next reading, with so many other accounts. */
  #pauseMs(others: number): number {
    if (this.#due.length === 0) return Math.max(APART_MS, EVERY_MS / Math.max(1, others))
    return this.#reads < FIRST_READS ? 0 : DUE_APART_MS
  }

  #readNextAfter(delayMs: number): void {
    this.#cancelNext()
    this.#cancelNext = this.#deps.timers.after(delayMs, () => void this.#readNext())
  }

  /** Reads an account; what cannot be read stays as it was. */
  async #readAccount(accountId: AccountId, round: number): Promise<void> {
    const { reads, market, clock, timers, optionValue } = this.#deps
    const number = this.#reads
    const before = this.#read.get(accountId)
    const live =
      before?.balance ?? new LiveBalance({ quotes: market.quotes, clock, timers, optionValue })
    const seen = live.watchPrices()
    const [positions, balance] = await Promise.all([
      reads
        .positions(accountId)
        .then(async (answer) =>
          answer.ok ? await this.#multipliers.complete(answer.value.positions) : null,
        ),
      reads.balance(accountId),
    ])
    if (round !== this.#round || !balance.ok) seen.dispose()
    if (round !== this.#round) return
    live.update(
      positions === null ? null : { number, value: positions },
      balance.ok ? { number, value: balance.value, seen } : null,
      number,
    )
    this.#read.set(accountId, { balance: live, positions: positions ?? before?.positions ?? null })
  }

  #valued(accountId: AccountId): AccountOverview {
    const accountRead = this.#read.get(accountId)
    const { market, optionValue } = this.#deps
    const { quotes } = market
    return {
      accountId,
      balance: accountRead?.balance.get() ?? null,
      positions:
        accountRead?.positions?.map((position) =>
          valuePosition(position, (symbol) => quotes.prices(symbol), optionValue),
        ) ?? null,
    }
  }

  /** Keeps the quotes subscribed that value the positions of the other accounts. */
  #holdQuotes(): void {
    const symbols = quotesOf([...this.#read.values()].flatMap(({ positions }) => positions ?? []))
    this.#heldSymbols = symbols
    this.#days.retain(symbols)
    const releaseBefore = this.#releaseQuotes
    this.#releaseQuotes = this.#deps.market.hold([...symbols])
    releaseBefore()
  }

  #publishSoon(): void {
    this.#cancelPublish ??= this.#deps.timers.after(PUBLISH_MS, () => {
      this.#cancelPublish = null
      this.#changed.emit()
    })
  }
}
