import type { Disposer } from '../../shared/domain/brand.js'
import {
  decimalText,
  mul,
  sum,
  ZERO_QUANTITY,
  type Decimal,
  type Quantity,
} from '../../shared/domain/decimal.js'
import { averagePrice } from '../../shared/domain/instruments/average-price.js'
import type { Fill } from '../../shared/domain/orders/order.js'
import type { RowStore } from './row-store.js'

/** The new fills of one order, summed. */
export interface FillSummary {
  /** The last of them. */
  readonly fill: Fill
  readonly quantity: Quantity
  /** The average price of these fills. */
  readonly price: Decimal
}

/** Older executions are history that a list brought, and no news. */
const NEWS_MS = 10 * 60_000

/** Identifies an execution by its content; the broker sends no id. */
const contentOf = ({ clientOrderId, time, price, quantity }: Fill): string =>
  `${clientOrderId} ${time} ${decimalText(price)} ${decimalText(quantity)}`

function countsOf(fills: readonly Fill[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const fill of fills) counts.set(contentOf(fill), (counts.get(contentOf(fill)) ?? 0) + 1)
  return counts
}

/** Sums fills by order, in the order of their first one. */
export function summarizeFills(fills: readonly Fill[]): readonly FillSummary[] {
  const groups = new Map<string, Fill[]>()
  for (const fill of fills) {
    groups.set(fill.clientOrderId, [...(groups.get(fill.clientOrderId) ?? []), fill])
  }
  return [...groups.values()].flatMap((group) => {
    const last = group.at(-1)
    if (last === undefined) return []
    const quantity = sum([ZERO_QUANTITY, ...group.map((fill) => fill.quantity)])
    const value = sum(group.map((fill) => mul(fill.price, fill.quantity)))
    const average = group.length === 1 ? null : averagePrice(value, quantity)
    return [{ fill: last, quantity, price: average ?? last.price }]
  })
}

export interface FillClock {
  /** The computer's clock, in ms since the epoch. */
  now(): number
  /** The exchange's clock, in ms since the epoch; times of fills come from this clock. */
  exchangeNow(): number
}

/**
 * Notifies of executions that happen from now on: executions that arrive after the first list,
 * executions of the first list that are newer than the wait for it, and executions that a list
 * after a gap contains.
 */
export class FillNotices {
  readonly #fills: Pick<RowStore<Fill, Fill>, 'all' | 'freshness' | 'onAny'>
  readonly #clock: FillClock
  readonly #notify: (summaries: readonly FillSummary[]) => void
  /** Null until the first list arrived. */
  #known: Map<string, number> | null = null
  #seen: readonly Fill[] | null = null
  /** When the wait for the first list began, on the computer's clock. */
  #waitingSince: number

  constructor(
    fills: Pick<RowStore<Fill, Fill>, 'all' | 'freshness' | 'onAny'>,
    clock: FillClock,
    notify: (summaries: readonly FillSummary[]) => void,
  ) {
    this.#fills = fills
    this.#clock = clock
    this.#waitingSince = clock.now()
    this.#notify = notify
  }

  /** Begins; the returned disposer ends it. */
  start(): Disposer {
    this.#update()
    return this.#fills.onAny(() => this.#update())
  }

  /** Forgets what was known: the next list belongs to another session. */
  reset(): void {
    this.#known = null
    this.#seen = null
    this.#waitingSince = this.#clock.now()
  }

  #update(): void {
    if (this.#fills.freshness() === 'loading') {
      if (this.#known !== null) this.reset()
      return
    }
    const all = this.#fills.all()
    if (all === this.#seen) return
    this.#seen = all
    const before = this.#known
    this.#known = countsOf(all)
    const oldest = this.#oldestNews(before === null)
    const news = without(all, before ?? new Map()).filter(({ time }) => time >= oldest)
    if (news.length > 0) this.#notify(summarizeFills(news))
  }

  /** Returns the exchange's time before which a fill is history. */
  #oldestNews(first: boolean): number {
    const age = first ? this.#clock.now() - this.#waitingSince : NEWS_MS
    return this.#clock.exchangeNow() - Math.min(age, NEWS_MS)
  }
}

/** Returns the fills that are not among the counted ones, each as often as it is missing there. */
function without(fills: readonly Fill[], counted: ReadonlyMap<string, number>): readonly Fill[] {
  const left = new Map(counted)
  return fills.filter((fill) => {
    const count = left.get(contentOf(fill)) ?? 0
    if (count > 0) left.set(contentOf(fill), count - 1)
    return count === 0
  })
}
