import type { Disposer } from '../../../shared/domain/brand.js'
import type { Faults } from '../faults/faults.js'
import type { MarketStep } from '../model/market-step.js'
import type { ExecutionPrint } from '../model/venue.js'
import { noticePacket } from './encode.js'
import type { Feeds } from './feeds.js'
import type { MarketStream } from './stream.js'
import type { SubType, Subscriptions } from './subscriptions.js'

/** The usual shortest time between quotes and snapshots of one symbol; ticks are all sent. */
const QUOTES_MS = 100
const NOTICE_MS = 10_000

/** What the publisher uses of a connected stream. */
export type PublishedStream = Pick<
  MarketStream,
  'sessionId' | 'wanted' | 'sent' | 'dropped' | 'push'
>

/** Dependencies of {@link Publisher}. */
export interface PublisherDeps {
  readonly feeds: Feeds
  /** Returns the current trading session of a symbol. */
  readonly session: (symbol: string) => MarketStep['session']
  readonly faults: Faults
  readonly subscriptions: Subscriptions
  /** Returns the connected streams. */
  readonly streams: () => Iterable<PublishedStream>
  /** Shortest time between quotes and snapshots of one symbol. */
  readonly quotesMs?: number | undefined
  /** Returns the publish time: exchange time in epoch milliseconds. */
  readonly now: () => number
}

/**
 * Sends the market's steps to the subscribed streams; each packet is encoded once for all of them.
 */
export class Publisher {
  readonly #deps: PublisherDeps
  readonly #touched = new Set<string>()

  constructor(deps: PublisherDeps) {
    this.#deps = deps
    deps.subscriptions.onGrab((sessionId, symbols, subTypes) =>
      this.#grab(sessionId, symbols, subTypes),
    )
    deps.subscriptions.onChange(() => deps.feeds.want(deps.subscriptions.wanted()))
  }

  /** Starts the timers for conflated updates and notices. */
  start(): Disposer {
    const flush = setInterval(() => this.flush(), this.#deps.quotesMs ?? QUOTES_MS)
    const notice = setInterval(() => this.#notice(), NOTICE_MS)
    return () => {
      clearInterval(flush)
      clearInterval(notice)
    }
  }

  /** Publishes a market step: its trade at once, the new book with the next flush. */
  step(step: MarketStep): void {
    this.#publishTrade(step.symbol, step)
    for (const name of this.#deps.feeds.namesOf(step.symbol)) this.#publishTrade(name, step)
  }

  #publishTrade(name: string, step: MarketStep): void {
    this.#touched.add(name)
    const { trade } = step
    if (trade === null || this.#silent()) return
    let packet: Buffer | null = null
    for (const stream of this.#deps.streams()) {
      if (!stream.wanted.symbols.TICK.has(name)) continue
      packet ??= this.#deps.feeds.feedOf(name)?.tick(name, step, trade, this.#deps.now()) ?? null
      if (packet !== null) stream.push(packet)
    }
  }

  /** Publishes a customer's execution like any other trade. */
  print({ symbol, time, price, size, aggressor }: ExecutionPrint): void {
    this.step({
      symbol,
      time,
      session: this.#deps.session(symbol),
      bids: [],
      asks: [],
      trade: { aggressor, price, size },
    })
  }

  /** Marks a book that a customer's order changed. */
  touch(symbol: string): void {
    this.#touched.add(symbol)
    for (const name of this.#deps.feeds.namesOf(symbol)) this.#touched.add(name)
  }

  /** Marks all symbols: in hours that took no time their prices moved without a step. */
  touchAll(): void {
    for (const symbol of this.#deps.subscriptions.wanted()) this.#touched.add(symbol)
  }

  #silent(): boolean {
    return this.#deps.faults.on('market-stream', 'mute') !== null
  }

  /** Sends the present quotes and snapshots of all symbols that have changed. */
  flush(): void {
    if (this.#silent()) return
    const streams = [...this.#deps.streams()]
    for (const symbol of this.#touched) {
      for (const subType of ['QUOTE', 'SNAPSHOT'] as const) {
        this.#send(
          streams.filter((stream) => stream.wanted.symbols[subType].has(symbol)),
          symbol,
          subType,
        )
      }
    }
    this.#touched.clear()
    this.#deps.feeds.want(this.#deps.subscriptions.wanted())
  }

  #grab(sessionId: string, symbols: readonly string[], subTypes: readonly SubType[]): void {
    const streams = [...this.#deps.streams()].filter((stream) => stream.sessionId === sessionId)
    for (const symbol of symbols) {
      for (const subType of subTypes) this.#send(streams, symbol, subType)
    }
  }

  #send(streams: readonly PublishedStream[], symbol: string, subType: SubType): void {
    const feed = streams.length === 0 ? undefined : this.#deps.feeds.feedOf(symbol)
    if (feed === undefined) return
    if (subType === 'SNAPSHOT') {
      const packet = feed.snapshot(symbol, this.#deps.now())
      if (packet !== null) for (const stream of streams) stream.push(packet)
    }
    if (subType !== 'QUOTE') return
    const byDepth = new Map<number, Buffer | null>()
    for (const stream of streams) {
      const depth = Math.min(stream.wanted.depth, feed.maxLevels)
      const known = byDepth.get(depth)
      const packet = known === undefined ? feed.quote(symbol, depth, this.#deps.now()) : known
      byDepth.set(depth, packet)
      if (packet !== null) stream.push(packet)
    }
  }

  #notice(): void {
    if (this.#silent()) return
    for (const stream of this.#deps.streams()) {
      stream.push(noticePacket(stream.dropped, stream.sent))
    }
  }
}
