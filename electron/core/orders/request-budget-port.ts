/** The queries that polling repeats. */
export type PolledQuery = 'detail' | 'open-orders'

/** What the provider's request budgets allow now. */
export interface RequestBudgetPort {
  /**
   * Returns the milliseconds to wait before the next `watch` query of this kind; 0 = it leaves at
   * once. Polling has at most two thirds of each budget, evenly over its window; the rest is for
   * orders, cancels and unsettled orders. A poller that waits this long first is never stuck behind
   * its own query.
   */
  pollDelayMs(query: PolledQuery): number
  /** Returns the milliseconds after which a cancellation could be sent; 0 = at once. */
  cancelDelayMs(): number
}
