import type { AccountOverview, Balance } from '../../../../shared/domain/account/account.js'
import type { AlertGapReason, AccountFigure } from '../../../../shared/domain/alerts/alert.js'
import type { AlertTerms } from '../../../../shared/domain/alerts/alert.schema.js'
import type { RealizedDay } from '../../../../shared/domain/account/realized-day.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import type { AccountId } from '../../../../shared/domain/ids.js'
import { tradeDate, type TradeDate } from '../../../../shared/domain/market/trade-date.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import type { UnreadableList } from '../../../../shared/domain/session/unreadable-list.js'
import { MINUTE_MS, SECOND_MS, type EpochMs } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import type { LiveValue } from '../../live-values.js'
import type { Portfolio } from '../../portfolio/portfolio.js'
import { shownOverview } from '../../portfolio/shown-balance.js'
import type { ClockPort, TimerPort } from '../../ports.js'
import type { Health } from '../../health.js'
import { gapUntil, type AlertRecord } from '../alert-record.js'
import {
  armedHold,
  gapSteps,
  type AlertHold,
  type AlertSink,
  type AlertSource,
} from '../alert-source.js'
import type { ExchangeClock } from '../../conditions/exchange-clock.js'
import { FigureGroups } from '../figure-groups.js'
import {
  accountCondition,
  accountName,
  ACCOUNT_RULES,
  accountFigure,
  accountOf,
  PRICED_FIGURES,
} from './account-figures.js'

/** Prices change a balance many times a second: it is compared once in this time. */
const TOGETHER_MS = 250
/** How often it is noticed that a balance is not read any more. */
const PULSE_MS = 5 * SECOND_MS
/** A longer pause between two pulses was a sleep of the computer. */
const SLEPT_MS = 3 * PULSE_MS
/** An older balance is not current, beside the time that many accounts take in turns. */
const MAX_AGE_MS = 3 * MINUTE_MS
const TURN_MS = 15 * SECOND_MS

export interface AccountSourceDeps extends AlertSink {
  readonly portfolio: Pick<Portfolio, 'accounts' | 'selected'>
  /** The balance of the selected account as the window shows it. */
  readonly shown: LiveValue<Balance | null>
  /** Every account; reading the others costs requests while somebody watches. */
  readonly overviews: LiveValue<readonly AccountOverview[]>
  readonly realized: LiveValue<readonly RealizedDay[]>
  readonly unreadable: () => readonly UnreadableList[]
  readonly health: Pick<Health, 'state' | 'subscribe'>
  readonly exchange: ExchangeClock
  readonly clock: ClockPort
  readonly timers: TimerPort
}

type Groups = FigureGroups<AccountFigure, Balance>

/** Alerts about the figures of accounts, at live prices, with the window hidden too. */
export class AccountSource implements AlertSource {
  readonly #deps: AccountSourceDeps
  /** By account and by whether prices move the figures: they are held for different reasons. */
  readonly #groups = new Map<string, { readonly accountId: AccountId; readonly groups: Groups }>()
  #isStarted = false
  #stopShown: Disposer | null = null
  #stopOthers: Disposer | null = null
  #stopHealth: Disposer | null = null
  #cancelSoon: Disposer | null = null
  #pulsedAt = 0

  constructor(deps: AccountSourceDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#isStarted = true
    this.#follow()
  }

  stop(): void {
    this.#isStarted = false
    this.#groups.clear()
    this.#follow()
    this.#cancelSoon?.()
  }

  check(terms: AlertTerms): Result<AlertTerms, Message> {
    const condition = accountCondition(terms)
    const { accounts } = this.#deps.portfolio
    const account = accounts.find(({ accountId }) => accountId === condition.account.accountId)
    if (account === undefined) {
      return accounts.length === 0 ? ok(terms) : err(message('alerts.accountUnknown'))
    }
    const balance = this.#balanceOf(account.accountId)
    if (balance !== null && accountFigure(condition.figure, balance) === null) {
      return err(message('alerts.figureUnknown'))
    }
    const named = { accountId: account.accountId, name: accountName(account) }
    const currency = balance?.currency ?? condition.currency
    return ok({ ...terms, condition: { ...condition, account: named, currency } })
  }

