import type { Position } from '../../../shared/domain/account/account.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { MarketDataService } from '../market/market-data-service.js'
import type { ClockPort, TimerPort } from '../ports.js'
import { RecentValues } from './recent-values.js'
import { LATE_PRICES_MS } from './seen-prices.js'
import {
  StoppedPositions,
  type ChangedInstruments,
  type ReportedPositions,
} from './stopped-positions.js'
import { valuePosition, type OptionValue } from './value-position.js'

export interface ValuedPositionsDeps {
  readonly quotes: MarketDataService['quotes']
  readonly clock: ClockPort
  readonly timers: Pick<TimerPort, 'after'>
  readonly optionValue: OptionValue | undefined
  /** Positions that stood still follow prices again. */
  readonly onGoOn: () => void
}

/**
 * The positions that were read last, valued at the latest prices once somebody needs their values.
 * After a change the positions that changed stand still until the next read.
 */
export class ValuedPositions {
  readonly #deps: ValuedPositionsDeps
  /** Emits with the first price that changes a position after it was valued. */
  readonly #outdated = createEmitter<void>()
  readonly #stopped = new StoppedPositions()
  /** The positions of the last moments, by the number of their read. */
  readonly #recent = new RecentValues<number, readonly Position[]>()
  #reported: readonly Position[] | null = null
  #readNumber = 0
  #valued: readonly Position[] | null = null
  /** True when a price has changed since the positions were valued. */
  #isOutdated = false
  #cancelGoOn: Disposer = () => undefined

  constructor(deps: ValuedPositionsDeps) {
    this.#deps = deps
  }

  /** The positions as the broker reported them; null until they were read. */
  get reported(): readonly Position[] | null {
    return this.#reported
  }

  /** The number of the read that they are from. */
  get readNumber(): number {
    return this.#readNumber
  }

  /** True while a position stands still. */
  get isAnyStopped(): boolean {
    return this.#stopped.isAny
  }

  /** Returns the positions, valued again when a price has changed; null until they were read. */
  get(): readonly Position[] | null {
    if (this.#isOutdated) this.value()
    return this.#valued
  }

  /** Calls the listener with the first price that changes a position after it was valued. */
  onOutdated(listener: () => void): Disposer {
    return this.#outdated.add(listener)
  }

  /** A price has changed since the positions were valued. */
  markOutdated(): void {
    if (this.#isOutdated) return
    this.#isOutdated = true
    this.#outdated.emit()
  }

  /** Values the positions at the latest prices. */
  value(): void {
    const positions = this.#reported
    const { quotes, optionValue } = this.#deps
    this.#isOutdated = false
    if (positions === null) {
      this.#valued = null
      return
    }
    this.#valued = positions
      .map((position) => valuePosition(position, (symbol) => quotes.prices(symbol), optionValue))
      .map((position) => this.#stopped.shown(position))
    this.#recent.add(this.#readNumber, this.#valued, this.#deps.clock.now())
  }

  /**
   * Positions changed: they stand still until a later read.
   * @param startedReads the number of the last read that was started
   */
  onChange(changed: ChangedInstruments, startedReads: number): void {
    const now = this.#deps.clock.now()
    const before = this.#recent.before(this.#readNumber, now)
    const valued = before?.value ?? this.get() ?? []
    this.#stopped.onChange(changed, startedReads, valued, before?.time ?? now)
    this.markOutdated()
  }

  /** Replaces the positions by those of a later read. */
  onRead(read: ReportedPositions): void {
    const awaitsPrices = this.#stopped.onRead(read, this.#reported)
    this.#readNumber = read.number
    this.#reported = read.value
    this.#cancelGoOn()
    if (!awaitsPrices) return
    this.#cancelGoOn = this.#deps.timers.after(LATE_PRICES_MS, () => {
      this.#stopped.goOn()
      this.markOutdated()
      this.#deps.onGoOn()
    })
  }

  /** Forgets the positions, because another account is selected. */
  clear(): void {
    this.dispose()
    this.#reported = null
    this.#stopped.clear()
    this.#recent.clear()
  }

  dispose(): void {
    this.#cancelGoOn()
  }
}
