import type { TicketProblem } from '../panels/ticket/build-draft.js'
import type { AccountProduct } from '../../shared/domain/account.js'
import { ACCOUNT_WORDS } from '../../shared/domain/account-products.js'
import { orderText } from './orders-en.js'

const problems: Record<TicketProblem, string> = {
  ...orderText.problems,
  'not-a-number': 'This is not a number. Write 1,234.56 or 1234.56.',
  'size-missing': 'Enter how much to trade.',
  'account-missing': 'No account is selected yet.',
  'instrument-unknown': 'The symbol is still being looked up.',
  'not-tradable': 'This symbol cannot be traded.',
  'close-only': 'This symbol can only be closed, not opened.',
  'not-shortable': 'This symbol cannot be sold short.',
}

export const ticketText = {
  problems,
  pick: 'No symbol chosen', pickHint: 'Pick one in the watchlist, or press Ctrl K.',
  otherProduct: (product: AccountProduct) => `This account trades ${ACCOUNT_WORDS[product]}`,
  otherProductHint: 'Stocks cannot be ordered from it. To order a stock, choose an account for stocks and options.',
  form: (symbol: string) => `Order for ${symbol}`,
  side: 'Side', type: 'Order type', quantity: 'Quantity', amount: 'Amount', sizeIn: 'Size in', shares: 'Shares', dollars: 'Dollars',
  dollarsNeedMarket: 'Dollars: market orders only', limitPrice: 'Limit price', stopPrice: 'Stop price', trail: 'Trail', trailIn: 'Trail by', percent: '%', currency: '$',
  timeInForce: 'Time in force', session: 'Trades in',
  timesLong: { day: 'Day', gtc: 'Good till cancelled', ioc: 'Immediate or cancel', fok: 'Fill or kill', gtd: 'Good till date' },
  bid: 'Bid', ask: 'Ask', mid: 'Mid', last: 'Last', usePrice: (name: string, price: string) => `Use ${name} ${price}`,
  held: (quantity: string) => `All ${quantity}`, heldLabel: (quantity: string) => `All ${quantity}: the whole position`,
  up: 'More', down: 'Less',
  side_verbs: { buy: 'Buy', sell: 'Sell', short: 'Sell short' },
  order: (side: string, size: string, symbol: string) => `${side} ${size} ${symbol}`,
  review: (order: string) => `Review: ${order}`, incomplete: (side: string, symbol: string) => `${side} ${symbol}`, sending: 'Sending',
  blocked: 'Waiting for the last order', halted: 'Trading is halted: this order cannot be sent. Resume trading from the bar at the top or at the bottom right.', haltedButton: 'Trading is halted', closing: 'This order closes your position.',
  flips: 'Larger than your position: the rest opens the other way.',
  sellWithout: 'You hold no shares of this. Choose Short to sell short.',
  summary: 'Order estimate',
  cost: { buy: 'Cost', sell: 'Proceeds', short: 'Proceeds' }, fees: 'Fees', power: 'Buying power', position: 'Position', becomes: ' becomes ',
  ourEstimate: 'Our estimate', providerEstimate: (age: string) => `Broker’s estimate, ${age} ago`, estimating: 'Asking the broker', estimateFailed: 'Broker’s estimate failed', again: 'Ask again',
  about: 'about',
  atOnce: { optIn: 'Send the next ones at once, without this question, until the desk is closed or locked', standing: 'Orders go at once.', askAgain: 'Ask me again' },
  dialog: {
    title: 'Review order', back: 'Back', send: (order: string) => order, note: 'Sent once. If the answer is lost, the desk finds out before anything else is sent.',
    rows: { account: 'Account', order: 'Order', price: 'Price', timeInForce: 'Time in force', session: 'Trades in', cost: 'Cost', fees: 'Fees', power: 'Buying power after', position: 'Position after' },
    atMarket: 'Market', limitAt: (price: string) => `Limit ${price}`, stopAt: (price: string) => `Stop ${price}`, stopLimitAt: (stop: string, limit: string) => `Stop ${stop}, limit ${limit}`,
    trailBy: (step: string) => `Trails by ${step}`,
  },
  outcome: {
    sending: 'Sending the order', sendingHint: 'Waiting for the exchange’s answer.',
    acknowledged: (status: string) => `Order accepted: ${status}`, filled: (done: string, of: string) => `${done} of ${of} filled`, average: (price: string) => `at ${price}`,
    cancelled: 'Order cancelled', rejected: 'Order rejected', rejectedHint: 'Nothing was placed. What you typed is still here.',
    denied: 'Not sent', deniedHint: 'This desk refused the order. Nothing left this computer.',
    unknown: 'Checking — do not send again', unknownHint: 'The answer was lost. The order may have been placed; the desk is asking the exchange.',
    unknownBlind: 'The answer was lost and the order may have been placed. Look in Orders before you send another.', checked: 'I have checked Orders',
    settled: (status: string) => `Checked: ${status}`,
    failed: 'Not sent', dismiss: 'Dismiss',
  },
  lookup: { failed: 'The symbol could not be looked up.', retry: 'Try again' },
} as const
