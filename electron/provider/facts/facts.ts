import type { FactsPort, NewsPort } from '../../core/market/facts/facts-port.js'
import type { Caller, CallOptions } from '../http/caller.js'
import type { Categories } from '../market-data/categories.js'
import { companyReads } from './company.js'
import { watchlistAccess } from './watchlists.js'
import { screenerReads } from './screeners.js'
import { err, ok } from '../../../shared/domain/result.js'
import { CORPORATE_ACTION_OPERATIONS } from '../../../shared/wire/families/company/corporate-actions.js'
import { NEWS_OPERATIONS } from '../../../shared/wire/families/market-data/news.js'
import { allRows } from '../http/paginate.js'
import { toProviderFailure } from '../http/provider-failure.js'
import { toCorporateAction } from '../mapping/facts/fundamentals.js'
import { toNewsSummary } from '../mapping/facts/news.js'

const OPTIONS: CallOptions = { priority: 'background', maxWaitMs: 15_000 }
const SPLITS = 'STOCK_DIVIDEND,REVERSE_SPLIT,FORWARD_SPLIT,UNIT_SPLIT,SPIN_OFF,MERGER'

/** Creates the reads about several symbols: the news summary, and splits of the market. */
export const newsReads = (caller: Caller, categories: Categories): NewsPort => ({
  async news(symbols) {
    await categories.resolve(symbols)
    const groups = (['US_STOCK', 'US_ETF'] as const).flatMap((category) => {
      const own = symbols.filter((symbol) => categories.categoryOf(symbol) === category)
      return own.length === 0 ? [] : [{ category, symbols: own }]
    })
    if (groups.length === 0) return ok({ parts: [] })
    const answer = await caller.call(
      NEWS_OPERATIONS.newsSummary,
      { category_symbols: groups, lang: 'en' },
      OPTIONS,
    )
    return answer.ok ? ok(toNewsSummary(answer.value)) : err(toProviderFailure(answer.error))
  },
  async splits(from) {
    const rows = await allRows(
      caller,
      CORPORATE_ACTION_OPERATIONS.corporateActionsByMarket,
      { market: 'US', start_date: from, event_types: SPLITS },
      OPTIONS,
    )
    return rows.ok ? ok(rows.value.map(toCorporateAction)) : err(toProviderFailure(rows.error))
  },
})

/** Creates the reads about markets and companies. Loaded on first use. */
export const createFacts = (caller: Caller, categories: Categories): FactsPort => ({
  ...screenerReads(caller),
  ...companyReads(caller, categories),
  ...newsReads(caller, categories),
  ...watchlistAccess(caller, categories),
})
