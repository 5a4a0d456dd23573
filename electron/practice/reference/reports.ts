import { quotientText } from './figures.js'
import type { Books, Quarter } from './statements.js'
import { quarterAfter } from './fiscal.js'
import { priceText } from '../model/figures.js'

/** The period of a statement: one quarter, or the four of a fiscal year. Newest quarter first. */
export interface Span {
  readonly year: number
  /** 1 to 4; 0 for a year. */
  readonly period: number
  readonly quarters: readonly Quarter[]
}

/** Returns the newest published quarters or whole fiscal years, newest first. */
export function spansOf(
  books: Books,
  today: string,
  annual: boolean,
  count: number,
): readonly Span[] {
  if (!annual) {
    return books.published(today, count).map((quarter) => ({
      year: quarter.quarter.year,
      period: quarter.quarter.period,
      quarters: [quarter],
    }))
  }
  const newest = books.published(today, 1)[0]
  if (newest === undefined) return []
  const back = newest.quarter.period % 4
  return Array.from({ length: count }, (_, index) => {
    const quarters = [0, 1, 2, 3].map((part) =>
      books.quarter(quarterAfter(books.facts, newest.quarter, -(back + 4 * index + part))),
    )
    return { year: quarters[0]?.quarter.year ?? 0, period: 0, quarters }
  })
}

const last = ({ quarters }: Span): Quarter => quarters[0] as Quarter
const sum = ({ quarters }: Span, valueOf: (quarter: Quarter) => number): number =>
  quarters.reduce((total, quarter) => total + valueOf(quarter), 0)

/** Returns the members that all statements begin with. */
const head = (span: Span) => ({
  fiscal_year: span.year,
  fiscal_period: span.period,
  end_date: last(span).quarter.end,
  publish_date: last(span).published,
  currency: 'USD',
})
/** Formats the numbers of a statement; null stays null. */
const texts = <N extends string>(
  lines: Readonly<Record<N, number | null>>,
): Record<N, string | null> =>
  Object.fromEntries(
    Object.entries<number | null>(lines).map(([name, value]) => [
      name,
      value === null ? null : String(value),
    ]),
  ) as Record<N, string | null>

export function income(span: Span, shares: number) {
  const revenue = sum(span, (quarter) => quarter.revenue)
  const gross = sum(span, (quarter) => quarter.gross)
  const [selling, developmentExpense, interest, tax] = [
    sum(span, (quarter) => quarter.selling),
    sum(span, (quarter) => quarter.developmentExpense),
    sum(span, (quarter) => quarter.interest),
    sum(span, (quarter) => quarter.tax),
  ]
  const operating = gross - selling - developmentExpense
  const net = sum(span, (quarter) => quarter.netIncome)
  const eps = priceText(sum(span, (quarter) => quarter.eps))
  return {
    ...head(span),
    ...texts({
      total_revenue: revenue,
      revenue,
      cost_of_revenue: revenue - gross,
      gross_profit: gross,
      opex: selling + developmentExpense,
      sga_exp: selling,
      rnd_exp: developmentExpense,
      unusual_expense_income: 0,
      op_income: operating,
      op_profit: operating,
      inter_inc_expse_net_non_oper: -interest,
      gain_loss_on_sale_of_assets: null,
      other_net_income: null,
      ebt: operating - interest,
      ebt_alt: operating - interest,
      income_tax: tax,
      eat: net,
      eat_alt: net,
      minority_interest: null,
      ni_pre_extra: net,
      extra_items: null,
      net_income: net,
      ni_common_excl_extra: net,
      ni_common_incl_extra: net,
      diluted_ni: net,
      diluted_avg_shares: shares,
    }),
    diluted_eps_excl_extra: eps,
    diluted_eps_incl_extra: eps,
    diluted_norm_eps: eps,
    dps: priceText(sum(span, (quarter) => quarter.dividendPerShare)),
  }
}

/** Computes the sums of a balance sheet. Equity is assets minus liabilities. */
export function totals({ items }: Quarter) {
  const current =
    items.cash +
    items.securities +
    items.receivables +
    items.inventory +
    items.prepaid +
    items.otherCurrent
  const long =
    items.plant + items.goodwill + items.intangibles + items.longInvestments + items.otherLong
  const owedSoon = items.payables + items.accrued + items.shortDebt + items.otherCurrentDebts
  const owedLater = items.longDebt + items.otherDebts
  return {
    current,
    long,
    assets: current + long,
    owedSoon,
    owedLater,
    owed: owedSoon + owedLater,
    equity: current + long - owedSoon - owedLater,
  }
}

