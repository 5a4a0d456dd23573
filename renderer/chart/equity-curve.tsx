import type { Decimal } from '../../shared/domain/decimal.js'
import { toNumber } from './number.js'
import './equity-curve.css'

const WIDTH = 600
const HEIGHT = 140
const PAD = 6

export interface EquityCurveProps {
  /** The realized total after each day, oldest first. */
  readonly totals: readonly Decimal[]
  /** What a screen reader says of the picture. */
  readonly label: string
}

/** The realized total over the days, from zero; the area below zero has another color. */
export function EquityCurve({ totals, label }: EquityCurveProps) {
  const values = [0, ...totals.map(toNumber)]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const y = (value: number): number =>
    PAD + ((high - value) / (high - low || 1)) * (HEIGHT - 2 * PAD)
  const x = (index: number): number => (index / Math.max(1, values.length - 1)) * WIDTH
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`)
  const zero = y(0).toFixed(1)
  const last = values.at(-1) ?? 0
  return (
    <svg
      className={`equity-curve ${last < 0 ? 'loss' : 'gain'}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      data-testid="equity-curve"
    >
      <polygon points={`0,${zero} ${points.join(' ')} ${WIDTH},${zero}`} />
      <line className="equity-zero" x1={0} x2={WIDTH} y1={zero} y2={zero} />
      <polyline points={points.join(' ')} />
    </svg>
  )
}
