import type { Position } from '../../../shared/domain/account/account.js'
import { eq } from '../../../shared/domain/decimal.js'
import {
  underlyingKey,
  type UnderlyingKey,
} from '../../../shared/domain/instruments/instrument-key.js'
import type { EpochMs } from '../../../shared/domain/time.js'

/** What a fill, an exercise or a settlement changed; null when it may be any position. */
export type ChangedInstruments = readonly UnderlyingKey[] | null

/** Positions as an answer reported them. */
export interface ReportedPositions {
  /** The number of the request among all requests. */
  readonly number: number
  readonly value: readonly Position[]
  readonly requestedAt: EpochMs
}

/**
 * Keeps the figures of positions that have changed and were not read since (REL-41). With new
 * prices and an old size they would show values that never were, so they stand still at the moment
 * that each states. An answer that was requested before the change may lack it: its figures are
 * shown as they are, and state the moment of its request, before which they cannot be. The same
 * goes for the first answer with the change, until the prices that it was made with have arrived:
 * at a price from before a fill, the new size was worth an amount that never was.
 */
export class StoppedPositions {
  /** The latest request when a change was noticed, by what changed; null: anything. */
  readonly #changedAfter = new Map<UnderlyingKey | null, number>()
  /** The figures that stand still, by the id of the position. */
  #figures: ReadonlyMap<string, Position> = new Map()
  /** The positions that stand still only until late prices have arrived, by id. */
  #awaitsPrices: ReadonlySet<string> = new Set()

  /** True while figures of some position stand still. */
  get isAny(): boolean {
    return this.#figures.size > 0
  }

  /**
   * Stops what changed.
   * @param started the number of the latest request: it and earlier ones may lack the change
   * @param valued the positions before the change, at the prices of `moment`
   */
  onChange(
    changed: ChangedInstruments,
    started: number,
    valued: readonly Position[],
    moment: EpochMs,
  ): void {
    for (const key of changed ?? [null]) this.#changedAfter.set(key, started)
    const stopped = valued.filter(
      (position) => changed === null || changed.includes(underlyingKey(position)),
    )
    const stoppedIds = new Set(stopped.map(({ positionId }) => positionId))
    this.#awaitsPrices = new Set([...this.#awaitsPrices].filter((id) => !stoppedIds.has(id)))
    // What stands still already keeps its earlier moment.
    this.#figures = new Map([
      ...stopped.map(
        (position) =>
          [position.positionId, { ...position, valuedAt: priceMoment(position, moment) }] as const,
      ),
      ...this.#figures,
    ])
  }

  /**
   * Takes positions that were read.
   * @param before the positions of the read before; null without one
   * @returns true when figures wait for prices: {@link goOn} is called once these have arrived
   */
  onRead(
    { number, value, requestedAt }: ReportedPositions,
    before: readonly Position[] | null,
  ): boolean {
    const lacking = value.filter((position) => number <= this.#latestChange(position))
    const changed = value.filter(
      (position) =>
        !lacking.includes(position) &&
        (this.#figures.has(position.positionId) || isResized(position, before)),
    )
    this.#awaitsPrices = new Set(changed.map(({ positionId }) => positionId))
    this.#figures = new Map(
      [...lacking, ...changed].map((position) => [
        position.positionId,
        { ...position, valuedAt: requestedAt },
      ]),
    )
    return changed.length > 0
  }

  /** The prices that the last read was made with have arrived. */
  goOn(): void {
    this.#figures = new Map([...this.#figures].filter(([id]) => !this.#awaitsPrices.has(id)))
    this.#awaitsPrices = new Set()
  }

  /** Returns the position with its price of now and, where they stand still, older figures. */
  shown(valued: Position): Position {
    const stopped = this.#figures.get(valued.positionId)
    const { lastPrice, pricedAt } = valued
    return stopped === undefined ? valued : { ...stopped, lastPrice, pricedAt }
  }

  clear(): void {
    this.#changedAfter.clear()
    this.#figures = new Map()
    this.#awaitsPrices = new Set()
  }

  /** Returns the latest request when a change of this position was noticed; 0 without one. */
  #latestChange(position: Position): number {
    return Math.max(
      this.#changedAfter.get(underlyingKey(position)) ?? 0,
      this.#changedAfter.get(null) ?? 0,
    )
  }
}

/** True for a position of another size than before. */
function isResized({ positionId, quantity }: Position, before: readonly Position[] | null) {
  if (before === null) return false
  const same = before.find((position) => position.positionId === positionId)
  return same === undefined || !eq(same.quantity, quantity)
}

/** Returns the moment of figures that were shown at some time: a price may have been older. */
const priceMoment = ({ pricedAt }: Position, shownAt: EpochMs): EpochMs =>
  pricedAt !== null && pricedAt < shownAt ? pricedAt : shownAt
