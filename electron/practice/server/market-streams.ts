import type { EpochMs } from '../../../shared/domain/time.js'
import type { Faults } from '../faults/faults.js'
import type { Variants } from '../faults/variants.js'
import type { Shock } from '../market/shocks/shock.js'
import type { MarketStep } from '../model/market-step.js'
import type { PracticeOptions } from '../model/practice-options.js'
import { eventFeed } from '../mqtt/event-feed.js'
import { Feeds } from '../mqtt/feeds.js'
import { Publisher } from '../mqtt/publisher.js'
import { MarketServer } from '../mqtt/server.js'
import { sessionFeed } from '../mqtt/session-feed.js'
import { stockFeed } from '../mqtt/stock-feed.js'
import { Subscriptions } from '../mqtt/subscriptions.js'
import { DelayedSimulation } from '../simulation/delayed-simulation.js'
import type { MarketSimulation } from '../simulation/market-simulation.js'
import type { ExecutionPrint } from '../model/venue.js'
import type { LiveSimulation } from './live-simulation.js'
import type { PracticeDeps } from './practice-deps.js'

/** The published market data: of the live simulation, or of the delayed one in the sandbox. */
export class MarketStreams {
  readonly subscriptions = new Subscriptions()
  readonly server: MarketServer
  readonly feeds: Feeds
  readonly publisher: Publisher
  /** The simulation whose data is published. */
  readonly simulation: MarketSimulation
  readonly #live: LiveSimulation
  readonly #delayed: DelayedSimulation | null

  constructor(
    { seed, quotesMs }: Pick<PracticeOptions, 'seed' | 'quotesMs'>,
    live: LiveSimulation,
    { faults, variants }: { readonly faults: Faults; readonly variants: Variants },
    { host, slotMs }: PracticeDeps,
  ) {
    this.#live = live
    const { subscriptions } = this
    this.server = new MarketServer({
      subscriptions,
      faults,
      variants,
      host,
      ...(slotMs === undefined ? {} : { slotMs }),
    })
    this.#delayed = live.delayMs === 0 ? null : this.#createDelayed(seed)
    this.simulation = this.#delayed?.simulation ?? live.simulation
    this.feeds = feedsOf(this.simulation)
    const { market } = this.simulation
    this.publisher = new Publisher({
      feeds: this.feeds,
      session: (symbol) => market.snapshot(symbol)?.session ?? 'regular',
      faults,
      subscriptions,
      streams: () => this.server.streams(),
      quotesMs,
      now: this.now,
    })
  }

  /** True when the published data is delayed. */
  get isDelayed(): boolean {
    return this.#delayed !== null
  }

  /** Returns the exchange time of the published data. */
  readonly now = (): EpochMs => this.#delayed?.now() ?? this.#live.now()

  /** Publishes a step of the live market; the delayed simulation makes its own. */
  step(step: MarketStep): void {
    if (this.#delayed === null) this.publisher.step(step)
  }

  /** Publishes a customer's execution, after the delay. */
  print(print: ExecutionPrint): void {
    const target = this.#delayed ?? this.publisher
    target.print(print)
  }

  /** Follows the live simulation, which has advanced to `to`. */
  advanceTime(to: EpochMs, skipped: boolean): void {
    this.#delayed?.onTimeAdvanced(to, skipped)
    if (skipped) this.publisher.touchAll()
  }

  /** Applies the load mode to the delayed simulation. */
  tickRate(perSecond: number | null): void {
    this.#delayed?.tickRate(this.#live.now(), perSecond)
  }

  /** Applies the moves that a person has added to the delayed simulation. */
  setShocks(shocks: readonly Shock[]): void {
    this.#delayed?.setShocks(shocks)
  }

  #createDelayed(seed: string): DelayedSimulation {
    const { anchor, begin, delayMs, shocks, recorded } = this.#live
    return new DelayedSimulation({
      seed,
      anchor,
      begin,
      delayMs,
      shocks,
      recorded,
      onStep: (step) => this.publisher.step(step),
      onPrint: (print) => this.publisher.print(print),
    })
  }
}

/** Returns the feeds of all streaming products. */
export const feedsOf = ({ market, exchange, events }: MarketSimulation): Feeds =>
  new Feeds([
    stockFeed(market, exchange),
    sessionFeed('FUTURES', market, exchange),
    sessionFeed('CRYPTO', market, exchange),
    eventFeed(events, exchange),
  ])
