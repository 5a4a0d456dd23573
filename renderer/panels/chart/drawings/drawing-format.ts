import { ownMoney, ownQuantity } from '../../../format/own.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { Timespan } from '../../../../shared/domain/market/bar.js'
import {
  div,
  isPositive,
  neg,
  snap,
  sub,
  type Decimal,
  type Price,
} from '../../../../shared/domain/decimal.js'
import type { Anchor, Drawing } from '../../../../shared/domain/drawings/drawing.schema.js'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../shared/domain/time.js'
import type { WindowText } from '../../../../shared/messages/window-text.js'
import { barTimeText } from '../../../chart/axis-time.js'
import type { DrawingFormat, Measured } from '../../../chart/drawings/shape.js'
import type { StepOf } from '../../../chart/drawings/snap.js'
import { ARROWS, directionOf, formatDecimal, formatRatio } from '../../../format/decimal.js'
import { formatPriceChange, formatSymbolPrice } from '../../../format/product-price.js'
import { signedDrawingText } from '../../../../shared/domain/drawings/drawing-text.js'

type DrawingsText = WindowText['drawings']

/** Prices of levels repeat with every frame. */
const MAX_PRICES = 5_000
const RATIO_PLACES = 6

function duration(ms: number, text: DrawingsText['measured']): string {
  const rest = (part: number, unit: number): number => Math.floor((ms % part) / unit)
  if (ms >= DAY_MS) return text.days(Math.floor(ms / DAY_MS), rest(DAY_MS, HOUR_MS))
  if (ms >= HOUR_MS) return text.hours(Math.floor(ms / HOUR_MS), rest(HOUR_MS, MINUTE_MS))
  return text.minutes(Math.floor(ms / MINUTE_MS), rest(MINUTE_MS, SECOND_MS))
}

const ratioBetween = (from: Price, to: Price): Decimal | null =>
  isPositive(from) ? div(sub(to, from), from, RATIO_PLACES, 'half-even') : null

function measured(
  symbol: Symbol,
  { bars, from, to, start, end }: Measured,
  text: DrawingsText['measured'],
): readonly string[] {
  const change = sub(end, start)
  const ratio = ratioBetween(start, end)
  const arrow = ARROWS[directionOf(change)]
  return [
    `${arrow} ${text.price(formatPriceChange(change, symbol, start), formatRatio(ratio, true))}`.trim(),
    text.bars(`${bars}`, duration(Math.abs(to - from), text)),
  ]
}

/** Returns a function that writes each price once. */
function remembered(write: (price: Price) => string): (price: Price) => string {
  const cache = new Map<Price, string>()
  return (price) => {
    const cachedText = cache.get(price)
    if (cachedText !== undefined) return cachedText
    const made = write(price)
    if (cache.size >= MAX_PRICES) cache.clear()
    cache.set(price, made)
    return made
  }
}

/** The chart whose drawings are written on. */
export interface FormatContext {
  readonly symbol: Symbol
  readonly timespan: Timespan
  readonly locale: string
  readonly currency: string | null
  readonly stepOf: StepOf
}

/** Returns what writes the texts and numbers on the drawings of a chart. */
export function drawingFormat(
  { symbol, timespan, locale, currency, stepOf }: FormatContext,
  { drawings: text }: WindowText,
): DrawingFormat {
  const price = remembered((value) => formatSymbolPrice(value, symbol))
  return {
    price,
    level: remembered((value) => price(snap(value, stepOf(value), 'half-even'))),
    time: (time) => barTimeText(time, timespan, locale),
    ratio: (ratio) => formatDecimal(ratio, 0, 3),
    measure: (values) => measured(symbol, values, text.measured),
    plan({ entry, target, stop }, { ratio, quantity, loss, gain }) {
      const { plan } = text
      const line = (write: typeof plan.target, to: Price, amount: Decimal | null): string => {
        const own = write(price(to), formatRatio(ratioBetween(entry, to), true))
        return amount === null ? own : plan.amount(own, ownMoney(amount, currency, true))
      }
      return {
        entry: [
          [
            price(entry),
            ...(quantity === null ? [] : [plan.quantity(ownQuantity(quantity))]),
            ...(ratio === null ? [] : [plan.ratio(formatDecimal(ratio, 2, 2))]),
          ].join(' · '),
        ],
        target: line(plan.target, target, gain),
        stop: line(plan.stop, stop, loss === null ? null : neg(loss)),
      }
    },
  }
}

/** Returns a point in words. */
export const anchorText = (
  { time, price }: Anchor,
  format: DrawingFormat,
  text: DrawingsText,
): string => text.point(format.time(time), format.price(price))

/** Returns a drawing in words: its kind, its text and its points. */
export function drawingLabel(
  drawing: Pick<Drawing, 'kind' | 'text' | 'anchors' | 'source'>,
  format: DrawingFormat,
  text: DrawingsText,
): string {
  const { kind, anchors } = drawing
  const own = signedDrawingText(drawing)
  const name = own === '' ? text.kinds[kind] : `${text.kinds[kind]} ${own.split('\n').join(' ')}`
  return text.description(
    name,
    anchors.map((anchor) => anchorText(anchor, format, text)).join('; '),
  )
}
