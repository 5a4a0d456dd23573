/** The indicators of the chart: their parameters, lines and panes. The calculations load later. */
export const INDICATOR_KINDS = [
  'sma',
  'ema',
  'wma',
  'hma',
  'vwap',
  'anchored-vwap',
  'bollinger',
  'keltner',
  'donchian',
  'psar',
  'supertrend',
  'ichimoku',
  'pivots',
  'rsi',
  'macd',
  'stochastic',
  'stoch-rsi',
  'adx',
  'cci',
  'williams-r',
  'roc',
  'atr',
  'volume-ma',
  'volume-profile',
  'obv',
  'mfi',
  'cmf',
] as const
export type IndicatorKind = (typeof INDICATOR_KINDS)[number]

/** The names of the parameters; their texts are in the message catalogue. */
export type ParameterName =
  | 'length'
  | 'fast'
  | 'slow'
  | 'signal'
  | 'smoothing'
  | 'deviations'
  | 'multiplier'
  | 'atrLength'
  | 'step'
  | 'maximum'
  | 'conversion'
  | 'base'
  | 'spanB'
  | 'from'
  | 'rows'
  | 'valueArea'

export interface Parameter {
  readonly name: ParameterName
  readonly initial: number
  readonly min: number
  readonly max: number
  /** `date`: a day of the exchange as yyyymmdd; 0 is the oldest bar. */
  readonly type: 'integer' | 'fraction' | 'date'
}

/** The names of an indicator's lines; their texts are in the message catalogue. */
export type PlotName =
  | 'value'
  | 'upper'
  | 'middle'
  | 'lower'
  | 'signal'
  | 'histogram'
  | 'k'
  | 'd'
  | 'adx'
  | 'plusDi'
  | 'minusDi'
  | 'conversion'
  | 'base'
  | 'spanA'
  | 'spanB'
  | 'lagging'
  | 'pivot'
  | 'r1'
  | 'r2'
  | 'r3'
  | 's1'
  | 's2'
  | 's3'

export interface Plot {
  readonly name: PlotName
  readonly style: 'line' | 'dots' | 'steps' | 'histogram'
  /** The number of bars by which it is drawn later; negative is earlier. */
  readonly shift: number
}

export interface IndicatorSpec {
  readonly kind: IndicatorKind
  /** `price`: over the bars; `volume`: over the volume; `own`: in a pane below the bars. */
  readonly pane: 'price' | 'volume' | 'own'
  readonly parameters: readonly Parameter[]
  /** None for a profile, which has its values by price, not by bar. */
  readonly plots: readonly Plot[]
  /** Fixed levels of its own pane, such as 30 and 70. */
  readonly levels: readonly number[]
  /** `volume`: its values are numbers of shares or contracts. */
  readonly unit: 'price' | 'volume'
  /** The lines of bands and levels have one color, others each their own. */
  readonly colors: 'one' | 'each'
  /** `all`: a value depends on every bar before it; `recent`: old bars have no effect on it. */
  readonly dependsOn: 'all' | 'recent'
}

const length = (initial: number, name: ParameterName = 'length'): Parameter => ({
  name,
  initial,
  min: 1,
  max: 500,
  type: 'integer',
})
const fraction = (name: ParameterName, initial: number, min: number, max: number): Parameter => ({
  name,
  initial,
  min,
  max,
  type: 'fraction',
})
const line = (name: PlotName, shift = 0): Plot => ({ name, style: 'line', shift })
const styled = (name: PlotName, style: Plot['style']): Plot => ({ name, style, shift: 0 })

const VALUE = [line('value')]
const BANDS = [line('upper'), line('middle'), line('lower')]
const LEVELS = ['r3', 'r2', 'r1', 'pivot', 's1', 's2', 's3'] as const
/** The number of bars by which the cloud of Ichimoku is drawn later, and its close earlier. */
const DISPLACEMENT = 26

const over = (
  kind: IndicatorKind,
  parameters: readonly Parameter[],
  plots: readonly Plot[] = VALUE,
): IndicatorSpec => ({
  kind,
  pane: 'price',
  parameters,
  plots,
  levels: [],
  unit: 'price',
  colors: 'one',
  dependsOn: 'recent',
})
const below = (
  kind: IndicatorKind,
  parameters: readonly Parameter[],
  plots: readonly Plot[] = VALUE,
  levels: readonly number[] = [],
): IndicatorSpec => ({
  kind,
  pane: 'own',
  parameters,
  plots,
  levels,
  unit: 'price',
  colors: 'each',
  dependsOn: 'recent',
})

