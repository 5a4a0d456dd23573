import type { DocumentPort, TimerPort } from '../../core/ports.js'
import { parseOrderNews, writeOrderNews } from './order-news-file.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { ClientOrderId } from '../../../shared/domain/ids.js'
import { OrderNewsReader, type OrderNews } from '../../../shared/domain/notifications/order-news.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import type { EpochMs } from '../../../shared/domain/time.js'

/** News of this time is one bundle, so that a hundred fills are not a hundred notifications. */
export const BUNDLE_MS = 1_000

/** The orders of a session, as far as news of them needs them. */
export interface ObservedOrders {
  all(): readonly Order[]
  /** Calls `onChange` after each change of an order, and when the first list is complete. */
  subscribe(onChange: () => void): Disposer
  /** False until the broker's first list of orders is complete. */
  listed(): boolean
  /** The exchange's time. */
  now(): EpochMs
}

export interface OrderNotifierDeps {
  readonly orders: ObservedOrders
  /** Stores what was seen of open orders, so that nothing is news twice across a restart. */
  readonly file: DocumentPort
  readonly timers: TimerPort
  /** Receives each bundle. */
  readonly notify: (news: readonly OrderNews[]) => void
}

/**
 * Notices what happens to orders while a session is open, and what happened to them since the last
 * one. An event is news once: it is stored as seen before the person is notified.
 */
export class OrderNotifier {
  readonly #deps: OrderNotifierDeps
  readonly #stop: Disposer
  #reader: OrderNewsReader | null = null
  #isFirst = true
  #cancelTimer: Disposer | null = null
  #stored = ''
  #disposed = false

  constructor(deps: OrderNotifierDeps) {
    this.#deps = deps
    this.#stop = deps.orders.subscribe(() => this.#schedule())
    void this.#load()
  }

  dispose(): void {
    this.#disposed = true
    this.#stop()
    this.#cancelTimer?.()
  }

  async #load(): Promise<void> {
    const { file } = this.#deps
    const read = await file.read()
    const content = read.ok ? read.value : null
    const memory = content === null ? new Map<ClientOrderId, never>() : parseOrderNews(content)
    if (memory === null) await file.setAside()
    this.#reader = new OrderNewsReader(memory ?? new Map())
    this.#schedule()
  }

  #schedule(): void {
    if (this.#disposed || this.#reader === null || !this.#deps.orders.listed()) return
    this.#cancelTimer ??= this.#deps.timers.after(BUNDLE_MS, () => {
      this.#cancelTimer = null
      void this.#publish()
    })
  }

  async #publish(): Promise<void> {
    const { orders, file, notify } = this.#deps
    if (this.#reader === null || this.#disposed) return
    const news = this.#reader.read(orders.all(), orders.now(), this.#isFirst)
    this.#isFirst = false
    const content = writeOrderNews(this.#reader.open())
    if (content !== this.#stored) {
      this.#stored = content
      await file.write(content)
    }
    if (news.length > 0 && !this.#disposed) notify(news)
  }
}
