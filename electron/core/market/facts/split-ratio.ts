import type { Decimal } from '../../../../shared/domain/decimal.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { CompanyReader } from './company-reader.js'

/** How many new shares replace how many old ones; null where the broker does not say. */
export interface SplitRatio {
  readonly from: Decimal
  readonly to: Decimal
}

/** Reads the ratio of the split of a day; null for a day without one. */
export type ReadSplit = (symbol: Symbol, day: string) => Promise<SplitRatio | 'unread' | null>

/**
 * Reads the ratio of a split from the corporate actions of a company or a fund; `unread` where the
 * broker did not answer.
 */
export const splitRatioOf =
  (companies: Pick<CompanyReader, 'section'>): ReadSplit =>
  async (symbol, day) => {
    const actions = await companies.section(symbol, 'actions', 'annual')
    const own = (actions.ok ? (actions.value ?? []) : []).filter(({ date }) => date === day)
    for (const { before, after, valid } of own) {
      if (valid && before !== null && after !== null) return { from: before, to: after }
    }
    const splits = await companies.section(symbol, 'fund-splits', 'annual')
    const fund = (splits.ok ? (splits.value ?? []) : []).find(({ date }) => date === day)
    if (fund !== undefined) return { from: fund.before, to: fund.after }
    return actions.ok && splits.ok ? null : 'unread'
  }
