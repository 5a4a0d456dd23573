import type { Account, Balance } from '../../../shared/domain/account/account.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import { SECOND_MS, type EpochMs } from '../../../shared/domain/time.js'
import type { LiveValue } from '../live-values.js'
import type { PortfolioPort } from '../portfolio/portfolio-port.js'
import type { ClockPort, TimerPort } from '../ports.js'

/** Prices change the shown balance many times a second: the loss is checked once in this time. */
const SHOWN_MS = 250
/** The time between two reads of accounts that are not selected: one account each time. */
const POLL_MS = 20 * SECOND_MS
/** A fill changes an account that is not selected: it is read this much later. */
const AFTER_FILL_MS = 2 * SECOND_MS
/** Timers may be this early. */
const EARLY_TIMER_MS = 50
/** Before an order, a balance that was read within this time need not be read again. */
const FRESH_MS = 5 * SECOND_MS
/** The balance that the window shows is read at least this often, unless its reads fail. */
const SHOWN_READ_MS = 45 * SECOND_MS

export interface AccountBalancesDeps {
  readonly portfolio: {
    readonly accounts: readonly Account[]
    readonly selected: AccountId | null
  }
  /** The balance of the selected account as the window shows it. */
  readonly shown: LiveValue<Balance | null>
  readonly read: PortfolioPort['balance']
  /** Reads balance and positions of the selected account, both after this call. */
  readonly refreshShown: () => Promise<void>
  readonly clock: ClockPort
  readonly timers: TimerPort
  /** True while a limit needs the balances of every account. */
  readonly isNeeded: () => boolean
}

/** A balance with the time of this computer at which it was requested. */
interface ReadBalance {
  readonly balance: Balance
  readonly requestedAt: EpochMs
}

/**
 * A balance that arrives this soon after an instant may have been requested before it. What is
 * known about the request itself takes precedence.
 */
const REQUEST_MS = 5 * SECOND_MS

/**
 * The balances of all accounts. The selected account has the balance that the window shows, at live
 * prices; the others are read one after another, after fills, and before an order.
 */
export class AccountBalances {
  readonly #deps: AccountBalancesDeps
  readonly #changed = createEmitter<Balance>()
  readonly #read = new Map<AccountId, ReadBalance>()
  readonly #scheduled = new Map<AccountId, Disposer>()
  /** When the latest fill of an account was announced, by the monotonic clock. */
  readonly #filledAt = new Map<AccountId, number>()
  #stops: readonly Disposer[] = []
  #cancelShown: Disposer | null = null
  #turn = 0

  constructor(deps: AccountBalancesDeps) {
    this.#deps = deps
  }

  start(): void {
    this.stop()
    const { shown, timers } = this.#deps
    this.#stops = [
      shown.subscribe(() => {
        this.#cancelShown ??= timers.after(SHOWN_MS, () => this.#onShown())
      }),
      timers.every(POLL_MS, () => this.#poll()),
    ]
  }

  stop(): void {
    for (const stop of [...this.#stops, ...this.#scheduled.values()]) stop()
    this.#stops = []
    this.#cancelShown?.()
    this.#cancelShown = null
    this.#scheduled.clear()
    this.#read.clear()
  }

  subscribe(listener: (balance: Balance) => void): Disposer {
    return this.#changed.add(listener)
  }

  /**
   * Returns the newest balance of an account that was requested since an instant, by the clock of
   * this computer; null while there is none.
   */
  latest(accountId: AccountId, since: EpochMs | null = null): Balance | null {
    const shown = this.#deps.shown.get()
    const latestRead = this.#read.get(accountId)
    const isShown = shown?.accountId === accountId && isSince(shown, since)
    if (isShown && (latestRead === undefined || this.#isLive(shown))) return shown
    if (latestRead === undefined) return null
    if (isShown && shown.asOf >= latestRead.balance.asOf) return shown
    return since === null || latestRead.requestedAt >= since || isSince(latestRead.balance, since)
      ? latestRead.balance
      : null
  }

  /** Reads an account's balance unless it is the one shown, or was read moments ago. */
  async prepare(accountId: AccountId, since: EpochMs | null = null): Promise<void> {
    const { portfolio, clock } = this.#deps
    const known = this.latest(accountId, since)
    const isLive = portfolio.selected === accountId && known !== null && this.#isLive(known)
    if (isLive || (known !== null && clock.now() - known.asOf < FRESH_MS)) return
    await this.#fetch(accountId)
  }

  /**
   * Reads an account again. Returns its balance of then, the same figure that is shown; null when
   * it could not be read.
   */
  async confirm(accountId: AccountId): Promise<Balance | null> {
    const before = this.latest(accountId)
    if (this.#deps.portfolio.selected === accountId) await this.#deps.refreshShown()
    else await this.#fetch(accountId)
    const after = this.latest(accountId)
    return after === null || after.asOf === before?.asOf ? null : after
  }

  /** Reads an account that is not selected a moment after the first and the last of its fills. */
  onFill(accountId: AccountId): void {
    const { portfolio, clock, isNeeded } = this.#deps
    if (portfolio.selected === accountId || !isNeeded()) return
    this.#filledAt.set(accountId, clock.monotonic())
    if (!this.#scheduled.has(accountId)) this.#fetchAfter(accountId, AFTER_FILL_MS)
  }

  #fetchAfter(accountId: AccountId, delayMs: number): void {
    const { clock, timers } = this.#deps
    this.#scheduled.set(
      accountId,
      timers.after(delayMs, () => {
        this.#scheduled.delete(accountId)
        void this.#fetch(accountId)
        const leftMs = (this.#filledAt.get(accountId) ?? 0) + AFTER_FILL_MS - clock.monotonic()
        if (leftMs > EARLY_TIMER_MS) this.#fetchAfter(accountId, leftMs)
      }),
    )
  }

  /** True while a shown balance is read again and again; its prices are live. */
  #isLive({ asOf }: Balance): boolean {
    return this.#deps.clock.now() - asOf < SHOWN_READ_MS
  }

  #onShown(): void {
    this.#cancelShown = null
    if (!this.#deps.isNeeded()) return
    const shown = this.#deps.shown.get()
    if (shown !== null) this.#changed.emit(shown)
  }

  #poll(): void {
    const { portfolio, isNeeded } = this.#deps
    if (!isNeeded()) return
    const others = portfolio.accounts.filter(({ accountId }) => accountId !== portfolio.selected)
    this.#turn += 1
    const account = others[this.#turn % Math.max(others.length, 1)]
    if (account !== undefined) void this.#fetch(account.accountId)
  }

  async #fetch(accountId: AccountId): Promise<void> {
    const requestedAt = this.#deps.clock.now()
    const answer = await this.#deps.read(accountId)
    if (!answer.ok || this.#stops.length === 0) return
    const known = this.#read.get(accountId)?.balance
    if (known !== undefined && known.asOf > answer.value.asOf) return
    this.#read.set(accountId, { balance: answer.value, requestedAt })
    this.#changed.emit(answer.value)
  }
}

/** True when a balance was certainly requested since an instant. */
const isSince = ({ asOf }: Balance, since: EpochMs | null): boolean =>
  since === null || asOf > since + REQUEST_MS
