import { MINUTE_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { SCENARIO_FIGURES } from '../../../shared/domain/app/practice/practice-scenarios.js'
import type {
  PracticeScenario,
  ScenarioRefusal,
} from '../../../shared/domain/app/practice/practice-settings.js'
import type { PracticeScenarioState } from '../../../shared/practice/practice-control.js'
import type { Exchange } from '../exchange/api/exchange-api.js'
import type { Market } from '../market/securities/market-types.js'
import { SHOCK_MS, type Shock } from '../market/shocks/shock.js'
import { isTaken, planShock, type ShockScenario } from './plan-shock.js'
import { MAX_SHOCKS, type StoredScenarios, type TimedHalt } from './stored-scenarios.js'

/** A pause of a stock on US exchanges lasts five minutes at least. */
const HALT_MS = SCENARIO_FIGURES.haltMinutes * MINUTE_MS
const MAX_SHOWN = 10

export interface ScenariosDeps {
  readonly seed: string
  readonly now: () => EpochMs
  readonly market: Pick<Market, 'listing' | 'setShocks'>
  readonly exchange: () => Pick<Exchange, 'configure' | 'haltedSymbols'>
  /** Called after the shocks changed, for copies of the market. */
  readonly onShocks: (shocks: readonly Shock[]) => void
  /** Called after a change that must be stored with the next seal. */
  readonly onChange: () => void
}

const scenarioOf = ({ kind, own }: Shock): ShockScenario =>
  kind === 'flash-crash' ? kind : own < 0 ? 'gap-down' : 'gap-up'

/**
 * The scenarios that a person starts: shocks, which become inputs of the market for good, and halts
 * that end by themselves. Both are stored, so that a restart or a crash changes nothing.
 */
export class Scenarios {
  readonly #deps: ScenariosDeps
  #shocks: readonly Shock[]
  #halts: readonly TimedHalt[]

  constructor(deps: ScenariosDeps, stored: StoredScenarios) {
    this.#deps = deps
    // The market was created with these shocks.
    this.#shocks = stored.shocks
    this.#halts = stored.halts
  }

  snapshot(): StoredScenarios {
    return { shocks: [...this.#shocks], halts: [...this.#halts] }
  }

  /** Halts again what a restart interrupted; other halts end with the process. */
  resume(): void {
    const now = this.#deps.now()
    this.#halts = this.#halts.filter(({ ends }) => ends > now)
    const symbols = this.#halts.map(({ symbol }) => symbol)
    if (symbols.length > 0) this.#configure(symbols)
  }

  /** Returns everything that has been added to the seeded prices. */
  shocks(): readonly Shock[] {
    return this.#shocks
  }

  /** Starts a scenario of a symbol. */
  start(scenario: PracticeScenario, symbol: string): Result<void, ScenarioRefusal> {
    return scenario === 'halt' ? this.#halt(symbol) : this.#addShock(scenario, symbol)
  }

  /**
   * Calls a planned shock off; false when there is none, or when it has begun: what was traded
   * stays as it was.
   */
  callOff(scenario: PracticeScenario, symbol: string, begins: number): boolean {
    const { now, market, onShocks, onChange } = this.#deps
    const planned = this.#shocks.find(
      (shock) =>
        shock.begins === begins && shock.symbol === symbol && scenarioOf(shock) === scenario,
    )
    if (planned === undefined || planned.begins <= now()) return false
    this.#shocks = this.#shocks.filter((shock) => shock !== planned)
    market.setShocks(this.#shocks)
    onShocks(this.#shocks)
    onChange()
    return true
  }

  /** Sets the halted symbols; a timed halt that is not among them has ended. */
  setHalted(symbols: readonly string[]): void {
    this.#halts = this.#halts.filter(({ symbol }) => symbols.includes(symbol))
    this.#deps.onChange()
    this.#configure(symbols)
  }

  /** Ends the halts whose time is over. */
  advanceTime(): void {
    if (this.#halts.length === 0) return
    const now = this.#deps.now()
    const over = this.#halts.filter(({ ends }) => ends <= now).map(({ symbol }) => symbol)
    if (over.length === 0) return
    const halted = this.#deps.exchange().haltedSymbols()
    this.setHalted(halted.filter((symbol) => !over.includes(symbol)))
  }

  /** Returns the newest scenarios, in the order of their begin. */
  list(): readonly PracticeScenarioState[] {
    const shocks = this.#shocks.map((shock) => ({
      scenario: scenarioOf(shock),
      symbol: shock.symbol,
      begins: shock.begins,
      ends: shock.begins + SHOCK_MS[shock.kind],
    }))
    const halts = this.#halts.map((halt) => ({ scenario: 'halt' as const, ...halt }))
    return [...shocks, ...halts].sort((a, b) => a.begins - b.begins).slice(-MAX_SHOWN)
  }

  #addShock(scenario: ShockScenario, symbol: string): Result<void, ScenarioRefusal> {
    const { seed, now, market, onShocks, onChange } = this.#deps
    const isStock = market.listing(symbol)?.kind === 'stock'
    if (scenario !== 'flash-crash' && !isStock) return err('no-report')
    const shock = planShock(scenario, { seed, symbol, isStock }, now())
    if (isTaken(this.#shocks, shock)) return err('taken')
    if (this.#shocks.length >= MAX_SHOCKS) return err('too-many')
    this.#shocks = [...this.#shocks, shock]
    market.setShocks(this.#shocks)
    onShocks(this.#shocks)
    onChange()
    return ok(undefined)
  }

  #halt(symbol: string): Result<void, ScenarioRefusal> {
    const halted = this.#deps.exchange().haltedSymbols()
    if (halted.includes(symbol)) return err('taken')
    const begins = this.#deps.now()
    this.#halts = [...this.#halts, { symbol, begins, ends: epochMs(begins + HALT_MS) }]
    this.#deps.onChange()
    this.#configure([...halted, symbol])
    return ok(undefined)
  }

  #configure(haltedSymbols: readonly string[]): void {
    this.#deps.exchange().configure({ haltedSymbols })
  }
}