export function balance(span: Span, shares: number) {
  const quarter = last(span)
  const { items } = quarter
  const { current, long, assets, owedSoon, owedLater, owed, equity } = totals(quarter)
  const common = shares / 10_000
  const paidIn = Math.round(items.goodwill * 0.5)
  // Accumulated depreciation of the plant.
  const written = Math.round(items.plant * 0.6)
  return {
    ...head(span),
    ...texts({
      total_assets: assets,
      total_cur_assets: current,
      cash_st_invest: items.cash + items.securities,
      cash: items.cash,
      cash_equiv: null,
      st_invest: items.securities,
      total_recv_net: items.receivables,
      ar_trade_net: items.receivables,
      total_inv: items.inventory,
      prepaid_expenses: items.prepaid,
      other_cur_assets: items.otherCurrent,
      total_non_cur_assets: long,
      ppe_net: items.plant,
      ppe_gross: items.plant + written,
      acc_depre: -written,
      goodwill_net: items.goodwill,
      intangibles_net: items.intangibles,
      lt_invest: items.longInvestments,
      note_rece_long_term: null,
      other_lt_assets: items.otherLong,
      total_liab: owed,
      total_cur_liab: owedSoon,
      ap: items.payables,
      accrued_expenses: items.accrued,
      notes_st_debt: items.shortDebt,
      cur_lt_debt_lease: null,
      other_cur_liab: items.otherCurrentDebts,
      total_non_cur_liab: owedLater,
      total_lt_debt: items.longDebt,
      lt_debt: items.longDebt,
      capital_lease_obligations: null,
      total_debt: items.shortDebt + items.longDebt,
      other_liab: items.otherDebts,
      minority_interest: null,
      total_equity: equity,
      total_sh_equity: equity,
      non_redeemable_preferred_stock: null,
      common_stock: common,
      apic: paidIn,
      retained_earnings: equity - common - paidIn,
      other_equity: 0,
      total_liab_sh_equity: assets,
      common_shares_out: shares,
    }),
  }
}

/**
 * Derives the cash flow from two balance sheets and the earnings in between, so that the three
 * statements agree to the dollar.
 */
export function cash(span: Span, before: Quarter) {
  const now = last(span)
  const grew = (valueOf: (quarter: Quarter) => number): number => valueOf(now) - valueOf(before)
  const [net, depreciation, dividends] = [
    sum(span, (quarter) => quarter.netIncome),
    sum(span, (quarter) => quarter.depreciation),
    sum(span, (quarter) => quarter.dividendsPaid),
  ]
  const working = grew(
    ({ items: i }) =>
      i.payables +
      i.accrued +
      i.otherCurrentDebts +
      i.otherDebts -
      i.receivables -
      i.inventory -
      i.prepaid -
      i.otherCurrent,
  )
  const capital = grew(({ items }) => items.plant) + depreciation
  const invested = grew(
    ({ items: i }) => i.securities + i.longInvestments + i.goodwill + i.intangibles + i.otherLong,
  )
  const debt = grew(({ items }) => items.shortDebt + items.longDebt)
  const stock = grew((quarter) => totals(quarter).equity) - net + dividends
  const operating = net + depreciation + working
  return {
    ...head(span),
    ...texts({
      cfo: operating,
      net_income: net,
      dna: depreciation,
      deferred_tax: null,
      non_cash_items: null,
      wc_change: working,
      cfi: -capital - invested,
      capex: -capital,
      other_cfi_items: -invested,
      cff: debt + stock - dividends,
      cff_items: -dividends,
      net_stock_iss_ret: stock,
      net_debt_iss_ret: debt,
      fx_effects: 0,
      net_change_cash: grew(({ items }) => items.cash),
      interest_paid: sum(span, (quarter) => quarter.interest),
      taxes_paid: sum(span, (quarter) => quarter.tax),
    }),
  }
}

/** Returns the ratios of a period by name. */
export function indicators(span: Span, shares: number): Readonly<Record<string, string | null>> {
  const quarter = last(span)
  const { assets, owed, equity } = totals(quarter)
  const net = sum(span, (quarter) => quarter.netIncome)
  return {
    roa: quotientText(net, assets, 4),
    roe: quotientText(net, equity, 4),
    diluted_eps_incl_extra: priceText(sum(span, (quarter) => quarter.eps)),
    net_margin: quotientText(
      net,
      sum(span, (quarter) => quarter.revenue),
      4,
    ),
    debt_to_assets: quotientText(owed, assets, 4),
    naps: quotientText(equity, shares, 4),
    cap_surplus_ps: quotientText(Math.round(quarter.items.goodwill * 0.5), shares, 4),
  }
}
