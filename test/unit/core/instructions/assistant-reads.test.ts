import { describe, expect, test } from 'vitest'
import { createAssistantReads } from '../../../../electron/core/instructions/assistant-reads.js'
import { createReadLedger } from '../../../../electron/core/instructions/read-ledger.js'
import { DEFAULT_POLICIES } from '../../../../electron/core/instructions/connection-file.js'
import type { AuditBody } from '../../../../electron/core/audit/audit-port.js'
import type { ConnectionId } from '../../../../shared/domain/instruction.js'
import { accountId, clientOrderId, symbol } from '../../../../shared/domain/ids.js'
import { ok } from '../../../../shared/domain/result.js'
import type { ConnectionView, Policy } from '../../../../shared/ipc/instructions.js'
import { ACCOUNT, DeskRig, draft } from '../desk-rig.js'

const ID = '00000000000000a1' as ConnectionId
const HIDDEN = accountId('HIDDEN')

/** Reads over a whole desk on a fake exchange, for a connection whose scope the test sets. */
async function rig(
  policy: Partial<Policy> = {},
  more: Partial<ConnectionView> = {},
  environment: DeskRig['environment'] = 'practice',
  before: (desk: DeskRig) => Promise<void> = () => Promise.resolve(),
) {
  const desk = new DeskRig({ environment })
  await before(desk)
  await desk.up()
  const records: { readonly line: string; readonly body: AuditBody }[] = []
  const audit = {
    append: (_kind: string, _subject: string, line: string, body: AuditBody) => {
      records.push({ line, body })
      return Promise.resolve(ok({ seq: 0, hash: '' }))
    },
  }
  const ledger = createReadLedger({ audit, timers: desk.world.timers() })
  const view = {
    state: 'active',
    shadow: false,
    policy: { ...DEFAULT_POLICIES.practice, ...policy },
    ...more,
  } as ConnectionView
  const reads = createAssistantReads({
    session: desk.session,
    connections: { get: () => view },
    ledger,
    timers: desk.world.timers(),
    usage: () => ({ pending: [], working: [], today: [], asked: [] }),
    halted: () => false,
  })
  return { desk, reads, records, ledger }
}
const code = (answer: {
  readonly ok: boolean
  readonly error?: { readonly code: string }
}): string => (answer.ok ? 'ok' : (answer.error?.code ?? ''))

