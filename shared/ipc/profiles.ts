import { z } from 'zod'
import { ENVIRONMENTS } from '../domain/environment.js'
import {
  ACCESS_WAYS,
  API_VERSIONS,
  CREDENTIAL_FIELDS,
  SIGNATURE_ALGORITHMS,
  type Profile,
  type ProfileHosts,
  type ProfileId,
  type Redirect,
} from '../domain/app/profile.js'
import {
  SWITCH_STEPS,
  type AppStateView,
  type LockView,
  type ProfileSummary,
  type SwitchView,
} from '../domain/app/app-state.js'
import { CONNECTION_CHECKS, type ConnectionReport } from '../domain/app/connection-report.js'
import {
  PROFILE_NAME_CHARS,
  SECRETS_PROBLEMS,
  type CredentialView,
  type ProfileChange,
  type ProfileView,
} from '../domain/app/profile-view.js'
import type { SessionInspection } from '../domain/session/session-inspection.js'
import { isPlainLine } from '../domain/text-safety.js'
import { mirror } from './mirror.js'
import { zBudget } from './views.js'
import { zClientOrderId, zTime } from '../domain/scalars.schema.js'
import { zMessage } from './message.js'

/**
 * The views of profiles, credentials, the lock and a switch. None of them is or contains a secret.
 */

/** One plain line, because it appears in titles and questions. */
export const zProfileName = z
  .string()
  .min(1)
  .max(PROFILE_NAME_CHARS)
  .refine((name) => isPlainLine(name, PROFILE_NAME_CHARS), 'not a plain line of text')
export const zProfileId = z.custom<ProfileId>(
  (value) => typeof value === 'string' && /^[a-z0-9-]{4,40}$/.test(value),
  'not a profile id',
)

const zOrigin = z
  .string()
  .max(200)
  .regex(
    /^https:\/\/[a-z0-9.-]+(:\d{1,5})?$/,
    'an address such as https://host.example without a path',
  )
const zSocket = z.strictObject({
  host: z
    .string()
    .max(200)
    .regex(/^[a-z0-9.-]+$/, 'a host name'),
  port: z.number().int().min(1).max(65_535),
})
const zAuthority = z
  .string()
  .max(20_000)
  .regex(
    /^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*$/,
    'a certificate in PEM form',
  )
export const zProfileHosts = mirror<ProfileHosts>()(
  z.strictObject({
    api: zOrigin,
    oauth: zOrigin,
    passport: zOrigin,
    events: zSocket,
    data: zSocket,
    authority: zAuthority.nullable(),
  }),
)

export const zRedirect = mirror<Redirect>()(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('loopback'), port: z.number().int().min(0).max(65_535) }),
    z.strictObject({
      kind: z.literal('manual'),
      uri: z
        .string()
        .max(500)
        .regex(/^https?:\/\/[^\s#?]+$/, 'a registered address without ? and #'),
    }),
  ]),
)

/** A profile as stored and exported. */
export const zProfile = mirror<Profile>()(
  z.strictObject({
    id: zProfileId,
    name: zProfileName,
    environment: z.enum(ENVIRONMENTS),
    access: z.enum(ACCESS_WAYS),
    algorithm: z.enum(SIGNATURE_ALGORITHMS),
    apiVersion: z.enum(API_VERSIONS).optional(),
    hosts: zProfileHosts.nullable(),
    redirect: zRedirect,
    createdAt: zTime,
  }),
)

/** The changes that a person may make to a profile. */
export const zProfileChange = mirror<ProfileChange>()(
  z.strictObject({
    name: zProfileName.optional(),
    access: z.enum(ACCESS_WAYS).optional(),
    algorithm: z.enum(SIGNATURE_ALGORITHMS).optional(),
    apiVersion: z.enum(API_VERSIONS).optional(),
    hosts: zProfileHosts.nullable().optional(),
    redirect: zRedirect.optional(),
  }),
)

/**
 * One credential as a window sees it. `ending` is shown only after authentication when Countersign
 * has a lock.
 */
export const zCredentialView = mirror<CredentialView>()(
  z.strictObject({
    field: z.enum(CREDENTIAL_FIELDS),
    set: z.boolean(),
    ending: z.string().max(4).nullable(),
    since: zTime.nullable(),
  }),
)

