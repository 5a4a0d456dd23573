const COMBO_PLACEMENT = 'electron/core/orders/gateway/combo-placement.ts'
const CLOSING = 'shared/domain/orders/effect/closing-orders.ts'
const BASKET = 'renderer/stores/submit/basket.ts'
const COMBO_TESTS = 'test/unit/core/orders/gateway/rel-029-linked-orders.test.ts'
const RESERVATION_TESTS = 'test/unit/core/orders/rel-036-linked-reservations.test.ts'
const BASKET_TESTS = 'test/property/renderer/basket.test.ts'

/** Faults of linked orders, what they reserve of a position, the basket, and strategies. */
export const PATCHES = [
  {
    id: 'linked-orders-before-journal',
    harm: 'Linked orders are sent before they are on disk; after a crash nobody knows of them.',
    file: COMBO_PLACEMENT,
    find: `    const written = await Promise.all(intents.map((intent) => journal.append(intent)))
    if (written.some(({ ok }) => !ok)) return [JOURNAL_FAILED]
`,
    replace: '    void Promise.all(intents.map((intent) => journal.append(intent)))\n',
    suites: [COMBO_TESTS],
  },
  {
    id: 'linked-leg-not-journaled',
    harm: 'Only the entry is on disk; after a restart its exits have no row and cannot be canceled.',
    file: COMBO_PLACEMENT,
    find: 'intents.map((intent) => journal.append(intent))',
    replace: 'intents.slice(0, 1).map((intent) => journal.append(intent))',
    suites: [COMBO_TESTS],
  },
  {
    id: 'linked-orders-sent-twice',
    harm: 'A second press of Send places an entry and its exits a second time.',
    file: COMBO_PLACEMENT,
    find: 'return entries.some((entry) => entry !== null)',
    replace: 'return entries.length === 0',
    suites: [COMBO_TESTS],
  },
  {
    id: 'linked-order-as-exit',
    harm: 'Any order that an entry starts counts as its exit and passes the limits.',
    file: COMBO_PLACEMENT,
    find: 'const isExit = exits.has(index) && !isMasterProved',
    replace: 'const isExit = index > 0 && !isMasterProved',
    suites: [COMBO_TESTS],
  },
  {
    id: 'linked-exits-reserved-twice',
    harm: 'Take profit and stop loss reserve the position twice, and it can no longer be closed.',
    file: CLOSING,
    find: 'const key = group ?? orderKey(order)',
    replace: 'const key = orderKey(order)',
    suites: [RESERVATION_TESTS],
  },
  {
    id: 'linked-exits-reserve-nothing',
    harm: 'What an entry has filled is sold by its exits and once more by hand.',
    file: CLOSING,
    find: 'return opened === undefined ? left : minOf(left, opened)',
    replace: 'return opened === undefined ? left : ZERO_QUANTITY',
    suites: [RESERVATION_TESTS],
  },
  {
    id: 'closing-proof-of-earlier-orders',
    harm: 'Two sales at the same moment both pass as closing the same shares.',
    file: 'electron/core/orders/read-positions.ts',
    find: 'const orders = [...this.#orders.all(), ...alongside]',
    replace: 'const orders = [...this.#before, ...alongside]',
    suites: ['test/unit/core/orders/gateway/rel-036-reducing-orders.test.ts'],
  },
  {
    id: 'closing-not-proved-again',
    harm: 'A close that waited for its quote is sent although the shares were sold meanwhile.',
    file: 'electron/core/orders/gateway/order-limits.ts',
    find: 'if (closes && problem !== null)',
    replace: 'if (closes && problem !== null && this.#deps.journal.failed)',
    suites: ['test/unit/core/orders/gateway/rel-042-proof-at-sending.test.ts'],
  },
  {
    id: 'basket-row-sent-twice',
    harm: 'Send in the basket places the orders that were accepted before once more.',
    file: BASKET,
    find: "outcome === null || ['rejected', 'denied', 'failed'].includes(outcome.kind)",
    replace: "outcome?.kind !== 'sending' && outcome?.kind !== 'unknown'",
    suites: [BASKET_TESTS],
  },
  {
    id: 'basket-unknown-row-sent-again',
    harm: 'Send in the basket repeats an order that may exist at the broker.',
    file: BASKET,
    find: "['rejected', 'denied', 'failed'].includes(outcome.kind)",
    replace: "['rejected', 'denied', 'failed', 'unknown'].includes(outcome.kind)",
    suites: [BASKET_TESTS],
  },
  {
    id: 'basket-rows-share-a-ticket',
    harm: 'All orders of a basket have one ticket, and only the first of them is placed.',
    file: 'renderer/stores/submit/basket-sender.ts',
    find: 'ticket: `${base}-${index + 1}`, draft',
    replace: 'ticket: index < 0 ? `${index}` : base, draft',
    suites: [BASKET_TESTS],
  },
  {
    id: 'strategy-multiplier-dropped',
    harm: 'The strategy builder shows a hundredth of the maximum loss.',
    file: 'shared/domain/orders/strategy-payoff.ts',
    find: 'return asMoney(mul(sub(value, net), units))',
    replace: 'return asMoney(sub(value, net))',
    suites: ['test/property/shared/strategy-payoff.test.ts'],
  },
  {
    id: 'uncovered-call-multiplier-dropped',
    harm: 'The loss of uncovered calls counts at a hundredth in the limits of an assistant.',
    file: 'electron/core/instructions/policy/options/option-max-loss.ts',
    find: '    ZERO,\n    multiplier,\n  )',
    replace: "    ZERO,\n    dec('1'),\n  )",
    suites: ['test/unit/core/instructions/policy/rel-036-exposure.test.ts'],
  },
]
