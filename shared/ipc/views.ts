import { z } from 'zod'
import { ENVIRONMENTS } from '../domain/environment.js'
import { KILL_SHORTCUTS } from '../domain/app/kill-shortcut.js'
import { PRICE_TOLERANCES } from '../domain/app/price-tolerance.js'
import { zAccount, zAccountId, zTime } from './schemas.js'

/** Where the session stands. `attention` needs the person: the reason is in `problem`. */
export const SESSION_PHASES = [
  'starting',
  'signing-in',
  'ready',
  'reconnecting',
  'attention',
  'signed-out',
] as const

/**
 * Something the person should be told once (a file set aside, no key store): plain text by code.
 */
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
  /** Where tokens are kept: the operating system's key store, or memory only. */
  tokenStore: z.enum(['key-store', 'memory']),
  accessTokenExpiresAt: zTime.nullable(),
  refreshTokenExpiresAt: zTime.nullable(),
  /**
   * Exchange time minus this computer's time, in ms; null until the exchange was heard. Practice
   * runs on its own clock.
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
  /** Round trip of the latest request, for `api`; publish-to-receive delay for streams. */
  latencyMs: z.number().nonnegative().nullable(),
  detail: z.string().max(300).nullable(),
})
export type ChannelHealth = z.output<typeof zChannelHealth>

/**
 * What of a request budget counts now: one operation of the app key, all market data, or all calls
 * of one Connect user.
 */
export const zBudget = z.strictObject({
  scope: z.enum(['endpoint', 'market-data', 'user']),
  operation: z.string().max(80),
  used: z.number().int(),
  limit: z.number().int(),
  windowSeconds: z.number(),
  /** How many of `limit` only cancels and Order Detail may use. */
  reserved: z.number().int(),
  /**
   * Milliseconds until nothing of it counts any more, and until the provider takes requests again
   * after a 429.
   */
  resetsInMs: z.number().int().nonnegative(),
  blockedForMs: z.number().int().nonnegative(),
})
export type Budget = z.output<typeof zBudget>

export const zHealthView = z.strictObject({
  channels: z.array(zChannelHealth),
  /** The tightest request budget right now: which operation, used of allowed in its window. */
  budget: zBudget.nullable(),
  /** Every budget that counts something now, the fullest first. */
  budgets: z.array(zBudget).max(64),
})
export type HealthView = z.output<typeof zHealthView>

/** What a person set; electron-store keeps it. Loss is tolerable, unlike the journal. */
export const zPreferences = z.strictObject({
  theme: z.enum(['system', 'dark', 'light', 'contrast']),
  marketColors: z.enum(['green-red', 'blue-orange']),
  confirmOrders: z.boolean(),
  tourDone: z.boolean(),
  /** Stops assistants from anywhere on this computer while one is paired. */
  killShortcut: z.enum(KILL_SHORTCUTS),
  /** How far a cost may move on a card before the person is asked again. */
  priceTolerance: z.enum(PRICE_TOLERANCES),
  watchlist: z.array(z.string().max(48)).max(200),
  workspace: z.string().max(200_000).nullable(),
})
export type Preferences = z.output<typeof zPreferences>

/** Pages that may be opened in the system browser; the page names one, main holds the address. */
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
