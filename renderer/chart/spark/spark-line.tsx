import type { Price } from '../../../shared/domain/decimal.js'
import { toNumber } from '../number.js'
import './spark-line.css'

const WIDTH = 64
const HEIGHT = 18
const PAD = 1.5

export interface SparkLineProps {
  /** At least two prices, oldest first. */
  readonly closes: readonly Price[]
  /** The price of the dashed line, from which the day's change is measured; null for none. */
  readonly base: Price | null
  /** The prices of a complete day; a day in progress leaves the rest free. */
  readonly slots: number
  /** What a screen reader says, and the title. */
  readonly label: string
}

/** The prices of a day as a line without axes, colored by the change of the day. */
export function SparkLine({ closes, base, slots, label }: SparkLineProps) {
  const values = closes.map(toNumber)
  const level = base === null ? (values[0] ?? 0) : toNumber(base)
  const [low, high] = [Math.min(level, ...values), Math.max(level, ...values)]
  const y = (value: number): number =>
    PAD + ((high - value) / (high - low || 1)) * (HEIGHT - 2 * PAD)
  const step = WIDTH / Math.max(1, values.length - 1, slots - 1)
  const points = values.map((value, index) => `${(index * step).toFixed(1)},${y(value).toFixed(1)}`)
  const change = (values.at(-1) ?? level) - level
  const direction = change > 0 ? 'up' : change < 0 ? 'down' : 'flat'
  return (
    <svg
      className={`spark-line ${direction}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <line className="spark-base" x1={0} x2={WIDTH} y1={y(level)} y2={y(level)} />
      <polyline points={points.join(' ')} />
    </svg>
  )
}
