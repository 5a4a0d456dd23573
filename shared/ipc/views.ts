import { z } from 'zod'
import { ENVIRONMENTS } from '../domain/environment.js'
import type { AppInfo } from '../domain/app/app-info.js'
import { PREFERENCE_SCHEMAS, type Preferences } from '../domain/app/preferences.js'
import type { Budget } from '../domain/session/health.js'
import {
  NOTICE_CODES,
  SESSION_PHASES,
  type Notice,
  type SessionView,
} from '../domain/session/session-view.js'
import type { UnsupportedAccount } from '../domain/account/account.js'
import { LIST_KINDS, type UnreadableList } from '../domain/session/unreadable-list.js'
import { zLockOut } from './limits.js'
import { mirror } from './mirror.js'
import { zAccount } from './schemas.js'
import { zAccountId, zTime } from '../domain/scalars.schema.js'
import { zMessage } from './message.js'

export const zNotice = mirror<Notice>()(
  z.strictObject({
    id: z.string().max(80),
    code: z.enum(NOTICE_CODES),
    detail: zMessage,
    at: zTime,
  }),
)

const zUnreadableList = mirror<UnreadableList>()(
  z.strictObject({
    kind: z.enum(LIST_KINDS),
    accountId: zAccountId.nullable(),
    count: z.number().int().positive(),
    symbols: z.array(z.string().max(48)).max(100),
  }),
)

const zUnsupportedAccount = mirror<UnsupportedAccount>()(
  z.strictObject({
    accountId: zAccountId,
    accountNumber: z.string().max(64),
    type: z.enum(['margin', 'cash', 'unknown']),
    product: z.literal('unsupported'),
    label: z.string().max(80),
  }),
)

export const zSessionView = mirror<SessionView>()(
  z.strictObject({
    environment: z.enum(ENVIRONMENTS),
    phase: z.enum(SESSION_PHASES),
    problem: zMessage.nullable(),
    user: z.string().max(80).nullable(),
    accounts: z.array(zAccount),
    unsupportedAccounts: z.array(zUnsupportedAccount),
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
    ordersListed: z.boolean(),
    unreadable: z.array(zUnreadableList).max(200),
    unread: z.strictObject({ positions: zMessage.nullable(), balance: zMessage.nullable() }),
    lockOuts: z.array(zLockOut).max(50),
    notices: z.array(zNotice),
  }),
)

/**
 * The used part of a request budget: of one operation of the app key, of all market data, or of all
 * calls of one Connect user.
 */
export const zBudget = mirror<Budget>()(
  z.strictObject({
    scope: z.enum(['endpoint', 'market-data', 'user']),
    operation: z.string().max(80),
    used: z.number().int(),
    limit: z.number().int(),
    windowSeconds: z.number(),
    /** The part of `limit` that only orders, cancels and Order Detail may use. */
    reserved: z.number().int(),
    /**
     * Milliseconds until the budget is unused again, and until the provider accepts requests after
     * a 429.
     */
    resetsInMs: z.number().int().nonnegative(),
    blockedForMs: z.number().int().nonnegative(),
  }),
)

const preferences = z.strictObject(PREFERENCE_SCHEMAS)
export const zPreferences = mirror<Preferences>()(preferences)
/** Some of the person's settings; absent members stay. */
export const zPreferencesChange = mirror<Partial<Preferences>>()(preferences.partial())

/**
 * Pages that may be opened in the system browser; the page sends a name, main holds the address.
 */
export const LINKS = ['charts-attribution'] as const

export const zAppInfo = mirror<AppInfo>()(
  z.strictObject({
    version: z.string(),
    electron: z.string(),
    chromium: z.string(),
    node: z.string(),
    platform: z.string(),
    testRuntime: z.boolean(),
  }),
)
