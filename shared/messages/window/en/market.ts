/** Texts of the order book and of the tape. */
export const depthText = {
  pick: 'No symbol chosen',
  pickHint: 'Pick one in the watchlist, or press Ctrl K.',
  empty: 'No book',
  emptyHint: 'No orders are resting in this symbol.',
  bids: 'Bids',
  asks: 'Asks',
  table: (symbol: string) => `Order book of ${symbol}`,
  heads: { own: 'Own', cumulative: 'Total', size: 'Size', price: 'Price' },
  spread: 'Spread',
  basisPoints: (value: string) => `${value} bp`,
  use: (side: string, price: string, size: string) =>
    `${side} ${price}, size ${size}. Use in the ticket`,
  own: (quantity: string) => `Your order: ${quantity}`,
  balance: (bid: string, ask: string) => `Bids ${bid}%, asks ${ask}% of the shown size`,
  levels: 'Levels',
  cumulativeToggle: 'Cumulative',
} as const

export const tapeText = {
  pick: 'No symbol chosen',
  pickHint: 'Pick one in the watchlist, or press Ctrl K.',
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
