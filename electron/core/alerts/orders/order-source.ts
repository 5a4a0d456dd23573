import type {
  AlertGap,
  AlertTerms,
  AlertOrder,
  AlertLink,
} from '../../../../shared/domain/alerts/alert.schema.js'
import type { ConditionOf } from '../../../../shared/domain/alerts/alert-rules.js'
import type { AlertId, OrderAlertEvent } from '../../../../shared/domain/alerts/alert.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import type { AccountId } from '../../../../shared/domain/ids.js'
import { exclusiveGroupOf, linkedName } from '../../../../shared/domain/orders/combo-rules.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { timeInForceEnd } from '../../../../shared/domain/market/time-in-force-end.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { SECOND_MS, type EpochMs } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import type { LiveRows } from '../../live-values.js'
import { linkedFillOf } from '../../orders/reconcile/linked-ends.js'
import type { ListProgress } from '../../orders/reconcile/open-order-lists.js'
import type { Portfolio } from '../../portfolio/portfolio.js'
import type { ClockPort, TimerPort } from '../../ports.js'
import type { Health } from '../../health.js'
import { accountName } from '../account/account-figures.js'
import { gapUntil, type AlertRecord } from '../alert-record.js'
import {
  armedHold,
  gapSteps,
  type AlertHold,
  type AlertSink,
  type AlertSource,
} from '../alert-source.js'
import type { ExchangeClock } from '../../conditions/exchange-clock.js'
import type { SeenOrders } from './seen-orders.js'

const PULSE_MS = 5 * SECOND_MS
/** A longer pause between two pulses was a sleep of the computer. */
const SLEPT_MS = 3 * PULSE_MS
/** Once events arrive again, what was missed is read within this time. */
const CATCH_UP_MS = 10 * SECOND_MS

type OrderCondition = ConditionOf<'order'>

export interface OrderSourceDeps extends AlertSink {
  readonly orders: LiveRows<Order>
  readonly seen: SeenOrders
  readonly portfolio: Pick<Portfolio, 'accounts'>
  readonly lists: {
    listProgress(accountId: AccountId): ListProgress
    onListPage(listener: (accountId: AccountId) => void): Disposer
  }
  readonly health: Pick<Health, 'state' | 'subscribe'>
  readonly exchange: ExchangeClock
  readonly clock: ClockPort
  readonly timers: TimerPort
}

/** Alerts about what happens to orders, from the same rows that the window shows. */
export class OrderSource implements AlertSource {
  readonly #deps: OrderSourceDeps
  readonly #records = new Map<AlertId, AlertRecord>()
  #hold: AlertHold | null = null
  /** Since when events arrive again, by this computer's clock; null while they do not. */
  #liveSince: EpochMs | null = null
  #pulsedAt = 0
  #stops: readonly Disposer[] = []

  constructor(deps: OrderSourceDeps) {
    this.#deps = deps
  }

