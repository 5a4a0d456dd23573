const KILL_SWITCH = 'electron/core/instructions/kill-switch/kill-switch.ts'
const KILL_TARGETS = 'electron/core/instructions/kill-switch/kill-targets.ts'
const KILL_CHECK = 'electron/core/instructions/kill-switch/kill-check.ts'
const HALT_PLACES = 'electron/core/instructions/kill-switch/halt-places.ts'
const TRADING_GATE = 'electron/core/session/halts/trading-gate.ts'
const KILL_TESTS = 'test/unit/core/instructions/kill-switch/kill-switch.test.ts'
const TARGET_TESTS = 'test/unit/core/instructions/kill-switch/kill-targets.test.ts'
const HALT_TESTS = 'test/property/core/rel-036-halt-survives.property.test.ts'
const STATE_TESTS = 'test/unit/core/session/rel-036-commands-by-state.test.ts'

/** Faults of the kill switch, of halts and of the arming of production. */
export const PATCHES = [
  {
    id: 'kill-clear-after-one-listing',
    harm: 'The kill switch reports zero open orders after one list that may lag.',
    file: KILL_CHECK,
    find: '    const listed = await this.#readLists(true)\n    if (listed === null',
    replace: '    const listed = this.#firstLists\n    if (listed === null',
    suites: ['test/unit/core/instructions/kill-switch/rel-036-kill-check.test.ts', KILL_TESTS],
  },
  {
    id: 'kill-clear-without-listing',
    harm: 'The kill switch reports zero open orders although no list could be read.',
    file: KILL_CHECK,
    find: 'if (this.#firstLists === null || !shouldContinue()) return false',
    replace: 'if (this.#firstLists === null) return true',
    suites: ['test/unit/core/instructions/kill-switch/rel-036-kill-check.test.ts'],
  },
  {
    id: 'kill-ignores-one-account',
    harm: 'The kill switch lists only the first account; the orders of the others keep working.',
    file: KILL_CHECK,
    find: 'for (const { accountId } of accounts) {',
    replace: 'for (const { accountId } of accounts.slice(0, 1)) {',
    suites: ['test/unit/core/instructions/kill-switch/rel-036-kill-check.test.ts'],
  },
  {
    id: 'kill-forgets-sends-in-flight',
    harm: 'An order that is being sent during a kill is not counted, and works afterwards.',
    file: KILL_TARGETS,
    find: '      ...this.#unplaced(targets),\n',
    replace: '',
    suites: [TARGET_TESTS],
  },
  {
    id: 'kill-drops-unqueried-order',
    harm: 'An order of the last run that could not be queried counts as ended.',
    file: KILL_TARGETS,
    find: "  order === null || (order !== 'absent' && !isFinal(order.status))",
    replace: "  order !== null && order !== 'absent' && !isFinal(order.status)",
    suites: [TARGET_TESTS],
  },
  {
    id: 'kill-does-not-withdraw',
    harm: 'A kill leaves pending instructions open, so that they can still be approved.',
    file: KILL_SWITCH,
    find: `this.#deps.instructionService.withdraw(
      inEnglish(message('outcomes.haltedBecause', { reason: why })),
    )`,
    replace: 'Promise.resolve(0)',
    suites: [KILL_TESTS],
  },
  {
    id: 'kill-does-not-halt-trading',
    harm: 'A kill of everything cancels orders but lets the next order out.',
    file: KILL_SWITCH,
    find: "if (widest === 'all') void this.#deps.session.trading.set('halted', why)",
    replace: "if (widest === 'all') void this.#deps.session.connection.view()",
    suites: [KILL_TESTS],
  },
  {
    id: 'damaged-halt-file-is-no-halt',
    harm: 'A halt whose file is damaged is lost at the next start.',
    file: KILL_SWITCH,
    find: "if (stored !== 'damaged') return new KillSwitch(deps, stored)",
    replace: "return new KillSwitch(deps, stored === 'damaged' ? null : stored)",
    suites: [KILL_TESTS, HALT_TESTS],
  },
  {
    id: 'halt-lifted-before-disk',
    harm: 'A halt whose end could not be stored is lifted now and returns after a restart.',
    file: KILL_SWITCH,
    find: '    if (!written.ok) return written\n',
    replace: '',
    suites: [KILL_TESTS],
  },
  {
    id: 'halt-in-one-place',
    harm: 'A halt is stored in one file only; when that is lost, the halt is lost.',
    file: HALT_PLACES,
    find: '[await this.#writeTo(second, text), ',
    replace: '[await this.#writeTo(first, text), ',
    suites: [HALT_TESTS],
  },
  {
    id: 'halt-read-from-one-place',
    harm: 'A halt in the second file is ignored at a start.',
    file: HALT_PLACES,
    find: '[await readPlace(second, this.#places), await readPlace(first, this.#places)]',
    replace: '[await readPlace(first, this.#places), await readPlace(first, this.#places)]',
    suites: [HALT_TESTS],
  },
  {
    id: 'trading-halt-not-restored',
    harm: 'Trading that was halted is active again after a restart.',
    file: TRADING_GATE,
    find: "    if (this.#trading === 'active') this.#trading = state\n",
    replace: '',
    suites: ['test/unit/core/session/rel-036-lost-halt.test.ts', HALT_TESTS],
  },
  {
    id: 'trading-halt-not-stored',
    harm: 'A halt on a full disk is lost with the next start.',
    file: TRADING_GATE,
    find: '    void stored.halt(why)\n',
    replace: '',
    suites: ['test/unit/core/session/rel-036-lost-halt.test.ts'],
  },
  {
    id: 'halt-lets-orders-through',
    harm: 'An order is sent while trading is halted.',
    file: 'electron/core/risk/risk-limits.ts',
    find: "if (context.trading === 'halted')",
    replace: 'if (context.trading === undefined)',
    suites: ['test/unit/core/risk/rel-036-risk-limits.test.ts'],
  },
  {
    id: 'halt-stops-cancels',
    harm: 'While trading is halted no order can be canceled.',
    file: 'electron/core/session/order-commands.ts',
    find: "return auth.view().phase === 'signed-in'\n      ? orderService.cancel",
    replace:
      "return auth.view().phase === 'signed-in' && this.#deps.gate.trading === 'active'\n      ? orderService.cancel",
    suites: [STATE_TESTS],
  },
  {
    id: 'production-not-armed',
    harm: 'An order goes to the real broker before the person typed the arming word.',
    file: TRADING_GATE,
    find: 'return this.#armed ? null',
    replace: 'return this.#deps.isReady() ? null',
    suites: [STATE_TESTS],
  },
  {
    id: 'lock-holds-nothing-back',
    harm: 'An order that waits for its quote leaves after Countersign locked.',
    file: TRADING_GATE,
    find: 'if (this.#deps.isLocked())',
    replace: 'if (this.#suspended)',
    suites: ['test/unit/core/session/rel-036-daily-loss.test.ts'],
  },
  {
    id: 'audit-failure-does-not-halt',
    harm: 'Instructions are sent although the audit log cannot be written.',
    file: 'electron/core/instructions/kill-switch/audit-halt.ts',
    find: '  audit.onFailure(\n    (error) =>\n      void session.trading.set(',
    replace: '  audit.onFailure(\n    (error) =>\n      void ((..._) => undefined)(',
    suites: ['test/unit/core/instructions/kill-switch/rel-036-audit-chain-halts.test.ts'],
  },
]
