import { message } from '../../../shared/messages/make-message.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import type { RecordedBars } from '../../../shared/practice/recorded-bars.js'
import type { Shock } from '../market/shocks/shock.js'
import type { MarketStep } from '../model/market-step.js'
import type { PracticeOptions } from '../model/practice-options.js'
import { ExchangeClock, firstStart } from '../simulation/clock.js'
import { Engine } from '../simulation/engine.js'
import {
  openMarketSimulation,
  type MarketSimulation,
  type PrintListener,
} from '../simulation/market-simulation.js'
import type { PracticeData } from './practice-data.js'
import type { PracticeDeps } from './practice-deps.js'

/** The listeners of a live simulation. Called synchronously, in the order of exchange time. */
export interface SimulationListeners {
  readonly onStep: (step: MarketStep) => void
  /** Called after every interval; `skipped` when the market skipped it. */
  readonly onTime: (to: EpochMs, skipped: boolean) => void
  /** Called with every customer's execution. */
  readonly onPrint: PrintListener
}

const NO_LISTENERS: SimulationListeners = {
  onStep: () => undefined,
  onTime: () => undefined,
  onPrint: () => undefined,
}

const delayOf = ({ environment }: PracticeOptions): number =>
  environment === 'sandbox' ? ASSUMPTIONS.sandbox.delayMs : 0

/** Returns where the exchange continues, or begins: a replay never follows the wall clock. */
function startOf({ clock }: PracticeOptions, { wall, state, replay }: PracticeData): EpochMs {
  if (replay !== null) return epochMs(state?.exchangeTime ?? replay.start)
  const first = clock === 'real' ? wall.now() : firstStart(wall.now())
  return epochMs(Math.max(first, state?.exchangeTime ?? 0))
}

/** The market simulation that follows the exchange clock, and the engine that advances it. */
export class LiveSimulation {
  readonly clock: ExchangeClock
  /** The exchange time of the start. */
  readonly begin: EpochMs
  /** The instant from which the seeded prices follow. */
  readonly anchor: EpochMs
  /** Delay of the published market data, in ms. */
  readonly delayMs: number
  /** The moves that a person had added to the seeded prices before the start. */
  readonly shocks: readonly Shock[]
  /** The bars that one symbol follows; null where every symbol is simulated. */
  readonly recorded: RecordedBars | null
  readonly simulation: MarketSimulation
  readonly engine: Engine
  #now: EpochMs
  #speed: number
  #listeners = NO_LISTENERS

  constructor(options: PracticeOptions, { host, onError }: PracticeDeps, data: PracticeData) {
    const { state, replay } = data
    const start = startOf(options, data)
    this.#speed = options.speed
    this.clock = new ExchangeClock(host, options.clock, start, options.speed)
    this.begin = this.#now = this.clock.now()
    this.delayMs = delayOf(options)
    // Delayed data must exist too, so a new market starts earlier by the delay.
    this.anchor = epochMs(state?.anchor ?? replay?.anchor ?? this.begin - this.delayMs)
    this.shocks = state?.scenarios.shocks ?? replay?.shocks ?? []
    this.recorded = replay?.bars ?? null
    this.simulation = openMarketSimulation({
      seed: options.seed,
      anchor: this.anchor,
      now: this.begin,
      clock: this.now,
      onPrint: (print) => this.#listeners.onPrint(print),
      shocks: this.shocks,
      recorded: this.recorded,
    })
    this.engine = new Engine(
      {
        clock: this.clock,
        market: this.simulation.market,
        exchange: this.simulation.exchange,
        monotonic: () => host.monotonic(),
        onError,
        onStep: (step) => this.#listeners.onStep(step),
        onTime: (to, skipped) => this.#onTime(to, skipped),
        beatMs: options.quotesMs,
      },
      this.begin,
    )
  }

  /** Exchange seconds per real second. */
  get speed(): number {
    return this.#speed
  }

  /** Returns the exchange time that has been reached. */
  readonly now = (): EpochMs => this.#now

  setSpeed(speed: number): void {
    this.#speed = speed
    this.clock.setSpeed(speed)
    this.engine.wake()
  }

  /** Sets the listeners. Before this call there are none. */
  connect(listeners: SimulationListeners): void {
    this.#listeners = listeners
  }

  #onTime(to: EpochMs, skipped: boolean): void {
    this.#now = to
    this.#listeners.onTime(to, skipped)
  }
}

/**
 * Restores the saved accounts; without readable ones it creates the first positions and orders.
 * Returns whether they were restored.
 */
export async function restoreAccounts(
  { simulation }: LiveSimulation,
  { state, store, wall, notes }: PracticeData,
): Promise<boolean> {
  const restored = state === null ? null : simulation.exchange.restoreState(state.exchange)
  if (restored?.ok === true) return true
  if (restored !== null) {
    const files = await store.setAside(wall.now())
    notes.push(message('practice.accountsNew'), message('practice.accountsFiles', { files }))
  }
  simulation.seedHistory()
  return false
}