const SPECS: Readonly<Record<IndicatorKind, IndicatorSpec>> = {
  sma: over('sma', [length(20)]),
  ema: over('ema', [length(20)]),
  wma: over('wma', [length(20)]),
  hma: over('hma', [{ ...length(20), min: 2 }]),
  vwap: { ...over('vwap', []), dependsOn: 'all' },
  'anchored-vwap': {
    ...over('anchored-vwap', [{ name: 'from', initial: 0, min: 0, max: 99_991_231, type: 'date' }]),
    dependsOn: 'all',
  },
  bollinger: over('bollinger', [length(20), fraction('deviations', 2, 0.1, 10)], BANDS),
  keltner: over(
    'keltner',
    [length(20), length(10, 'atrLength'), fraction('multiplier', 2, 0.1, 10)],
    BANDS,
  ),
  donchian: over('donchian', [length(20)], BANDS),
  psar: {
    ...over(
      'psar',
      [fraction('step', 0.02, 0.001, 0.5), fraction('maximum', 0.2, 0.01, 1)],
      [styled('value', 'dots')],
    ),
    dependsOn: 'all',
  },
  supertrend: {
    ...over('supertrend', [length(10), fraction('multiplier', 3, 0.1, 20)]),
    dependsOn: 'all',
  },
  ichimoku: {
    ...over(
      'ichimoku',
      [length(9, 'conversion'), length(26, 'base'), length(52, 'spanB')],
      [
        line('conversion'),
        line('base'),
        line('spanA', DISPLACEMENT),
        line('spanB', DISPLACEMENT),
        line('lagging', -DISPLACEMENT),
      ],
    ),
    colors: 'each',
  },
  pivots: {
    ...over(
      'pivots',
      [],
      LEVELS.map((name) => styled(name, 'steps')),
    ),
    dependsOn: 'all',
  },
  rsi: below('rsi', [length(14)], VALUE, [30, 70]),
  macd: below(
    'macd',
    [length(12, 'fast'), length(26, 'slow'), length(9, 'signal')],
    [styled('histogram', 'histogram'), line('value'), line('signal')],
    [0],
  ),
  stochastic: below(
    'stochastic',
    [length(14), length(3, 'smoothing'), length(3, 'signal')],
    [line('k'), line('d')],
    [20, 80],
  ),
  'stoch-rsi': below(
    'stoch-rsi',
    [length(14), length(3, 'smoothing'), length(3, 'signal')],
    [line('k'), line('d')],
    [20, 80],
  ),
  adx: below('adx', [length(14)], [line('adx'), line('plusDi'), line('minusDi')], [25]),
  cci: below('cci', [length(20)], VALUE, [-100, 100]),
  'williams-r': below('williams-r', [length(14)], VALUE, [-80, -20]),
  roc: below('roc', [length(9)], VALUE, [0]),
  atr: below('atr', [length(14)]),
  'volume-ma': { ...over('volume-ma', [length(20)]), pane: 'volume', unit: 'volume' },
  'volume-profile': over(
    'volume-profile',
    [{ ...length(24, 'rows'), min: 4, max: 200 }, fraction('valueArea', 70, 10, 100)],
    [],
  ),
  obv: { ...below('obv', []), unit: 'volume', dependsOn: 'all' },
  mfi: below('mfi', [length(14)], VALUE, [20, 80]),
  cmf: below('cmf', [length(20)], VALUE, [0]),
}

/** How many colors indicators have; the next one begins again with the first. */
export const INDICATOR_COLORS = 6

/**
 * Returns the place of the color of a line among those of indicators.
 *
 * @param place the place of the indicator on its chart
 * @param plot the place of the line in the indicator
 */
export const colorPlace = (place: number, { colors }: IndicatorSpec, plot: number): number =>
  (place + (colors === 'each' ? plot : 0)) % INDICATOR_COLORS

export const specOf = (kind: IndicatorKind): IndicatorSpec => SPECS[kind]
