import type { EpochMs } from '../../../shared/domain/time.js'
import type { Bar } from '../../../shared/domain/market/bar.js'
import {
  div,
  eq,
  maxOf,
  sub,
  significantScale,
  type Decimal,
} from '../../../shared/domain/decimal.js'
import type { PriceStep } from '../../../shared/domain/instruments/listing.js'
import { pricePlaces } from '../../../shared/domain/instruments/price-places.js'
import { stepAbove } from '../../../shared/domain/instruments/price-steps.js'

/**
 * The exact bars of one chart: completed bars, and the running bar apart because the library
 * repaints a whole series on each update and so gets the running bar as a series of its own. Times
 * strictly increase from the first completed bar to the running one; every function here preserves
 * that for any input.
 */
export interface BarModel {
  readonly history: readonly Bar[]
  readonly live: Bar | null
  /** Whether older bars may exist. */
  readonly more: boolean
}

export const NO_BARS: BarModel = { history: [], live: null, more: true }

/**
 * Returns the bars sorted by time, one per time; of two with the same time the later in the list
 * wins.
 */
export function ordered(bars: readonly Bar[]): readonly Bar[] {
  let sorted = true
  for (let index = 1; index < bars.length && sorted; index += 1) {
    sorted = (bars[index - 1]?.time ?? 0) < (bars[index]?.time ?? 0)
  }
  if (sorted) return bars
  const byTime = new Map(bars.map((bar) => [bar.time, bar]))
  return [...byTime.values()].sort((a, b) => a.time - b.time)
}

/** Creates a model from the newest page; its last bar is the running one. */
export function fromPage(bars: readonly Bar[], more: boolean): BarModel {
  const sorted = ordered(bars)
  return { history: sorted.slice(0, -1), live: sorted.at(-1) ?? null, more }
}

/**
 * Prepends an older page. Known bars win over repeated ones. A page without new bars ends the
 * search for older ones.
 */
export function withOlder(model: BarModel, page: readonly Bar[], more: boolean): BarModel {
  const first = model.history[0] ?? model.live
  const older =
    first === null || first === undefined
      ? ordered(page)
      : ordered(page).filter((bar) => bar.time < first.time)
  if (older.length === 0) return { ...model, more: false }
  return { ...model, history: [...older, ...model.history], more }
}

/**
 * Merges the newest page again (after a gap, or once a bar has closed): its bars replace those with
 * the same time, and the newest of all becomes the running bar. Bars older than the page's first
 * are kept.
 */
export function withNewest(model: BarModel, page: readonly Bar[]): BarModel {
  const fresh = ordered(page)
  const first = fresh[0]
  if (first === undefined) return model
  const known = model.live === null ? model.history : [...model.history, model.live]
  const before = known.filter((bar) => bar.time < first.time)
  const freshTimes = new Set(fresh.map((bar) => bar.time))
  const remaining = known.filter((bar) => bar.time >= first.time && !freshTimes.has(bar.time))
  // The page may be slightly older than the stream: of two running bars the one with the larger
  // volume is newer.
  const live = model.live
  const settled = fresh.map((bar) =>
    live !== null && bar.time === live.time ? newer(live, bar) : bar,
  )
  const all = [...before, ...ordered([...settled, ...remaining].sort((a, b) => a.time - b.time))]
  return withKnown(model, { ...model, history: all.slice(0, -1), live: all.at(-1) ?? null })
}

const isEqualBar = (a: Bar, b: Bar | undefined): boolean =>
  b !== undefined &&
  a.time === b.time &&
  [
    [a.open, b.open],
    [a.high, b.high],
    [a.low, b.low],
    [a.close, b.close],
    [a.volume, b.volume],
  ].every(([own, other]) => own !== undefined && other !== undefined && eq(own, other))

/** A page that repeats what is known changes nothing: what is computed from the bars stays. */
function withKnown(model: BarModel, next: BarModel): BarModel {
  const { history } = model
  const isSame =
    next.history.length === history.length &&
    next.history.every((bar, index) => bar === history[index] || isEqualBar(bar, history[index]))
  return isSame ? { ...next, history } : next
}

const newer = (a: Bar, b: Bar): Bar => (maxOf(a.volume, b.volume) === a.volume ? a : b)

/**
 * The effect of a live bar on the model. `behind`: bars between may be missing, so load the newest
 * page again.
 */
export type LiveChange = 'same' | 'updated' | 'rolled' | 'behind'

/**
 * Applies the running bar from the stream. A bar of a later time closes the running one; an older
 * bar is ignored, since completed bars come from the broker's bar history.
 */
export function withLive(
  model: BarModel,
  bar: Bar,
  spanMs: number | null,
): { readonly model: BarModel; readonly change: LiveChange } {
  const { live } = model
  if (live === null) {
    const last = model.history.at(-1)
    if (last !== undefined && bar.time <= last.time) return { model, change: 'same' }
    return { model: { ...model, live: bar }, change: 'updated' }
  }
  if (bar.time < live.time) return { model, change: 'same' }
  if (bar.time === live.time) return { model: { ...model, live: bar }, change: 'updated' }
  const rolled: BarModel = { ...model, history: [...model.history, live], live: bar }
  return {
    model: rolled,
    change: spanMs !== null && bar.time - live.time > spanMs ? 'behind' : 'rolled',
  }
}

/** The number of bars above which the oldest are forgotten while they are far from the view. */
export const MAX_BARS = 10_000
/** The number that remains: many are forgotten at once, because the whole chart is then drawn. */
const REMAINING_BARS = 8_000
/** Distance in bars of the view from what is forgotten. */
const FORGET_MARGIN = 2_000

