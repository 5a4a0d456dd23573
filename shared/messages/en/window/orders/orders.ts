import type { ExpiredLeg } from '../../../../domain/notifications/order-news.js'
import type { LinkedName } from '../../../../domain/orders/combo-rules.js'
import { draft } from '../../draft.js'
import type { OrderStatus } from '../../../../domain/orders/order-state.js'

const statuses: Record<OrderStatus, string> = {
  sending: 'Sending',
  unknown: 'Unknown',
  pending: 'Pending',
  working: 'Working',
  'partially-filled': 'Partially filled',
  filled: 'Filled',
  cancelled: 'Canceled',
  rejected: 'Rejected',
  denied: 'Denied',
  'not-placed': 'Not placed',
  'not-found': 'Not found',
}

const meanings: Record<OrderStatus, string> = {
  sending: 'On its way to the broker.',
  unknown:
    'No response received. Countersign is checking with the broker whether the order exists; it is never sent twice.',
  pending: 'Accepted by the broker, not yet at the exchange.',
  working: 'At the exchange, waiting to fill.',
  'partially-filled': 'Partially filled; the rest is working.',
  filled: 'Completely filled.',
  cancelled: 'Canceled. What had filled before stays filled.',
  rejected: 'Rejected by the broker or the exchange.',
  denied: 'Rejected by Countersign. Nothing was sent.',
  'not-placed': 'Not placed, according to the broker.',
  'not-found':
    'The broker does not know this order any more. It does not count against limits. Check the history and your positions: it may have filled or ended before.',
}

const LINKED: Readonly<Record<LinkedName, string>> = {
  'take-profit': 'take profit',
  'stop-loss': 'stop loss',
  stop: 'stop order',
  limit: 'limit order',
}

/** The order that filled, and the one that this canceled. */
export interface LinkedFillTexts {
  readonly filled: LinkedName
  readonly quantity: string
  readonly price: string | null
  readonly canceled: LinkedName
}

