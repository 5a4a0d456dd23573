import type { SpanUnit } from './span-unit.js'

const units: Record<SpanUnit, readonly [one: string, many: string, short: string]> = {
  second: ['second', 'seconds', 's'],
  minute: ['minute', 'minutes', 'm'],
  hour: ['hour', 'hours', 'h'],
  day: ['day', 'days', 'D'],
  week: ['week', 'weeks', 'W'],
  month: ['month', 'months', 'M'],
}

/** What a chart shows beside the bars: interval, hours, zone, lines, marks, other symbols. */
export const chartViewText = {
  title: 'Chart view',
  open: 'Interval, hours, lines and symbols to compare',
  spanShort: (amount: number, unit: SpanUnit) =>
    amount === 1 && (unit === 'day' || unit === 'week' || unit === 'month')
      ? units[unit][2]
      : `${amount}${units[unit][2]}`,
  spanName: (amount: number, unit: SpanUnit) =>
    amount === 1 ? units[unit][0] : `${amount} ${units[unit][1]}`,
  interval: 'Interval',
  amount: 'Number',
  unit: 'Unit',
  unitNames: {
    second: 'Seconds',
    minute: 'Minutes',
    hour: 'Hours',
    day: 'Days',
    week: 'Weeks',
    month: 'Months',
  },
  use: 'Use this interval',
  noSpan: (max: number) => `Enter a whole number from 1 to ${max}.`,
  noBars: (symbol: string) => `The broker has no such bars of ${symbol}.`,
  noSeconds: 'Seconds are chosen in steps of five, up to 55.',
  hours: 'Hours',
  extendedHours: 'Pre-market and after hours',
  zone: 'Times in',
  zones: { exchange: 'New York', local: 'This computer', utc: 'UTC' },
  lines: 'Lines and marks',
  previousClose: 'Previous close',
  quote: 'Bid and ask',
  marks: {
    shown: 'Earnings, dividends and splits',
    letters: { earnings: 'E', dividend: 'D', split: 'S' },
    earnings: (eps: string | null, estimate: string | null) =>
      eps !== null
        ? `Earnings per share ${eps}${estimate === null ? '' : `, estimated ${estimate}`}`
        : estimate === null
          ? 'Earnings expected'
          : `Earnings expected, ${estimate} per share`,
    dividend: (amount: string) => `Ex-dividend day: ${amount} per share`,
    split: (after: string, before: string) => `Split ${after} for ${before}`,
    listLabel: 'Marks of the bar',
  },
  lineTitles: { previousClose: 'Prev close', bid: 'Bid', ask: 'Ask' },
  compare: 'Compare',
  addCompared: 'Symbol to compare',
  compareFull: (max: number) => `A chart compares at most ${max} symbols. Remove one first.`,
  compareHint:
    'Compared symbols are drawn as lines, and prices in percent from the first bar in view.',
  comparedFailed: 'not loaded',
  removeCompared: (symbol: string) => `Stop comparing ${symbol}`,
  comparedLegend: 'Compared symbols',
  goTo: 'Go to date',
  cancel: 'Cancel',
  goToDate: 'Date',
  goToShow: 'Show',
  goToLoading: (bars: string, from: string) => `Loading: ${bars} bars, back to ${from}`,
  goToNone: (first: string) => `The broker has no bars before ${first}. That day is shown.`,
  goToFailed: 'Older bars could not be loaded.',
  goToFuture: 'That day has not come yet.',
  goToHint: 'On a short interval, a day long ago takes many requests. Choose a longer one first.',
} as const
