import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COMPANIES, MARKET_SECTORS } from '../../../electron/practice/reference/company-facts.js'
import { quarterAfter } from '../../../electron/practice/reference/fiscal.js'
import { FUNDS } from '../../../electron/practice/reference/fund-facts.js'
import { Reference } from '../../../electron/practice/reference/reference.js'
import { balance, cash, income, spansOf } from '../../../electron/practice/reference/reports.js'
import { SECURITIES } from '../../../electron/practice/market/securities/listings.js'

const listing = (symbol: string) =>
  SECURITIES.find((security) => security.listing.symbol === symbol)?.listing
const referenceOf = (seed: string) => new Reference({ seed, listing })
const day = fc
  .date({ min: new Date('2025-01-01'), max: new Date('2031-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const arbitraryCompany = fc.record({
  seed: fc.string({ maxLength: 8 }),
  facts: fc.constantFrom(...COMPANIES),
  day,
  annual: fc.boolean(),
})
const line = (statement: object, name: string): number =>
  Number((statement as Readonly<Record<string, unknown>>)[name])

describe('the financial statements of the practice market', () => {
  it('exist for every listed stock and fund, each in one sector', () => {
    const symbols = (kind: string) =>
      SECURITIES.filter((security) => security.listing.kind === kind)
        .map((security) => security.listing.symbol)
        .sort()
    expect(COMPANIES.map(({ symbol }) => symbol).sort()).toEqual(symbols('stock'))
    expect(FUNDS.map(({ symbol }) => symbol).sort()).toEqual(symbols('etf'))
    expect(MARKET_SECTORS.flatMap((sector) => sector.symbols).sort()).toEqual(symbols('stock'))
  })

  it('are consistent to the dollar for any seed, company and day', () => {
    fc.assert(
      fc.property(arbitraryCompany, ({ seed, facts, day: today, annual }) => {
        const books = referenceOf(seed).booksOf(facts.symbol)
        if (books === undefined) throw new Error('no books')
        for (const span of spansOf(books, today, annual, 2)) {
          const [earned, sheet] = [income(span, facts.shares), balance(span, facts.shares)]
          // Earnings per share times shares equals the net income.
          expect(line(earned, 'diluted_eps_incl_extra') * facts.shares).toBeCloseTo(
            line(earned, 'net_income'),
            0,
          )
          expect(line(earned, 'revenue')).toBe(
            line(earned, 'cost_of_revenue') + line(earned, 'gross_profit'),
          )
          expect(line(earned, 'op_income')).toBe(
            line(earned, 'gross_profit') - line(earned, 'opex'),
          )
          expect(line(earned, 'ebt')).toBe(
            line(earned, 'op_income') + line(earned, 'inter_inc_expse_net_non_oper'),
          )
          expect(line(earned, 'net_income')).toBe(line(earned, 'ebt') - line(earned, 'income_tax'))
          // Assets equal liabilities plus shareholders' equity.
          expect(line(sheet, 'total_assets')).toBe(
            line(sheet, 'total_liab') + line(sheet, 'total_equity'),
          )
          expect(line(sheet, 'total_assets')).toBe(
            line(sheet, 'total_cur_assets') + line(sheet, 'total_non_cur_assets'),
          )
          expect(line(sheet, 'total_liab_sh_equity')).toBe(line(sheet, 'total_assets'))
          expect(line(sheet, 'total_equity')).toBeGreaterThan(0)
          expect(line(sheet, 'ppe_gross') + line(sheet, 'acc_depre')).toBe(line(sheet, 'ppe_net'))
          expect(
            line(sheet, 'common_stock') + line(sheet, 'apic') + line(sheet, 'retained_earnings'),
          ).toBe(line(sheet, 'total_equity'))
          // Closing cash equals opening cash plus the cash flows.
          const oldest = span.quarters.at(-1)
          if (oldest === undefined) throw new Error('no quarter')
          const before = books.quarter(quarterAfter(facts, oldest.quarter, -1))
          const flow = cash(span, before)
          expect(line(flow, 'cfo') + line(flow, 'cfi') + line(flow, 'cff')).toBe(
            line(flow, 'net_change_cash'),
          )
          expect(before.items.cash + line(flow, 'net_change_cash')).toBe(line(sheet, 'cash'))
          expect(line(flow, 'net_income')).toBe(line(earned, 'net_income'))
          expect(line(flow, 'cff')).toBe(
            line(flow, 'cff_items') +
              line(flow, 'net_stock_iss_ret') +
              line(flow, 'net_debt_iss_ret'),
          )
        }
      }),
      { numRuns: 120 },
    )
  })

  it('exclude unpublished periods, and never change published ones', () => {
    fc.assert(
      fc.property(
        arbitraryCompany,
        fc.integer({ min: 0, max: 400 }),
        ({ seed, facts, day: today }, later) => {
          const after = new Date(Date.parse(today) + later * 86_400_000).toISOString().slice(0, 10)
          const published = referenceOf(seed).booksOf(facts.symbol)?.published(today, 6) ?? []
          const publishedLater = referenceOf(seed).booksOf(facts.symbol)?.published(after, 12) ?? []
          for (const report of published) {
            expect(report.published <= today).toBe(true)
            expect(report.quarter.end < report.published).toBe(true)
            const sameQuarter = publishedLater.find(
              ({ quarter }) => quarter.month === report.quarter.month,
            )
            expect(sameQuarter).toEqual(report)
          }
          const dividends = referenceOf(seed).dividends(facts.symbol, today)
          for (const dividend of dividends) {
            expect(
              dividend.declared <= today &&
                dividend.declared < dividend.ex &&
                dividend.ex < dividend.paid,
            ).toBe(true)
          }
          const dividendsLater = referenceOf(seed).dividends(facts.symbol, after)
          for (const dividend of dividends.slice(0, 4)) {
            expect(dividendsLater).toContainEqual(dividend)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})
