import { z } from 'zod'
import {
  MAX_NEWS_SYMBOLS,
  zAuction,
  zCompanyQuery,
  zCompanySection,
  zFootprints,
  zFootprintSpan,
  zImbalances,
  zNewsSummary,
} from './company.js'
import { zWatchlistEdit, zWatchlistsView } from './watchlists.js'
import { op, type Entry } from '../entry.js'
import { zSymbol } from '../../domain/scalars.schema.js'

const main = ['main'] as const

/** The operations about companies, funds and news. */
export const factsContract = {
  /** Returns one section about a company or a fund; null where the broker has nothing about it. */
  'company.read': op({ in: zCompanyQuery, out: zCompanySection, surfaces: main, effect: 'read' }),
  /** Returns the newest intervals of a stock or a futures contract, newest first. */
  'company.footprint': op({
    in: z.strictObject({ symbol: zSymbol, span: zFootprintSpan }),
    out: zFootprints,
    surfaces: main,
    effect: 'read',
  }),
  /** Returns the imbalance of an auction of a stock, and its states before, newest first. */
  'company.imbalance': op({
    in: z.strictObject({ symbol: zSymbol, auction: zAuction }),
    out: zImbalances,
    surfaces: main,
    effect: 'read',
  }),
  /** Returns a summary about stocks and funds, which the broker writes by machine. */
  'news.summary': op({
    in: z.strictObject({ symbols: z.array(zSymbol).min(1).max(MAX_NEWS_SYMBOLS) }),
    out: zNewsSummary,
    surfaces: main,
    effect: 'read',
  }),
  /** Changes the person's lists. It is stored here, and reaches the broker when it can. */
  'watchlists.edit': op({
    in: z.strictObject({ edit: zWatchlistEdit }),
    out: zWatchlistsView,
    surfaces: main,
    effect: 'session',
  }),
} as const satisfies Record<string, Entry>