export const orderText = {
  statuses,
  meanings,
  unconfirmed: 'Checking',
  /** Follows the age of a pending state. */
  pendingAge: 'The broker does not report when an order begins to work. It is queried in turns.',
  unconfirmedMeaning: (status: string) =>
    `${status} when the broker last reported it. The broker is being asked for its state now; until it answers, limits count the order in full.`,
  atLeast: (working: number) => `At least ${working} working`,
  atLeastMeaning: 'The broker’s list of open orders is still being read.',
  problems: draft,
  heads: {
    placed: 'Placed ET',
    placedLong: 'Placed, New York time (ET)',
    account: 'Account',
    symbol: 'Symbol',
    side: 'Side',
    type: 'Type',
    linked: 'Linked',
    linkedLong: 'Place among linked orders',
    quantity: 'Qty',
    filled: 'Filled',
    limit: 'Limit',
    stop: 'Stop',
    average: 'Avg fill',
    tif: 'TIF',
    tifLong: 'Time in force',
    fees: 'Fees',
    reason: 'Reason',
    session: 'Session',
    updated: 'Updated ET',
    updatedLong: 'Newest report received, by the clock of this computer, New York time (ET)',
    legging: 'Legging',
    legStrategy: 'Resulting strategy',
    legPosition: 'Position of the leg',
    positionId: 'Position ID',
    orderId: 'Order ID',
    status: 'Status',
    actions: 'Actions',
  },
  legging: { in: 'Leg in', out: 'Leg out', unknown: 'Unknown' },
  roles: {
    master: 'Main order',
    'take-profit': 'Take profit',
    'stop-loss': 'Stop loss',
    oto: 'Triggered',
    oco: 'One cancels the other',
    otoco: 'Triggered, one cancels the other',
    unknown: 'Linked',
  },
  combos: {
    bracket: 'bracket',
    protection: 'protection',
    oto: 'OTO',
    oco: 'OCO',
    otoco: 'OTOCO',
    unknown: 'linked orders',
  },
  openOf: (open: number, all: number) => `${open} of ${all} open`,
  waits: (role: string) => `${role}, waits`,
  waitsMeaning: 'It begins to work when the main order has filled.',
  filters: { working: 'Working', done: 'Done', all: 'All' },
  filterLabel: 'Order status',
  search: 'Filter by symbol',
  accountFilter: 'Filter by account',
  allAccounts: 'All accounts',
  unknown: 'The orders are not known',
  empty: 'No orders',
  emptyHint: 'Orders that you place appear here with their status at the broker.',
  news: {
    rejected: (symbol: string) => `${symbol}: order rejected`,
    canceled: (symbol: string) => `${symbol}: order canceled by the broker`,
    expired: (symbol: string) => `${symbol}: order expired`,
    filledInstead: (symbol: string, { filled, quantity, price, canceled }: LinkedFillTexts) =>
      `${symbol}: ${LINKED[filled]} filled ${quantity}${price === null ? '' : ` at ${price}`}, ${LINKED[canceled]} canceled`,
    legExpired: (symbol: string, { name, other }: ExpiredLeg) =>
      other === null
        ? `${symbol}: ${LINKED[name]} expired`
        : other.state === 'working'
          ? `${symbol}: ${LINKED[name]} expired, ${LINKED[other.name]} still working`
          : `${symbol}: ${LINKED[name]} and ${LINKED[other.name]} expired`,
    several: (count: number) => `${count} orders were rejected, canceled or expired`,
  },
  /** The status of a canceled order whose time in force was over. */
  expired: 'Expired',
  emptyWorking: 'No working orders',
  emptyFiltered: 'No matching orders',
  replace: 'Replace',
  cancel: 'Cancel',
  cancelAll: 'Cancel all',
  replaceMenu: 'Replace…',
  notReplaceable: 'A coin order cannot be replaced: cancel it and place a new one',
  cancelMenu: 'Cancel…',
  cancelSeveral: (count: number) => `Cancel ${count} orders…`,
  cancelSelected: (count: number) => `Cancel these ${count}`,
  notCancelable: 'None of these orders can be canceled',
  save: 'Send',
  undo: 'Back',
  cancelLabel: (order: string) => `Cancel ${order}`,
  replaceLabel: (order: string) => `Replace ${order}`,
  pending: {
    replace: { sent: 'Replacing', unknown: 'Replace unknown' },
    cancel: { sent: 'Canceling', unknown: 'Cancel unknown' },
  },
  pendingMeaning:
    'No response to this change was received; Countersign is checking with the broker.',
  confirmCancel: 'Cancel this order?',
  confirmCancelAll: (count: number) =>
    `Cancel ${count} working ${count === 1 ? 'order' : 'orders'}?`,
  ofAccount: (account: string, count: number) =>
    `${account}: ${count} ${count === 1 ? 'order' : 'orders'}`,
  confirmCancelAllBody: 'They are canceled one after another. Orders that fill first stay filled.',
  confirmReplace: 'Replace this order?',
  change: (field: string, from: string, to: string) => `${field} ${from} → ${to}`,
  nothingChanged: 'Change the quantity or a price first.',
  cancelling: (done: number, total: number) => `Canceling ${done} of ${total}`,
  cancelled: (done: number, total: number) => `Cancel accepted for ${done} of ${total} orders`,
  stop: 'Stop',
  history: 'History',
  loadMore: 'Load older orders',
  loadingMore: 'Loading older orders',
  noMore: 'End of history',
  outcome: {
    acknowledged: { cancel: 'Cancel accepted', replace: 'Replace accepted' },
    rejected: { cancel: 'Cancel rejected', replace: 'Replace rejected' },
    denied: { cancel: 'Not sent', replace: 'Not sent' },
    unknown: { cancel: 'Cancel not confirmed', replace: 'Replace not confirmed' },
  },
  unknownDetail:
    'No response received. Countersign is checking with the broker; the row shows the result.',
  source: {
    journal: 'the order journal',
    answer: 'the broker’s response',
    event: 'a trade event',
    detail: 'order detail',
    listing: 'the order list',
  },
  fact: (source: string, age: string) => `From ${source}, ${age} ago`,
  trail: (step: string) => `trail ${step}`,
  notOurs: 'Placed elsewhere',
} as const
