import type { TradeSource } from '../../../../../domain/account/journal.js'

const sources: Record<TradeSource['kind'], string> = {
  hand: 'By hand',
  assistant: 'Assistant',
  elsewhere: 'Elsewhere',
}

/** Texts of the journal: what was realized, by round trips and by lots. */
export const journalText = {
  viewLabel: 'View of the journal',
  views: { summary: 'Summary', trips: 'Round trips', lots: 'Lots for taxes', open: 'Open lots' },
  groupLabel: 'Figures by',
  groups: { symbol: 'Instrument', hour: 'Hour', source: 'Source', tag: 'Tag' },
  sources,
  /** By hand, from a ticket that an assistant filled. */
  preparedBy: (assistant: string) => `By hand, prepared by ${assistant}`,
  hour: (hour: string) => `${hour}:00 ET`,
  directions: { long: 'Long', short: 'Short' },
  terms: { short: 'Short-term', long: 'Long-term' },
  /** An order was opened by one and closed by another. */
  openedAndClosed: (opened: string, closed: string) => `${opened} / ${closed}`,
  openedAndClosedLong: (opened: string, closed: string) => `Opened: ${opened}. Closed: ${closed}.`,
  strategiesOf: (symbol: string) => `${symbol} strategies`,
  figures: {
    pnl: 'Net P&L',
    realized: 'Realized P&L',
    outsideTrips: 'Outside round trips',
    trips: 'Round trips',
    winRate: 'Win rate',
    profitFactor: 'Profit factor',
    averageWin: 'Average win',
    averageLoss: 'Average loss',
    maxDrawdown: 'Max drawdown',
    fees: 'Fees',
  },
  hints: {
    pnl: 'Realized P&L less fees: the sum of the days',
    realized: 'The gain over the average cost, before fees, as Positions shows it',
    fees: 'Of what was closed: the fees of opening it and of closing it',
    maxDrawdown: 'The largest fall of the equity curve from a high',
    outsideTrips:
      'The days less the round trips that ended in this period: positions that are closed in part, and parts that were closed in another period',
    trips: 'From flat to flat; a strategy, also a rolled one, is one round trip',
    winRate: (wins: number, losses: number, flats: number) =>
      `${wins} won, ${losses} lost${flats === 0 ? '' : `, ${flats} without gain or loss`}`,
    day: (realized: string, fees: string) => `Realized ${realized}, fees ${fees}`,
  },
  counts: (wins: number, losses: number, flats: number) =>
    `${wins} won · ${losses} lost${flats === 0 ? '' : ` · ${flats} flat`}`,
  figuresLabel: 'Figures of the period',
  curve: 'Equity curve',
  curveLabel: (days: number, total: string, drawdown: string) =>
    `Net P&L over ${days} ${days === 1 ? 'day' : 'days'}: ${total}; largest fall from a high ${drawdown}.`,
  calendar: 'Net P&L calendar',
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
    pnl: 'Net P&L',
    pnlLong: 'Realized P&L over the average cost, after fees',
    lotPnl: 'P&L (FIFO)',
    lotPnlLong: 'Proceeds less cost, first in, first out, after fees',
    legs: 'Legs',
    source: 'Source',
    acquired: 'Acquired',
    sold: 'Sold',
    proceeds: 'Proceeds',
    cost: 'Cost',
    term: 'Term',
    longTermFrom: 'Long-term from',
    longTermFromLong: 'The first day on which a sale is a long-term one',
    wins: 'Wins',
    losses: 'Losses',
    tags: 'Tags',
    note: 'Note',
  },
  notes: {
    note: 'Note',
    noteHint: 'Enter saves. Shift+Enter begins a new line. Esc brings back what was there.',
    notePlaceholder: 'Why this trade, and what came of it',
    tags: 'Tags',
    tagPlaceholder: 'Add a tag',
    tagsFull: (max: number) => `A round trip holds ${max} tags.`,
    removeTag: (tag: string) => `Remove tag ${tag}`,
    tagFilter: 'Filter by tag',
    allTags: 'All tags',
    noTags: 'No round trip of this period has a tag. Open one to add tags.',
    pictures: 'Chart pictures',
    attach: 'Attach chart picture',
    pictureBound: (count: number, max: number) => `${count} of ${max} pictures`,
    pictureCount: (count: number) => (count === 1 ? '1 picture' : `${count} pictures`),
    pictureOf: (symbol: string, time: string) => `Chart of ${symbol}, ${time}`,
    savePicture: 'Save picture as',
    pictureSaved: 'The picture was saved.',
    removePicture: 'Remove picture',
    confirmRemovePicture: 'Remove for good',
    keepPicture: 'Keep picture',
    removeAll: 'Remove note, tags and pictures',
    confirmRemoveAll: 'Remove all for good',
    keepAll: 'Keep all',
    showChart: 'Show chart',
    chartClosed: (symbol: string) =>
      `No chart of ${symbol} is open in this window. Show it, then attach its picture.`,
    chartEmpty: (symbol: string) =>
      `The chart of ${symbol} has nothing to show yet, is shown as a table, or is behind another tab.`,
    setAside:
      'The file with your notes was damaged. It was renamed, not deleted, and the notes start empty.',
    unreadable: 'The file with your notes cannot be read. Nothing is written over it.',
    unmatched: (count: number) =>
      count === 1
        ? '1 note belongs to a round trip that the records do not contain. It stays stored.'
        : `${count} notes belong to round trips that the records do not contain. They stay stored.`,
  },
  tripTitle: (name: string) => `Round trip · ${name}`,
  lotDetail: 'Lot',
  openLotTitle: (name: string) => `Open lot · ${name}`,
  noOpen: 'Nothing is open',
  noOpenHint: 'Each purchase and each short sale that is still open has a line here.',
  brokerLots: {
    title: 'Lots at the broker',
    value: 'Value',
    unrealized: 'Unrealized P&L',
    none: 'The broker reports no open lots of this instrument.',
    comparison: {
      same: 'The broker keeps the same lots as first in, first out.',
      otherQuantity:
        'The broker reports another quantity in total: a trade may not be in the records that were read.',
      otherLots:
        'The broker keeps other lots than first in, first out, so its figures for taxes can differ from the journal.',
    },
    incomplete: (count: number) =>
      `At least ${count} lots; not all could be read, so they are not compared.`,
  },
  reading: (records: number) =>
    records === 0 ? 'Reading the records' : `Reading the records: ${records} so far`,
  behind: 'Fills since then may be missing. The broker lists them within seconds.',
  readingAgain: 'Checking for new records',
  failed: 'The records could not be read',
  olderShown: 'What was read before is shown.',
  retry: 'Try again',
  refresh: 'Read new records',
  empty: 'Nothing was closed in this period',
  emptyHint:
    'A round trip appears once a position is closed. Choose other dates to see earlier ones.',
  uncosted: (names: string) =>
    `The figures are of what is known. Not in them, because their cost is not known: ${names}.`,
  unclear: (count: number) =>
    count === 1
      ? '1 record could not be understood and is not in the figures.'
      : `${count} records could not be understood and are not in the figures.`,
  method:
    'Realized P&L is over the average cost, before fees, as in Positions. Net P&L, days and round trips are after fees.',
  lotMethod:
    'After fees. Lots are closed first in, first out (FIFO), so a day can differ from the Summary: the broker does not report which lots it closed, but "Open lots" compares those that it still keeps.',
}
