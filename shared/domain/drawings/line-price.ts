import { add, asPrice, div, fromInteger, mul, sub, type Decimal, type Price } from '../decimal.js'
import type { EpochMs } from '../time.js'
import type { Anchor, Drawing } from './drawing.schema.js'

/** The places of a price on a line; a line rarely meets a time at a price of the tick. */
export const LINE_PLACES = 10

/**
 * Returns where a time is on the axis along which lines are straight: without one, the time itself.
 * A chart passes the position of its bars, in which closed hours have no length.
 */
export type AxisPosition = (time: EpochMs) => Decimal

/**
 * Returns the price at a time of the line through two anchors, rounded to ten places; null for a
 * vertical one.
 */
export function priceOnLine(
  [from, to]: readonly [Anchor, Anchor],
  time: EpochMs,
  position: AxisPosition = fromInteger,
): Price | null {
  const start = position(from.time)
  const length = sub(position(to.time), start)
  const rise = mul(sub(to.price, from.price), sub(position(time), start))
  const share = div(rise, length, LINE_PLACES, 'half-even')
  return share === null ? null : asPrice(add<Decimal>(from.price, share))
}

const isWithin = (time: EpochMs, a: Anchor, b: Anchor): boolean =>
  time >= Math.min(a.time, b.time) && time <= Math.max(a.time, b.time)

const isOnRay = (time: EpochMs, from: Anchor, to: Anchor): boolean =>
  to.time >= from.time ? time >= from.time : time <= from.time

/**
 * Returns the prices of a line at a time: one of a horizontal line, of a trend line between its
 * ends, and of a ray from its start on; two of a channel, the one through its first two anchors
 * first. None for other kinds, and where a line does not reach.
 */
export function linePrices(
  { kind, anchors }: Pick<Drawing, 'kind' | 'anchors'>,
  time: EpochMs,
  position: AxisPosition = fromInteger,
): readonly Price[] {
  const [from, to, side] = anchors
  if (from === undefined) return []
  if (kind === 'horizontal') return [from.price]
  if (to === undefined) return []
  const price = priceOnLine([from, to], time, position)
  if (price === null) return []
  if (kind === 'trend-line') return isWithin(time, from, to) ? [price] : []
  if (kind === 'ray') return isOnRay(time, from, to) ? [price] : []
  if (kind !== 'channel') return []
  const base = side === undefined ? null : priceOnLine([from, to], side.time, position)
  if (side === undefined || base === null || !isWithin(time, from, to)) return []
  return [price, asPrice(add<Decimal>(price, sub(side.price, base)))]
}

/** Returns the price of a line at a time; of a channel its first line. Null where it has none. */
export const linePrice = (
  drawing: Pick<Drawing, 'kind' | 'anchors'>,
  time: EpochMs,
  position: AxisPosition = fromInteger,
): Price | null => linePrices(drawing, time, position)[0] ?? null
