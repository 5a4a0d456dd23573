import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { symbol } from '../../../shared/domain/ids.js'
import { ACCOUNT_OPERATIONS } from '../../../shared/wire/families/trading/accounts.js'
import { ACTIVITY_OPERATIONS } from '../../../shared/wire/families/trading/activities.js'
import { BROKER_ACCOUNT_OPERATIONS } from '../../../shared/wire/families/broker/broker-accounts.js'
import { STOCK_OPERATIONS } from '../../../shared/wire/families/products/stocks.js'
import { ORDER_OPERATIONS } from '../../../shared/wire/families/trading/orders.js'
import { STOCK_DATA_OPERATIONS } from '../../../shared/wire/families/market-data/stock-data.js'
import { createInstitution } from '../../../electron/provider/institution.js'
import { allRows } from '../../../electron/provider/http/paginate.js'
import type { AppTokenState } from '../../../electron/provider/auth/app-tokens.js'
import type { ClientPair } from '../../../electron/provider/auth/client-tokens.js'
import type { ApiVersion } from '../../../shared/domain/app/profile.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { nodePorts } from '../../harness/exchange/node-ports.js'
import { practiceCaller } from './practice-caller.js'
import { openPractice, type PracticeSession } from './practice-session.js'
import { writtenOut } from '../../harness/written-out.js'

let session: PracticeSession
const closers: (() => void)[] = []
beforeAll(async () => {
  session = await openPractice()
  // Several clients share one key here, each with its own rate limit budget.
  await session.practice.command({ command: 'rate-limits', profile: 'off' })
})
afterAll(async () => {
  for (const close of closers) close()
  await session.close()
})

/** Creates a separate client that uses one API version. */
function speaking(version: ApiVersion) {
  const caller = practiceCaller(session, version)
  closers.push(caller.close)
  return caller
}

describe('both versions of the API', () => {
  it('return the same lists, paged by cursor or by the last id', async () => {
    const [v3, v2] = [speaking('v3'), speaking('v2')]
    const account =
      expectOk(await v3.call(ACCOUNT_OPERATIONS.listAccounts, {})).find(
        (candidate) => candidate.account_type === 'MARGIN',
      )?.account_id ?? ''
    expect(
      expectOk(await v2.call(ACCOUNT_OPERATIONS.listAccounts, {})).map((entry) => entry.account_id),
    ).toContain(account)
    const year = new Date(session.ready.exchangeTime).getUTCFullYear()
    const range = {
      account_id: account,
      start_time: `${year}-01-01T00:00:00.000Z`,
      end_time: `${year}-12-31T23:59:59.999Z`,
    }
    const activities = expectOk(await allRows(v3, ACTIVITY_OPERATIONS.listCashActivities, range))
    expect(activities.length).toBeGreaterThan(10)
    expect(
      expectOk(await allRows(v2, ACTIVITY_OPERATIONS.listCashActivities, range)).map(
        (activity) => activity.id,
      ),
    ).toEqual(activities.map((activity) => activity.id))
    const executions = expectOk(
      await allRows(v3, ACTIVITY_OPERATIONS.listExecutions, {
        account_id: account,
        start_date: '2020-01-01',
      }),
    )
    expect(
      expectOk(
        await allRows(v2, ACTIVITY_OPERATIONS.listExecutions, {
          account_id: account,
          start_date: '2020-01-01',
        }),
      ),
    ).toEqual(executions)
    const orders = expectOk(
      await allRows(v3, ORDER_OPERATIONS.listOrderHistory, {
        account_id: account,
        start_time: '2019-01-01T00:00:00.000Z',
      }),
    )
    const older = expectOk(
      await allRows(v2, ORDER_OPERATIONS.listOrderHistory, {
        account_id: account,
        start_time: '2019-01-01T00:00:00.000Z',
      }),
    )
    expect(older.map((group) => group.client_order_id)).toEqual(
      orders.map((group) => group.client_order_id),
    )
    const stocks = expectOk(
      await allRows(v3, STOCK_OPERATIONS.listStocks, { category: 'US_STOCK' }),
    )
    expect(
      expectOk(await allRows(v2, STOCK_OPERATIONS.listStocks, { category: 'US_STOCK' })),
    ).toEqual(stocks)
  })
})

describe('an app key whose token a person confirms', () => {
  it('waits for the confirmation, reads nothing meanwhile, and then continues', async () => {
    await session.practice.command({ command: 'two-factor', mode: 'pending' })
    const provider = session.provider()
    const states: AppTokenState['kind'][] = []
    provider.appTokens.onState((state) => states.push(state.kind))
    expect(await provider.portfolio.accounts()).toMatchObject({
      ok: false,
      error: { kind: 'awaits-code' },
    })
    expect(states).toEqual(['none', 'waiting'])
    expect(await session.practice.command({ command: 'verify-tokens' })).toEqual({ verified: 1 })
    await expect.poll(() => states.at(-1)).toBe('ready')
    expect((await provider.portfolio.accounts()).ok).toBe(true)
    await session.practice.command({ command: 'two-factor', mode: 'immediate' })
  })
})

