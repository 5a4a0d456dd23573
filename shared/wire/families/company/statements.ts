import { z } from 'zod'
import { zOptionalDecimal, zOptionalText } from '../../fields.js'

const d = zOptionalDecimal

/** A fiscal quarter, 1 to 4; 0 is a full year, 5 a notice before the report. */
export const zPeriod = { fiscal_year: z.number().int(), fiscal_period: z.number().int() }
const zReport = {
  ...zPeriod,
  end_date: zOptionalText,
  publish_date: zOptionalText,
  currency: zOptionalText,
}

const lines = <const N extends string>(...names: readonly N[]): Record<N, typeof d> =>
  Object.fromEntries(names.map((name) => [name, d])) as Record<N, typeof d>

/** Lines that a company does not report are null. Amounts are in whole units of the currency. */
export const zIncomeStatement = z.object({
  ...zReport,
  ...lines(
    'total_revenue',
    'revenue',
    'cost_of_revenue',
    'gross_profit',
    'opex',
    'sga_exp',
    'rnd_exp',
    'unusual_expense_income',
    'op_income',
    'op_profit',
    'inter_inc_expse_net_non_oper',
    'gain_loss_on_sale_of_assets',
    'other_net_income',
    'ebt',
    'ebt_alt',
    'income_tax',
    'eat',
    'eat_alt',
    'minority_interest',
    'ni_pre_extra',
    'extra_items',
    'net_income',
    'ni_common_excl_extra',
    'ni_common_incl_extra',
    'diluted_ni',
    'diluted_avg_shares',
    'diluted_eps_excl_extra',
    'diluted_eps_incl_extra',
    'diluted_norm_eps',
    'dps',
  ),
})

export const zBalanceSheet = z.object({
  ...zReport,
  ...lines(
    'total_assets',
    'total_cur_assets',
    'cash_st_invest',
    'cash',
    'cash_equiv',
    'st_invest',
    'total_recv_net',
    'ar_trade_net',
    'total_inv',
    'prepaid_expenses',
    'other_cur_assets',
    'total_non_cur_assets',
    'ppe_net',
    'ppe_gross',
    'acc_depre',
    'goodwill_net',
    'intangibles_net',
    'lt_invest',
    'note_rece_long_term',
    'other_lt_assets',
    'total_liab',
    'total_cur_liab',
    'ap',
    'accrued_expenses',
    'notes_st_debt',
    'cur_lt_debt_lease',
    'other_cur_liab',
    'total_non_cur_liab',
    'total_lt_debt',
    'lt_debt',
    'capital_lease_obligations',
    'total_debt',
    'other_liab',
    'minority_interest',
    'total_equity',
    'total_sh_equity',
    'non_redeemable_preferred_stock',
    'common_stock',
    'apic',
    'retained_earnings',
    'other_equity',
    'total_liab_sh_equity',
    'common_shares_out',
  ),
})

export const zCashFlow = z.object({
  ...zReport,
  ...lines(
    'cfo',
    'net_income',
    'dna',
    'deferred_tax',
    'non_cash_items',
    'wc_change',
    'cfi',
    'capex',
    'other_cfi_items',
    'cff',
    'cff_items',
    'net_stock_iss_ret',
    'net_debt_iss_ret',
    'fx_effects',
    'net_change_cash',
    'interest_paid',
    'taxes_paid',
  ),
})
