import { draft } from '../../en/draft.js'
import type { OrderStatus } from '../../../domain/orders/order-state.js'

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
  cancelled: 'Canceled. Earlier fills remain.',
  rejected: 'Rejected by the broker or the exchange.',
  denied: 'Rejected by Countersign. Nothing was sent.',
  'not-placed': 'Not placed, according to the broker.',
  'not-found':
    'The broker does not know this order any more. It does not count against limits. Check the history and your positions: it may have filled or ended before.',
}

export const orderText = {
  statuses,
  meanings,
  unconfirmed: 'Checking',
  unconfirmedMeaning: (status: string) =>
    `${status} when Countersign last ran. The broker is being asked for its state now; until it answers, limits count the order in full.`,
  atLeast: (working: number) => `At least ${working} working`,
  atLeastMeaning: 'The broker’s list of open orders is still being read.',
  problems: draft,
  heads: {
    placed: 'Placed',
    account: 'Account',
    symbol: 'Symbol',
    side: 'Side',
    type: 'Type',
    quantity: 'Qty',
    filled: 'Filled',
    limit: 'Limit',
    stop: 'Stop',
    average: 'Avg fill',
    tif: 'TIF',
    status: 'Status',
    actions: 'Actions',
  },
  filters: { working: 'Working', done: 'Done', all: 'All' },
  filterLabel: 'Order status',
  search: 'Filter by symbol',
  accountFilter: 'Filter by account',
  allAccounts: 'All accounts',
  empty: 'No orders',
  emptyHint: 'Orders that you place appear here with their status at the broker.',
  emptyWorking: 'No working orders',
  emptyFiltered: 'No matching orders',
  replace: 'Replace',
  cancel: 'Cancel',
  cancelAll: 'Cancel all',
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