  start(): void {
    const { orders, lists, health, timers, clock } = this.#deps
    this.#pulsedAt = clock.now()
    this.#stops = [
      orders.subscribe((rows) => this.#observe(rows)),
      lists.onListPage(() => this.#updateHold()),
      health.subscribe(() => this.#updateHold()),
      timers.every(PULSE_MS, () => this.#pulse()),
    ]
    this.#updateHold()
    // The orders of the last run may be known already.
    this.#observe(orders.all())
  }

  stop(): void {
    for (const stop of this.#stops) stop()
    this.#stops = []
    this.#records.clear()
  }

  check(terms: AlertTerms): Result<AlertTerms, Message> {
    const condition = orderCondition(terms)
    if (condition.events.length === 0) return err(message('alerts.noOrderEvent'))
    const events = [...new Set(condition.events)]
    if (condition.account === null) return ok({ ...terms, condition: { ...condition, events } })
    const { accounts } = this.#deps.portfolio
    const { accountId } = condition.account
    const account = accounts.find((entry) => entry.accountId === accountId)
    if (account === undefined && accounts.length > 0) {
      return err(message('alerts.accountUnknown'))
    }
    const named =
      account === undefined ? condition.account : { accountId, name: accountName(account) }
    return ok({ ...terms, condition: { ...condition, events, account: named } })
  }

  add(record: AlertRecord, hold: AlertHold | null = null): AlertRecord {
    const { seen, orders, clock } = this.#deps
    this.#hold ??= hold
    this.#records.set(record.id, record)
    if (!seen.isUsed) seen.begin(orders.all(), clock.now())
    this.#updateHold()
    return record
  }

  update(record: AlertRecord): void {
    if (this.#records.has(record.id)) this.#records.set(record.id, record)
  }

  remove({ id }: AlertRecord): void {
    this.#records.delete(id)
    if (this.#records.size > 0) return
    this.#hold = null
    this.#deps.seen.clear()
  }

  holdOf(record: AlertRecord): AlertHold | null {
    const hold = this.#records.has(record.id) ? this.#hold : null
    return armedHold(hold, record, this.#deps.exchange)
  }

  #observe(rows: readonly Order[]): void {
    if (this.#records.size === 0) return
    const { seen, exchange, onSteps } = this.#deps
    const now = exchange.now()
    const gap = this.#hold === null ? null : gapUntil(exchange.correctedHold(this.#hold), now)
    for (const row of rows) {
      const event = seen.observe(row)
      if (event === null) continue
      for (const record of [...this.#records.values()]) this.#notify(record, row, event, gap)
    }
    // What was seen is stored, although no alert changed.
    onSteps([], now)
    this.#updateHold()
  }

  #notify(record: AlertRecord, row: Order, event: OrderAlertEvent, gap: AlertGap | null): void {
    const condition = orderCondition(record)
    const { account, symbol } = condition
    if (account !== null && account.accountId !== row.accountId) return
    if (symbol !== null && symbol !== row.symbol) return
    const now = this.#deps.exchange.now()
    const matched = event === 'cancelled' ? endingOf(condition, row, now, gap) : event
    if (matched === null || !condition.events.includes(matched)) return
    const order = toAlertOrder(row, matched, this.#accountOf(row.accountId))
    const observed = { value: null, valueTime: now, crossing: null, gap, order }
    this.#deps.onSteps([{ record, ...observed }], now)
  }

  #accountOf(accountId: AccountId): AlertOrder['account'] {
    const account = this.#deps.portfolio.accounts.find((entry) => entry.accountId === accountId)
    return { accountId, name: account === undefined ? '' : accountName(account) }
  }

  /** Finds a sleep of the computer, and the end of catching up. */
  #pulse(): void {
    const { clock, exchange, onHold } = this.#deps
    const now = clock.now()
    const slept = now - this.#pulsedAt > SLEPT_MS ? this.#pulsedAt : null
    this.#pulsedAt = now
    if (slept !== null && this.#records.size > 0 && this.#hold === null) {
      this.#hold = { why: 'offline', from: exchange.toExchange(slept) }
      this.#liveSince = now
      onHold()
    }
    this.#updateHold()
  }

  #updateHold(): void {
    const { exchange, health, clock, onHold, onSteps } = this.#deps
    const isLive = health.state('events') === 'live'
    if (!isLive) this.#liveSince = null
    else this.#liveSince ??= clock.now()
    if (this.#records.size === 0) return
    const now = exchange.now()
    if (!isLive && this.#hold === null) {
      this.#hold = { why: 'offline', from: now }
      return onHold()
    }
    if (this.#hold === null || !this.#isCaughtUp(this.#hold)) return
    const gap = gapUntil(exchange.correctedHold(this.#hold), now)
    this.#hold = null
    onHold()
    onSteps(gapSteps(this.#records.values(), [], gap), now)
  }

  /** True once everything that happened in a hold is known. */
  #isCaughtUp({ why }: AlertHold): boolean {
    const { portfolio, lists, orders, clock } = this.#deps
    if (this.#liveSince === null) return false
    if (why !== 'closed') return clock.now() - this.#liveSince >= CATCH_UP_MS
    return (
      portfolio.accounts.length > 0 &&
      portfolio.accounts.every(({ accountId }) => lists.listProgress(accountId).isComplete) &&
      orders.all().every((order) => order.unconfirmed !== true)
    )
  }
}

function orderCondition({ condition }: Pick<AlertRecord, 'condition'>): OrderCondition {
  if (condition.kind === 'order') return condition
  throw new Error('this alert is not about orders')
}

/**
 * Returns what a cancellation by the broker was. In a gap that began before the end of the time in
 * force it may have been either: then it counts as whichever the alert is about.
 */
function endingOf(
  { events }: OrderCondition,
  row: Order,
  now: EpochMs,
  gap: AlertGap | null,
): OrderAlertEvent {
  const end = timeInForceEnd(row)
  if (end === null || now < end) return 'cancelled'
  const isCertain = gap === null || gap.from >= end
  return isCertain || !events.includes('cancelled') ? 'expired' : 'cancelled'
}

const toAlertOrder = (
  row: Order,
  event: OrderAlertEvent,
  account: AlertOrder['account'],
): AlertOrder => {
  const outcome = row.terms?.outcome
  const linked = linkOfOrder(row)
  return {
    clientOrderId: row.clientOrderId,
    event,
    account,
    side: row.side,
    symbol: row.symbol,
    assetClass: row.assetClass,
    type: row.type,
    quantity: row.quantity,
    filledQuantity: row.filledQuantity,
    averageFillPrice: row.averageFillPrice,
    limitPrice: row.limitPrice,
    stopPrice: row.stopPrice,
    outcome: outcome === 'yes' || outcome === 'no' ? outcome : null,
    ...(linked === null ? {} : { linked }),
  }
}

/** Returns the role of an order whose fill cancels linked orders; null for any other order. */
function linkOfOrder(row: Order): AlertLink | null {
  if (exclusiveGroupOf(row) === null) return null
  const fill = linkedFillOf(row)
  const instead =
    fill === null ? null : { filled: fill.filled, quantity: fill.quantity, price: fill.price }
  return { name: linkedName(row), instead }
}
