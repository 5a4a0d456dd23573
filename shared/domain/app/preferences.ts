import { z } from 'zod'
import { MAX_CHART_TEMPLATES, zChartTemplate } from './chart-templates.js'
import { DEFAULT_KEY_BINDINGS } from './key-bindings.js'
import { zKeyBindings } from './key-bindings-schema.js'
import { MAX_WATCHED, KILL_SHORTCUTS, PRICE_TOLERANCES } from './preference-values.js'
import { NOTIFICATION_LEVELS, type NotificationLevel } from '../notifications/notification-kinds.js'
import { LANGUAGES } from '../../messages/languages.js'
import { asReadonly } from '../readonly-schema.js'

const preference = <S extends z.ZodType, L extends string | null>(
  schema: S,
  initial: z.output<S>,
  label: L,
) => ({ schema, default: initial, label })

const notification = <L extends string>(initial: NotificationLevel, label: L) =>
  preference(z.enum(NOTIFICATION_LEVELS), initial, label)

/**
 * The person's preferences, each with the values that it may have, its value until the person
 * changes it, and its label in Settings: a key of `settings.preferences` in the windows' texts, or
 * null for a preference that is not shown there. The stored file, the IPC contract, the defaults
 * and Settings derive from this table.
 */
export const PREFERENCES = {
  /** The language of the windows; assistants and logs always get English. */
  language: preference(z.enum(LANGUAGES), 'en', 'language'),
  theme: preference(z.enum(['system', 'dark', 'light', 'contrast']), 'system', 'theme'),
  marketColors: preference(z.enum(['green-red', 'blue-orange']), 'green-red', 'marketColors'),
  confirmOrders: preference(z.boolean(), true, 'confirmOrders'),
  /**
   * The shortcut that stops assistants from any application on this computer while one is paired.
   */
  killShortcut: preference(z.enum(KILL_SHORTCUTS), 'CommandOrControl+Alt+Shift+H', 'killShortcut'),
  /** How far the cost of a card may move before the person must decide again (CONFIRM-11). */
  priceTolerance: preference(z.enum(PRICE_TOLERANCES), 'usual', 'priceTolerance'),
  /**
   * Accepts approvals that cause no input event, as those of assistive tools (CONFIRM-42). Whoever
   * controls the confirm page can then approve without the person.
   */
  assistiveApproval: preference(z.boolean(), false, 'assistiveApproval'),
  /** The person's shortcuts; changed on the keyboard page. */
  keyBindings: preference(zKeyBindings, DEFAULT_KEY_BINDINGS, null),
  /** How much the person is notified of each kind of event (`notification-kinds.ts`). */
  notifyFills: notification('system', 'notifyFills'),
  notifyPartialFills: notification('window', 'notifyPartialFills'),
  notifyRejections: notification('sound', 'notifyRejections'),
  notifyCancellations: notification('system', 'notifyCancellations'),
  notifyExpiries: notification('window', 'notifyExpiries'),
  notifyInstructions: notification('system', 'notifyInstructions'),
  notifyConnection: notification('system', 'notifyConnection'),
  /** Hides the person's amounts in the main window and in notifications, also after a restart. */
  privacyMode: preference(z.boolean(), false, 'privacyMode'),
  /** What closing the main window does. In the tray, streams, alerts and instructions go on. */
  closeWindow: preference(z.enum(['quit', 'tray']), 'quit', 'closeWindow'),
  /** True once a notification has explained that Countersign keeps running in the tray. */
  trayExplained: preference(z.boolean(), false, null),
  /** Whether Countersign looks for newer versions once a day; never before a session is ready. */
  checkUpdates: preference(z.boolean(), true, 'checkUpdates'),
  tourDone: preference(z.boolean(), false, null),
  /** True while the person connects an account, from the sandbox to the first order. */
  connecting: preference(z.boolean(), false, null),
  watchlist: preference(
    z.array(z.string().max(48)).max(MAX_WATCHED),
    ['SPY', 'QQQ', 'AAPL', 'MSFT', 'NVDA', 'AMZN', 'GOOGL', 'META', 'TSLA', 'AMD', 'JPM', 'XOM'],
    null,
  ),
  /** Sets of indicators that the person put on charts by a name. */
  chartTemplates: preference(z.array(zChartTemplate).max(MAX_CHART_TEMPLATES), [], null),
}

type Table = typeof PREFERENCES
export type PreferenceName = keyof Table

/** The labels of the preferences that Settings shows. */
export type PreferenceLabel = NonNullable<Table[PreferenceName]['label']>

const mapTable = (pick: (entry: Table[PreferenceName]) => unknown): object =>
  Object.fromEntries(Object.entries(PREFERENCES).map(([name, entry]) => [name, pick(entry)]))

/** The person's settings. Losing them is tolerable, unlike the journal. */
export const Preferences = asReadonly(
  z.strictObject(
    mapTable((entry) => entry.schema) as { readonly [K in PreferenceName]: Table[K]['schema'] },
  ),
)
export type Preferences = z.output<typeof Preferences>

/** The preferences of a person who has changed none. */
export const DEFAULT_PREFERENCES = mapTable((entry) => entry.default) as Preferences

/** The schema of some of the person's settings; absent members stay. */
export const zPreferencesChange = z.strictObject(
  mapTable((entry) => z.exactOptional(entry.schema)) as {
    readonly [K in PreferenceName]: z.ZodExactOptional<z.ZodType<Preferences[K], Preferences[K]>>
  },
)