describe('a client token', () => {
  it('is issued by the institution, reads market data unsigned, and is renewed once expired', async () => {
    const { endpoints, ready } = session
    const institution = createInstitution({
      endpoints,
      credentials: { appKey: ready.appKey, appSecret: ready.appSecret, algorithm: 'HMAC-SHA256' },
      ports: nodePorts(ready.ca),
    })
    closers.push(() => institution.close())
    expect(
      (await institution.caller.call(BROKER_ACCOUNT_OPERATIONS.listBrokerAccounts, {})).ok,
    ).toBe(true)
    const saved: (ClientPair | null)[] = []
    const { caller, tokens } = institution.display('end-user-1', {
      load: () => Promise.resolve(null),
      save: (pair) => {
        saved.push(pair)
        return Promise.resolve()
      },
    })
    const readSnapshots = () =>
      caller.call(STOCK_DATA_OPERATIONS.stockSnapshots, { symbols: 'AAPL', category: 'US_STOCK' })
    expect(expectOk(await readSnapshots())).toMatchObject([{ symbol: 'AAPL' }])
    expect(
      await caller.call(ORDER_OPERATIONS.getOrder, {
        account_id: 'A',
        client_order_id: 'c'.repeat(32),
      }),
    ).toMatchObject({ ok: false, error: { code: 'not-allowed' } })
    const first = await tokens.accessToken()
    await session.practice.command({ command: 'revoke-tokens' })
    expect(expectOk(await readSnapshots())).toMatchObject([{ symbol: 'AAPL' }])
    expect(await tokens.accessToken()).not.toBe(first)
    expect(saved.length).toBeGreaterThanOrEqual(2)
  })
})

describe("the provider's clock", () => {
  it('is measured from ordinary answers', async () => {
    const provider = session.provider()
    expect(provider.health.skew()).toBeNull()
    await provider.portfolio.accounts()
    expect(Math.abs(provider.health.skew()?.aheadMs ?? 9_999)).toBeLessThanOrEqual(1_500)
    await session.practice.command({ command: 'skew', ms: 240_000 })
    await provider.portfolio.accounts()
    const skew = provider.health.skew()
    expect(Math.abs((skew?.aheadMs ?? 0) + 240_000)).toBeLessThanOrEqual(1_500)
    expect(writtenOut(provider.health.report().detail)).toBe(
      "this computer's clock is 4 minutes behind the broker's",
    )
    await session.practice.command({ command: 'skew', ms: 0 })
  })
})

describe('errors of the connection', () => {
  it('name a key of another environment on an existing path', async () => {
    const stranger = session.provider({ appKey: 'a-key-of-the-sandbox' })
    stranger.useBearer(null)
    const other = createInstitution({
      endpoints: session.endpoints,
      credentials: { appKey: 'a-key-of-the-sandbox', appSecret: 'x', algorithm: 'HMAC-SHA256' },
      ports: nodePorts(session.ready.ca),
    })
    closers.push(() => other.close())
    expect(await other.caller.call(BROKER_ACCOUNT_OPERATIONS.listBrokerAccounts, {})).toMatchObject(
      {
        ok: false,
        error: { class: 'definitive', code: 'wrong-environment', status: 404 },
      },
    )
    await stranger.portfolio.accounts()
    expect(writtenOut(stranger.health.report().detail)).toBe(
      'the key belongs to another environment',
    )
  })

  it.each([true, false])(
    'include a 429, which is waited out, with Retry-After: %s',
    async (sendsRetryAfter) => {
      const provider = session.provider()
      expect((await provider.market.snapshots([symbol('AAPL')])).ok).toBe(true)
      const began = Date.now()
      await session.practice.command({
        command: 'fault',
        fault: sendsRetryAfter
          ? { kind: 'rate-limited', operation: 'market.stocks.snapshots' }
          : { kind: 'error-before-effect', operation: 'market.stocks.snapshots', status: 429 },
      })
      expect(await provider.market.snapshots([symbol('AAPL')])).toMatchObject({
        ok: false,
        error: { kind: 'rate-limited', retryAfterMs: sendsRetryAfter ? 1_000 : null },
      })
      const blocked = provider.health.budgets().find((budget) => budget.blockedForMs > 0)
      expect(blocked).toMatchObject({ scope: 'endpoint', operation: 'market.stocks.snapshots' })
      // Without Retry-After the client waits for the whole window.
      if (sendsRetryAfter) expect(blocked?.blockedForMs).toBeLessThanOrEqual(1_000)
      else expect(blocked?.blockedForMs).toBeGreaterThan(50_000)
      if (sendsRetryAfter) {
        expect((await provider.market.snapshots([symbol('AAPL')])).ok).toBe(true)
        expect(Date.now() - began).toBeGreaterThan(700)
      }
    },
  )
})
