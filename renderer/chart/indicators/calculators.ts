import {
  ATR,
  BollingerBands,
  CCI,
  CMF,
  DonchianChannels,
  EMA,
  HMA,
  IchimokuCloud,
  KeltnerChannels,
  MACD,
  MFI,
  OBV,
  ROC,
  RSI,
  SMA,
  StochasticOscillator,
  SuperTrend,
  WMA,
  WilliamsR,
} from 'trading-signals'
import {
  calculator,
  type Calculator,
  type LibraryIndicator,
  type NumberBar,
  type PlotValues,
} from './calculator.js'
import type { IndicatorKind } from './catalogue.js'
import { directional } from './directional.js'
import { parabolicSar } from './parabolic-sar.js'
import { pivots } from './pivots.js'
import type { IndicatorSettings } from './settings.js'
import { anchoredVwap, vwap } from './volume-price.js'

const PERCENT = 100

interface Bands {
  readonly upper: number
  readonly middle: number
  readonly lower: number
}

const closeOf = (bar: NumberBar): number => bar.close
const barItself = (bar: NumberBar): NumberBar => bar
const single = (value: number): PlotValues => [value]
const bandsOf = ({ upper, middle, lower }: Bands): PlotValues => [upper, middle, lower]

const ofClose = (indicator: LibraryIndicator<number, number>): Calculator =>
  calculator(indicator, closeOf, single)
const ofBar = (indicator: LibraryIndicator<NumberBar, number>): Calculator =>
  calculator(indicator, barItself, single)
const bands = (indicator: LibraryIndicator<NumberBar, Bands>): Calculator =>
  calculator(indicator, barItself, bandsOf, 3)

/** An average whose first values are not published yet. */
const afterWarmUp = (indicator: EMA, warmUp: number): LibraryIndicator<number, number> => {
  let seen = 0
  return {
    update(price, replaces) {
      if (!replaces) seen += 1
      const value = indicator.update(price, replaces)
      return seen < warmUp ? null : value
    },
  }
}

const macd = (fast: number, slow: number, signal: number): Calculator =>
  calculator(
    new MACD(new EMA(fast), new EMA(slow), new EMA(signal)),
    closeOf,
    ({ histogram, macd: value, signal: average }) => [histogram, value, average],
    3,
  )

const stochastic = (kPeriod: number, kSlowingPeriod: number, dPeriod: number): Calculator =>
  calculator(
    new StochasticOscillator({ kPeriod, kSlowingPeriod, dPeriod }),
    barItself,
    ({ stochK, stochD }) => [stochK, stochD],
    2,
  )

/** The stochastic oscillator of the relative strength index, in percent. */
function stochRsi(length: number, kSlowingPeriod: number, dPeriod: number): Calculator {
  const rsi = new RSI(length)
  const oscillator = new StochasticOscillator({ kPeriod: length, kSlowingPeriod, dPeriod })
  let isFirst = true
  return {
    update(bar, replaces) {
      const value = rsi.update(bar.close, replaces)
      if (value === null) return [null, null]
      const output = oscillator.update(
        { high: value, low: value, close: value },
        replaces && !isFirst,
      )
      isFirst = false
      return output === null ? [null, null] : [output.stochK, output.stochD]
    },
  }
}

const ichimoku = (
  conversionInterval: number,
  baseInterval: number,
  spanBInterval: number,
): Calculator => {
  const indicator = new IchimokuCloud({ conversionInterval, baseInterval, spanBInterval })
  return {
    update(bar, replaces) {
      const output = indicator.update(bar, replaces)
      return output === null
        ? [null, null, null, null, bar.close]
        : [output.conversion, output.base, output.spanA, output.spanB, bar.close]
    },
  }
}

/** What else an indicator depends on. */
export interface IndicatorContext {
  /** True for bars of a day or longer. */
  readonly daily: boolean
}

type Create = (parameters: readonly number[], context: IndicatorContext) => Calculator

/** The parameters come from the settings, which have one for each of the specification. */
const CREATE: Readonly<Record<IndicatorKind, Create>> = {
  sma: ([length = 1]) => ofClose(new SMA(length)),
  ema: ([length = 1]) => ofClose(afterWarmUp(new EMA(length), length)),
  wma: ([length = 1]) => ofClose(new WMA(length)),
  hma: ([length = 2]) => ofClose(new HMA(length)),
  vwap: () => vwap(),
  'anchored-vwap': ([from = 0]) => anchoredVwap(from),
  bollinger: ([length = 1, deviations = 1]) =>
    calculator(new BollingerBands(length, deviations), closeOf, bandsOf, 3),
  keltner: ([emaInterval = 1, atrInterval = 1, multiplier = 1]) =>
    bands(new KeltnerChannels({ emaInterval, atrInterval, multiplier })),
  donchian: ([length = 1]) => bands(new DonchianChannels(length)),
  psar: ([step = 0, maximum = 0]) => parabolicSar(step, maximum),
  supertrend: ([interval = 1, multiplier = 1]) =>
    calculator(new SuperTrend({ interval, multiplier }), barItself, ({ supertrend }) => [
      supertrend,
    ]),
  ichimoku: ([conversion = 1, base = 1, spanB = 1]) => ichimoku(conversion, base, spanB),
  pivots: (_parameters, { daily }) => pivots(daily),
  rsi: ([length = 1]) => ofClose(new RSI(length)),
  macd: ([fast = 1, slow = 1, signal = 1]) => macd(fast, slow, signal),
  stochastic: ([length = 1, smoothing = 1, signal = 1]) => stochastic(length, smoothing, signal),
  'stoch-rsi': ([length = 1, smoothing = 1, signal = 1]) => stochRsi(length, smoothing, signal),
  adx: ([length = 1]) => directional(length),
  cci: ([length = 1]) => ofBar(new CCI(length)),
  'williams-r': ([length = 1]) => ofBar(new WilliamsR(length)),
  roc: ([length = 1]) => calculator(new ROC(length), closeOf, (ratio) => [ratio * PERCENT]),
  atr: ([length = 1]) => ofBar(new ATR(length)),
  'volume-ma': ([length = 1]) => calculator(new SMA(length), ({ volume }) => volume, single),
  // It depends on what is in view, and is computed where it is drawn.
  'volume-profile': () => ({ update: () => [] }),
  obv: () => ofBar(new OBV(2)),
  mfi: ([length = 1]) => ofBar(new MFI(length)),
  cmf: ([length = 1]) => ofBar(new CMF(length)),
}

/** Creates the calculation of an indicator, without bars. */
export type CreateCalculator = (
  settings: IndicatorSettings,
  context: IndicatorContext,
) => Calculator

export const createCalculator: CreateCalculator = ({ kind, parameters }, context) =>
  CREATE[kind](parameters, context)
