import { DRAFT_SENTENCES } from '../../shared/domain/draft-sentences.js'
import type { OrderStatus } from '../../shared/domain/order-state.js'

const statuses: Record<OrderStatus, string> = {
  sending: 'Sending', unknown: 'Unknown', pending: 'Pending', working: 'Working', 'partially-filled': 'Part filled', filled: 'Filled', cancelled: 'Cancelled',
  rejected: 'Rejected', denied: 'Denied', 'not-placed': 'Not placed',
}

const meanings: Record<OrderStatus, string> = {
  sending: 'On its way to the exchange.',
  unknown: 'The answer was lost. The desk is asking the exchange whether the order exists; it is never sent twice.',
  pending: 'Accepted by the brokerage, not yet at the exchange.',
  working: 'At the exchange, waiting to fill.',
  'partially-filled': 'A part has filled; the rest is waiting.',
  filled: 'Filled completely.',
  cancelled: 'Cancelled. What had filled before stays filled.',
  rejected: 'Refused by the brokerage or the exchange.',
  denied: 'Refused by this desk. Nothing was sent.',
  'not-placed': 'Not placed, as far as the brokerage reports.',
}

export const orderText = {
  statuses, meanings, problems: DRAFT_SENTENCES,
  heads: {
    placed: 'Placed', symbol: 'Symbol', side: 'Side', type: 'Type', quantity: 'Qty', filled: 'Filled', limit: 'Limit', stop: 'Stop', average: 'Avg fill', tif: 'TIF', status: 'Status', actions: 'Actions',
  },
  filters: { working: 'Working', done: 'Done', all: 'All' }, filterLabel: 'Which orders', search: 'Filter by symbol',
  empty: 'No orders', emptyHint: 'Orders you place show here, with what the exchange says about them.', emptyWorking: 'No working orders', emptyFiltered: 'No order matches',
  replace: 'Replace', cancel: 'Cancel', cancelAll: 'Cancel all', save: 'Send', undo: 'Back',
  cancelLabel: (order: string) => `Cancel ${order}`, replaceLabel: (order: string) => `Replace ${order}`,
  pending: { replace: { sent: 'Replacing', unknown: 'Replace unknown' }, cancel: { sent: 'Cancelling', unknown: 'Cancel unknown' } },
  pendingMeaning: 'The answer to this change was lost; the desk is asking the exchange.',
  confirmCancel: 'Cancel this order?', confirmCancelAll: (count: number) => `Cancel ${count} working ${count === 1 ? 'order' : 'orders'}?`,
  confirmCancelAllBody: 'They are cancelled one after another. What fills before its turn stays filled.',
  confirmReplace: 'Replace this order?', change: (what: string, from: string, to: string) => `${what} ${from} → ${to}`, nothingChanged: 'Change the quantity or a price first.',
  cancelling: (done: number, of: number) => `Cancelling ${done} of ${of}`, cancelled: (done: number, of: number) => `Cancel accepted for ${done} of ${of} orders`, stop: 'Stop',
  history: 'History', loadMore: 'Load older orders', loadingMore: 'Loading older orders', noMore: 'That is the whole history',
  outcome: {
    acknowledged: { cancel: 'Cancel accepted', replace: 'Replace accepted' }, rejected: { cancel: 'Cancel refused', replace: 'Replace refused' },
    denied: { cancel: 'Not sent', replace: 'Not sent' }, unknown: { cancel: 'Cancel not confirmed', replace: 'Replace not confirmed' },
  },
  unknownDetail: 'The answer was lost. The desk is asking the exchange; the row shows the result.',
  source: { journal: 'this desk’s journal', answer: 'the brokerage’s answer', event: 'a trade event', detail: 'order detail', listing: 'the order list' },
  fact: (source: string, age: string) => `From ${source}, ${age} ago`,
  trail: (step: string) => `trail ${step}`, notOurs: 'Placed elsewhere',
} as const
