/** Texts of the tape. */
export const tapeText = {
  pick: 'No symbol chosen',
  pickHint: 'Pick one in the watchlist, or press Ctrl K.',
  unknown: 'The trades are not known',
  empty: 'No trades yet',
  emptyHint: 'Trades appear here as they print.',
  emptyFiltered: 'No trade of this size',
  table: (symbol: string) => `Trades of ${symbol}`,
  heads: { time: 'Time ET', side: 'Side', price: 'Price', size: 'Size' },
  sides: { buy: 'Buy', sell: 'Sell', none: '' },
  signs: { buy: 'B', sell: 'S', none: '·' },
  minSize: 'Min size',
  minSizeOptions: { all: 'All sizes', '50': '50+', '100': '100+', '500': '500+', '1000': '1,000+' },
  pause: 'Pause',
  resume: 'Resume',
  paused: (waiting: string) => `Paused, ${waiting} new`,
} as const
