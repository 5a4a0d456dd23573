import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { add, dec, eq } from '../../../shared/domain/decimal.js'
import { ACCOUNT_OPERATIONS } from '../../../shared/wire/families/trading/accounts.js'
import { ACTIVITY_OPERATIONS } from '../../../shared/wire/families/trading/activities.js'
import type { Caller } from '../../../electron/provider/http/caller.js'
import { allItems } from '../../../electron/provider/http/paginate.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { practiceCaller } from './practice-caller.js'
import { openPractice, type PracticeSession } from './practice-session.js'

let session: PracticeSession
let caller: Caller
let accountId: string

beforeAll(async () => {
  session = await openPractice()
  caller = practiceCaller(session)
  accountId =
    expectOk(await caller.call(ACCOUNT_OPERATIONS.listAccounts, {})).find(
      (account) => account.account_type === 'MARGIN',
    )?.account_id ?? ''
})
afterAll(async () => {
  caller.close()
  await session.close()
})

describe('activity lists through the provider client', () => {
  it('are read page by page: cash activities add up to the balance', async () => {
    const year = new Date(session.ready.exchangeTime).getUTCFullYear()
    const activities = []
    let pages = 0
    for (const taxYear of [year, year - 1]) {
      activities.push(
        ...expectOk(
          await allItems((key) => {
            pages += 1
            return caller.call(ACTIVITY_OPERATIONS.listCashActivities, {
              account_id: accountId,
              start_time: `${taxYear}-01-01T00:00:00.000Z`,
              end_time: `${taxYear}-12-31T23:59:59.999Z`,
              ...(key === undefined ? {} : { pagination_key: key }),
            })
          }),
        ),
      )
    }
    expect(pages).toBeGreaterThan(3)
    expect(new Set(activities.map((activity) => activity.id)).size).toBe(activities.length)
    const balance = expectOk(
      await caller.call(ACCOUNT_OPERATIONS.getBalance, { account_id: accountId }),
    )
    expect(
      balance.total_cash_balance !== null &&
        eq(
          activities.reduce((total, activity) => add(total, activity.net_amount), dec('0')),
          balance.total_cash_balance,
        ),
    ).toBe(true)
  })

  it('are read to their end: executions of the year, and transfers with their detail', async () => {
    const executions = expectOk(
      await allItems((key) =>
        caller.call(ACTIVITY_OPERATIONS.listExecutions, {
          account_id: accountId,
          start_date: '2020-01-01',
          ...(key === undefined ? {} : { pagination_key: key }),
        }),
      ),
    )
    expect(executions.length).toBeGreaterThan(15)
    expect(new Set(executions.map((execution) => execution.execution_id)).size).toBe(
      executions.length,
    )
    const transfers = expectOk(
      await allItems((key) =>
        caller.call(ACTIVITY_OPERATIONS.listTransfers, {
          account_id: accountId,
          ...(key === undefined ? {} : { pagination_key: key }),
        }),
      ),
    )
    const detail = expectOk(
      await caller.call(ACTIVITY_OPERATIONS.getTransfer, {
        account_id: accountId,
        transfer_id: transfers.at(-1)?.transfer_id ?? '',
      }),
    )
    expect(detail.positions?.length).toBeGreaterThan(0)
  })
})