  add(record: AlertRecord, hold: AlertHold | null = null): AlertRecord {
    const { accountId, groups } = this.#groupsOf(record)
    groups.hold ??= hold ?? this.#holdNow(accountId, record)
    groups.set(record)
    this.#follow()
    const balance = groups.hold === null && record.side === null ? this.#balanceOf(accountId) : null
    if (balance === null) return record
    const steps = groups.evaluate(balance, this.#dayOf(accountId))
    return steps.find((step) => step.record.id === record.id)?.record ?? record
  }

  update(record: AlertRecord): void {
    this.#groups.get(keyOf(record))?.groups.set(record)
  }

  remove(record: AlertRecord): void {
    const key = keyOf(record)
    const known = this.#groups.get(key)
    known?.groups.delete(record.id)
    if (known?.groups.isEmpty === true) this.#groups.delete(key)
    this.#follow()
  }

  holdOf(record: AlertRecord): AlertHold | null {
    const hold = this.#groups.get(keyOf(record))?.groups.hold ?? null
    return armedHold(hold, record, this.#deps.exchange)
  }

  #groupsOf(record: AlertRecord): { readonly accountId: AccountId; readonly groups: Groups } {
    const key = keyOf(record)
    const known = this.#groups.get(key)
    if (known !== undefined) return known
    const made = {
      accountId: accountOf(record).accountId,
      groups: new FigureGroups(ACCOUNT_RULES, null),
    }
    this.#groups.set(key, made)
    return made
  }

  /** Subscribes to what the alerts need, and to nothing else. */
  #follow(): void {
    const { shown, overviews, realized, portfolio, health, timers } = this.#deps
    const isNeeded = this.#isStarted && this.#groups.size > 0
    const needsOthers =
      isNeeded &&
      [...this.#groups.values()].some(({ accountId }) => accountId !== portfolio.selected)
    const soon = (): void => this.#evaluateSoon()
    if (isNeeded && this.#stopShown === null) {
      this.#pulsedAt = this.#deps.clock.now()
      this.#stopShown = shown.subscribe(soon)
      const stops = [
        health.subscribe(() => this.#evaluateAll()),
        timers.every(PULSE_MS, () => this.#pulse()),
      ]
      this.#stopHealth = () => {
        for (const stop of stops) stop()
      }
    } else if (!isNeeded) {
      this.#stopShown?.()
      this.#stopHealth?.()
      this.#stopShown = null
      this.#stopHealth = null
    }
    if (needsOthers && this.#stopOthers === null) {
      const stops = [overviews.subscribe(soon), realized.subscribe(soon)]
      this.#stopOthers = () => {
        for (const stop of stops) stop()
      }
    } else if (!needsOthers) {
      this.#stopOthers?.()
      this.#stopOthers = null
    }
  }

  #evaluateSoon(): void {
    this.#cancelSoon ??= this.#deps.timers.after(TOGETHER_MS, () => {
      this.#cancelSoon = null
      this.#evaluateAll()
    })
  }

  /** Finds balances that are not read any more, and a sleep of the computer. */
  #pulse(): void {
    const { clock, exchange, onHold } = this.#deps
    const now = clock.now()
    const slept = now - this.#pulsedAt > SLEPT_MS ? this.#pulsedAt : null
    this.#pulsedAt = now
    if (slept !== null) {
      for (const { groups } of this.#groups.values()) {
        groups.hold ??= { why: 'offline', from: exchange.toExchange(slept) }
      }
      onHold()
    }
    this.#follow()
    this.#evaluateAll()
  }

  #evaluateAll(): void {
    for (const { accountId, groups } of [...this.#groups.values()]) {
      this.#evaluate(accountId, groups)
    }
  }

  #evaluate(accountId: AccountId, groups: Groups): void {
    const { exchange, onHold, onSteps } = this.#deps
    const now = exchange.now()
    const balance = this.#balanceOf(accountId)
    const [first] = groups.records()
    const why = first === undefined ? null : this.#reason(accountId, first, balance)
    if (why !== null || balance === null) {
      if (groups.hold !== null) return
      groups.hold = { why: why ?? 'unknown', from: now }
      return onHold()
    }
    const steps = groups.evaluate(balance, this.#dayOf(accountId))
    const gap = groups.hold === null ? null : gapUntil(exchange.correctedHold(groups.hold), now)
    if (groups.hold !== null) {
      groups.hold = null
      onHold()
    }
    if (steps.length === 0 && gap === null) return
    const valueTime = this.#timeOf(balance, now)
    const changed = steps.map((step) => ({
      ...step,
      value: groups.valueOf(step.record, balance),
      valueTime,
      gap,
    }))
    onSteps([...changed, ...gapSteps(groups.records(), changed, gap)], now)
  }

  #holdNow(accountId: AccountId, record: AlertRecord): AlertHold | null {
    const why = this.#reason(accountId, record, this.#balanceOf(accountId))
    return why === null ? null : { why, from: this.#deps.exchange.now() }
  }

  /** Returns why the figures of an account cannot be compared now; null when they can. */
  #reason(
    accountId: AccountId,
    record: AlertRecord,
    balance: Balance | null,
  ): AlertGapReason | null {
    const { health, clock, portfolio } = this.#deps
    if (health.state('api') !== 'live') return 'offline'
    const isPriced = PRICED_FIGURES.has(accountCondition(record).figure)
    if (isPriced && this.#hasPositions(accountId) && health.state('market') !== 'live') {
      return 'offline'
    }
    if (balance === null) return 'unknown'
    const maxAge = MAX_AGE_MS + TURN_MS * portfolio.accounts.length
    return clock.now() - balance.asOf > maxAge ? 'unknown' : null
  }

  #overviewOf(accountId: AccountId): AccountOverview | undefined {
    return this.#deps.overviews.get().find((overview) => overview.accountId === accountId)
  }

  #hasPositions(accountId: AccountId): boolean {
    return (this.#overviewOf(accountId)?.positions ?? []).length > 0
  }

  #balanceOf(accountId: AccountId): Balance | null {
    const { portfolio, shown, realized, unreadable } = this.#deps
    if (accountId === portfolio.selected) {
      const balance = shown.get()
      return balance?.accountId === accountId ? balance : null
    }
    const overview = this.#overviewOf(accountId)
    return overview === undefined ? null : shownOverview(overview, realized.get(), unreadable())
  }

  /** The selected account is at live prices; others are as old as their reading. */
  #timeOf({ accountId, asOf }: Balance, now: EpochMs): EpochMs {
    return accountId === this.#deps.portfolio.selected ? now : this.#deps.exchange.toExchange(asOf)
  }

  #dayOf(accountId: AccountId): TradeDate {
    const { portfolio, exchange } = this.#deps
    const account = portfolio.accounts.find((entry) => entry.accountId === accountId)
    return tradeDate(account?.product ?? 'securities', exchange.now())
  }
}

const keyOf = (record: AlertRecord): string => {
  const { account, figure } = accountCondition(record)
  return `${account.accountId} ${PRICED_FIGURES.has(figure) ? 'priced' : 'reported'}`
}
