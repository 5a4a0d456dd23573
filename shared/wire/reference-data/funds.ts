import { FUNDAMENTAL_OPERATIONS } from '../families/company/fundamentals.js'
import { count, page, day, OF_FUND } from './parameters.js'
import type { ReferenceDataRows } from './reference-data-tool.js'

/** Figures of funds. */
export const FUND_ROWS = {
  get_fund_allocation: [
    'Fund allocation',
    'What a fund holds, by kind of asset.',
    FUNDAMENTAL_OPERATIONS.fundAllocation,
    OF_FUND,
    { maxRows: 50 },
  ],
  get_fund_brief: [
    'Fund in brief',
    'What a fund is for, and who manages it.',
    FUNDAMENTAL_OPERATIONS.fundBrief,
    OF_FUND,
  ],
  get_fund_dividends: [
    'Fund dividends',
    'What a fund has paid out, and when.',
    FUNDAMENTAL_OPERATIONS.fundDividends,
    { ...OF_FUND, pagination_key: page },
  ],
  get_fund_files: [
    'Fund files',
    'Documents of a fund, with their addresses.',
    FUNDAMENTAL_OPERATIONS.fundFiles,
    OF_FUND,
    { maxRows: 50 },
  ],
  get_fund_holdings: [
    'Fund holdings',
    'What a fund holds, name by name, and how much.',
    FUNDAMENTAL_OPERATIONS.fundHoldings,
    OF_FUND,
  ],
  get_fund_net_value: [
    'Net value',
    'Net asset value of a fund per day.',
    FUNDAMENTAL_OPERATIONS.fundNetValue,
    { ...OF_FUND, last_date: day.optional(), count: count(5, 20) },
  ],
  get_fund_performance: [
    'Fund performance',
    'Returns of a fund over several spans.',
    FUNDAMENTAL_OPERATIONS.fundPerformance,
    OF_FUND,
  ],
  get_fund_rating: [
    'Fund ratings',
    'How rating agencies rate a fund, by date.',
    FUNDAMENTAL_OPERATIONS.fundRating,
    OF_FUND,
    { maxRows: 50 },
  ],
  get_fund_splits: [
    'Fund splits',
    'Splits of a fund, with their ratios.',
    FUNDAMENTAL_OPERATIONS.fundSplits,
    OF_FUND,
  ],
} satisfies ReferenceDataRows
