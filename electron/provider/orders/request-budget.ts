import { ORDER_OPERATIONS } from '../../../shared/wire/families/trading/orders.js'
import type { RequestBudgetPort } from '../../core/orders/request-budget-port.js'
import type { RateLimiter } from '../http/rate-limiter.js'
import { cancelDelayMs } from './trade-gateway.js'

const OPERATIONS = {
  detail: ORDER_OPERATIONS.getOrder,
  'open-orders': ORDER_OPERATIONS.listOpenOrders,
} as const

/** Creates the view of the request budgets. */
export const createRequestBudget = (limiter: Pick<RateLimiter, 'delayMs'>): RequestBudgetPort => ({
  pollDelayMs: (query) => limiter.delayMs(OPERATIONS[query], 'background'),
  cancelDelayMs: () => cancelDelayMs(limiter),
})
