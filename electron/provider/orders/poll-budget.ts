import { ORDER_OPERATIONS } from '../../../shared/wire/families/trading/orders.js'
import type { PollBudgetPort } from '../../core/orders/poll-budget-port.js'
import type { RateLimiter } from '../http/rate-limiter.js'

const OPERATIONS = {
  detail: ORDER_OPERATIONS.getOrder,
  'open-orders': ORDER_OPERATIONS.listOpenOrders,
} as const

/** Creates the view of the request budgets that polling needs. */
export const createPollBudget = (limiter: Pick<RateLimiter, 'delayMs'>): PollBudgetPort => ({
  pollDelayMs: (query) => limiter.delayMs(OPERATIONS[query], 'background'),
})
