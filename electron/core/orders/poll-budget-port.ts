/** The queries that polling repeats. */
export type PolledQuery = 'detail' | 'open-orders'

/**
 * How much of the provider's request budgets polling may use now. Polling has at most two thirds of
 * each, evenly over its window; the rest is for orders, cancels and unsettled orders.
 */
export interface PollBudgetPort {
  /**
   * Returns the milliseconds to wait before the next `watch` query of this kind; 0 = it leaves at
   * once. A poller that waits this long first is never stuck behind its own query.
   */
  pollDelayMs(query: PolledQuery): number
}
