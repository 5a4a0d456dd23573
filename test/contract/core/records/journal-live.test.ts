import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JournalReport } from '../../../../shared/domain/account/journal.js'
import {
  add,
  decimalText,
  sub,
  sum,
  toScale,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { expectOk } from '../../../harness/system/expect-ok.js'
import { SessionFixture } from '../session-fixture.js'

let desk: SessionFixture
beforeAll(async () => {
  desk = await SessionFixture.open(undefined, 'off')
})
afterAll(() => desk.close())

const ALL = { from: null, to: null }
const cents = (value: Decimal): string => decimalText(toScale(value, 2, 'half-even'))

/** What the window shows of one report, which it paints at once. */
function expectAgreement({ totals, figures, days, bySymbol }: JournalReport): void {
  const ofDays = (read: (day: JournalReport['days'][number]) => Decimal) =>
    cents(sum(days.map(read)))
  expect(ofDays(({ realized }) => realized)).toBe(cents(totals.realized))
  expect(ofDays(({ fees }) => fees)).toBe(cents(totals.fees))
  expect(ofDays(({ pnl }) => pnl)).toBe(cents(totals.pnl))
  expect(cents(sub<Decimal>(totals.realized, totals.fees))).toBe(cents(totals.pnl))
  expect(cents(add<Decimal>(figures.pnl, totals.outsideTrips))).toBe(cents(totals.pnl))
  expect(bySymbol.reduce((all, group) => all + group.figures.trips, 0)).toBe(figures.trips)
}

describe('the journal while it is open', () => {
  it('shows a fill, and its list, statistics, calendar and totals agree at every revision', async () => {
    const accountId = desk.account('securities')
    const { journal } = desk.session
    const state = desk.session.streams.journal(accountId)
    const revisions: number[] = []
    const stop = state.subscribe(() => {
      const { revision } = state.get()
      if (revisions.at(-1) !== revision) revisions.push(revision)
    })
    const readReport = async () => {
      const report = expectOk(await journal.report(accountId, ALL))
      const { rows } = expectOk(await journal.trips({ accountId, ...ALL, cursor: null }))
      return { report, rows, revision: state.get().revision }
    }
    await desk.until('the journal is read', () => state.get().phase === 'ready')
    const before = await readReport()
    expectAgreement(before.report)
    const order = (side: 'buy' | 'sell') =>
      desk.draft({ accountId, assetClass: 'stock', symbol: symbol('XOM'), type: 'market', side })
    await desk.placeFilled(order('buy'))
    await desk.placeFilled(order('sell'))
    const seen = new Set([before.revision])
    await desk.until('the round trip is in the open journal', async () => {
      const now = await readReport()
      if (!seen.has(now.revision)) {
        seen.add(now.revision)
        expectAgreement(now.report)
        expect(now.rows).toHaveLength(now.report.figures.trips)
      }
      return now.report.figures.trips === before.report.figures.trips + 1
    })
    const after = await readReport()
    expect(after.rows[0]).toMatchObject({ key: 'stock XOM', trades: 2 })
    expect(cents(sub<Decimal>(after.report.totals.pnl, before.report.totals.pnl))).toBe(
      cents(after.rows[0]?.pnl ?? before.report.totals.pnl),
    )
    expect(revisions.length).toBeGreaterThan(0)
    stop()
  })
})
