import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Decimal } from '../../../shared/domain/decimal.js'
import { estimateOf, toNumber } from '../number.js'
import { resultOn, type PayoffLine, type PayoffLines } from './payoff-lines.js'
import './payoff-chart.css'

const WIDTH = 350
const HEIGHT = 160
const PAD = { left: 8, right: 8, top: 14, bottom: 18 }
/** The part of the range by which an arrow key moves the reading line. */
const KEY_STEP = 1 / 50

/** The words of the picture. */
export interface PayoffTexts {
  /** What a screen reader says of the picture. */
  readonly label: string
  /** Names the present price of the underlying. */
  readonly now: string
  /** Says what the lines show at a price; `today` is null where it is not known. */
  readonly reading: (price: string, end: string, today: string | null) => string
  readonly price: (price: Decimal) => string
  readonly money: (result: Decimal) => string
}

export interface PayoffChartProps {
  readonly lines: PayoffLines
  readonly breakEvens: readonly number[]
  /** The price of the underlying; null while it is not known. */
  readonly spot: Decimal | null
  readonly texts: PayoffTexts
}

interface Scale {
  readonly x: (price: number) => number
  readonly y: (result: number) => number
}

/** Places prices and results in the picture, so that every point of both lines is inside. */
function scaleOf({ range, end, today }: PayoffLines): Scale {
  const results = [...end, ...(today ?? [])].map(({ result }) => result)
  const [low, high] = [Math.min(0, ...results), Math.max(0, ...results)]
  const span = high - low || 1
  return {
    x: (price) =>
      PAD.left + ((price - range.from) / (range.to - range.from)) * (WIDTH - PAD.left - PAD.right),
    y: (result) => PAD.top + ((high - result) / span) * (HEIGHT - PAD.top - PAD.bottom),
  }
}

const pathOf = (line: PayoffLine, { x, y }: Scale): string =>
  line.map(({ price, result }) => `${x(price).toFixed(1)},${y(result).toFixed(1)}`).join(' ')

/**
 * The result of a strategy over the price of its underlying: when it ends, and today. The reading
 * line follows the pointer and the arrow keys.
 */
export function PayoffChart({ lines, breakEvens, spot, texts }: PayoffChartProps) {
  const { range, end, today } = lines
  const scale = scaleOf(lines)
  const now = spot === null ? null : toNumber(spot)
  const [chosen, setChosen] = useState<number | null>(null)
  const middle = now ?? (range.from + range.to) / 2
  const readAt = Math.min(range.to, Math.max(range.from, chosen ?? middle))
  const money = (line: PayoffLine): string => texts.money(estimateOf(resultOn(line, readAt)))
  const reading = texts.reading(
    texts.price(estimateOf(readAt)),
    money(end),
    today === null ? null : money(today),
  )
  const follow = (event: PointerEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const inPicture = ((event.clientX - left) / (width || 1)) * WIDTH
    const part = (inPicture - PAD.left) / (WIDTH - PAD.left - PAD.right)
    setChosen(range.from + part * (range.to - range.from))
  }
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const target = keyTarget(event.key, readAt, lines)
    if (target === undefined) return
    event.preventDefault()
    setChosen(target)
  }
  return (
    <>
      <div
        className="payoff-chart"
        role="slider"
        tabIndex={0}
        aria-label={texts.label}
        aria-valuemin={range.from}
        aria-valuemax={range.to}
        aria-valuenow={readAt}
        aria-valuetext={reading}
        data-testid="payoff"
        onPointerMove={follow}
        onPointerLeave={() => setChosen(null)}
        onKeyDown={press}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
          <Area lines={lines} scale={scale} />
          <line
            className="payoff-zero"
            x1={PAD.left}
            x2={WIDTH - PAD.right}
            y1={scale.y(0)}
            y2={scale.y(0)}
          />
          {today !== null && <polyline className="payoff-today" points={pathOf(today, scale)} />}
          <polyline className="payoff-line" points={pathOf(end, scale)} />
          <BreakEvens breakEvens={breakEvens} scale={scale} texts={texts} />
          {now !== null && spot !== null && (
            <Mark className="payoff-now" x={scale.x(now)}>
              {`${texts.now} ${texts.price(spot)}`}
            </Mark>
          )}
          {chosen !== null && <Mark className="payoff-reading" x={scale.x(readAt)} />}
        </svg>
      </div>
      <p className="payoff-summary tnum" data-testid="payoff-reading">
        {reading}
      </p>
    </>
  )
}

/** Returns the price that a key moves the reading line to; null for the present price. */
function keyTarget(key: string, read: number, { range }: PayoffLines): number | null | undefined {
  const step = (range.to - range.from) * KEY_STEP
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(range.to, read + step)
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(range.from, read - step)
  if (key === 'Home') return range.from
  if (key === 'End') return range.to
  return key === 'Escape' ? null : undefined
}

/** What is gained and lost, as areas above and below zero. */
function Area({ lines: { range, end }, scale }: { lines: PayoffLines; scale: Scale }) {
  const zero = scale.y(0)
  const points = `${scale.x(range.from)},${zero} ${pathOf(end, scale)} ${scale.x(range.to)},${zero}`
  const parts = [
    ['gain', 0, zero],
    ['loss', zero, HEIGHT - zero],
  ] as const
  return parts.map(([name, top, height]) => (
    <g key={name}>
      <clipPath id={`payoff-${name}`}>
        <rect x={0} y={top} width={WIDTH} height={height} />
      </clipPath>
      <polygon
        className={`payoff-area ${name}`}
        clipPath={`url(#payoff-${name})`}
        points={points}
      />
    </g>
  ))
}

function Mark({
  className,
  x,
  children = null,
}: {
  readonly className: string
  readonly x: number
  readonly children?: string | null
}) {
  return (
    <g className={className}>
      <line x1={x} x2={x} y1={PAD.top} y2={HEIGHT - PAD.bottom} />
      {children !== null && (
        <text {...labelPlace(x)} y={PAD.top - 4}>
          {children}
        </text>
      )}
    </g>
  )
}

/** Keeps a label inside the picture: at an edge it begins or ends there. */
function labelPlace(x: number): {
  readonly x: number
  readonly textAnchor: 'start' | 'middle' | 'end'
} {
  const half = 36
  if (x < half) return { x: PAD.left, textAnchor: 'start' }
  return x > WIDTH - half
    ? { x: WIDTH - PAD.right, textAnchor: 'end' }
    : { x, textAnchor: 'middle' }
}

function BreakEvens({
  breakEvens,
  scale,
  texts,
}: {
  readonly breakEvens: readonly number[]
  readonly scale: Scale
  readonly texts: PayoffTexts
}) {
  return breakEvens.map((breakEven) => (
    <g key={breakEven} className="payoff-break">
      <circle cx={scale.x(breakEven)} cy={scale.y(0)} r={2.5} />
      <text {...labelPlace(scale.x(breakEven))} y={HEIGHT - 5}>
        {texts.price(estimateOf(breakEven))}
      </text>
    </g>
  ))
}
