const SERVICE = 'electron/core/limits/personal-limit-service.ts'
const LIMIT_TESTS = 'test/unit/core/session/rel-036-personal-limits.test.ts'
const LOSS_TESTS = 'test/unit/core/session/rel-036-daily-loss.test.ts'

/** Faults of the limits that a person sets, and of the lock-out after a day's loss. */
export const PATCHES = [
  {
    id: 'lock-out-lifted-by-restart',
    harm: 'A restart lifts the lock-out, and a bad day goes on.',
    file: SERVICE,
    find: '      this.#state = loaded\n',
    replace: '      this.#state = { ...loaded, lockOuts: [] }\n',
    suites: [LOSS_TESTS],
  },
  {
    id: 'lock-out-ends-early',
    harm: 'A lock-out ends with the first message of the exchange.',
    file: 'electron/core/limits/lock-outs.ts',
    find: 'until !== null && proved >= until',
    replace: 'until !== null && proved >= 0',
    suites: [LOSS_TESTS],
  },
  {
    id: 'damaged-limits-are-no-lock-out',
    harm: 'Whoever damages the file of the limits trades on after the day is lost.',
    file: SERVICE,
    find: '    this.#locksEveryAccount = true\n',
    replace: '',
    suites: [LOSS_TESTS, LIMIT_TESTS],
  },
  {
    id: 'day-limit-raised-at-once',
    harm: 'The limit of a bad day is raised in the middle of it.',
    file: SERVICE,
    find: '        ...Object.fromEntries(later.map((name) => [name, before.limits[name]])),\n',
    replace: '',
    suites: [LIMIT_TESTS, LOSS_TESTS],
  },
  {
    id: 'orders-of-day-forgotten',
    harm: 'After a restart the orders of the day count from zero.',
    file: 'electron/core/orders/gateway/order-limits.ts',
    find: 'this.#counts.restore(days)',
    replace: 'this.#counts.restore(days.slice(days.length))',
    suites: [LIMIT_TESTS],
  },
  {
    id: 'unread-account-passes',
    harm: 'Orders are sent although the loss of the day is not known.',
    file: 'electron/core/risk/risk-limits.ts',
    find: '  if (isUnread) denials.push',
    replace: '  if (isUnread && ordersToday === null) denials.push',
    suites: [LOSS_TESTS],
  },
  {
    id: 'lock-out-for-hands-only',
    harm: "An assistant's request in an account that is locked out reaches the person as valid.",
    file: 'electron/core/instructions/policy/policy-engine.ts',
    find: "  if (lockOut === null || lockOut === undefined || action.kind !== 'place') return\n",
    replace: "  if (lockOut !== null || action.kind !== 'place') return\n",
    suites: ['test/unit/core/instructions/policy/rel-036-lock-out.test.ts'],
  },
]
