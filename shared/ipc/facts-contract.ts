import {
  AUCTIONS,
  FOOTPRINT_SPANS,
  type CompanySection,
  type Footprint,
  type Imbalances,
} from '../domain/reference/fundamentals.js'
import { returns, op, type ContractEntry } from './entry.js'
import type { NewsSummary } from '../domain/reference/news.js'
import type { WatchlistsView } from '../domain/reference/watchlist-book.js'
import { z } from 'zod'
import { CompanyQuery } from '../domain/reference/fundamentals.schema.js'
import { WatchlistEdit } from '../domain/reference/watchlist-book.schema.js'
import { zSymbol } from '../domain/scalars.schema.js'

const main = ['main'] as const
/** The most symbols of one news summary. */
const MAX_NEWS_SYMBOLS = 50

/** The operations about companies, funds and news. */
export const factsContract = {
  /** Returns one section about a company or a fund; null where the broker has nothing about it. */
  'company.read': op({
    in: CompanyQuery,
    out: returns<CompanySection>(),
    surfaces: main,
    effect: 'read',
  }),
  /** Returns the newest intervals of a stock or a futures contract, newest first. */
  'company.footprint': op({
    in: z.strictObject({ symbol: zSymbol, span: z.enum(FOOTPRINT_SPANS) }),
    out: returns<readonly Footprint[]>(),
    surfaces: main,
    effect: 'read',
  }),
  /** Returns the imbalance of an auction of a stock, and its states before, newest first. */
  'company.imbalance': op({
    in: z.strictObject({ symbol: zSymbol, auction: z.enum(AUCTIONS) }),
    out: returns<Imbalances>(),
    surfaces: main,
    effect: 'read',
  }),
  /** Returns a summary about stocks and funds, which the broker writes by machine. */
  'news.summary': op({
    in: z.strictObject({ symbols: z.array(zSymbol).min(1).max(MAX_NEWS_SYMBOLS) }),
    out: returns<NewsSummary>(),
    surfaces: main,
    effect: 'read',
  }),
  /** Changes the person's lists. It is stored here, and reaches the broker when it can. */
  'watchlists.edit': op({
    in: z.strictObject({ edit: WatchlistEdit }),
    out: returns<WatchlistsView>(),
    surfaces: main,
    effect: 'session',
  }),
} as const satisfies Record<string, ContractEntry>
