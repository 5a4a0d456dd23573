import { WINDOW_CHANGES_VERSION } from '../../core/storage/instructions/stored-window-changes.js'
import { ALERTS_VERSION } from '../../core/storage/stored-alerts.js'
import { DRAWINGS_VERSION } from '../../core/storage/stored-drawings.js'
import { TRADE_JOURNAL_VERSION } from '../../core/storage/stored-journal.js'
import { JOURNAL_NOTES_VERSION } from '../../core/storage/stored-journal-notes.js'
import { ORDER_NEWS_VERSION } from '../../core/storage/stored-order-news.js'
import { QUOTES_VERSION } from '../../core/storage/stored-quotes.js'
import { WATCHLISTS_VERSION } from '../../core/storage/stored-watchlists.js'
import type { DocumentForm } from './stored-documents.js'

/**
 * The forms of the documents of a profile. One of an account is in a folder of its kind. Each
 * version is the writer's own constant: another number would make what was written unreadable at
 * the next start.
 */
export const PROFILE_FORMS = {
  watchlists: { version: WATCHLISTS_VERSION, acceptsPlain: true },
  alerts: { version: ALERTS_VERSION, ownerNotifies: true },
  drawings: { version: DRAWINGS_VERSION, ownerNotifies: true },
  quotes: { version: QUOTES_VERSION, acceptsPlain: true },
  orderNews: { version: ORDER_NEWS_VERSION, acceptsPlain: true },
  tradeJournal: { version: TRADE_JOURNAL_VERSION },
  tradeNotes: { version: JOURNAL_NOTES_VERSION, ownerNotifies: true },
  windowChanges: { version: WINDOW_CHANGES_VERSION, acceptsPlain: true, ownerNotifies: true },
} as const satisfies Readonly<Record<string, DocumentForm>>
