import { expect, it } from 'vitest'
import { dec, decimalText, eq, sum } from '../../../../shared/domain/decimal.js'
import { appError } from '../../../../shared/domain/app/app-error.js'
import type { CashActivity } from '../../../../shared/domain/account/activity.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { ACTIVITY_OPERATIONS } from '../../../../shared/wire/families/trading/activities.js'
import { toCashActivity } from '../../../../electron/provider/mapping/activities.js'
import { exactText } from '../../../../renderer/format/decimal.js'
import { RecordExport } from '../../../../renderer/ui/records/export-records.js'
import { RecordLoader, type RecordSource } from '../../../../renderer/ui/records/record-loader.js'
import { runs } from '../../../harness/system/effort.js'
import { until } from '../../../harness/system/until.js'
import {
  ExchangeFixture,
  MARGIN,
  TEN,
  value,
} from '../../../unit/practice/exchange/exchange-fixture.js'

const COUNT = runs(10_000, 100_000)
const WIDE = 200

/** An exchange whose margin account has that many deposits of one cent up, beside its first. */
function exchangeWith(count: number): ExchangeFixture {
  const fixture = new ExchangeFixture()
  const saved = JSON.parse(JSON.stringify(fixture.exchange.snapshotState())) as {
    journal: object[]
    accounts: { accountId: string; cash: number }[]
  }
  const first = saved.journal.find(
    (line) => (line as { accountId: string }).accountId === MARGIN,
  ) as { time: number }
  let cents = 0
  for (let index = 1; index <= count; index += 1) {
    cents += index
    saved.journal.push({ ...first, time: TEN - count + index, cents: index, subType: 'ACH' })
  }
  for (const account of saved.accounts) if (account.accountId === MARGIN) account.cash += cents
  const other = new ExchangeFixture()
  expect(other.exchange.restoreState(saved)).toMatchObject({ ok: true })
  return other
}

const sourceOf = (fixture: ExchangeFixture): RecordSource<CashActivity> => ({
  key: 'cash',
  matches: () => true,
  read(cursor) {
    const page = fixture.exchange.cashActivitiesV2({
      accountId: MARGIN,
      types: [],
      startTime: '2026-01-01T00:00:00.000Z',
      pageSize: String(WIDE),
      lastId: cursor ?? undefined,
    })
    if (!page.ok) return Promise.resolve(err(appError('provider/refused', foreign('refused'))))
    const parsed = ACTIVITY_OPERATIONS.listCashActivities.response.parse({
      data: page.value,
      pagination_key: null,
    })
    const rows = parsed.data.map(toCashActivity)
    return Promise.resolve(
      ok({ rows, cursor: rows.length === WIDE ? (rows.at(-1)?.id ?? null) : null }),
    )
  },
})

it(`${COUNT} activities of the exchange are loaded and exported, row for row and byte for byte`, async () => {
  const fixture = exchangeWith(COUNT)
  const loader = new RecordLoader(sourceOf(fixture), () => 0, COUNT + 10)
  while (loader.get().state !== 'whole') {
    loader.more()
    await until('a page', () => Promise.resolve(loader.get().state !== 'loading'))
    expect(loader.get().error).toBeNull()
  }
  const { rows } = loader.get()
  expect(rows).toHaveLength(COUNT + 1)
  const cash = dec(value(fixture.exchange.balance(MARGIN)).total_cash_balance)
  expect(eq(sum(rows.map(({ amount }) => amount)), cash)).toBe(true)

  const parts: string[] = []
  const result = await new RecordExport<CashActivity, CashActivity>({
    source: sourceOf(fixture),
    lines: (row) => [row],
    columns: [
      { id: 'id', head: 'id', width: 1, cell: () => null, data: (row) => row.id },
      {
        id: 'amount',
        head: 'amount',
        width: 1,
        cell: () => null,
        data: (row) => exactText(row.amount),
      },
    ],
    send(csv) {
      parts.push(csv)
      return Promise.resolve(true)
    },
    onProgress: () => undefined,
    cancelled: () => false,
    wait: () => Promise.resolve(),
  }).run()

  expect(result).toEqual({ outcome: 'done', written: COUNT + 1 })
  const expected = ['id,amount', ...rows.map((row) => `${row.id},${decimalText(row.amount)}`)]
  expect(parts.join('') === expected.map((line) => `${line}\r\n`).join('')).toBe(true)
})