export const zProfileView = mirror<ProfileView>()(
  z.strictObject({
    profile: zProfile,
    builtIn: z.boolean(),
    credentials: z.array(zCredentialView),
    missing: z.array(z.enum(CREDENTIAL_FIELDS)),
    secrets: z.strictObject({
      store: z.enum(['key-store', 'memory']),
      backend: z.string().max(60).nullable(),
      problem: z.enum(SECRETS_PROBLEMS).nullable(),
    }),
    /** The hosts in use: published, edited, or the practice exchange's own. */
    hosts: zProfileHosts.nullable(),
  }),
)

const zProfileSummary = mirror<ProfileSummary>()(
  z.strictObject({
    id: zProfileId,
    name: zProfileName,
    environment: z.enum(ENVIRONMENTS),
    institution: z.boolean().optional(),
  }),
)

/** A profile switch in progress, step by step. `detail` is the result of a step. */
export const zSwitchView = mirror<SwitchView>()(
  z.strictObject({
    to: zProfileSummary,
    steps: z.array(
      z.strictObject({
        step: z.enum(SWITCH_STEPS),
        state: z.enum(['waiting', 'running', 'done', 'failed']),
        detail: zMessage.nullable(),
      }),
    ),
  }),
)

/**
 * The app lock. `system` is the computer's own authentication (a fingerprint), `passphrase` is one
 * of Countersign.
 */
export const zLockView = mirror<LockView>()(
  z.strictObject({
    method: z.enum(['none', 'passphrase', 'system']),
    locked: z.boolean(),
    why: z.enum(['idle', 'sleep', 'asked', 'start']).nullable(),
    idleMinutes: z.number().int().min(1).max(240),
    systemAvailable: z.boolean(),
    /** When the next attempt is allowed after wrong ones; null when at once. */
    retryAt: zTime.nullable(),
  }),
)

/** State that does not belong to a session: the profile, a switch in progress, the lock. */
export const zAppStateView = mirror<AppStateView>()(
  z.strictObject({
    current: zProfileSummary.nullable(),
    profiles: z.array(zProfileSummary).max(50),
    resets: z.number().int().nonnegative(),
    switching: zSwitchView.nullable(),
    armed: z.boolean(),
    lock: zLockView,
    revealed: z
      .strictObject({
        number: z.number().int().nonnegative(),
        profile: zProfileId,
        order: zClientOrderId,
      })
      .optional(),
  }),
)

/** The results of a connection test, in the order of its steps. The texts are for a person. */
export const zConnectionReport = mirror<ConnectionReport>()(
  z.strictObject({
    ok: z.boolean(),
    skewMs: z.number().int().nullable(),
    checks: z.array(
      z.strictObject({
        check: z.enum(CONNECTION_CHECKS),
        state: z.enum(['good', 'bad', 'not-tried']),
        text: zMessage,
      }),
    ),
  }),
)

/** Details of the session for the session panel: times of the stored tokens, never their values. */
export const zSessionInspection = mirror<SessionInspection>()(
  z.strictObject({
    profile: zProfileSummary,
    algorithm: z.enum(SIGNATURE_ALGORITHMS),
    version: z.strictObject({
      chosen: z.enum(API_VERSIONS),
      used: z.enum(API_VERSIONS),
      longLists: z.enum(API_VERSIONS),
    }),
    scope: z.string().max(200).nullable(),
    hosts: z.array(z.strictObject({ role: z.string().max(20), address: z.string().max(220) })),
    tokens: z.array(
      z.strictObject({
        kind: z.enum(['app', 'access', 'refresh']),
        held: z.boolean(),
        expiresAt: zTime.nullable(),
        renewedAt: zTime.nullable(),
      }),
    ),
    store: z.enum(['key-store', 'memory']),
    backend: z.string().max(60).nullable(),
    clockSkewMs: z.number().int().nullable(),
    budgets: z.array(zBudget).max(64),
    events: z
      .array(
        z.strictObject({
          at: zTime,
          level: z.enum(['debug', 'info', 'warn', 'error']),
          name: z.string().max(80),
          text: z.string().max(400),
        }),
      )
      .max(200),
  }),
)
