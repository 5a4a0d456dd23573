import type { Account, Balance } from '../../../shared/domain/account/account.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { add, asMoney, eq, type Money } from '../../../shared/domain/decimal.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import {
  nextTradeDateStart,
  tradeDate,
  tradeDateStart,
  type TradeDate,
} from '../../../shared/domain/market/trade-date.js'
import {
  isDayLimit,
  type DayLimitName,
  raisedLimits,
  type AccountUse,
} from '../../../shared/domain/orders/limits/personal-limits.js'
import type {
  LockOut,
  PersonalLimits,
  RaisedDayLimits,
} from '../../../shared/domain/orders/limits/personal-limits.schema.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import { epochMs, MINUTE_MS, SECOND_MS, type EpochMs } from '../../../shared/domain/time.js'
import { fileErrorMessage } from '../file-error.js'
import type { ClockPort, DocumentPort, LogPort, TimerPort } from '../ports.js'
import { type StoredPersonalLimits, PersonalLimitFile } from './personal-limit-file.js'
import type { AccountBalances } from './account-balances.js'
import { currentLockOuts, lockOutAfterDamage, lockOutOf, type ProvedTime } from './lock-outs.js'

/** The minimum time between two readings that confirm a loss. */
const CONFIRM_MS = 2 * SECOND_MS
/** A figure that was read longer ago than this says nothing about the account now (REL-46). */
const MAX_AGE_MS = MINUTE_MS
/** How often ends of lock-outs and raised limits are looked for. */
const CHECK_MS = SECOND_MS

export interface PersonalLimitServiceDeps {
  readonly file: DocumentPort
  readonly defaults: PersonalLimits
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly log: LogPort
  readonly accounts: () => readonly Account[]
  readonly balances: AccountBalances
  /** Returns the exchange's time as its messages prove it; null before the first. */
  readonly provedTime: () => ProvedTime
  /** Called when limits or lock-outs changed. */
  readonly onChange: () => void
  readonly onStored: (isStored: boolean) => void
  readonly onDamaged: () => void
}

/** What the limits need to know about an account. */
export interface AccountFacts {
  readonly lockOut: LockOut | null
  /** Null while it is not known. */
  readonly dayPnl: Money | null
  readonly equity: Money | null
  /** The currency of `dayPnl`. */
  readonly currency: string
}

/**
 * The limits that the person set for this profile, and the lock-outs of accounts whose daily loss
 * reached its limit. A lock-out is stored at once and ends only when the exchange's own time
 * reaches the next session; neither a raised limit nor a restart nor the computer's clock ends it.
 */
export class PersonalLimitService {
  readonly #deps: PersonalLimitServiceDeps
  readonly #file: PersonalLimitFile
  #state: StoredPersonalLimits
  /** True after damage until every account is locked out. */
  #locksEveryAccount = false
  /** By account, when a loss was last read again, by the monotonic clock, and until it is. */
  readonly #confirmed = new Map<AccountId, { readonly at: number; readonly read: Promise<void> }>()
  /** The trade date of each account, and when it began by this computer's clock. */
  readonly #days = new Map<AccountId, { readonly date: TradeDate; readonly began: EpochMs }>()
  #stops: readonly Disposer[] = []
  /** A change of the limits ends before the next begins: it may have to be taken back. */
  readonly #sets = createSerialQueue()

  constructor(deps: PersonalLimitServiceDeps) {
    this.#deps = deps
    this.#file = new PersonalLimitFile(deps)
    this.#state = { limits: deps.defaults, raised: null, lockOuts: [] }
  }

  get defaults(): PersonalLimits {
    return this.#deps.defaults
  }

  get limits(): PersonalLimits {
    return this.#state.limits
  }

  get raised(): RaisedDayLimits | null {
    return this.#state.raised
  }

  get lockOuts(): readonly LockOut[] {
    return this.#state.lockOuts
  }

  /** Reads what the last run left. Damage locks every account out (REL-36). */
  async load(): Promise<void> {
    const loaded = await this.#file.load()
    if (loaded === 'none') return
    if (loaded !== 'damaged') {
      this.#state = loaded
      return
    }
    this.#locksEveryAccount = true
    this.#deps.onDamaged()
  }

  start(): void {
    this.#stop()
    const { balances, timers } = this.#deps
    this.#stops = [
      balances.subscribe(({ accountId }) => void this.#checkLoss(accountId)),
      timers.every(CHECK_MS, () => this.update()),
    ]
    balances.start()
    this.update()
  }

  /** Ends the watching and stores what is not on disk yet. */
  async dispose(): Promise<void> {
    this.#stop()
    await this.#file.flush()
    this.#file.dispose()
  }

  /** Reads an account's balance where a limit needs it, before an order is checked. */
  async prepare(accountId: AccountId): Promise<void> {
    if (!this.needsBalances()) return
    await this.#deps.balances.prepare(accountId, this.#dayBegan(accountId))
    await this.#checkLoss(accountId)
  }

