import { combo } from '../../combo.js'
import { orderText } from './orders.js'

const problems = {
  ...orderText.problems,
  ...combo,
  'not-a-number': 'Enter a number, e.g. 1,234.56.',
  'size-missing': 'Enter a size.',
  'account-missing': 'No account is selected yet.',
  'instrument-unknown': 'The symbol is still being looked up.',
  'not-tradable': 'This symbol cannot be traded.',
  'close-only': 'Positions in this symbol can only be closed.',
  'not-shortable': 'This symbol cannot be sold short.',
  'positions-unknown': 'The positions of the account are still being read.',
  'nothing-held': 'The account holds none of this, so there is nothing to sell.',
  'more-than-held': 'More than the account holds. An order that closes cannot be larger.',
  'algo-share-missing': 'Enter a share of the volume, 1 to 20.',
  'expire-date-past': 'This day is over.',
  'exit-missing': 'Enter a price for the take profit, the stop loss or both.',
} as const

/** How much of a position working orders close already. */
export interface ClosingParts {
  readonly held: string
  readonly taken: string
  readonly free: string | null
  readonly orders: number
}

export const ticketText = {
  problems,
  search: 'Change symbol',
  pick: 'No symbol chosen',
  pickHint: 'Search above, or pick one in the watchlist.',
  otherAccount: (instrument: string) => `The selected account does not trade ${instrument}`,
  otherAccountHint: 'Your entries are kept. Choose the account for this order:',
  useAccount: (account: string) => `Use account ${account}`,
  noAccount: (instrument: string) => `None of your accounts trades ${instrument}`,
  noAccountHint: 'Open an account for this product with your broker; it then appears here.',
  form: (symbol: string) => `Order for ${symbol}`,
  side: 'Side',
  type: 'Order type',
  quantity: 'Quantity',
  amount: 'Amount',
  sizeIn: 'Size in',
  units: {
    stock: 'Shares',
    option: 'Contracts',
    futures: 'Contracts',
    crypto: 'Coins',
    event: 'Contracts',
  },
  dollars: 'Dollars',
  eventOutcome: 'Outcome',
  expireDate: 'Last day',
  bounds: {
    between: (min: string, max: string) => `${min} to ${max}`,
    min: (min: string) => `At least ${min}`,
    max: (max: string) => `At most ${max}`,
  },
  tick: (step: string) => `Tick ${step}`,
  tickWorth: (step: string, value: string) => `Tick ${step} = ${value} per contract`,
  algo: {
    label: 'Algorithm',
    none: 'None',
    meanings: {
      twap: 'Works the order evenly over its hours.',
      vwap: 'Works the order with the usual volume of the day.',
      pov: 'Works the order as a share of the market’s volume.',
    },
    target: 'Share of volume',
    max: 'Max share of volume (optional)',
    start: 'Start ET (optional)',
    end: 'End ET (optional)',
    hint: 'Whole percent, 1 to 20',
  },
  facts: {
    option: (units: string) => `1 contract = ${units} shares`,
    expires: (day: string) => `expires ${day}`,
    lastDay: (day: string) => `last trading day ${day}`,
    future: (size: string) => `1 point = ${size}`,
    payout: 'Pays $1.00 per contract if it is right',
  },
  dollarsNeedMarket: 'Dollars: market orders only',
  limitPrice: 'Limit price',
  stopPrice: 'Stop price',
  trail: 'Trail',
  trailIn: 'Trail by',
  percent: '%',
  currency: '$',
  timeInForce: 'Time in force',
  session: 'Session',
  timesLong: {
    day: 'Day',
    gtc: 'Good till canceled',
    ioc: 'Immediate or cancel',
    fok: 'Fill or kill',
    gtd: 'Good till date',
  },
  bid: 'Bid',
  ask: 'Ask',
  mid: 'Mid',
  last: 'Last',
  usePrice: (name: string, price: string) => `Use ${name} ${price}`,
  held: (quantity: string) => `All ${quantity}`,
  heldLabel: (quantity: string) => `All ${quantity}: the whole position`,
  freeLabel: (quantity: string, held: string) =>
    `All ${quantity} that no working order closes already, of ${held}`,
  up: 'Increase',
  down: 'Decrease',
  side_verbs: { buy: 'Buy', sell: 'Sell', short: 'Sell short' },
  intents: {
    'buy-to-open': 'Buy to open',
    'buy-to-close': 'Buy to close',
    'sell-to-open': 'Sell to open',
    'sell-to-close': 'Sell to close',
  },
  order: (side: string, subject: string) => `${side} ${subject}`,
  review: (order: string) => `Review: ${order}`,
  /** On the button of a complete order, until what it needs has arrived. */
  awaited: {
    'account-missing': 'No account is selected',
    'instrument-unknown': 'Looking up the symbol…',
    'positions-unknown': 'Reading the positions…',
  },
  incomplete: (side: string, symbol: string) => `${side} ${symbol}`,
  sending: 'Sending',
  asking: 'Waiting for your answer',
  repeat: 'Repeat last order',
  repeatHint: 'Repeat: puts the last order back into the ticket. Nothing is sent.',
  blocked: 'Waiting for the previous order',
  halted:
    'Trading is halted: this order cannot be sent. Resume trading in the bar at the top or at the bottom right.',
  haltedButton: 'Trading is halted',
  closing: 'This order closes your position.',
  warnings: {
    oversells: (held: string, mayShort: boolean) =>
      mayShort
        ? `You hold ${held}, and one order sells no more than that. To go short, sell these first; once they are sold, sell the rest short.`
        : `You hold ${held}, and no more than that can be sold here.`,
    sellsNothing: (mayShort: boolean) =>
      mayShort
        ? 'You hold none of it. To sell what you do not hold, use Sell short.'
        : 'You hold none of it, so there is nothing to sell; it cannot be sold short in this account.',
    shortWhileLong: (held: string) =>
      `You hold ${held}, and the broker accepts a short sale only once you hold none. Sell these first; once they are sold, sell short.`,
    /** `free` is null where nothing is; `isRefused` where the broker refuses what exceeds it. */
    closingAlready: {
      sell: ({ held, taken, free, orders }: ClosingParts, isRefused: boolean) =>
        `${orders === 1 ? 'A working order already sells' : `${orders} working orders already sell`} ${taken} of your ${held}${
          isRefused
            ? free === null
              ? ', so there is nothing left to sell.'
              : `, so only ${free} can be sold.`
            : '. If this one fills too, the excess opens a short position.'
        }`,
      buy: ({ held, taken, free, orders }: ClosingParts, isRefused: boolean) =>
        `${orders === 1 ? 'A working order already buys back' : `${orders} working orders already buy back`} ${taken} of the ${held} that you are short${
          isRefused
            ? free === null
              ? ', so there is nothing left to buy back.'
              : `, so only ${free} can be bought back.`
            : '. If this one fills too, the excess opens a long position.'
        }`,
    },
    cancelClosing: (orders: number) =>
      orders === 1 ? 'Cancel that order' : `Cancel those ${orders} orders`,
    throughMarket: {
      buy: (share: string, market: string, limit: string) =>
        `The limit is ${share} above the ask of ${market}: the order may fill at any price up to ${limit}.`,
      sell: (share: string, market: string, limit: string) =>
        `The limit is ${share} below the bid of ${market}: the order may fill at any price down to ${limit}.`,
    },
    stopReached: (market: string) =>
      `The market is at ${market}, so this stop is already reached: the order triggers at once.`,
    tooLarge: (missing: string) => `Exceeds your buying power by ${missing}.`,
    shareOfEquity: (share: string) => `This order is ${share} of the account’s value.`,
    wideTrail: (share: string) => `The stop trails ${share} away from the price.`,
    overnightMargin: (missing: string) =>
      `Held beyond today, this position needs ${missing} more margin than the account has. The broker may close positions.`,
    uncovers: (contracts: string) =>
      contracts === '1'
        ? 'This order takes the cover of 1 option that you have sold: what that option can lose is then no longer limited by what you hold.'
        : `This order takes the cover of ${contracts} options that you have sold: what they can lose is then no longer limited by what you hold.`,
    unlimitedLoss: 'The loss of this order has no limit while the underlying rises.',
    blocked: 'Correct the order to send it',
  },
  flips: 'Larger than your position: the excess opens a position in the opposite direction.',
  summary: 'Order estimate',
  cost: { buy: 'Cost', sell: 'Proceeds', short: 'Proceeds' },
  marginReleased: 'Margin released',
  margin: 'Initial margin',
  notional: 'Notional value',
  maxGain: 'Max gain',
  maxLoss: 'Max loss',
  breakEven: 'Break-even',
  payout: 'Payout if right',
  unlimited: 'unlimited',
  fees: 'Fees',
  power: 'Buying power',
  optionPower: 'Option buying power',
  realized: 'P&L locked in',
  cover: 'Covered by',
  coveredBy: (shares: string, held: string) => `${shares} of your ${held} shares`,
  stopNow: 'Stop now',
  /** Where a trailing stop stands, how far that is from the price, and as a share of it. */
  trailLevel: (level: string, distance: string, share: string) =>
    `about ${level}, ${distance} (${share}) away`,
  position: 'Position',
  becomes: ' becomes ',
  ourEstimate: 'Countersign estimate',
  providerEstimate: (age: string) => `Broker’s estimate, ${age} ago`,
  estimating: 'Requesting estimate',
  estimateFailed: 'Broker’s estimate failed',
  refreshQuote: 'Refresh',
  about: 'about',
  stockMargin: 'Margin of position',
  dayAndOvernight: (day: string, overnight: string) => `${day} day · ${overnight} overnight`,
  writtenEstimate:
    'Estimated by Countersign as for an uncovered option (FINRA 4210). Shares or a longer option that cover it lower the requirement.',
  filled: {
    band: (assistant: string) => `Filled by ${assistant}, not sent`,
    clear: 'Clear',
  },
  agreement: {
    open: 'Open the agreement',
    foreign: 'The broker named this address, which is none of its own and is not opened:',
    notOpened: 'The agreement could not be opened. Sign in at the broker and look for it there.',
  },
  skipConfirmation: {
    optIn: 'Don’t confirm further orders until Countersign closes or locks',
    notice: 'Order confirmation is off.',
    confirmAgain: 'Turn on',
  },
  exits: {
    short: 'TP/SL',
    entry: 'Take profit and stop loss',
    entryHint: 'They begin to work when this order fills; one of them cancels the other.',
    position: 'With a stop loss',
    positionHint: 'Whichever of the two orders fills first cancels the other.',
    takeProfit: 'Take profit, limit',
    stopLoss: 'Stop loss, stop',
    percent: (text: string) => `${text} from the entry`,
    gain: (money: string) => `Brings ${money}`,
    loss: (money: string) => `Costs ${money}`,
  },
  dialog: {
    title: 'Review order',
    back: 'Back',
    send: (order: string) => order,
    waits: (opens: string) =>
      `Its session has not opened yet: the order waits and can trade from ${opens} ET.`,
    refusedHours: {
      'day-after-close':
        'The broker refuses this order now: a day order cannot be placed after the close. Choose another time in force or session, or place it on the next trading day.',
      'only-at-night':
        'The broker refuses this order now: it takes orders for the night only from 20:00 to 04:00 ET before a trading day.',
      'futures-closed':
        'The broker refuses this order now: it takes orders in futures only while their market is open.',
    },
    note: 'Sent once. If no response arrives, the status is checked before anything else is sent.',
    rows: {
      account: 'Account',
      order: 'Order',
      price: 'Price',
      timeInForce: 'Time in force',
      algo: 'Algorithm',
      legging: 'Legging',
      session: 'Session',
      takeProfit: 'Take profit',
      stopLoss: 'Stop loss',
      cost: 'Cost',
      fees: 'Fees',
      power: 'Buying power after',
      optionPower: 'Option buying power after',
      position: 'Position after',
    },
  },
  outcome: {
    sending: 'Sending the order',
    asking: 'Not sent yet',
    askingHint: 'Answer the question about its price.',
    sendingHint: 'Waiting for the broker’s response.',
    acknowledged: (status: string) => `Order accepted: ${status}`,
    filled: (done: string, total: string) => `${done} of ${total} filled`,
    average: (price: string) => `at ${price}`,
    cancelled: 'Order canceled',
    nothingFilled: 'Nothing was filled.',
    rejected: 'Order rejected',
    rejectedHint: 'No order was placed. Your entries are kept.',
    denied: 'Not sent',
    deniedHint: 'Countersign rejected the order. Nothing was sent.',
    unknown: 'Checking — do not send again',
    unknownHint:
      'No response received. The order may have been placed; Countersign is checking with the broker.',
    unknownBlind:
      'No response received; the order may have been placed. Check Orders before you send another.',
    checked: 'I have checked Orders',
    settled: (status: string) => `Checked: ${status}`,
    failed: 'Not sent',
    dismiss: 'Dismiss',
  },
  lookup: { failed: 'The symbol could not be looked up.', retry: 'Try again' },
} as const
