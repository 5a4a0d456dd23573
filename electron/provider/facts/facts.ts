import type { FactsPort } from '../../core/market/facts/facts-port.js'
import type { Caller } from '../http/caller.js'
import type { Categories } from '../market-data/categories.js'
import { companyReads } from './company.js'
import { newsReads } from './news.js'
import { watchlistAccess } from './watchlists.js'
import { screenerReads } from './screeners.js'

/** Creates the reads about markets and companies. Loaded on first use. */
export const createFacts = (caller: Caller, categories: Categories): FactsPort => ({
  ...screenerReads(caller),
  ...companyReads(caller, categories),
  ...newsReads(caller, categories),
  ...watchlistAccess(caller, categories),
})
