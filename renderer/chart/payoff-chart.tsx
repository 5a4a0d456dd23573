import { decimalText, type Decimal, type Price } from '../../shared/domain/decimal.js'
import type { StrategyPayoff } from '../../shared/domain/orders/strategy-payoff.js'
import { toNumber } from './number.js'
import './payoff-chart.css'

const WIDTH = 320
const HEIGHT = 140
const PAD = { left: 8, right: 8, top: 12, bottom: 18 }
/** How far the chart reaches beyond the outermost strike and the price, as a share of the price. */
const MARGIN = 0.06

export interface PayoffChartProps {
  readonly payoff: StrategyPayoff
  /** The price of the underlying; null while it is not known. */
  readonly price: Decimal | null
  /** What a screen reader says. */
  readonly label: string
  readonly formatPrice: (price: Decimal) => string
  readonly nowLabel: string
}

interface Point {
  readonly x: number
  readonly y: number
}

/** The result of a strategy at expiration as a line over the price of the underlying. */
export function PayoffChart({ payoff, price, label, formatPrice, nowLabel }: PayoffChartProps) {
  const range = rangeOf(payoff, price)
  const line = lineOf(payoff, range)
  const results = line.map(({ y }) => y)
  const [low, high] = [Math.min(0, ...results), Math.max(0, ...results)]
  const span = high - low || 1
  const x = (value: number): number =>
    PAD.left + ((value - range.from) / (range.to - range.from)) * (WIDTH - PAD.left - PAD.right)
  const y = (value: number): number =>
    PAD.top + ((high - value) / span) * (HEIGHT - PAD.top - PAD.bottom)
  const path = line.map((point) => `${x(point.x).toFixed(1)},${y(point.y).toFixed(1)}`).join(' ')
  const zero = y(0)
  return (
    <svg className="payoff-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <clipPath id="payoff-gain">
        <rect x={0} y={0} width={WIDTH} height={zero} />
      </clipPath>
      <clipPath id="payoff-loss">
        <rect x={0} y={zero} width={WIDTH} height={HEIGHT - zero} />
      </clipPath>
      <polygon
        className="payoff-area gain"
        clipPath="url(#payoff-gain)"
        points={`${x(range.from)},${zero} ${path} ${x(range.to)},${zero}`}
      />
      <polygon
        className="payoff-area loss"
        clipPath="url(#payoff-loss)"
        points={`${x(range.from)},${zero} ${path} ${x(range.to)},${zero}`}
      />
      <line className="payoff-zero" x1={PAD.left} x2={WIDTH - PAD.right} y1={zero} y2={zero} />
      <polyline className="payoff-line" points={path} />
      {payoff.breakEvens.map((breakEven) => (
        <BreakEven key={decimalText(breakEven)} x={x(toNumber(breakEven))} zero={zero}>
          {formatPrice(breakEven)}
        </BreakEven>
      ))}
      {price !== null && (
        <g className="payoff-now">
          <line
            x1={x(toNumber(price))}
            x2={x(toNumber(price))}
            y1={PAD.top}
            y2={HEIGHT - PAD.bottom}
          />
          <text x={x(toNumber(price))} y={PAD.top - 3} textAnchor="middle">
            {`${nowLabel} ${formatPrice(price)}`}
          </text>
        </g>
      )}
    </svg>
  )
}

function BreakEven({
  x,
  zero,
  children,
}: {
  readonly x: number
  readonly zero: number
  readonly children: string
}) {
  return (
    <g className="payoff-break">
      <circle cx={x} cy={zero} r={2.5} />
      <text x={x} y={HEIGHT - 5} textAnchor="middle">
        {children}
      </text>
    </g>
  )
}

/** Returns the shown prices: every strike, every break-even and the price, with a margin. */
function rangeOf(
  { points, breakEvens }: StrategyPayoff,
  price: Decimal | null,
): { readonly from: number; readonly to: number } {
  const shown = [
    ...points.slice(1).map((point) => toNumber(point.price)),
    ...breakEvens.map((breakEven: Price) => toNumber(breakEven)),
    ...(price === null ? [] : [toNumber(price)]),
  ]
  const [from, to] = [Math.min(...shown), Math.max(...shown)]
  const margin = Math.max((to - from) * 0.2, to * MARGIN)
  return { from: Math.max(0, from - margin), to: to + margin }
}

/** Returns the corners of the line within the range. */
function lineOf(
  { points, slope }: StrategyPayoff,
  { from, to }: { readonly from: number; readonly to: number },
): readonly Point[] {
  const corners = points.map(
    (point): Point => ({ x: toNumber(point.price), y: toNumber(point.result) }),
  )
  const last = corners.at(-1) ?? { x: 0, y: 0 }
  const end: Point = { x: to, y: last.y + toNumber(slope) * (to - last.x) }
  const all = [...corners, end]
  return [{ x: from, y: valueAt(all, from) }, ...corners.filter(({ x }) => x > from && x < to), end]
}

/** Returns the value of the line at a price. */
function valueAt(corners: readonly Point[], x: number): number {
  const index = corners.findIndex((corner) => corner.x >= x)
  const [before, after] = [corners[index - 1], corners[index]]
  if (after === undefined) return 0
  if (before === undefined || after.x === before.x) return after.y
  return before.y + ((after.y - before.y) * (x - before.x)) / (after.x - before.x)
}
