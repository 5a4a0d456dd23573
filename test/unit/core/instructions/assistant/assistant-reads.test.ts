import type { Order } from '../../../../../shared/domain/orders/order.js'
import { describe, expect, test } from 'vitest'
import { AssistantReads } from '../../../../../electron/core/instructions/assistant/assistant-reads.js'
import { createReadLog } from '../../../../../electron/core/instructions/assistant/read-log.js'
import { DEFAULT_POLICIES } from '../../../../../electron/core/instructions/connections/connection-file.js'
import type { AuditBody } from '../../../../../electron/core/audit/audit-port.js'
import {
  type ConnectionId,
  accountId,
  clientOrderId,
  symbol,
} from '../../../../../shared/domain/ids.js'
import { ok } from '../../../../../shared/domain/result.js'
import type { ConnectionView } from '../../../../../shared/domain/instructions/connection.js'
import type { Policy } from '../../../../../shared/domain/instructions/policy.schema.js'
import { ACCOUNT, SessionFixture, draft } from '../../session/session-fixture.js'

const ID = '00000000000000a1' as ConnectionId
const HIDDEN = accountId('HIDDEN')

/** Opens the reads of a session on a fake exchange, for a connection whose scope the test sets. */
async function openFixture(
  policy: Partial<Policy> = {},
  overrides: Partial<ConnectionView> = {},
  environment: SessionFixture['environment'] = 'practice',
  prepare: (desk: SessionFixture) => Promise<void> = () => Promise.resolve(),
  isCutOff: () => boolean = () => false,
) {
  const desk = new SessionFixture({ environment })
  await prepare(desk)
  await desk.start()
  const records: { readonly line: string; readonly body: AuditBody }[] = []
  const audit = {
    append: (_kind: string, _subject: string, line: string, body: AuditBody) => {
      records.push({ line, body })
      return Promise.resolve(ok({ seq: 0, hash: '' }))
    },
  }
  const readLog = createReadLog({ audit, timers: desk.simulation.timers() })
  const view = {
    state: 'active',
    shadow: false,
    policy: { ...DEFAULT_POLICIES.practice, ...policy },
    ...overrides,
  } as ConnectionView
  const reads = new AssistantReads({
    session: desk.session,
    connections: { get: () => view },
    readLog,
    timers: desk.simulation.timers(),
    usage: () => ({ pending: [], working: [], today: [], requestTimes: [] }),
    halted: { get: () => false, subscribe: () => () => undefined },
    isCutOff,
  })
  return { desk, reads, records, readLog }
}
const code = (answer: {
  readonly ok: boolean
  readonly error?: { readonly code: string }
}): string => (answer.ok ? 'ok' : (answer.error?.code ?? ''))

