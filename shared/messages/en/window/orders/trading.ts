/** The titles of the commands that open a ticket or a review. */
export const tradingText = {
  buy: (symbol: string) => `Buy ${symbol}…`,
  sell: (symbol: string) => `Sell ${symbol}…`,
  close: (symbol: string) => `Close position in ${symbol}…`,
  half: (symbol: string) => `Close half of ${symbol}…`,
  reverse: (symbol: string) => `Reverse position in ${symbol}…`,
  cancel: (symbol: string) => `Cancel orders in ${symbol}…`,
  priced: {
    buy: {
      market: (symbol: string) => `Buy ${symbol} at market`,
      bid: (symbol: string) => `Buy ${symbol} at the bid`,
      ask: (symbol: string) => `Buy ${symbol} at the ask`,
      mid: (symbol: string) => `Buy ${symbol} at the mid`,
    },
    sell: {
      market: (symbol: string) => `Sell ${symbol} at market`,
      bid: (symbol: string) => `Sell ${symbol} at the bid`,
      ask: (symbol: string) => `Sell ${symbol} at the ask`,
      mid: (symbol: string) => `Sell ${symbol} at the mid`,
    },
  },
  cancelLast: 'Cancel the last order…',
  cancelAll: 'Cancel all working orders…',
  flatten: 'Flatten: close all positions…',
} as const
