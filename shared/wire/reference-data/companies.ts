import { z } from 'zod'
import {
  CORPORATE_ACTION_OPERATIONS,
  W_CORPORATE_EVENTS,
} from '../families/company/corporate-actions.js'
import { FUNDAMENTAL_OPERATIONS } from '../families/company/fundamentals.js'
import { count, day, OF_STOCK, page, REPORTS, symbol, usStock } from './parameters.js'
import type { ReferenceDataRows } from './reference-data-tool.js'

/** Figures and dates of companies. */
export const COMPANY_ROWS = {
  get_company_profile: [
    'Company',
    'What a company does, where, and who leads it.',
    FUNDAMENTAL_OPERATIONS.companyProfile,
    OF_STOCK,
  ],
  get_analyst_rating: [
    'Analysts’ ratings',
    'How many analysts say buy, hold or sell.',
    FUNDAMENTAL_OPERATIONS.analystRating,
    OF_STOCK,
  ],
  get_analyst_target_price: [
    'Analysts’ targets',
    'Highest, lowest and mean price target.',
    FUNDAMENTAL_OPERATIONS.analystTarget,
    OF_STOCK,
  ],
  get_stock_capital_flow: [
    'Capital flow',
    'Money in and out by size of order, per day.',
    FUNDAMENTAL_OPERATIONS.capitalFlow,
    { ...OF_STOCK, count: count(5, 5) },
  ],
  get_stock_filings: [
    'Filings',
    'Filings of a company, with their addresses.',
    FUNDAMENTAL_OPERATIONS.filings,
    OF_STOCK,
    { maxRows: 50 },
  ],
  get_stock_forecast_eps: [
    'EPS forecasts',
    'Earnings per share, reported and expected.',
    FUNDAMENTAL_OPERATIONS.forecastEps,
    OF_STOCK,
  ],
  get_stock_earnings_calendar: [
    'Earnings dates',
    'When a company reports, and what is expected.',
    FUNDAMENTAL_OPERATIONS.earningsCalendar,
    OF_STOCK,
  ],
  get_stock_dividend_calendar: [
    'Dividend dates',
    'Dividends of a stock, with their dates.',
    FUNDAMENTAL_OPERATIONS.dividendCalendar,
    OF_STOCK,
  ],
  get_stock_corporate_actions: [
    'Corporate actions',
    'Splits, mergers, spin-offs, name changes and dividends of a stock. Ratios are shares before and after.',
    CORPORATE_ACTION_OPERATIONS.corporateActions,
    {
      symbol: symbol('AAPL'),
      category: usStock,
      start_date: day.optional(),
      end_date: day.optional(),
      event_type: z.enum(W_CORPORATE_EVENTS).optional(),
      pagination_key: page,
    },
    { wire: { event_type: 'event_types' } },
  ],
  get_stock_industry_comparison: [
    'Industry comparison',
    'A company among those of its industry.',
    FUNDAMENTAL_OPERATIONS.industryComparison,
    { ...OF_STOCK, sort_by: z.enum(['EPS_TTM']).optional() },
    { maxRows: 50 },
  ],
  get_financial_alert: [
    'Next report',
    'What the next report is expected to say.',
    FUNDAMENTAL_OPERATIONS.financialAlert,
    OF_STOCK,
  ],
  get_financial_indicators: [
    'Financial indicators',
    'Financial ratios of a company, per period.',
    FUNDAMENTAL_OPERATIONS.financialIndicators,
    REPORTS,
  ],
  get_income_statement: [
    'Income statements',
    'Newest first. Amounts in whole units of the currency.',
    FUNDAMENTAL_OPERATIONS.incomeStatement,
    REPORTS,
  ],
  get_balance_sheet: [
    'Balance sheets',
    'Newest first. Amounts in whole units of the currency.',
    FUNDAMENTAL_OPERATIONS.balanceSheet,
    REPORTS,
  ],
  get_cash_flow: [
    'Cash flow statements',
    'Newest first. Amounts in whole units of the currency.',
    FUNDAMENTAL_OPERATIONS.cashFlow,
    REPORTS,
  ],
} satisfies ReferenceDataRows
