import { PLAN_PARTS, type LineScale } from './drawing-alert.js'
import type { AlertLine } from './alert.schema.js'
import {
  add,
  asPrice,
  div,
  fromInteger,
  gte,
  mul,
  sub,
  type Decimal,
  type Price,
} from '../decimal.js'
import type { EpochMs } from '../time.js'
import type { Anchor, Drawing } from '../drawings/drawing.schema.js'
import { isPositionPlan } from '../drawings/drawing-kinds.js'
import { extensionLevels, retracementLevels, type PriceLevel } from '../drawings/levels.js'
import { LINE_PLACES } from '../drawings/line-price.js'
import { alongLog, middleLog } from '../drawings/log-scale.js'

/** How the lines of a drawing are evaluated. */
export interface LineRules {
  readonly scale: LineScale
  /** True when it goes on to the right, beyond its end. */
  readonly extended: boolean
  /** Returns the bar that contains a time, counted from a fixed one. */
  readonly position: (time: EpochMs) => number
}

type Shape = Pick<Drawing, 'kind' | 'anchors'>
/** The lines of a drawing at one bar, always in the same order; null where one does not reach. */
export type DrawnLines = readonly (AlertLine | null)[]

const NONE: DrawnLines = []

/** A slope: the rise between two prices, over a number of bars. */
interface Slope {
  readonly prices: readonly [Price, Price]
  readonly bars: number
}

/** Returns the price that is `bars` after `base` on a line of a slope; null for an upright one. */
function along(base: Price, { prices, bars }: Slope, count: number, scale: LineScale) {
  if (bars === 0) return null
  if (scale === 'log') {
    const price = alongLog(base, prices, [count, bars], LINE_PLACES)
    return price === null ? null : asPrice(price)
  }
  const rise = mul(sub(prices[1], prices[0]), fromInteger(count))
  const share = div(rise, fromInteger(bars), LINE_PLACES, 'half-even')
  return share === null ? null : asPrice(add<Decimal>(base, share))
}

const lineOf = (
  part: AlertLine['part'],
  price: Price | null,
  ratio: Decimal | null = null,
): AlertLine | null => (price === null ? null : { part, ratio, price })

/** Names the higher of two prices `upper`; both are null where one is. */
function pairOf(a: Price | null, b: Price | null): readonly [AlertLine | null, AlertLine | null] {
  if (a === null || b === null) return [null, null]
  const [upper, lower] = gte(a, b) ? [a, b] : [b, a]
  return [lineOf('upper', upper), lineOf('lower', lower)]
}

const levels = (all: readonly PriceLevel[]): DrawnLines =>
  all.map(({ ratio, price }) => lineOf('level', price, ratio))

/** Returns the first and the last bar of a drawing; null where it has no end on that side. */
export function lineReach(
  { kind, anchors }: Shape,
  { position, extended }: LineRules,
): readonly [number | null, number | null] {
  const bars = anchors.map(({ time }) => position(time))
  const [a = 0, b = 0, c = 0] = bars
  switch (kind) {
    case 'trend-line':
    case 'channel':
      return [Math.min(a, b), extended ? null : Math.max(a, b)]
    case 'rectangle':
      return [Math.min(a, b), Math.max(a, b)]
    case 'ray':
      return b >= a ? [a, null] : [null, a]
    case 'pitchfork':
      return b + c >= 2 * a ? [Math.min(a, b, c), null] : [null, Math.max(a, b, c)]
    case 'arrow':
    case 'ellipse':
    case 'fib-extension':
    case 'fib-retracement':
    case 'horizontal':
    case 'long-position':
    case 'measure':
    case 'path':
    case 'short-position':
    case 'text':
    case 'vertical':
      return [null, null]
  }
}

/**
 * Returns the lines of a drawing at a bar, with exact prices: rounded to ten places where they are
 * sloped. A line is straight along the bars, on the price scale of the rules.
 */
export function drawnLines(drawing: Shape, bar: number, rules: LineRules): DrawnLines {
  const { kind, anchors } = drawing
  const [a, b, c] = anchors
  const [first, last] = lineReach(drawing, rules)
  if (a === undefined) return NONE
  if (kind === 'horizontal') return [lineOf('line', a.price)]
  if (isPositionPlan(kind)) {
    return PLAN_PARTS.map((part, index) => lineOf(part, anchors[index]?.price ?? null))
  }
  if (b === undefined) return NONE
  const isThere = (first === null || bar >= first) && (last === null || bar <= last)
  const seen = (lines: DrawnLines): DrawnLines => (isThere ? lines : lines.map(() => null))
  switch (kind) {
    case 'trend-line':
    case 'ray':
      return seen([lineOf('line', slopedPrice([a, b], a, bar, rules))])
    case 'channel': {
      const prices = [a, c].map((through) =>
        through === undefined ? null : slopedPrice([a, b], through, bar, rules),
      )
      return seen(pairOf(prices[0] ?? null, prices[1] ?? null))
    }
    case 'rectangle':
      return seen(pairOf(a.price, b.price))
    case 'pitchfork':
      return c === undefined ? NONE : forkLines([a, b, c], bar, rules)
    case 'fib-retracement':
      return levels(retracementLevels(a, b))
    case 'fib-extension':
      return c === undefined ? NONE : levels(extensionLevels(a, b, c))
    case 'arrow':
    case 'ellipse':
    case 'measure':
    case 'path':
    case 'text':
    case 'vertical':
      return NONE
  }
}

/** Returns the price at a bar of the line through a point that is parallel to another line. */
function slopedPrice(
  [from, to]: readonly [Anchor, Anchor],
  through: Anchor,
  bar: number,
  { position, scale }: LineRules,
): Price | null {
  const slope: Slope = {
    prices: [from.price, to.price],
    bars: position(to.time) - position(from.time),
  }
  return along(through.price, slope, bar - position(through.time), scale)
}

/** The middle line from the first point through the middle of the others, and its parallels. */
function forkLines(
  [a, b, c]: readonly [Anchor, Anchor, Anchor],
  bar: number,
  { position, scale }: LineRules,
): DrawnLines {
  const middle = middlePrice(b.price, c.price, scale)
  if (middle === null) return [null, null, null]
  const from = position(a.time)
  // Twice the bars: the middle of two bars may be between two.
  const slope: Slope = {
    prices: [a.price, middle],
    bars: position(b.time) + position(c.time) - 2 * from,
  }
  const priceFrom = (start: Anchor): Price | null =>
    along(start.price, slope, 2 * (bar - position(start.time)), scale)
  const reaches = (start: Anchor): boolean =>
    slope.bars >= 0 ? bar >= position(start.time) : bar <= position(start.time)
  const prongs = [b, c].map((start) => ({ price: priceFrom(start), isThere: reaches(start) }))
  const [upper, lower] = prongs.toSorted((x, y) =>
    x.price === null || y.price === null ? 0 : gte(x.price, y.price) ? -1 : 1,
  )
  const there = (prong: typeof upper): Price | null =>
    prong?.isThere === true ? prong.price : null
  return [
    lineOf('upper', there(upper)),
    lineOf('middle', reaches(a) ? priceFrom(a) : null),
    lineOf('lower', there(lower)),
  ]
}

function middlePrice(a: Price, b: Price, scale: LineScale): Price | null {
  const middle =
    scale === 'log'
      ? middleLog(a, b, LINE_PLACES)
      : div(add<Decimal>(a, b), fromInteger(2), LINE_PLACES, 'half-even')
  return middle === null ? null : asPrice(middle)
}
