import type { Symbol } from '../../../../shared/domain/ids.js'
import type { Timespan } from '../../../../shared/domain/market/bar.js'
import {
  div,
  isPositive,
  neg,
  sub,
  type Decimal,
  type Price,
} from '../../../../shared/domain/decimal.js'
import type { Anchor, Drawing } from '../../../../shared/domain/drawings/drawing.js'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../shared/domain/time.js'
import type { WindowText } from '../../../../shared/messages/window/window-text.js'
import { barTimeText } from '../../../chart/axis-time.js'
import type { DrawingFormat, Measured } from '../../../chart/drawings/shape.js'
import {
  ARROWS,
  directionOf,
  formatChange,
  formatDecimal,
  formatMoney,
  formatQuantity,
  formatRatio,
} from '../../../format/decimal.js'
import { formatSymbolPrice } from '../../../format/product-price.js'

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
  { bars, from, to, start, end }: Measured,
  text: DrawingsText['measured'],
): readonly string[] {
  const change = sub(end, start)
  const ratio = ratioBetween(start, end)
  const arrow = ARROWS[directionOf(change)]
  return [
    `${arrow} ${text.price(formatChange(change), formatRatio(ratio, true))}`.trim(),
    text.bars(`${bars}`, duration(Math.abs(to - from), text)),
  ]
}

/** Returns the format on the drawings of a chart. */
export function drawingFormat(
  symbol: Symbol,
  timespan: Timespan,
  locale: string,
  currency: string | null,
  { drawings: text }: WindowText,
): DrawingFormat {
  const prices = new Map<Price, string>()
  const price = (value: Price): string => {
    const known = prices.get(value)
    if (known !== undefined) return known
    const made = formatSymbolPrice(value, symbol)
    if (prices.size >= MAX_PRICES) prices.clear()
    prices.set(value, made)
    return made
  }
  return {
    price,
    time: (time) => barTimeText(time, timespan, locale),
    ratio: (ratio) => formatDecimal(ratio, 0, 3),
    measure: (values) => measured(values, text.measured),
    plan({ entry, target, stop }, { ratio, quantity, loss, gain }) {
      const { plan } = text
      const line = (write: typeof plan.target, to: Price, amount: Decimal | null): string => {
        const own = write(price(to), formatRatio(ratioBetween(entry, to), true))
        return amount === null ? own : plan.amount(own, formatMoney(amount, currency, true))
      }
      const units = quantity === null ? plan.noQuantity : plan.quantity(formatQuantity(quantity))
      return {
        entry: [
          `${price(entry)} · ${units} · ${plan.ratio(ratio === null ? '-' : formatDecimal(ratio, 2, 2))}`,
        ],
        target: line(plan.target, target, gain),
        stop: line(plan.stop, stop, loss === null ? null : neg(loss)),
      }
    },
  }
}

/** Returns a point in format. */
export const anchorText = (
  { time, price }: Anchor,
  format: DrawingFormat,
  text: DrawingsText,
): string => text.point(format.time(time), format.price(price))

/** Returns a drawing in format: its kind, its text and its points. */
export function drawingLabel(
  { kind, text: own, anchors }: Pick<Drawing, 'kind' | 'text' | 'anchors'>,
  format: DrawingFormat,
  text: DrawingsText,
): string {
  const name = own === '' ? text.kinds[kind] : `${text.kinds[kind]} ${own.split('\n').join(' ')}`
  return text.description(
    name,
    anchors.map((anchor) => anchorText(anchor, format, text)).join('; '),
  )
}