describe('what an assistant may read', () => {
  test('accounts outside its scope do not exist for it: hidden and unknown ones are refused alike', async () => {
    const { desk, reads } = await rig({ accounts: [HIDDEN] })
    expect(await reads.accounts(ID)).toEqual(ok([]))
    const answers = await desk.wait(
      Promise.all(
        [ACCOUNT, accountId('NOBODY')].flatMap((account) => [
          reads.balance(ID, account),
          reads.positions(ID, account),
          reads.openOrders(ID, account),
          reads.order(ID, account, clientOrderId('x1')),
          reads.history(ID, account, null, null, 5),
          reads.preview(ID, draft({ accountId: account })),
        ]),
      ),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(code(answers[0] ?? { ok: true })).toBe('account-hidden')
  })

  test('hidden balances hide positions too, and what is not money stays readable', async () => {
    const { desk, reads } = await rig({ balances: 'hidden' })
    const answers = await desk.wait(
      Promise.all([
        reads.balance(ID, ACCOUNT),
        reads.positions(ID, ACCOUNT),
        reads.openOrders(ID, ACCOUNT),
        reads.quotes(ID, [symbol('AAPL')]),
      ]),
    )
    expect(answers.map(code)).toEqual(['not-allowed', 'not-allowed', 'ok', 'ok'])
    const shown = await rig()
    expect(
      (
        await shown.desk.wait(
          Promise.all([shown.reads.balance(ID, ACCOUNT), shown.reads.positions(ID, ACCOUNT)]),
        )
      ).map(code),
    ).toEqual(['ok', 'ok'])
  })

  test('a revoked connection reads nothing, a paused one goes on, one that is confined to practice reads nothing elsewhere', async () => {
    for (const [more, environment, expected] of [
      [{ state: 'revoked' }, 'practice', 'revoked'],
      [{ state: 'paused' }, 'practice', 'ok'],
      [{ shadow: true }, 'production', 'not-allowed'],
      [{ shadow: true }, 'practice', 'ok'],
    ] as const) {
      const { desk, reads } = await rig({}, more, environment)
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

  test('bars are asked of the broker as they were asked for here, of the sessions that were named', async () => {
    const { desk, reads } = await rig()
    await desk.wait(
      Promise.all([
        reads.bars(ID, symbol('AAPL'), 'M5', 20, ['pre', 'overnight']),
        reads.bars(ID, symbol('AAPL'), 'D', 3, null),
      ]),
    )
    const asked = { symbol: 'AAPL', before: null, includeRunning: true }
    expect(desk.barsAsked).toEqual([
      { ...asked, timespan: 'M5', count: 20, sessions: ['pre', 'overnight'] },
      { ...asked, timespan: 'D', count: 3 },
    ])
  })

  test('before the desk knows its accounts and orders, every read is told so: none is empty, hidden or unknown', async () => {
    const { reads } = await rig()
    const later = new DeskRig()
    later.accountsFail = true
    const early = createAssistantReads({
      session: later.session,
      connections: {
        get: () =>
          ({ state: 'active', shadow: false, policy: DEFAULT_POLICIES.practice }) as ConnectionView,
      },
      ledger: { note: () => undefined, close: () => undefined },
      timers: later.world.timers(),
      usage: () => ({ pending: [], working: [], today: [], asked: [] }),
      halted: () => false,
    })
    const all = (of: typeof reads) => [
      of.accounts(ID),
      of.balance(ID, ACCOUNT),
      of.positions(ID, ACCOUNT),
      of.openOrders(ID, ACCOUNT),
      of.order(ID, ACCOUNT, clientOrderId('x1')),
      of.history(ID, ACCOUNT, null, null, 5),
      of.instruments(ID, [symbol('AAPL')]),
      of.search(ID, 'AAPL', 5),
      of.quotes(ID, [symbol('AAPL')]),
      of.depth(ID, symbol('AAPL')),
      of.bars(ID, symbol('AAPL'), 'M1', 5, null),
      of.preview(ID, draft()),
    ]
    void later.session.start()
    for (const ms of [0, 1_000]) {
      await later.world.run(later.world.now + ms)
      expect((await later.wait(Promise.all(all(early)))).map(code)).toEqual(
        all(reads).map(() => 'not-ready'),
      )
    }
    // Its own limits are no business of the broker's.
    expect(code(await early.policy(ID))).toBe('ok')
    later.accountsFail = false
    await later.world.run(later.world.now + 10_000)
    expect(code(await early.accounts(ID))).toBe('ok')
  })

  test('an order of an earlier day is found through the broker and stays off the screen; what nobody knows is told so', async () => {
    const old = clientOrderId('earlier1')
    const { desk, reads } = await rig({}, {}, 'practice', async (before) => {
      await before.wait(before.exchange.trade.place(draft(), old))
      Object.assign(before.exchange.orders.get(old) ?? {}, { status: 'filled', filled: 10 })
      // No listing names it any more.
      Object.assign(before.exchange.trade, {
        openOrders: () => Promise.resolve(ok({ orders: [], cursor: null })),
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

  test('reading over and over is one record a second for each tool, with how often and about what', async () => {
    const { desk, reads, records, ledger } = await rig()
    for (let at = 0; at < 50; at += 1) {
      await desk.wait(reads.quotes(ID, [symbol(at % 2 === 0 ? 'AAPL' : 'MSFT')]), 100)
    }
    await reads.openOrders(ID, ACCOUNT)
    await desk.world.run(desk.world.now + 2_000)
    const quotes = records.filter(({ body }) => body['tool'] === 'quotes')
    expect(quotes.reduce((sum, { body }) => sum + Number(body['count']), 0)).toBe(50)
    expect(quotes.length).toBeLessThan(50)
    expect(quotes[0]?.body['about']).toEqual(expect.arrayContaining(['AAPL', 'MSFT']))
    expect(records.filter(({ body }) => body['tool'] === 'open-orders')).toMatchObject([
      { line: 'Read open-orders', body: { count: 1 } },
    ])
    const told = records.length
    await reads.accounts(ID)
    ledger.close()
    expect(records).toHaveLength(told + 1)
  })
})
