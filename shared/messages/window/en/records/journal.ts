import type { TradeSource } from '../../../../domain/account/journal.js'

const sources: Record<TradeSource['kind'], string> = {
  hand: 'By hand',
  assistant: 'Assistant',
  elsewhere: 'Elsewhere',
}

/** Texts of the journal: what was realized, by round trips and by lots. */
export const journalText = {
  viewLabel: 'View of the journal',
  views: { summary: 'Summary', trips: 'Round trips', lots: 'Lots for taxes' },
  groupLabel: 'Figures by',
  groups: { symbol: 'Instrument', hour: 'Hour', source: 'Source' },
  sources,
  hour: (hour: string) => `${hour}:00 ET`,
  directions: { long: 'Long', short: 'Short' },
  terms: { short: 'Short-term', long: 'Long-term' },
  figures: {
    pnl: 'Realized P&L',
    trips: 'Round trips',
    winRate: 'Win rate',
    profitFactor: 'Profit factor',
    averageWin: 'Average win',
    averageLoss: 'Average loss',
    maxDrawdown: 'Max drawdown',
    fees: 'Fees',
  },
  figuresLabel: 'Figures of the period',
  curve: 'Equity curve',
  curveLabel: (days: number, total: string, drawdown: string) =>
    `Realized P&L over ${days} ${days === 1 ? 'day' : 'days'}: ${total}; largest fall from a high ${drawdown}.`,
  calendar: 'P&L calendar',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  monthTotal: (total: string) => `Month: ${total}`,
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const,
  heads: {
    instrument: 'Instrument',
    direction: 'Direction',
    opened: 'Opened',
    openedLong: 'Opened, New York time (ET)',
    closed: 'Closed',
    closedLong: 'Closed, New York time (ET)',
    quantity: 'Max size',
    lotQuantity: 'Quantity',
    entry: 'Avg entry',
    exit: 'Avg exit',
    trades: 'Fills',
    fees: 'Fees',
    pnl: 'P&L',
    pnlLong: 'Realized P&L after fees',
    source: 'Source',
    acquired: 'Acquired',
    sold: 'Sold',
    proceeds: 'Proceeds',
    cost: 'Cost',
    term: 'Term',
    wins: 'Wins',
    losses: 'Losses',
  },
  tripDetail: 'Round trip',
  lotDetail: 'Lot',
  reading: (records: number) =>
    records === 0 ? 'Reading the records' : `Reading the records: ${records} so far`,
  readingAgain: 'Checking for new records',
  failed: 'The records could not be read',
  olderShown: 'What was read before is shown.',
  retry: 'Try again',
  refresh: 'Read new records',
  empty: 'Nothing was closed in this period',
  emptyHint:
    'A round trip appears once a position is closed. Choose other dates to see earlier ones.',
  uncosted: (names: string) => `Not in the figures, because their cost is not known: ${names}.`,
  unclear: (count: number) =>
    count === 1
      ? '1 record could not be understood and is not in the figures.'
      : `${count} records could not be understood and are not in the figures.`,
  method: 'After fees. Lots are closed first in, first out.',
}
