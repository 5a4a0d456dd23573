const SETTLEMENT = 'electron/core/orders/reconcile/settlement.ts'
const SETTLEMENT_TESTS = 'test/unit/core/orders/reconcile/rel-031-settlement.test.ts'
const LIST_TESTS = 'test/unit/core/orders/reconcile/rel-031-lists.test.ts'
const MANY_TESTS = 'test/unit/core/orders/reconcile/rel-031-many-unknown.test.ts'

/** Faults of the reconciler: what decides whether an order exists and is open. */
export const PATCHES = [
  {
    id: 'absent-after-one-answer',
    harm: 'One answer that knows no order ends the search, and the order appears later.',
    file: SETTLEMENT,
    find: '{ place: 6, replace: 3, cancel: 3 }\nconst NO_EFFECT_AFTER_MS = 60_000',
    replace: '{ place: 1, replace: 1, cancel: 1 }\nconst NO_EFFECT_AFTER_MS = 0',
    suites: [SETTLEMENT_TESTS, 'test/simulation/core/rel-029-one-order-per-intent.test.ts'],
  },
  {
    id: 'absent-while-disconnected',
    harm: 'Silence of a broken event stream counts as proof that an order was not placed.',
    file: SETTLEMENT,
    find: '    if (!eventsHealthy()) {',
    replace: '    if (!eventsHealthy() && search.probes < 0) {',
    suites: [SETTLEMENT_TESTS],
  },
  {
    id: 'failed-query-is-absence',
    harm: 'Order Detail that could not be reached counts as an answer that there is no order.',
    file: SETTLEMENT,
    find: '    if (answer.ok) this.#countUnchanged(search)',
    replace: '    this.#countUnchanged(search)',
    suites: [SETTLEMENT_TESTS],
  },
  {
    id: 'listing-trusted-for-absence',
    harm: 'An order that a lagging list does not name yet is shown as closed while it works.',
    file: 'electron/core/orders/reconcile/order-poller.ts',
    find: '    for (const { clientOrderId } of missing) this.queryOrder(accountId, clientOrderId)',
    replace: `    for (const { clientOrderId } of missing) {
      this.#deps.projection.apply({
        fact: 'vanished',
        clientOrderId,
        note: { code: 'orders.notKnownToBroker', params: { seconds: 0 } } as never,
        at: requestedAt,
      })
    }`,
    suites: [SETTLEMENT_TESTS, LIST_TESTS],
  },
  {
    id: 'absent-order-queried-endlessly',
    harm: 'Each answer that knows no order adds a query, until no other order can be queried.',
    file: 'electron/core/orders/reconcile/order-poller.ts',
    find: '    if (this.#laterQueries.has(clientOrderId)) return\n',
    replace: '',
    suites: ['test/unit/core/orders/reconcile/rel-031-polling.test.ts'],
  },
  {
    id: 'listing-cut-at-one-page',
    harm: 'Only the first page of open orders is read; the kill switch misses the others.',
    file: 'electron/core/orders/reconcile/open-order-lists.ts',
    find: '        return true\n',
    replace: '        return false\n',
    suites: [LIST_TESTS],
  },
  {
    id: 'older-listing-counts-as-fresh',
    harm: 'A list that was requested before the kill counts as proof that nothing is open.',
    file: 'electron/core/orders/reconcile/open-order-lists.ts',
    find: 'if (running.startedAt >= calledAt && isProven) return running.result',
    replace: 'if (running.startedAt >= 0 && isProven) return running.result',
    suites: [LIST_TESTS],
  },
  {
    id: 'failed-listing-is-complete',
    harm: 'A list whose second page failed counts as complete.',
    file: 'electron/core/orders/reconcile/open-order-lists.ts',
    find: '    if (!end.ok) return end\n',
    replace: '',
    suites: [LIST_TESTS],
  },
  {
    id: 'working-order-lost-at-once',
    harm: 'One wrong answer of Order Detail removes a working order from every table.',
    file: 'electron/core/orders/reconcile/absence.ts',
    find: `    if (since === undefined) {
      this.#absentSince.set(order.clientOrderId, now)
      return null
    }`,
    replace: '    if (since === undefined) return ABSENT_AGAIN_MS',
    suites: [SETTLEMENT_TESTS, LIST_TESTS],
  },
  {
    id: 'young-order-lost',
    harm: 'An order placed a moment ago is declared lost because Order Detail lags.',
    file: 'electron/core/orders/reconcile/absence.ts',
    find: 'if (!isWorking(order.status) || !this.#isSettled(order, now)) return null',
    replace: 'if (!isWorking(order.status)) return null',
    suites: [SETTLEMENT_TESTS, LIST_TESTS],
  },
  {
    id: 'detail-of-another-order',
    harm: 'Order Detail of another order is taken for the requested one.',
    file: 'electron/provider/orders/trade-gateway.ts',
    find: 'answer.value.orders.find((order) => order.client_order_id === id)',
    replace: 'answer.value.orders.find((order) => order.client_order_id !== null)',
    suites: ['test/unit/provider/rel-031-trade-gateway.test.ts'],
  },
  {
    id: 'unlisted-refusal-is-absence',
    harm: 'Any refusal of Order Detail counts as proof that there is no order.',
    file: 'electron/provider/orders/trade-gateway.ts',
    find: '  NOT_FOUND.has(failure.providerCode)\n',
    replace: '  failure.providerCode.length > 0\n',
    suites: ['test/unit/provider/rel-031-trade-gateway.test.ts'],
  },
  {
    id: 'cursor-list-partial',
    harm: 'A list of positions whose later page failed is shown as if it were complete.',
    file: 'electron/provider/http/paginate.ts',
    find: '    if (!page.ok) return page\n    items.push',
    replace: '    if (!page.ok) return ok(items)\n    items.push',
    suites: ['test/property/provider/paginate.test.ts'],
  },
  {
    id: 'poll-budget-ignored',
    harm: 'Polling uses the whole budget of Order Detail, so that settlement has to wait.',
    file: 'electron/provider/orders/trade-gateway.ts',
    find: "limiter.delayMs(OPERATIONS[query], 'background')",
    replace: "limiter.delayMs(OPERATIONS[query], 'critical')",
    suites: ['test/unit/provider/rel-031-trade-gateway.test.ts'],
  },
  {
    id: 'lagging-list-proves-no-effect',
    harm: 'A list from before a cancel counts as proof that the cancel had no effect.',
    file: SETTLEMENT,
    find: '    return startedAt - lagMs\n',
    replace: '    return startedAt\n',
    suites: [MANY_TESTS],
  },
  {
    id: 'list-while-disconnected-counts',
    harm: 'A list that was read while events were lost counts as proof that a cancel had no effect.',
    file: SETTLEMENT,
    find: 'if (!this.#deps.eventsHealthy() || shownAt - quietSince < NO_EFFECT_AFTER_MS) {',
    replace: 'if (shownAt - quietSince < NO_EFFECT_AFTER_MS) {',
    suites: [MANY_TESTS],
  },
]
