const DECISIONS = 'electron/core/instructions/confirm/decisions.ts'
const CARD_STORE = 'electron/core/instructions/confirm/card-store.ts'
const ARMING = 'electron/core/instructions/confirm/arming.ts'
const DISPATCH = 'electron/core/instructions/queue/dispatch.ts'
const OUTCOME = 'electron/core/instructions/queue/gateway/dispatch-outcome.ts'
const CONFIRM_TESTS = 'test/simulation/instructions/confirm'
const DISPATCH_TESTS = 'test/unit/core/instructions/queue/confirm-12-dispatch.test.ts'

/** Faults of the confirm window, its decisions and the way from an approval to the gateway. */
export const PATCHES = [
  {
    id: 'digest-not-compared',
    harm: 'An approval of an older card sends the order that the card shows now.',
    file: DECISIONS,
    find: 'if (card.nonce !== decision.nonce || !this.#parts.cards.isStillShown(card, named)) {',
    replace: 'if (card.digest.length !== named.digest.length) {',
    suites: [
      `${CONFIRM_TESTS}/confirm-02-digest.test.ts`,
      `${CONFIRM_TESTS}/sec-024-decision-identity.test.ts`,
    ],
  },
  {
    id: 'digest-without-price',
    harm: 'Two cards that differ only in the order have the same digest.',
    file: 'electron/core/instructions/requests/digest.ts',
    find: '  const members = Object.entries(value).filter(([, member]) => member !== undefined)',
    replace: "  const members = Object.entries(value).filter(([key]) => key !== 'limitPrice')",
    suites: [
      'test/unit/core/instructions/requests/confirm-02-one-digest.test.ts',
      `${CONFIRM_TESTS}/confirm-02-digest.test.ts`,
      'test/unit/core/instructions/requests/sec-023-same-request.test.ts',
    ],
  },
  {
    id: 'digest-not-canonical',
    harm: 'The same request with its members in another order counts as a new order.',
    file: 'electron/core/instructions/requests/digest.ts',
    find: '      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))\n',
    replace: '',
    suites: ['test/unit/core/instructions/requests/confirm-02-one-digest.test.ts'],
  },
  {
    id: 'nonce-reused',
    harm: 'A recorded approval can be sent a second time.',
    file: DECISIONS,
    find: '    card.issued.clear()\n    this.#parts.cards.renewNonce(card)\n    if (obstacle',
    replace: '    if (obstacle',
    suites: [
      `${CONFIRM_TESTS}/confirm-03-single-use.test.ts`,
      `${CONFIRM_TESTS}/sec-024-decision-identity.test.ts`,
    ],
  },
  {
    id: 'nonce-predictable',
    harm: 'A page can guess the nonce of a card that it has not shown.',
    file: CARD_STORE,
    find: 'card.nonce = randomHex(this.#deps.random, NONCE_BYTES)',
    replace: 'card.nonce = card.digest.slice(0, NONCE_BYTES * 2)',
    suites: [
      `${CONFIRM_TESTS}/confirm-03-single-use.test.ts`,
      `${CONFIRM_TESTS}/sec-024-decision-identity.test.ts`,
    ],
  },
  {
    id: 'deny-becomes-approve',
    harm: 'Decline sends the order.',
    file: DECISIONS,
    find: "if (decision.decision === 'decline') return this.#decline(instruction, card, decision)",
    replace:
      "if (decision.decision === 'decline') return this.#approve(instruction, card, decision)",
    suites: [`${CONFIRM_TESTS}/confirm-03-single-use.test.ts`],
  },
  {
    id: 'expiry-not-checked',
    harm: 'An instruction that expired is still approved.',
    file: 'electron/core/instructions/queue/deadlines.ts',
    find: `      (deadline !== undefined && this.#clock.monotonic() >= deadline) ||
      this.#clock.now() >= expiresAt`,
    replace: '      deadline !== undefined && this.#clock.now() < expiresAt - deadline * 1_000_000',
    suites: ['test/simulation/instructions/queue/confirm-09-expiry.test.ts'],
  },
  {
    id: 'stale-card-approved',
    harm: 'An approval counts although the estimate on the card is a minute old.',
    file: 'electron/core/instructions/confirm/confirm-controller.ts',
    find: 'elapsedMs(this.#deps.clock, card.pricedAt) <= FRESH_MS',
    replace: 'elapsedMs(this.#deps.clock, card.pricedAt) >= 0',
    suites: [`${CONFIRM_TESTS}/confirm-10-fresh-preview.test.ts`],
  },
  {
    id: 'moved-market-approved',
    harm: 'The price moved beyond the tolerance and the card does not say so.',
    file: 'electron/core/instructions/confirm/card.ts',
    find: 'return gt(abs<Decimal>(sub<Decimal>(now, seen)), maxOf(share, money))',
    replace: 'return gt(sub<Decimal>(seen, now), maxOf(share, money))',
    suites: [`${CONFIRM_TESTS}/confirm-11-changed-market.test.ts`],
  },
  {
    id: 'armed-at-once',
    harm: 'Approve can be pressed in the instant in which the window appears.',
    file: ARMING,
    find: 'return Math.max(since, 0) + (this.#waitServed ? 0 : this.#wait)',
    replace: 'return Math.max(since, 0)',
    suites: [`${CONFIRM_TESTS}/confirm-07-disarmed-first.test.ts`],
  },
  {
    id: 'armed-while-covered',
    harm: 'Approve can be pressed while another window covers the card.',
    file: ARMING,
    find: "    if (this.#state.isOccluded) return 'hidden'\n",
    replace: '',
    suites: [`${CONFIRM_TESTS}/confirm-18-occlusion.test.ts`],
  },
  {
    id: 'not-rearmed-after-move',
    harm: 'A window that moves under the pointer turns another click into an approval.',
    file: ARMING,
    find: '    this.#offUntil = Math.max(this.#offUntil, this.#context.now() + REARM_MS)',
    replace: '    this.#offUntil = Math.max(this.#offUntil, this.#context.now())',
    suites: [`${CONFIRM_TESTS}/confirm-08-rearm.test.ts`],
  },
  {
    id: 'undrawn-card-approved',
    harm: 'An order is approved that the page has not drawn.',
    file: DECISIONS,
    find: 'if (!controller.isShown(card.id) || !controller.isDrawn(card.id)) {',
    replace: 'if (!controller.isShown(card.id)) {',
    suites: [
      `${CONFIRM_TESTS}/sec-024-decision-identity.test.ts`,
      `${CONFIRM_TESTS}/confirm-02-digest.test.ts`,
    ],
  },
  {
    id: 'danger-not-acknowledged',
    harm: 'A dangerous order is approved although its risks were not acknowledged.',
    file: DECISIONS,
    find: '!decision.acknowledged.includes(code))) {',
    replace: '!decision.acknowledged.includes(code) && code.length === 0)) {',
    suites: [`${CONFIRM_TESTS}/confirm-16-two-controls.test.ts`],
  },
  {
    id: 'approval-not-reevaluated',
    harm: 'An order that the policy no longer allows is sent, because it was allowed once.',
    file: DECISIONS,
    find: "if (verdict === null || verdict.result === 'deny' || connection?.state !== 'active') {",
    replace: 'if (verdict === null) {',
    suites: ['test/simulation/instructions/policy/confirm-26-reevaluation.test.ts'],
  },
  {
    id: 'send-before-audit',
    harm: 'An order is sent although the decision about it could not be recorded.',
    file: DISPATCH,
    find: 'const stopped = this.#inFlight.get(id) ?? (isCommitted && isProved ? null : NOT_RECORDED)',
    replace: 'const stopped = this.#inFlight.get(id) ?? (isCommitted ? null : NOT_RECORDED)',
    suites: [DISPATCH_TESTS, 'test/simulation/instructions/queue/rel-028-write-order.test.ts'],
  },
  {
    id: 'stop-ignored-while-sending',
    harm: 'A kill between the decision and the gateway does not stop the order.',
    file: DISPATCH,
    find: 'const stop = this.#inFlight.get(id) ?? refused ?? (this.#disposed ? SESSION_ENDED : null)',
    replace: 'const stop = refused ?? (this.#disposed ? SESSION_ENDED : null)',
    suites: [DISPATCH_TESTS],
  },
  {
    id: 'order-released-before-its-records',
    harm: 'An order is journaled and sent while its decision is not on the disk yet.',
    file: 'electron/core/orders/gateway/order-placement.ts',
    find: 'const withheld = (await approval?.release()) ?? null',
    replace: 'const withheld = approval === undefined ? null : (void approval.release(), null)',
    suites: [
      'test/unit/core/orders/gateway/rel-028-pending-approvals.test.ts',
      'test/simulation/instructions/queue/rel-028-write-order.test.ts',
    ],
  },
  {
    id: 'changed-order-replaced',
    harm: 'An approved change is applied to an order whose terms changed since.',
    file: 'electron/core/instructions/queue/gateway/submit-instruction.ts',
    find: "if (action.kind === 'replace' && haveTermsChanged(action, orderGateway.streams.orders.all())) {",
    replace: "if (action.kind === 'replace' && orderGateway.streams.orders.all().length < 0) {",
    suites: [DISPATCH_TESTS, `${CONFIRM_TESTS}/confirm-25-current-order.test.ts`],
  },
  {
    id: 'recovery-sends-again',
    harm: 'After a crash an approved instruction has another ticket, and is sent a second time.',
    file: OUTCOME,
    find: 'export const ticketOf = (id: InstructionId): string => `${INSTRUCTION_TICKET}${id}`',
    replace:
      'let tickets = 0\nexport const ticketOf = (id: InstructionId): string => `i-${id}-${(tickets += 1)}`',
    suites: [
      DISPATCH_TESTS,
      'test/unit/core/instructions/queue/confirm-12-unknown-outcomes.test.ts',
    ],
  },
  {
    id: 'idempotency-key-ignored',
    harm: 'An assistant that repeats a request after a broken stream gets a second order.',
    file: 'electron/core/instructions/queue/idempotency-keys.ts',
    find: 'const stored = key === null ? undefined : byKey.get(name(connection, key))',
    replace: 'const stored = key === null ? undefined : byKey.get(name(connection, digest))',
    suites: ['test/unit/core/instructions/queue/sec-023-idempotency-keys.test.ts'],
  },
  {
    id: 'dedupe-without-key-dropped',
    harm: 'The same request twice in a second becomes two instructions.',
    file: 'electron/core/instructions/queue/idempotency-keys.ts',
    find: 'return twin !== undefined && age(twin, now) < DEDUPE_WINDOW_MS',
    replace: 'return twin !== undefined && age(twin, now) < 0',
    suites: ['test/unit/core/instructions/queue/sec-023-idempotency-keys.test.ts'],
  },
  {
    id: 'bidi-text-in-card',
    harm: 'A name with a right-to-left override makes "sell 100" look like "buy 001".',
    file: 'shared/domain/text-safety.ts',
    find: String.raw`.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(UNSEEN, ' ')`,
    replace: String.raw`.replace(/[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[^\u202a-\u202e]/gu, (unit) => unit.replace(UNSEEN, ' '))`,
    suites: ['test/property/shared/sec-027-plain-line.test.ts'],
  },
  {
    id: 'bracket-in-instrument-name',
    harm: 'A name from the broker closes its bracket and imitates the order text.',
    file: 'electron/core/instructions/order-text/order-summary.ts',
    find: String.raw`name.replace(/[\p{Ps}\p{Pe}]/gu, ' ')`,
    replace: 'name',
    suites: [
      'test/unit/core/instructions/order-text/confirm-19-long-order-text.test.ts',
      `${CONFIRM_TESTS}/confirm-24-limit-and-market.test.ts`,
    ],
  },
  {
    id: 'link-in-reason',
    harm: 'The reason of an assistant shows a link that imitates the program.',
    file: 'electron/core/instructions/order-text/plain-text.ts',
    find: ".replace(LINK, '[link removed]')",
    replace: '',
    suites: ['test/unit/core/instructions/order-text/confirm-27-reason.test.ts'],
  },
]
