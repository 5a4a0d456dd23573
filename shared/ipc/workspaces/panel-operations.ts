import type { OpName } from '../contract.js'

/**
 * The operations of the main window that a window with panels may call too: what its panels show
 * and trade, halting, and the lock screen. Everything else stays with the main window: profiles and
 * credentials, arming, limits, the lock's settings, assistants' access, the practice exchange, the
 * institution console, and the workspaces themselves.
 */
export const PANEL_OPERATIONS: ReadonlySet<OpName> = new Set<OpName>([
  'alerts.edit',
  'app.copy-text',
  'app.info',
  'app.open-address',
  'app.open-link',
  'app.report',
  'app.save-table',
  'app.state',
  'app.table-part',
  // Stops assistants; resuming them is the main window's.
  'assistants.kill',
  'company.footprint',
  'company.imbalance',
  'company.read',
  'crypto.pairs',
  'drawings.edit',
  'events.categories',
  'events.leagues',
  'events.list',
  'events.markets',
  'events.series',
  'futures.contracts',
  'futures.classes',
  'futures.products',
  'instruments.describe',
  'instruments.price-steps',
  'instruments.search',
  'journal.attach-picture',
  'journal.edit-notes',
  'journal.lots',
  'journal.open-lots',
  'journal.picture',
  'journal.refresh',
  'journal.remove-notes',
  'journal.remove-picture',
  'journal.report',
  'journal.save-picture',
  'journal.trips',
  'lock.now',
  'lock.unlock',
  'market.bars',
  'news.summary',
  'options.chain',
  'orders.cancel',
  'orders.check',
  'orders.history',
  'orders.outcome',
  'orders.preview',
  'orders.reminders',
  'orders.replace',
  'orders.submit',
  'orders.submit-combo',
  'preferences.get',
  // Only the members of PANEL_PREFERENCES.
  'preferences.set',
  'records.cash',
  'records.executions',
  'records.position-lots',
  'records.transfer',
  'records.transfer-parts',
  'records.transfers',
  'session.get',
  'session.select-account',
  // Only to halt; resuming is the main window's.
  'session.set-trading',
  // A press for several orders, of the operations above.
  'stocks.list',
  'trading.batch',
  'trading.close-plan',
  'trading.flatten',
  'trading.flatten-plan',
  'watchlists.edit',
])

/** The preferences that a window with panels may change: none that decides about an order. */
export const PANEL_PREFERENCES: readonly string[] = ['watchlist', 'theme', 'privacyMode']
