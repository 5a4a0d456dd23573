import type { ReachId } from './reach.js'

/** Operations that nobody should be able to cause, each with its reason. */
export const NOT_CALLED: Readonly<Partial<Record<ReachId, string>>> = {
  'connect.login': 'a page that the browser opens, not a request of the client',
  'trading.orders.batch-place':
    'orders of a basket are sent one by one: each is checked and journaled at the instant of its sending and has an outcome of its own, where a lost answer would leave up to fifty unknown; a batch has neither options nor other terms, and brokers enable it per client',
  'market.stocks.bars-single':
    'the batch form returns the same bars for one symbol, and the sandbox answers 404',
}
