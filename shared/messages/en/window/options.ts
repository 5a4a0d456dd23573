import type { OptionStrategy } from '../../../domain/instruments/option.js'
/** Texts of the option chain. */
export const optionText = {
  pick: 'No symbol chosen',
  pickHint: 'Pick one in the watchlist, or press Ctrl K.',
  none: (symbol: string) => `${symbol} has no listed options`,
  noneHint: 'Pick a stock, an ETF or an index with options.',
  failed: 'The option chain could not be loaded',
  retry: 'Try again',
  table: (symbol: string, expiry: string) => `Options of ${symbol}, ${expiry}`,
  expiry: 'Expiration',
  expiries: (symbol: string) => `Expirations of ${symbol}`,
  /** An expiration and the days until it: "Dec 19 · 26 d". */
  days: (day: string, days: number) => `${day} · ${days} d`,
  today: (day: string) => `${day} · today`,
  weekly: 'W',
  strikes: 'Strikes',
  strikeCounts: { '10': '10 strikes', '20': '20 strikes', '40': '40 strikes', all: 'All strikes' },
  strike: 'Strike',
  sides: { call: 'Calls', put: 'Puts' },
  headOf: {
    call: (head: string) => `Call ${head}`,
    put: (head: string) => `Put ${head}`,
  },
  heads: {
    bid: 'Bid',
    ask: 'Ask',
    last: 'Last',
    change: 'Chg',
    impliedVolatility: 'IV',
    delta: 'Delta',
    gamma: 'Gamma',
    theta: 'Theta',
    vega: 'Vega',
    openInterest: 'OI',
    volume: 'Vol',
  },
  headsLong: {
    bid: 'bid',
    ask: 'ask',
    last: 'last price',
    change: 'change since the close',
    impliedVolatility: 'implied volatility',
    delta: 'delta, per share',
    gamma: 'gamma, per share',
    theta: 'theta, per day',
    vega: 'vega, per point of volatility',
    openInterest: 'open interest',
    volume: 'volume',
  },
  press: {
    bid: 'Sell at the bid: fills in the ticket',
    ask: 'Buy at the ask: fills in the ticket',
  },
  held: (quantity: string) => `Your position: ${quantity}`,
  age: (age: string) => `Quotes up to ${age} old`,
  ageHint: 'Options are not streamed. Those in view are read in turns, within the request limits.',
  waiting: 'Loading quotes',
  details: (multiplier: string) => `× ${multiplier}`,
  multiplier: 'Contract multiplier',
  parityHint: 'Derived from its options by put-call parity: the broker has no quote of it.',
  chart: (name: string) => `Show ${name} in the chart`,
} as const

const names: Readonly<Record<OptionStrategy, string>> = {
  single: 'Single option',
  'covered-stock': 'Covered stock',
  straddle: 'Straddle',
  strangle: 'Strangle',
  vertical: 'Vertical',
  calendar: 'Calendar',
  butterfly: 'Butterfly',
  condor: 'Condor',
  'collar-with-stock': 'Collar with stock',
  'iron-butterfly': 'Iron butterfly',
  'iron-condor': 'Iron condor',
  diagonal: 'Diagonal',
}

/** What a payoff picture shows at one price: amounts are written out already. */
export interface PayoffReading {
  readonly price: string
  readonly atEnd: string
  /** Null where it is not known. */
  readonly today: string | null
  /** Several expirations: `atEnd` is an estimate for the first one. */
  readonly isEstimate: boolean
}

/** Texts of the strategy builder, in English. */
export const strategyText = {
  empty: 'No legs yet',
  emptyHint:
    'Start from a template, or add contracts from the menu of the option chain (right-click or menu key on a strike), or drag a bid or an ask here.',
  template: 'Template',
  chooseTemplate: 'Choose …',
  templateMissing: (name: string) => `The chain of this symbol has no contracts for ${name}.`,
  noPrice: (symbol: string) => `There is no price of ${symbol} yet.`,
  names,
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
  roll: 'Roll to a later expiry…',
  repeat: 'Repeat last strategy',
  repeatHint: 'Puts the last strategy back into the builder. Nothing is sent.',
  rollFailed: 'There is no later contract with this strike.',
  held: 'Held',
  heldSide: { buy: 'Long', sell: 'Short' },
  heldLeg: (name: string) => `${name} is a position that is held: it is not ordered`,
  heldHint: 'This leg is a position that you hold. The order trades the other leg only.',
  heldFaults: {
    gone: 'The selected account no longer holds this leg. Remove it, or choose the account that does.',
    fewer: 'The position has fewer units than the order. Lower the units.',
  },
  legIn: 'Leg into a strategy…',
  legInTitle: 'Leg into a strategy',
  legInHint: 'Add the other leg from Options. Only that leg is ordered.',
  legInto: (name: string) => `Leg into ${name.toLowerCase()}`,
  protectivePut: 'Protective put',
  protectiveHint:
    'The broker has no strategy of this name: the put is ordered alone and protects the shares once it is filled.',
  legOut: 'Leg out of the strategy',
  legOutMenu: (name: string | null) =>
    name === null ? 'Leg out of the strategy…' : `Leg out: close ${name}…`,
  legWith: (act: string, held: string) => `${act} with ${held}`,
  legOutOf: (held: string) => `Leg out of the strategy: ${held}`,
  /** `used` is the part of the position that the order makes a strategy; null for all of it. */
  heldPosition: (held: string, isShort: boolean, used: string | null) => {
    const position = isShort ? `your short position of ${held}` : `your ${held}`
    return used === null ? position : `${used} of ${position}`
  },
  heldShares: (shares: string, symbol: string) => `${shares} ${symbol} shares`,
  legOfPosition: (act: string, position: string) => `${act} · position ${position}`,
} as const