  /** A fill changed an account. */
  onFill(accountId: AccountId): void {
    this.#deps.balances.onFill(accountId)
  }

  /** True while a limit depends on the accounts' balances. */
  readonly needsBalances = (): boolean =>
    this.limits.maxDailyLoss !== null || this.limits.maxShare !== null

  /** Returns what is known about an account now; figures that are too old are not known. */
  facts(accountId: AccountId, currency: string): AccountFacts {
    this.update()
    const latest = this.#figures(accountId)
    const isOld = latest !== null && this.#deps.clock.now() - latest.asOf > MAX_AGE_MS
    const balance = isOld ? null : latest
    return {
      lockOut: this.lockOuts.find((lockOut) => lockOut.accountId === accountId) ?? null,
      dayPnl: balance?.dayPnl ?? null,
      equity: balance === null ? null : equityOf(balance, currency),
      currency: balance?.currency ?? currency,
    }
  }

  /** Returns the day's profit and loss and the equity of every account. */
  use(): readonly AccountUse[] {
    return this.#deps.accounts().map(({ accountId }) => {
      const balance = this.#deps.balances.latest(accountId)
      const currency = balance?.currency ?? 'USD'
      const equity = balance === null ? null : equityOf(balance, currency)
      return { accountId, currency, dayPnl: balance?.dayPnl ?? null, equity }
    })
  }

  /**
   * Sets the limits. A lower limit is in effect at once, and so is a higher one of a single order;
   * a raised limit of the day takes effect once every account is in its next trade date, so that
   * nobody lifts it in the middle of a bad day. On failure nothing changes.
   */
  set(next: PersonalLimits): Promise<Result<void, AppError>> {
    return this.#sets.run(() => this.#set(next))
  }

  async #set(next: PersonalLimits): Promise<Result<void, AppError>> {
    this.update()
    const before = this.#state
    const later = raisedLimits(before.limits, next).filter(isDayLimit)
    this.#state = {
      ...before,
      limits: {
        ...next,
        ...Object.fromEntries(later.map((name) => [name, before.limits[name]])),
      },
      raised:
        later.length === 0
          ? null
          : {
              ...Object.fromEntries(later.map((name) => [name, next[name]])),
              from: isSameRaise(before.raised, next, later)
                ? before.raised.from
                : this.#nextDayStart(),
            },
    }
    const attempted = this.#state
    const written = await this.#file.save(attempted)
    if (!written.ok) {
      const { limits, raised } = before
      const isSavedSince = this.#state !== attempted
      this.#state = { ...this.#state, limits, raised }
      // A lock-out that came meanwhile was stored with the limits that are not in effect.
      if (isSavedSince) this.#changed()
      return err(appError('storage/failed', fileErrorMessage(written.error), { retry: 'safe' }))
    }
    this.#deps.log.event('info', 'limits.set')
    this.#checkAll()
    this.#deps.onChange()
    return ok(undefined)
  }

  /** Ends lock-outs and brings raised limits into effect, as far as the exchange's time allows. */
  update(): void {
    this.#lockEveryAccount()
    const proved = this.#deps.provedTime()
    const { lockOuts, raised } = this.#state
    const { current, ended } = currentLockOuts(lockOuts, this.#deps.accounts(), proved)
    const isSame = current.every((lockOut, index) => lockOut === lockOuts[index])
    const due = dueRaise(raised, proved, () => this.#nextDayStart())
    if (isSame && current.length === lockOuts.length && due.raised === raised) return
    this.#state = {
      limits: { ...this.#state.limits, ...due.inEffect },
      raised: due.raised,
      lockOuts: current,
    }
    for (const _ of ended) {
      this.#deps.log.event('info', 'limits.lock-out-ended')
    }
    this.#changed()
  }

  #stop(): void {
    for (const stop of this.#stops) stop()
    this.#stops = []
    this.#deps.balances.stop()
  }

  #times(): { readonly now: EpochMs; readonly proved: ProvedTime } {
    return { now: this.#deps.clock.now(), proved: this.#deps.provedTime() }
  }

  /** Returns when every account will be in its next trade date; null while it is not known. */
  #nextDayStart(): EpochMs | null {
    const proved = this.#deps.provedTime()
    if (proved === null) return null
    const products = this.#deps.accounts().map(({ product }) => product)
    const starts = (products.length === 0 ? (['securities'] as const) : products).map((product) =>
      nextTradeDateStart(product, proved),
    )
    return epochMs(Math.max(...starts))
  }

  #checkAll(): void {
    for (const { accountId } of this.#deps.accounts()) void this.#checkLoss(accountId)
  }

  /**
   * Locks an account out when its loss reached the limit. A lock-out cannot be lifted, so a figure
   * that reaches it is read again first: for a moment after a fill, a figure at live prices may
   * contain what was sold already.
   */
  async #checkLoss(accountId: AccountId): Promise<void> {
    if (this.#lossLock(this.#figures(accountId)) === null) return
    const { clock } = this.#deps
    const last = this.#confirmed.get(accountId)
    if (last !== undefined && clock.monotonic() - last.at < CONFIRM_MS) return await last.read
    const read = this.#confirmLoss(accountId)
    this.#confirmed.set(accountId, { at: clock.monotonic(), read })
    await read
  }

  async #confirmLoss(accountId: AccountId): Promise<void> {
    const balance = await this.#deps.balances.confirm(accountId)
    if (balance === null || this.#stops.length === 0) return
    const lockOut = this.#lossLock(balance)
    if (lockOut !== null) this.#lock([lockOut])
  }

  /** Returns the lock-out that a balance calls for; null when there is none, or it is in effect. */
  #lossLock(balance: Balance | null): LockOut | null {
    if (balance === null) return null
    const { accountId } = balance
    if (this.lockOuts.some((lockOut) => lockOut.accountId === accountId)) return null
    const account = this.#accountOf(accountId)
    return account === undefined
      ? null
      : lockOutOf(account, balance, this.limits.maxDailyLoss, this.#times())
  }

  #accountOf(accountId: AccountId): Account | undefined {
    return this.#deps.accounts().find((account) => account.accountId === accountId)
  }

  /**
   * Returns when the present trade date of an account began, by this computer's clock; null while
   * the exchange's time is not known.
   */
  #dayBegan(accountId: AccountId): EpochMs | null {
    const account = this.#accountOf(accountId)
    const proved = this.#deps.provedTime()
    if (account === undefined || proved === null) return null
    const date = tradeDate(account.product, proved)
    const noticed = this.#days.get(accountId)
    if (noticed?.date === date) return noticed.began
    const elapsedMs = proved - tradeDateStart(account.product, date)
    const began = epochMs(this.#deps.clock.now() - elapsedMs)
    this.#days.set(accountId, { date, began })
    return began
  }

  /** Returns the figures of an account's present trade date; earlier ones belong to another day. */
  #figures(accountId: AccountId): Balance | null {
    return this.#deps.balances.latest(accountId, this.#dayBegan(accountId))
  }

  #lockEveryAccount(): void {
    const accounts = this.#deps.accounts()
    if (!this.#locksEveryAccount || accounts.length === 0) return
    this.#locksEveryAccount = false
    this.#lock(accounts.map((account) => lockOutAfterDamage(account, this.#times())))
  }

  #lock(lockOuts: readonly LockOut[]): void {
    this.#state = { ...this.#state, lockOuts: [...this.lockOuts, ...lockOuts] }
    for (const { reason } of lockOuts) this.#deps.log.event('warn', 'limits.lock-out', { reason })
    this.#changed()
  }

  #changed(): void {
    void this.#file.saveSurely(this.#state)
    this.#deps.onChange()
  }
}

