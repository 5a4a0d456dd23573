import { WINDOW_CHANGES_VERSION } from '../../core/instructions/window/window-change-file.js'
import { ALERTS_VERSION } from '../../core/alerts/alert-file.js'
import { DRAWINGS_VERSION } from '../../core/drawings/drawing-file.js'
import { TRADE_JOURNAL_VERSION } from '../../core/records/journal/journal-file.js'
import { JOURNAL_NOTES_VERSION } from '../../core/records/journal/notes/notes-file.js'
import { ORDER_NEWS_VERSION } from '../notifications/order-news-file.js'
import { QUOTES_VERSION } from '../../core/market/last-quotes/last-quotes-file.js'
import { WATCHLISTS_VERSION } from '../../core/market/watchlists/watchlist-file.js'
import type { DocumentForm } from './stored-documents.js'

/**
 * The forms of the documents of a profile. One of an account is in a folder of its kind. Each
 * version is the writer's own constant: another number would make what was written unreadable at
 * the next start.
 */
export const PROFILE_FORMS = {
  watchlists: { version: WATCHLISTS_VERSION },
  alerts: { version: ALERTS_VERSION, ownerNotifies: true },
  drawings: { version: DRAWINGS_VERSION, ownerNotifies: true },
  quotes: { version: QUOTES_VERSION },
  orderNews: { version: ORDER_NEWS_VERSION },
  tradeJournal: { version: TRADE_JOURNAL_VERSION },
  tradeNotes: { version: JOURNAL_NOTES_VERSION, ownerNotifies: true },
  windowChanges: { version: WINDOW_CHANGES_VERSION, ownerNotifies: true },
} as const satisfies Readonly<Record<string, DocumentForm>>
