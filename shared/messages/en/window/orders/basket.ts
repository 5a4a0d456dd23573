import type { ClosingParts } from './ticket.js'

/** Texts of the basket of prepared orders, in English. */
export const basketText = {
  empty: 'No orders in the basket',
  emptyHint: 'Fill in the ticket and press “Add to basket”. Nothing is sent before your review.',
  add: 'Add to basket',
  addHint: 'Prepares this order without sending it.',
  added: (order: string) => `In the basket: ${order}`,
  open: (count: number) => `Basket (${count})`,
  full: (max: number) => `The basket is full: ${max} orders at most.`,
  list: 'Prepared orders',
  mode: 'Send',
  modes: {
    separate: 'Separately',
    oco: 'Linked: one cancels the others (OCO)',
    oto: 'Linked: the first triggers the others (OTO)',
    otoco: 'Linked: the first triggers, one cancels (OTOCO)',
  },
  meanings: {
    separate: 'Each order stands alone. If one is refused, the others are still sent.',
    oco: 'All work at once. When one fills, the broker cancels the others. All are accepted, or none.',
    oto: 'The others begin to work when the first has filled. All are accepted, or none.',
    otoco:
      'The others begin to work when the first has filled; when one of them fills, the broker cancels the rest. All are accepted, or none.',
  },
  edit: (order: string) => `Back to the ticket: ${order}`,
  up: (order: string) => `Move up: ${order}`,
  down: (order: string) => `Move down: ${order}`,
  remove: (order: string) => `Remove: ${order}`,
  removeSent: 'Remove accepted orders',
  ready: 'Not sent',
  sending: 'Sending',
  rejected: (reason: string) => `Rejected, no order was placed. The broker’s reason: ${reason}`,
  noReason: 'none was given.',
  denied: (reasons: string) => `Not sent, no order was placed: ${reasons}`,
  failed: (problem: string) => `Not sent, no order was placed: ${problem}`,
  unknown: 'The order may have been placed. Its status is being checked: do not send it again.',
  closingBeyond: {
    sell: (held: string) => `You hold ${held}, and one order sells no more than that.`,
    buy: (held: string) => `You are short ${held}, and one order buys back no more than that.`,
  },
  /** `free` is null where nothing is; `isRefused` where the broker refuses what exceeds it. */
  closingAbove: {
    sell: ({ held, taken, free }: Omit<ClosingParts, 'orders'>, isRefused: boolean) =>
      `The orders above sell ${taken} of your ${held}${
        isRefused
          ? free === null
            ? ', so there is nothing left to sell.'
            : `, so only ${free} can be sold.`
          : '. If all fill, the excess opens a short position.'
      }`,
    buy: ({ held, taken, free }: Omit<ClosingParts, 'orders'>, isRefused: boolean) =>
      `The orders above buy back ${taken} of the ${held} that you are short${
        isRefused
          ? free === null
            ? ', so there is nothing left to buy back.'
            : `, so only ${free} can be bought back.`
          : '. If all fill, the excess opens a long position.'
      }`,
  },
  cost: 'Estimated cost',
  fees: 'Fees',
  noEstimate: 'No estimate',
  review: (count: number) => (count === 1 ? 'Review 1 order' : `Review ${count} orders`),
  title: 'Review the basket',
  back: 'Back',
  send: (count: number) => (count === 1 ? 'Send 1 order' : `Send ${count} orders`),
  note: 'Each order is sent once. If no response arrives, its status is checked before anything else is sent.',
} as const