describe('reads of an assistant', () => {
  test('refuses accounts outside its scope exactly like unknown accounts', async () => {
    const { desk, reads } = await openFixture({ accounts: [HIDDEN] })
    expect(await reads.accounts(ID)).toEqual(ok([]))
    const answers = await desk.wait(
      Promise.all(
        [ACCOUNT, accountId('NOBODY')].flatMap((account) => [
          reads.balance(ID, account),
          reads.positions(ID, account),
          reads.openOrders(ID, account),
          reads.order(ID, account, clientOrderId('x1')),
          reads.history(ID, account, { from: null, to: null, limit: 5 }),
          reads.preview(ID, draft({ accountId: account })),
        ]),
      ),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(code(answers[0] ?? { ok: true })).toBe('account-hidden')
  })

  test('refuses positions too while balances are hidden, and still answers orders and quotes', async () => {
    const { desk, reads } = await openFixture({ balances: 'hidden' })
    const answers = await desk.wait(
      Promise.all([
        reads.balance(ID, ACCOUNT),
        reads.positions(ID, ACCOUNT),
        reads.openOrders(ID, ACCOUNT),
        reads.quotes(ID, [symbol('AAPL')]),
      ]),
    )
    expect(answers.map(code)).toEqual(['not-allowed', 'not-allowed', 'ok', 'ok'])
    const shown = await openFixture()
    expect(
      (
        await shown.desk.wait(
          Promise.all([shown.reads.balance(ID, ACCOUNT), shown.reads.positions(ID, ACCOUNT)]),
        )
      ).map(code),
    ).toEqual(['ok', 'ok'])
  })

  test('REL-44: a history with more orders than the limit, or with more pages, is not complete', async () => {
    const { desk, reads } = await openFixture()
    const orders = [draft(), draft(), draft()] as unknown as readonly Order[]
    for (const [limit, cursor, expected] of [
      [2, null, { count: 2, complete: false }],
      [3, null, { count: 3, complete: true }],
      [3, 'more', { count: 3, complete: false }],
    ] as const) {
      Object.assign(desk.session.queries, {
        history: () => Promise.resolve(ok({ orders, fills: [], cursor })),
      })
      const history = await reads.history(ID, ACCOUNT, { from: null, to: null, limit })
      expect(
        history.ok && { count: history.value.orders.length, complete: history.value.complete },
      ).toEqual(expected)
    }
  })

  test('refuses a revoked connection and shadow practice elsewhere, and serves a paused one', async () => {
    for (const [more, environment, expected] of [
      [{ state: 'revoked' }, 'practice', 'revoked'],
      [{ state: 'paused' }, 'practice', 'ok'],
      [{ shadow: true }, 'production', 'not-allowed'],
      [{ shadow: true }, 'practice', 'ok'],
    ] as const) {
      const { desk, reads } = await openFixture({}, more, environment)
      const answers = await desk.wait(
        Promise.all([
          reads.accounts(ID),
          reads.openOrders(ID, ACCOUNT),
          reads.policy(ID),
          reads.quotes(ID, [symbol('AAPL')]),
        ]),
      )
      expect([...new Set(answers.map(code))]).toEqual([expected])
    }
  })

  test('refuses every read while a kill is in effect, and says so', async () => {
    const { desk, reads } = await openFixture({}, {}, 'practice', undefined, () => true)
    const answers = await desk.wait(
      Promise.all([
        reads.accounts(ID),
        reads.openOrders(ID, ACCOUNT),
        reads.policy(ID),
        reads.exchangeTime(ID),
        reads.quotes(ID, [symbol('AAPL')]),
      ]),
    )
    expect([...new Set(answers.map(code))]).toEqual(['halted'])
  })

  test('requests bars from the broker with the requested count and sessions', async () => {
    const { desk, reads } = await openFixture()
    await desk.wait(
      Promise.all([
        reads.bars(ID, symbol('AAPL'), {
          timespan: 'M5',
          count: 20,
          sessions: ['pre', 'overnight'],
        }),
        reads.bars(ID, symbol('AAPL'), { timespan: 'D', count: 3, sessions: null }),
      ]),
    )
    const query = { symbol: 'AAPL', before: null, includeRunning: true }
    expect(desk.barQueries).toEqual([
      { ...query, timespan: 'M5', count: 20, sessions: ['pre', 'overnight'] },
      { ...query, timespan: 'D', count: 3 },
    ])
  })

  test('answers not-ready to every read before accounts and orders are loaded', async () => {
    const { reads } = await openFixture()
    const notReadyDesk = new SessionFixture()
    notReadyDesk.accountsFail = true
    const earlyReads = new AssistantReads({
      session: notReadyDesk.session,
      connections: {
        get: () =>
          ({ state: 'active', shadow: false, policy: DEFAULT_POLICIES.practice }) as ConnectionView,
      },
      readLog: { record: () => undefined, close: () => undefined },
      timers: notReadyDesk.simulation.timers(),
      usage: () => ({ pending: [], working: [], today: [], requestTimes: [] }),
      halted: { get: () => false, subscribe: () => () => undefined },
      isCutOff: () => false,
    })
    const all = (target: typeof reads) => [
      target.accounts(ID),
      target.balance(ID, ACCOUNT),
      target.positions(ID, ACCOUNT),
      target.openOrders(ID, ACCOUNT),
      target.order(ID, ACCOUNT, clientOrderId('x1')),
      target.history(ID, ACCOUNT, { from: null, to: null, limit: 5 }),
      target.instruments(ID, [symbol('AAPL')]),
      target.search(ID, 'AAPL', 5, null),
      target.quotes(ID, [symbol('AAPL')]),
      target.depth(ID, symbol('AAPL')),
      target.bars(ID, symbol('AAPL'), { timespan: 'M1', count: 5, sessions: null }),
      target.preview(ID, draft()),
    ]
    void notReadyDesk.session.connection.start()
    for (const ms of [0, 1_000]) {
      await notReadyDesk.simulation.run(notReadyDesk.simulation.now + ms)
      expect((await notReadyDesk.wait(Promise.all(all(earlyReads)))).map(code)).toEqual(
        all(reads).map(() => 'not-ready'),
      )
    }
    // The connection's own limits do not depend on the broker.
    expect(code(await earlyReads.policy(ID))).toBe('ok')
    notReadyDesk.accountsFail = false
    await notReadyDesk.simulation.run(notReadyDesk.simulation.now + 10_000)
    expect(code(await earlyReads.accounts(ID))).toBe('ok')
  })

  test('finds an older order through the broker without adding it to the rows', async () => {
    const old = clientOrderId('earlier1')
    const { desk, reads } = await openFixture({}, {}, 'practice', async (newDesk) => {
      await newDesk.wait(newDesk.exchange.trade.place(draft(), old))
      Object.assign(newDesk.exchange.orders.get(old) ?? {}, { status: 'filled', filled: 10 })
      // No listing contains the order any more.
      Object.assign(newDesk.exchange.trade, {
        openOrders: () => Promise.resolve(ok({ orders: [], cursor: null, unreadable: 0 })),
      })
    })
    expect(await desk.wait(reads.order(ID, ACCOUNT, old))).toMatchObject({
      ok: true,
      value: { clientOrderId: old, accountId: ACCOUNT },
    })
    expect(
      desk.session.streams.orders.all().filter((order) => order.clientOrderId === old),
    ).toEqual([])
    expect(code(await desk.wait(reads.order(ID, ACCOUNT, clientOrderId('nobody1'))))).toBe(
      'not-found',
    )
    desk.exchange.faults = { ...desk.exchange.faults, read: 1 }
    expect(code(await desk.wait(reads.order(ID, ACCOUNT, clientOrderId('nobody2'))))).toBe(
      'unavailable',
    )
  })

  test('records repeated reads at most once a second per tool, with count and subjects', async () => {
    const { desk, reads, records, readLog } = await openFixture()
    for (let index = 0; index < 50; index += 1) {
      await desk.wait(reads.quotes(ID, [symbol(index % 2 === 0 ? 'AAPL' : 'MSFT')]), 100)
    }
    await reads.openOrders(ID, ACCOUNT)
    await desk.simulation.run(desk.simulation.now + 2_000)
    const quotes = records.filter(({ body }) => body['tool'] === 'quotes')
    expect(quotes.reduce((sum, { body }) => sum + Number(body['count']), 0)).toBe(50)
    expect(quotes.length).toBeLessThan(50)
    expect(quotes[0]?.body['about']).toEqual(expect.arrayContaining(['AAPL', 'MSFT']))
    expect(records.filter(({ body }) => body['tool'] === 'open-orders')).toMatchObject([
      { line: 'Read open-orders', body: { count: 1 } },
    ])
    const recordCount = records.length
    await reads.accounts(ID)
    readLog.close()
    expect(records).toHaveLength(recordCount + 1)
  })
})
