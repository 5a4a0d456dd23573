import { z } from 'zod'
import { ENVIRONMENTS } from '../domain/environment.js'
import { KILL_SHORTCUTS } from '../domain/app/kill-shortcut.js'
import { PRICE_TOLERANCES } from '../domain/app/price-tolerance.js'
import { zAccount, zAccountId, zTime } from './schemas.js'

/** The phases of a session. `attention` requires the person: the reason is in `problem`. */
export const SESSION_PHASES = [
  'starting',
  'signing-in',
  'ready',
  'reconnecting',
  'attention',
  'signed-out',
] as const

/** Notices shown to the person once (a file set aside, no key store), by code. */
export const NOTICE_CODES = [
  'preferences-set-aside',
  'journal-tail-cut',
  'key-store-missing',
  'practice-restarted',
  'trading-halted',
  'test-runtime',
  'order-anomaly',
  'kill-keys-taken',
] as const

export const zNotice = z.strictObject({
  id: z.string().max(80),
  code: z.enum(NOTICE_CODES),
  detail: z.string().max(500),
  at: zTime,
})
export type Notice = z.output<typeof zNotice>

export const zSessionView = z.strictObject({
  environment: z.enum(ENVIRONMENTS),
  phase: z.enum(SESSION_PHASES),
  problem: z.string().max(500).nullable(),
  user: z.string().max(80).nullable(),
  accounts: z.array(zAccount),
  selectedAccount: zAccountId.nullable(),
  trading: z.enum(['active', 'halted']),
  /** Where tokens are stored: in the operating system's key store, or in memory only. */
  tokenStore: z.enum(['key-store', 'memory']),
  accessTokenExpiresAt: zTime.nullable(),
  refreshTokenExpiresAt: zTime.nullable(),
  /**
   * Exchange time minus this computer's time, in ms; null until the exchange sent its time.
   * Practice has its own clock.
   */
  exchangeOffsetMs: z.number().int().nullable(),
  notices: z.array(zNotice),
})
export type SessionView = z.output<typeof zSessionView>

export const CHANNELS = ['api', 'events', 'market'] as const
export type Channel = (typeof CHANNELS)[number]

export const zChannelHealth = z.strictObject({
  channel: z.enum(CHANNELS),
  state: z.enum(['connecting', 'live', 'stale', 'down', 'stopped']),
  since: zTime,
  lastMessageAt: zTime.nullable(),
  /**
   * For `api`, the round trip of the latest request; for streams, the delay from publishing to
   * receiving.
   */
  latencyMs: z.number().nonnegative().nullable(),
  detail: z.string().max(300).nullable(),
})
export type ChannelHealth = z.output<typeof zChannelHealth>

/**
 * The used part of a request budget: of one operation of the app key, of all market data, or of all
 * calls of one Connect user.
 */
export const zBudget = z.strictObject({
  scope: z.enum(['endpoint', 'market-data', 'user']),
  operation: z.string().max(80),
  used: z.number().int(),
  limit: z.number().int(),
  windowSeconds: z.number(),
  /** The part of `limit` that only cancels and Order Detail may use. */
  reserved: z.number().int(),
  /**
   * Milliseconds until the budget is unused again, and until the provider accepts requests after a
   * 429.
   */
  resetsInMs: z.number().int().nonnegative(),
  blockedForMs: z.number().int().nonnegative(),
})
export type Budget = z.output<typeof zBudget>

export const zHealthView = z.strictObject({
  channels: z.array(zChannelHealth),
  /** The budget that is closest to its limit now. */
  budget: zBudget.nullable(),
  /** Every budget in use now, the fullest first. */
  budgets: z.array(zBudget).max(64),
})
export type HealthView = z.output<typeof zHealthView>

/**
 * The person's settings, stored by electron-store. Losing them is tolerable, unlike the journal.
 */
export const zPreferences = z.strictObject({
  theme: z.enum(['system', 'dark', 'light', 'contrast']),
  marketColors: z.enum(['green-red', 'blue-orange']),
  confirmOrders: z.boolean(),
  tourDone: z.boolean(),
  /**
   * The shortcut that stops assistants from any application on this computer while one is paired.
   */
  killShortcut: z.enum(KILL_SHORTCUTS),
  /** How far the cost of a card may move before the person must decide again (CONFIRM-11). */
  priceTolerance: z.enum(PRICE_TOLERANCES),
  watchlist: z.array(z.string().max(48)).max(200),
  workspace: z.string().max(200_000).nullable(),
})
export type Preferences = z.output<typeof zPreferences>

/**
 * Pages that may be opened in the system browser; the page sends a name, main holds the address.
 */
export const LINKS = ['charts-attribution'] as const

export const zAppInfo = z.strictObject({
  version: z.string(),
  electron: z.string(),
  chromium: z.string(),
  node: z.string(),
  platform: z.string(),
  testRuntime: z.boolean(),
})
export type AppInfo = z.output<typeof zAppInfo>
