import {
  asPrice,
  maxOf,
  minOf,
  snap,
  sub,
  add,
  type Decimal,
  type Price,
} from '../../../shared/domain/decimal.js'
import type { Anchor } from '../../../shared/domain/drawings/drawing.schema.js'
import { isPositionPlan, type DrawingKind } from '../../../shared/domain/drawings/drawing-kinds.js'
import { barAt } from '../bars/bar-model.js'
import { toNumber, valueAt } from '../number.js'
import type { BarAxis } from '../../../shared/domain/drawings/axis/bar-axis.js'
import type { ChartScales, Point } from './chart-scales.js'

/** How close to a price of its bar the pointer is drawn to that, in px. */
const MAGNET_PX = 44
/** More places than any tick: a number from the chart is rounded once, to the tick. */
const CHART_PLACES = 10

/** Returns the step of prices near a price. */
export type StepOf = (price: Price) => Decimal

/** What a place in the pane is converted with. */
export interface Snapping {
  readonly scales: ChartScales
  readonly axis: BarAxis
  readonly stepOf: StepOf
}

/** Returns the price at a y, on the tick (REL-35); null where the scale has none. */
export function priceAtY(y: number, { scales, stepOf }: Snapping): Price | null {
  const value = scales.price(y)
  if (value === null || !Number.isFinite(value)) return null
  const raw = asPrice(valueAt(value, CHART_PLACES))
  return snap(raw, stepOf(raw), 'half-even')
}

/** Returns the price of the bar at a place that the magnet draws to; null when none is near. */
function magnetPrice({ x, y }: Point, { scales }: Snapping): Price | null {
  const bar = barAt(scales.model, Math.round(scales.index(x)))
  if (bar === null) return null
  const near = [bar.open, bar.high, bar.low, bar.close]
    .map((price) => {
      const place = scales.y(toNumber(price))
      return { price, away: place === null ? Infinity : Math.abs(place - y) }
    })
    .sort((a, b) => a.away - b.away)[0]
  return near !== undefined && near.away <= MAGNET_PX ? near.price : null
}

/** Returns the anchor at a place of the pane; null where the scale has no price. */
export function anchorAt(point: Point, snapping: Snapping, magnet: boolean): Anchor | null {
  const { scales, axis } = snapping
  const price = (magnet ? magnetPrice(point, snapping) : null) ?? priceAtY(point.y, snapping)
  return price === null ? null : { time: axis.time(scales.index(point.x)), price }
}

/** Returns where an anchor is in the pane; null where the scale cannot show its price. */
export function pointOf({ time, price }: Anchor, { scales, axis }: Omit<Snapping, 'stepOf'>) {
  const y = scales.y(toNumber(price))
  return y === null ? null : { x: scales.x(axis.position(time)), y }
}

/** Returns anchors moved by a distance in the pane, on bars and ticks. */
export function movedAnchors(
  anchors: readonly Anchor[],
  by: Point,
  snapping: Snapping,
): readonly Anchor[] {
  const { scales, axis } = snapping
  const bars = Math.round(scales.index(by.x) - scales.index(0))
  return anchors.map((anchor) => {
    const y = scales.y(toNumber(anchor.price))
    const price = by.y === 0 || y === null ? null : priceAtY(y + by.y, snapping)
    return {
      time: bars === 0 ? anchor.time : axis.time(axis.position(anchor.time) + bars),
      price: price ?? anchor.price,
    }
  })
}

/** Returns anchors moved by bars and by steps of the price. */
export function steppedAnchors(
  anchors: readonly Anchor[],
  bars: number,
  steps: number,
  { axis, stepOf }: Snapping,
): readonly Anchor[] {
  return anchors.map(({ time, price }) => ({
    time: bars === 0 ? time : axis.time(axis.position(time) + bars),
    price: steps === 0 ? price : steppedPrice(price, steps, stepOf),
  }))
}

/** Returns a price some steps higher, or lower for a negative number. */
export function steppedPrice(price: Price, steps: number, stepOf: StepOf): Price {
  const size = stepOf(price)
  const change = valueAt(Math.abs(steps) * toNumber(size), CHART_PLACES)
  const next = asPrice(steps < 0 ? sub<Decimal>(price, change) : add<Decimal>(price, change))
  return snap(next, size, 'half-even')
}

/**
 * Returns the anchors of a planned position after one was moved: target and stop share a time, and
 * each stays on its side of the entry. Other kinds are returned as they are.
 */
export function settledAnchors(
  kind: DrawingKind,
  anchors: readonly Anchor[],
  moved: number,
  stepOf: StepOf,
): readonly Anchor[] {
  const [entry, target, stop] = anchors
  if (!isPositionPlan(kind) || entry === undefined || target === undefined || stop === undefined) {
    return anchors
  }
  const { time } = moved === 2 ? stop : target
  const step = stepOf(entry.price)
  const above = asPrice(add<Decimal>(entry.price, step))
  const below = asPrice(sub<Decimal>(entry.price, step))
  const isLong = kind === 'long-position'
  const high = maxOf(isLong ? target.price : stop.price, above)
  const low = minOf(isLong ? stop.price : target.price, below)
  return [entry, { time, price: isLong ? high : low }, { time, price: isLong ? low : high }]
}

/** How large a new plan is, in parts of the pane's height and in bars. */
const PLAN_RISK = 0.1
const PLAN_REWARD = 0.2
const PLAN_BARS = 24

/** Returns the anchors of a new position at an entry: with twice as much to gain as to lose. */
export function plannedAnchors(
  kind: DrawingKind,
  entry: Anchor,
  snapping: Snapping,
): readonly Anchor[] {
  const { scales, axis, stepOf } = snapping
  const y = scales.y(toNumber(entry.price)) ?? scales.height / 2
  const up = kind === 'long-position' ? -1 : 1
  const price = (share: number): Price =>
    priceAtY(y + share * scales.height, snapping) ?? entry.price
  const time = axis.time(axis.position(entry.time) + PLAN_BARS)
  const anchors = [
    entry,
    { time, price: price(up * PLAN_REWARD) },
    { time, price: price(-up * PLAN_RISK) },
  ]
  return settledAnchors(kind, anchors, 1, stepOf)
}
