/** The titles of the commands that open a ticket or a review. */
export const tradingText = {
  buy: (symbol: string) => `Buy ${symbol}…`,
  sell: (symbol: string) => `Sell ${symbol}…`,
  close: (symbol: string) => `Close position in ${symbol}…`,
  half: (symbol: string) => `Close half of ${symbol}…`,
  reverse: (symbol: string) => `Reverse position in ${symbol}…`,
  cancel: (symbol: string) => `Cancel orders in ${symbol}…`,
  cancelAll: 'Cancel all working orders…',
  flatten: 'Flatten: close all positions…',
} as const
