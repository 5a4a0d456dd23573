/** What a payoff picture shows at one price: amounts are written out already. */
export interface PayoffReading {
  readonly price: string
  readonly atEnd: string
  /** Null where it is not known. */
  readonly today: string | null
  /** Several expirations: `atEnd` is an estimate for the first one. */
  readonly isEstimate: boolean
}

/** The strategy builder. */
export const strategyPanelText = {
  empty: 'No legs yet',
  emptyHint:
    'Start from a template, or add contracts from the menu of the option chain (right-click or menu key on a strike), or drag a bid or an ask here.',
  template: 'Template',
  chooseTemplate: 'Choose …',
  templateMissing: (name: string) => `The chain of this symbol has no contracts for ${name}.`,
  noPrice: (symbol: string) => `There is no price of ${symbol} yet.`,
  bought: (name: string) => `${name}, bought for a debit`,
  sold: (name: string) => `${name}, sold for a credit`,
  closed: (symbol: string, name: string) => `Close ${symbol} ${name.toLowerCase()}`,
  rolled: (symbol: string) => `Roll ${symbol} to another expiration`,
  unknown:
    'These legs are no strategy that the broker accepts. It knows verticals, straddles, strangles, calendars, diagonals, butterflies, condors and iron ones, covered stock and collars.',
  legs: 'Legs',
  addBuy: (name: string) => `Add to strategy: buy ${name}`,
  addSell: (name: string) => `Add to strategy: sell ${name}`,
  side: { buy: 'Buy', sell: 'Sell' },
  dropHere: 'Drop here to add this leg to the strategy',
  flip: (name: string) => `Change side of ${name}`,
  ratio: (name: string) => `Contracts of ${name} per unit`,
  remove: (name: string) => `Remove ${name}`,
  addShares: (symbol: string) => `Add 100 ${symbol} shares`,
  shares: (symbol: string) => `100 ${symbol} shares`,
  clear: 'Remove all legs',
  natural: 'Natural',
  naturalMeaning: 'Buys at the ask, sales at the bid: what fills at once.',
  mid: 'Mid',
  debit: (price: string) => `${price} debit`,
  credit: (price: string) => `${price} credit`,
  limit: 'Net limit price',
  usePrice: (name: string, price: string) => `Use ${name}, ${price}`,
  quantity: 'Units',
  timeInForce: 'Time in force',
  maxGain: 'Max gain',
  maxLoss: 'Max loss',
  breakEven: 'Break-even',
  unlimited: 'unlimited',
  noBreakEven: 'none',
  severalDays:
    'The legs expire on different days, so gain and loss depend on what the later one is worth then. There is no price yet to estimate it from.',
  estimated:
    'Estimated for the day on which the first leg expires, with the volatility of today’s prices, without interest and dividends.',
  greeks: { delta: 'Delta', gamma: 'Gamma', theta: 'Theta', vega: 'Vega' },
  greekMeanings: {
    delta: 'Moves like this many shares of the underlying.',
    gamma: 'Change of delta when the underlying rises by one dollar.',
    theta: 'Gain or loss of one day that passes.',
    vega: 'Gain or loss when implied volatility rises by one percentage point.',
  },
  chart: (result: string) =>
    `Result by the price of the underlying; arrow keys read it at a price. ${result}`,
  chartAxis: 'Result in USD by the price of the underlying',
  atExpiration: 'At expiration',
  atFirstExpiration: 'At the first expiration, estimated',
  today: 'Today, estimated',
  reading: ({ price, atEnd, today, isEstimate }: PayoffReading) =>
    `At ${price}: ${atEnd} at ${isEstimate ? 'the first expiration' : 'expiration'}${today === null ? '' : `, ${today} today`}`,
  now: 'now',
  marginTitle: 'Cost and margin',
  costName: (isCredit: boolean) => (isCredit ? 'Credit' : 'Cost'),
  marginFigures: { fees: 'Fees', margin: 'Margin', power: 'Option buying power' },
  marginSource: (isBrokers: boolean) =>
    isBrokers
      ? 'Cost and fees are the broker’s estimate. The broker gives no margin of options: it is estimated by the usual rules, together with what the account holds of the same underlying.'
      : 'Estimated by Countersign. The margin follows the usual rules, together with what the account holds of the same underlying.',
  add: 'Add to basket',
  addHint: 'The basket shows the broker’s estimate and sends it after your review.',
  added: 'Open basket',
  repeat: 'Repeat last strategy',
  repeatHint: 'Puts the last strategy back into the builder. Nothing is sent.',
  held: 'Held',
  heldSide: { buy: 'Long', sell: 'Short' },
  heldLeg: (name: string) => `${name} is a position that is held: it is not ordered`,
  heldHint: 'This leg is a position that you hold. The order trades the other leg only.',
  heldFaults: {
    gone: 'The selected account no longer holds this leg. Remove it, or choose the account that does.',
    fewer: 'The position has fewer units than the order. Lower the units.',
  },
  legInTitle: 'Leg into a strategy',
  legInHint: 'Add the other leg from Options. Only that leg is ordered.',
  protectivePut: 'Protective put',
  protectiveHint:
    'The broker has no strategy of this name: the put is ordered alone and protects the shares once it is filled.',
} as const