/** True when the same limits were raised to the same values before: their time stays. */
const isSameRaise = (
  raised: RaisedDayLimits | null,
  next: PersonalLimits,
  later: readonly DayLimitName[],
): raised is RaisedDayLimits =>
  raised !== null &&
  later.every((name) =>
    name === 'maxDailyLoss'
      ? isSameAmount(raised.maxDailyLoss, next.maxDailyLoss)
      : raised.maxOrdersPerDay === next.maxOrdersPerDay,
  )

const isSameAmount = (a: Money | null | undefined, b: Money | null): boolean =>
  a === null || a === undefined || b === null ? a === null && b === null : eq(a, b)

/** Returns which raised limits are in effect now, and what remains. */
function dueRaise(
  raised: RaisedDayLimits | null,
  proved: ProvedTime,
  start: () => EpochMs | null,
): { readonly inEffect: Partial<PersonalLimits>; readonly raised: RaisedDayLimits | null } {
  if (raised === null || proved === null) return { inEffect: {}, raised }
  const { from, ...limits } = raised
  if (from === null) return { inEffect: {}, raised: { ...raised, from: start() } }
  if (proved < from) return { inEffect: {}, raised }
  const inEffect = Object.entries(limits).filter(([, value]) => value !== undefined)
  return { inEffect: Object.fromEntries(inEffect), raised: null }
}

/**
 * Returns the account's equity in a currency: its net liquidation value where it holds only that
 * one, otherwise the cash and the positions in it. Null while the broker does not report it.
 */
export function equityOf(balance: Balance, currency: string): Money | null {
  const isOnly = balance.currencies.every((entry) => entry.currency === currency)
  if (isOnly && balance.currency === currency && balance.netLiquidation !== null) {
    return balance.netLiquidation
  }
  const entry = balance.currencies.find((candidate) => candidate.currency === currency)
  return entry === undefined || entry.cash === null || entry.marketValue === null
    ? null
    : asMoney(add(entry.cash, entry.marketValue))
}
