import type { AlertIndicator } from '../../../../shared/domain/alerts/alert.schema.js'
import {
  abs,
  add,
  dec,
  div,
  fromInteger,
  gt,
  isZero,
  maxOf,
  mul,
  sub,
  toInteger,
  toScale,
  ZERO,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import type { Bar } from '../../../../shared/domain/market/bar.js'
import { exchangeClock } from '../../../../shared/domain/market/exchange-time.js'

/** The decimal places of every value: two bars of equal prices give equal values. */
export const INDICATOR_PLACES = 10
const HUNDRED = dec('100')
const THREE = dec('3')

/** The line of an indicator at a bar; `signal` is the line that MACD crosses. */
export interface LineValue {
  readonly value: Decimal
  readonly signal: Decimal | null
}

/** The running state of an indicator. Returns null while there are too few bars. */
export type LineCalculator = (bar: Bar) => LineValue | null

/** The running state of an average of numbers. */
type Average = (value: Decimal) => Decimal | null

const rounded = (value: Decimal): Decimal => toScale(value, INDICATOR_PLACES, 'half-even')
const quotient = (a: Decimal, b: Decimal): Decimal =>
  div(a, b, INDICATOR_PLACES, 'half-even') ?? ZERO

/** The simple average of the last values, and these values. */
function createWindow(length: number): (value: Decimal) => readonly Decimal[] | null {
  const values: Decimal[] = []
  return (value) => {
    values.push(value)
    if (values.length > length) values.shift()
    return values.length < length ? null : values
  }
}

function createSma(length: number): Average {
  const count = fromInteger(length)
  const values: Decimal[] = []
  let total: Decimal = ZERO
  return (value) => {
    values.push(value)
    total = add(total, value)
    const oldest = values.length > length ? values.shift() : undefined
    if (oldest !== undefined) total = sub(total, oldest)
    return values.length < length ? null : quotient(total, count)
  }
}

/**
 * An average in which each value weighs `weight` / `parts`, that begins with the simple average of
 * the first values: exponential with 2 / (length + 1), Wilder's with 1 / length.
 */
function createSmoothed(length: number, weight: number, parts: number): Average {
  const first = createSma(length)
  const [share, divisor] = [fromInteger(weight), fromInteger(parts)]
  let last: Decimal | null = null
  return (value) => {
    last =
      last === null
        ? first(value)
        : add(last, rounded(quotient(mul(sub(value, last), share), divisor)))
    return last
  }
}

const createEma = (length: number): Average => createSmoothed(length, 2, length + 1)
const createWilder = (length: number): Average => createSmoothed(length, 1, length)

const ofClose =
  (average: Average): LineCalculator =>
  ({ close }) => {
    const value = average(close)
    return value === null ? null : { value, signal: null }
  }

/** The relative strength index by Wilder; 100 where no price fell. */
function createRsi(length: number): LineCalculator {
  const [gains, losses] = [createWilder(length), createWilder(length)]
  let before: Decimal | null = null
  return ({ close }) => {
    const change: Decimal | null = before === null ? null : sub<Decimal>(close, before)
    before = close
    if (change === null) return null
    const isUp = gt(change, ZERO)
    const gain = gains(isUp ? change : ZERO)
    const loss = losses(isUp ? ZERO : abs(change))
    if (gain === null || loss === null) return null
    const both = add(gain, loss)
    const value = isZero(both) ? HUNDRED : quotient(mul(HUNDRED, gain), both)
    return { value, signal: null }
  }
}

/** The average true range by Wilder. */
function createAtr(length: number): LineCalculator {
  const average = createWilder(length)
  let before: Decimal | null = null
  return ({ high, low, close }) => {
    const last = before
    before = close
    if (last === null) return null
    const ranges = [
      sub<Decimal>(high, low),
      abs(sub<Decimal>(high, last)),
      abs(sub<Decimal>(low, last)),
    ]
    const value = average(ranges.reduce((a, b) => maxOf(a, b)))
    return value === null ? null : { value, signal: null }
  }
}

function createMacd(fast: number, slow: number, signalLength: number): LineCalculator {
  const [short, long, signal] = [createEma(fast), createEma(slow), createEma(signalLength)]
  return ({ close }) => {
    const [quick, steady] = [short(close), long(close)]
    if (quick === null || steady === null) return null
    const value = sub(quick, steady)
    const average = signal(value)
    return average === null ? null : { value, signal: average }
  }
}

/** Returns the square root, rounded down to the places of indicators. */
function squareRoot(value: Decimal): Decimal {
  const scaled = toInteger(toScale(value, 2 * INDICATOR_PLACES, 'half-even'), 2 * INDICATOR_PLACES)
  if (scaled === null || scaled <= 0n) return ZERO
  let root = 1n << BigInt(Math.ceil(scaled.toString(2).length / 2))
  for (;;) {
    const next = (root + scaled / root) / 2n
    if (next >= root) return fromInteger(root, INDICATOR_PLACES)
    root = next
  }
}

/** A band around the simple average, at a multiple of the deviation of all values. */
function createBollinger({
  length,
  deviations,
  band,
}: Extract<AlertIndicator, { readonly kind: 'bollinger' }>): LineCalculator {
  const [window, average] = [createWindow(length), createSma(length)]
  const count = fromInteger(length)
  return ({ close }) => {
    const [values, middle] = [window(close), average(close)]
    if (values === null || middle === null) return null
    if (band === 'middle') return { value: middle, signal: null }
    const squares = values.map((value) => mul(sub(value, middle), sub(value, middle)))
    const variance = div(squares.reduce(add), count, 2 * INDICATOR_PLACES, 'half-even') ?? ZERO
    const width = rounded(mul(squareRoot(variance), deviations))
    return { value: band === 'upper' ? add(middle, width) : sub(middle, width), signal: null }
  }
}

/** The volume-weighted average of the typical price since the exchange's day began. */
function createVwap(): LineCalculator {
  let day = ''
  let [value, volume]: [Decimal, Decimal] = [ZERO, ZERO]
  return (bar) => {
    const barDay = exchangeClock(bar.time).day
    if (barDay !== day) [day, value, volume] = [barDay, ZERO, ZERO]
    const total = add(add<Decimal>(bar.high, bar.low), bar.close)
    value = add(value, mul(total, bar.volume))
    volume = add<Decimal>(volume, bar.volume)
    const isEmpty = isZero(volume)
    return {
      value: isEmpty ? quotient(total, THREE) : quotient(value, mul(volume, THREE)),
      signal: null,
    }
  }
}

/** Creates the calculation of an indicator, without bars. */
export function createLine(indicator: AlertIndicator): LineCalculator {
  switch (indicator.kind) {
    case 'sma':
      return ofClose(createSma(indicator.length))
    case 'ema':
      return ofClose(createEma(indicator.length))
    case 'rsi':
      return createRsi(indicator.length)
    case 'atr':
      return createAtr(indicator.length)
    case 'macd':
      return createMacd(indicator.fast, indicator.slow, indicator.signal)
    case 'bollinger':
      return createBollinger(indicator)
    case 'vwap':
      return createVwap()
  }
}
