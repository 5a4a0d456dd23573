import type { Timespan } from '../../../../domain/market/bar.js'

const timespans: Record<Timespan, string> = {
  S5: '5s',
  S15: '15s',
  M1: '1m',
  M5: '5m',
  M15: '15m',
  M30: '30m',
  M60: '1h',
  M120: '2h',
  M240: '4h',
  D: 'D',
  W: 'W',
  M: 'M',
  Y: 'Y',
}
const timespanNames: Record<Timespan, string> = {
  S5: '5 seconds',
  S15: '15 seconds',
  M1: '1 minute',
  M5: '5 minutes',
  M15: '15 minutes',
  M30: '30 minutes',
  M60: '1 hour',
  M120: '2 hours',
  M240: '4 hours',
  D: 'day',
  W: 'week',
  M: 'month',
  Y: 'year',
}

/** The figures of the bars in view. */
export interface SummaryFigures {
  readonly bars: string
  readonly from: string
  readonly to: string
  readonly last: string
  readonly high: string
  readonly low: string
}

export const chartText = {
  timespans,
  timespanNames,
  timespan: 'Interval',
  pick: 'No symbol chosen',
  pickHint: 'Pick one in the watchlist, or press Ctrl K.',
  symbol: 'Symbol',
  findSymbol: 'Symbol or name',
  searching: 'Searching',
  none: 'No symbol found',
  results: 'Symbols found',
  legend: { open: 'O', high: 'H', low: 'L', close: 'C', volume: 'Vol', change: 'Change' },
  empty: 'No bars',
  emptyHint: 'There are no trades in this interval yet. Choose another one.',
  loadingOlder: 'Loading older bars',
  olderFailed: 'Older bars could not be loaded.',
  retry: 'Try again',
  table: 'Table',
  chart: 'Chart',
  tableLabel: (symbol: string, span: string) => `Latest bars of ${symbol}, ${span}`,
  heads: { time: 'Time', open: 'Open', high: 'High', low: 'Low', close: 'Close', volume: 'Volume' },
  newest: 'Go to latest',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  moreTools: 'More chart tools',
  lastIsClose: 'Close',
  attribution: 'Charts by TradingView',
  keys: 'Arrow keys pan, plus and minus zoom, End goes to the latest bar.',
  label: (symbol: string, span: string) => `Price chart of ${symbol}, bars of ${span}`,
  summary: ({ bars, from, to, last, high, low }: SummaryFigures) =>
    `${bars} bars from ${from} to ${to}. Last ${last}, highest ${high}, lowest ${low}.`,
  lines: {
    order: (side: string, quantity: string, kind: string) => `${side} ${quantity} ${kind}`,
    position: (side: string, quantity: string) => `${side} ${quantity}`,
    several: (orders: number) => `(${orders} orders)`,
    long: 'Long',
    shortSide: 'Short',
    limit: 'limit',
    stop: 'stop',
    trailing: 'trail',
    uncertain: '?',
    unknownSize: '$',
  },
  linesLabel: 'Your orders and position on this chart',
} as const
