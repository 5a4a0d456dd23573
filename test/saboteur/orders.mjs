const JOURNAL_FILE = 'electron/adapters/journal/journal-file.ts'
const JOURNAL_ARCHIVE = 'electron/adapters/journal/journal-archive.ts'
const ARCHIVE_TESTS = 'test/unit/adapters/rel-028-journal-archive.test.ts'
const PLACEMENT = 'electron/core/orders/gateway/order-placement.ts'
const REDUCE_ORDER = 'electron/core/orders/reduce-order.ts'
const JOURNAL_TESTS = 'test/unit/adapters/journal-file.test.ts'
const SESSION_TESTS = 'test/unit/core/session/trading-session.test.ts'
const JOURNAL_FIRST_TESTS = 'test/unit/core/session/rel-028-journal-first.test.ts'
const GATEWAY_TESTS = 'test/unit/provider/rel-031-trade-gateway.test.ts'
const ONE_ORDER_TESTS = 'test/simulation/core/rel-029-one-order-per-intent.test.ts'
const PROJECTION_TESTS = 'test/property/core/rel-032-order-projection.test.ts'

/** Faults of the order gateway, its journal and the state of orders. */
export const PATCHES = [
  {
    id: 'journal-without-fsync',
    harm: 'A power failure after sending loses the only record of an order that may exist.',
    file: JOURNAL_FILE,
    find: `      await file.writeFile(bytes)
      await file.sync()
      this.#size += bytes.length`,
    replace: `      await file.writeFile(bytes)
      this.#size += bytes.length`,
    suites: [JOURNAL_TESTS],
  },
  {
    id: 'journal-keeps-partial-write',
    harm: 'A record after a partial one turns a torn tail into damage, and the journal is lost.',
    file: JOURNAL_FILE,
    find: `      await this.#handle?.truncate(this.#size)
      await this.#handle?.sync()
      this.#broken = null`,
    replace: '      this.#broken = null',
    suites: [JOURNAL_TESTS],
  },
  {
    id: 'journal-torn-tail-is-damage',
    harm: 'A power failure during one append makes the whole journal unreadable.',
    file: 'electron/adapters/journal/journal-record.ts',
    find: 'this.#isDamaged || !(isWhole || isTail)',
    replace: 'this.#isDamaged || !isWhole',
    suites: [JOURNAL_TESTS],
  },
  {
    id: 'archived-segment-not-verified',
    harm: 'A changed segment of the archive is read as if it were what was written.',
    file: JOURNAL_ARCHIVE,
    find: "decoder.end().state === 'whole' && crc32Text(sum) === segment.sum",
    replace: "decoder.end().state === 'whole'",
    suites: [ARCHIVE_TESTS],
  },
  {
    id: 'missing-segment-unnoticed',
    harm: 'A segment of the archive was deleted, and no one notices.',
    file: JOURNAL_ARCHIVE,
    find: "if (size !== bytes) faults.push({ number, fault: size === null ? 'missing' : 'damaged' })",
    replace: "if (size !== null && size !== bytes) faults.push({ number, fault: 'damaged' })",
    suites: [ARCHIVE_TESTS],
  },
  {
    id: 'journal-record-not-verified',
    harm: 'A changed byte in the journal is read as an order of another quantity.',
    file: 'electron/adapters/journal/journal-record.ts',
    find: 'return crc32(payload) === header.crc ?',
    replace: 'return header.crc !== null ?',
    suites: [JOURNAL_TESTS],
  },
  {
    id: 'send-without-journal',
    harm: 'An order is sent although its intent is not on disk; after a crash nobody knows of it.',
    file: PLACEMENT,
    find: `    if (!written.ok) return [JOURNAL_FAILED]
    const withheld = (await approval?.release()) ?? null
    if (withheld !== null) return [{ code: 'not-sent', message: withheld }]
    return limits.denialsBeforeSend(draft, checked, { except: [id], proof, confirmed })
  }

  async #send({ draft, id, checked, proof, confirmed }: Placement): Promise<TradeOutcome> {
    const { trade, timers, log } = this.#deps
    const { outcomes, limits } = this.#state
    const leaving = new LastCheck(() =>
      limits.denialsBeforeSend(draft, checked, { except: [id], proof, confirmed }),`,
    replace: `    const withheld = (await approval?.release()) ?? null
    if (withheld !== null) return [{ code: 'not-sent', message: withheld }]
    return written === undefined
      ? [JOURNAL_FAILED]
      : limits.denials(draft, checked, { except: [id], proof, confirmed })
  }

  async #send({ draft, id, checked, proof, confirmed }: Placement): Promise<TradeOutcome> {
    const { trade, timers, log } = this.#deps
    const { outcomes, limits } = this.#state
    const leaving = new LastCheck(() =>
      limits.denials(draft, checked, { except: [id], proof, confirmed }),`,
    suites: [JOURNAL_FIRST_TESTS],
  },
  {
    id: 'send-before-journal',
    harm: 'A crash between sending and writing leaves an order at the broker without a record.',
    file: PLACEMENT,
    find: "    const written = await journal.append({\n      kind: 'intent',",
    replace: "    const written = { ok: true }\n    void journal.append({\n      kind: 'intent',",
    suites: [JOURNAL_FIRST_TESTS, ONE_ORDER_TESTS],
  },
  {
    id: 'place-sent-twice',
    harm: 'An order whose response was lost is sent again, and the person buys twice.',
    file: PLACEMENT,
    find: '      () => trade.place(draft, id, () => leaving.passes()),',
    replace: `      async () => {
        const first = await trade.place(draft, id)
        const again = asClientOrderId(randomHex(this.#deps.random, ID_BYTES))
        return first.outcome === 'unknown' ? trade.place(draft, again) : first
      },`,
    suites: [ONE_ORDER_TESTS],
  },
  {
    id: 'place-retried-by-caller',
    harm: 'The HTTP client repeats a placement after a broken connection, and the person buys twice.',
    file: 'electron/provider/http/caller.ts',
    find: "  operation.effect === 'read' && operation.method === 'GET'",
    replace: "  operation.effect !== 'session'",
    suites: ['test/unit/provider/call.test.ts'],
  },
  {
    id: 'client-order-id-reused',
    harm: 'Two orders share one id, so that one of them can neither be followed nor canceled.',
    file: PLACEMENT,
    find: 'presetId ?? asClientOrderId(randomHex(random, ID_BYTES))',
    replace: "presetId ?? asClientOrderId('0'.repeat(ID_BYTES * 2))",
    suites: [SESSION_TESTS, ONE_ORDER_TESTS],
  },
  {
    id: 'preset-id-of-another-order',
    harm: 'An order that uses the id of an earlier one overwrites its row.',
    file: PLACEMENT,
    find: 'if (presetId !== undefined && projection.get(presetId) !== undefined) {',
    replace: 'if (presetId !== undefined && presetId.length === 0) {',
    suites: [JOURNAL_FIRST_TESTS],
  },
  {
    id: 'ticket-accepts-another-draft',
    harm: 'A ticket that was used for one order returns its outcome for a different order.',
    file: 'electron/core/orders/gateway/order-tickets.ts',
    find: 'if (known !== undefined && !sameDraft(known.draft, draft)) {',
    replace: 'if (known !== undefined && known.draft.symbol !== draft.symbol) {',
    suites: [SESSION_TESTS],
  },
  {
    id: 'ticket-in-flight-forgotten',
    harm: 'A second press while the first order is being sent places a second order.',
    file: 'electron/core/orders/gateway/order-tickets.ts',
    find: 'if (running !== undefined) return running.result\n    if (entry',
    replace: 'if (entry',
    suites: [SESSION_TESTS, ONE_ORDER_TESTS],
  },
  {
    id: 'lost-response-is-a-refusal',
    harm: 'A response that never came is shown as "not placed" while the order may be filling.',
    file: 'electron/provider/orders/trade-gateway.ts',
    find: "  return { outcome: 'unknown', reason: failureMessage(failure) }",
    replace: "  return { outcome: 'not-sent', reason: failureMessage(failure) }",
    suites: ['test/property/provider/rel-030-definitive.test.ts'],
  },
  {
    id: 'response-of-another-order',
    harm: 'A response that names another order counts as the acceptance of this one.',
    file: 'electron/provider/orders/trade-gateway.ts',
    find: 'const namesOrder = id !== null && named === id',
    replace: 'const namesOrder = id !== null && named !== null',
    suites: [GATEWAY_TESTS],
  },
  {
    id: 'response-of-other-linked-orders',
    harm: 'A response that names another combination counts as the acceptance of this one.',
    file: 'electron/provider/orders/trade-gateway.ts',
    find: '(combo.clientComboId === null || ours === combo.clientComboId) &&',
    replace: '(combo.clientComboId !== null || ours === null) &&',
    suites: [GATEWAY_TESTS],
  },
  {
    id: 'fill-counted-twice',
    harm: 'A repeated event publishes the same fill again, and the position is too large.',
    file: REDUCE_ORDER,
    find: 'if (order.averageFillPrice === null || !gt(order.filledQuantity, published.quantity)) {',
    replace: 'if (order.averageFillPrice === null || isZero(order.filledQuantity)) {',
    suites: [PROJECTION_TESTS],
  },
  {
    id: 'late-event-lowers-fill',
    harm: 'An event that arrives late reduces the filled quantity of an order.',
    file: REDUCE_ORDER,
    find: '  if (lt(filled, order.filledQuantity)) {',
    replace: '  if (lt(filled, order.filledQuantity) && isZero(filled)) {',
    suites: [PROJECTION_TESTS],
  },
  {
    id: 'stale-status-applied',
    harm: 'An old report makes a filled order look as if it still works.',
    file: REDUCE_ORDER,
    find: "  if (next === 'stale') return { status, anomaly: null }",
    replace:
      "  if (next === 'stale') return { status: event === 'seen-working' ? 'working' : status, anomaly: null }",
    suites: [PROJECTION_TESTS],
  },
  {
    id: 'stale-terms-applied',
    harm: 'An old listing puts the price from before a change back into the row.',
    file: REDUCE_ORDER,
    find: "const newTerms = seen.source !== 'event' && supersedes(stamp, tracked.terms)",
    replace: "const newTerms = seen.source !== 'event'",
    suites: [PROJECTION_TESTS],
  },
  {
    id: 'fill-after-cancel-ignored',
    harm: 'An order that traded before its cancellation shows no position.',
    file: 'shared/domain/orders/order-state.ts',
    find: "    'seen-partial': 'cancelled',\n    'seen-filled': 'filled',",
    replace: "    'seen-partial': 'cancelled',\n    'seen-filled': 'stale',",
    suites: ['test/property/shared/rel-032-order-state.test.ts'],
  },
  {
    id: 'damaged-journal-line-skipped',
    harm: 'An unreadable record is skipped at a start, and the order in it is forgotten.',
    file: 'electron/core/orders/order-journal.ts',
    find: "if (record === null || (record.kind === 'checkpoint' && count > 1)) unreadable = count",
    replace:
      "if (record === null || record.kind === 'checkpoint') unreadable = count > 1 ? null : count",
    suites: [JOURNAL_FIRST_TESTS],
  },
]