/**
 * Forgets the oldest bars of a chart that has run for long; they are loaded again as older pages.
 * `firstVisible` is the index of the first bar in view.
 */
export function withoutOldest(model: BarModel, firstVisible: number): BarModel {
  const surplus = model.history.length - REMAINING_BARS
  return model.history.length <= MAX_BARS || firstVisible < surplus + FORGET_MARGIN
    ? model
    : { ...model, history: model.history.slice(surplus), more: true }
}

/**
 * Returns by how many places the bars that two models share moved to the right; null when they
 * share none.
 */
export function shiftBetween(before: BarModel, after: BarModel): number | null {
  const [oldFirst, newFirst] = [before, after].map(({ history, live }) => history[0] ?? live)
  if (oldFirst === null || oldFirst === undefined) return 0
  const added = after.history.findIndex((bar) => bar.time === oldFirst.time)
  if (added >= 0) return added
  const forgotten = before.history.findIndex((bar) => bar.time === newFirst?.time)
  return forgotten < 0 ? null : -forgotten
}

/** Returns true when `after` differs from `before` only by the running bar that has just closed. */
export const isRolled = (before: BarModel, after: BarModel): boolean =>
  after.history.length === before.history.length + 1 &&
  after.history.at(-1)?.time === before.live?.time &&
  after.history[0] === before.history[0]

/**
 * Returns true when the bars of a range are the same after a shift: each completed one itself, and
 * the running one by its time.
 */
export function isSameBars(
  before: BarModel,
  after: BarModel,
  { from, to }: { readonly from: number; readonly to: number },
  shift: number,
): boolean {
  const isLiveSame = before.live?.time === after.live?.time
  if (!isLiveSame || after.history.length !== before.history.length + shift) return false
  const end = Math.min(to, before.history.length)
  for (let index = from; index < end; index += 1) {
    if (before.history[index] !== after.history[index + shift]) return false
  }
  return true
}

export const barCount = (model: BarModel): number =>
  model.history.length + (model.live === null ? 0 : 1)

/** Returns the bar at an index counted from the oldest. */
export const barAt = (model: BarModel, index: number): Bar | null =>
  index === model.history.length ? model.live : (model.history[index] ?? null)

/** Returns the index of the first bar at a time or after it; of the newest where there is none. */
export function indexBy(model: BarModel, time: number): number {
  const { history } = model
  let low = 0
  let high = history.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((history[middle]?.time ?? 0) < time) low = middle + 1
    else high = middle
  }
  return Math.min(low, Math.max(0, barCount(model) - 1))
}

/** Returns the index of the bar that contains a time: the last one that began by then; or null. */
export function indexAt({ history, live }: BarModel, time: EpochMs): number | null {
  if (live !== null && live.time <= time) return history.length
  let [from, to] = [0, history.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((history[middle]?.time ?? time) <= time) from = middle + 1
    else to = middle
  }
  return from === 0 ? null : from - 1
}

/** The values of one bar for the legend and the screen reader, all exact. */
export interface BarReading {
  readonly bar: Bar
  /** Close minus the previous close; null for the oldest bar. */
  readonly change: Decimal | null
  /** The same as a fraction (0.01 = 1%), rounded to six places. */
  readonly changeRatio: Decimal | null
}

/**
 * Returns the values of the bar at an index; of the newest when the index is null or out of range.
 */
export function readBar(model: BarModel, index: number | null): BarReading | null {
  const place = index !== null && barAt(model, index) !== null ? index : barCount(model) - 1
  const bar = barAt(model, place)
  if (bar === null) return null
  const before = barAt(model, place - 1)
  if (before === null) return { bar, change: null, changeRatio: null }
  const change = sub(bar.close, before.close)
  return { bar, change, changeRatio: div(change, before.close, 6, 'half-even') }
}

/** How the prices of a chart are written. */
export interface ChartPrices {
  /** The places of its newest price. */
  readonly places: number
  /** The step at its newest price; null while it is not known. */
  readonly step: Decimal | null
  /** Null while they are not known. */
  readonly steps: readonly PriceStep[] | null
}

/** Returns the places of a price on a scale, where a finer step may apply than at the newest. */
export function scalePlaces(price: Decimal, { places, steps }: Omit<ChartPrices, 'step'>): number {
  return steps === null ? places : Math.max(places, pricePlaces(price, steps))
}

/** The bars whose prices show the places of an instrument whose step is not known. */
const RECENT_BARS = 50

/** Returns the step of the listing at the newest price of a chart; null while it is not known. */
export function chartStep(model: BarModel, steps: readonly PriceStep[] | null): Decimal | null {
  const newest = model.live ?? model.history.at(-1)
  return steps === null || newest === undefined ? null : stepAbove(newest.close, steps)
}

/**
 * Returns the decimal places in which the prices of a chart are written: as many as the listing's
 * step at its newest price has, or its newest bars while no step is known.
 */
export function chartPlaces(model: BarModel, steps: readonly PriceStep[] | null): number {
  const newest = model.live ?? model.history.at(-1)
  if (steps !== null && newest !== undefined) return pricePlaces(newest.close, steps)
  const recent = [
    ...model.history.slice(-RECENT_BARS),
    ...(model.live === null ? [] : [model.live]),
  ]
  return recent.reduce(
    (places, { open, high, low, close }) =>
      Math.max(places, ...[open, high, low, close].map(significantScale)),
    2,
  )
}
