import { z } from 'zod'
import { ENVIRONMENTS } from '../domain/environment.js'
import {
  ACCESS_WAYS,
  CREDENTIAL_FIELDS,
  SIGNATURE_ALGORITHMS,
  type Profile,
  type ProfileHosts,
  type ProfileId,
} from '../domain/app/profile.js'
import { isPlainLine } from '../domain/text-safety.js'
import { zBudget } from './views.js'
import { zTime } from './schemas.js'

/**
 * What windows know of profiles, credentials, the lock and a switch. Nothing in here is or contains
 * a secret.
 */

export const PROFILE_NAME_CHARS = 40
/** One line of ordinary text: it stands in titles and questions. */
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
export const zProfileHosts: z.ZodType<ProfileHosts> = z.strictObject({
  api: zOrigin,
  oauth: zOrigin,
  passport: zOrigin,
  events: zSocket,
  data: zSocket,
  authority: zAuthority.nullable(),
})

export const zRedirect = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('loopback'), port: z.number().int().min(0).max(65_535) }),
  z.strictObject({
    kind: z.literal('manual'),
    uri: z
      .string()
      .max(500)
      .regex(/^https?:\/\/[^\s#?]+$/, 'a registered address without ? and #'),
  }),
])

/** A profile as it is kept and exported. */
export const zProfile: z.ZodType<Profile> = z.strictObject({
  id: zProfileId,
  name: zProfileName,
  environment: z.enum(ENVIRONMENTS),
  access: z.enum(ACCESS_WAYS),
  algorithm: z.enum(SIGNATURE_ALGORITHMS),
  hosts: zProfileHosts.nullable(),
  redirect: zRedirect,
  createdAt: zTime,
})

/** What a person may change of a profile. */
export const zProfileChange = z.strictObject({
  name: zProfileName.optional(),
  access: z.enum(ACCESS_WAYS).optional(),
  algorithm: z.enum(SIGNATURE_ALGORITHMS).optional(),
  hosts: zProfileHosts.nullable().optional(),
  redirect: zRedirect.optional(),
})
export type ProfileChange = z.output<typeof zProfileChange>

/**
 * One credential as a window may know it. `ending` is shown only after a step-up where the program
 * is locked by one.
 */
export const zCredentialView = z.strictObject({
  field: z.enum(CREDENTIAL_FIELDS),
  set: z.boolean(),
  ending: z.string().max(4).nullable(),
  since: zTime.nullable(),
})
export type CredentialView = z.output<typeof zCredentialView>

/** Where a profile's secrets are, and what is wrong with them. */
export const SECRETS_PROBLEMS = ['key-store-changed', 'unreadable'] as const
export const zProfileView = z.strictObject({
  profile: zProfile,
  builtIn: z.boolean(),
  credentials: z.array(zCredentialView),
  missing: z.array(z.enum(CREDENTIAL_FIELDS)),
  secrets: z.strictObject({
    store: z.enum(['key-store', 'memory']),
    backend: z.string().max(60).nullable(),
    problem: z.enum(SECRETS_PROBLEMS).nullable(),
  }),
  /** The hosts that are in use: published, edited, or the practice exchange's own. */
  hosts: zProfileHosts.nullable(),
})
export type ProfileView = z.output<typeof zProfileView>

export const SWITCH_STEPS = ['halt', 'withdraw', 'streams', 'orders', 'dispose', 'build'] as const
export type SwitchStep = (typeof SWITCH_STEPS)[number]

const zProfileSummary = z.strictObject({
  id: zProfileId,
  name: zProfileName,
  environment: z.enum(ENVIRONMENTS),
})
export type ProfileSummary = z.output<typeof zProfileSummary>

/**
 * A switch under way: the one procedure, step by step (architecture section 2). `detail` says what
 * a step found.
 */
export const zSwitchView = z.strictObject({
  to: zProfileSummary,
  steps: z.array(
    z.strictObject({
      step: z.enum(SWITCH_STEPS),
      state: z.enum(['waiting', 'running', 'done', 'failed']),
      detail: z.string().max(200).nullable(),
    }),
  ),
})
export type SwitchView = z.output<typeof zSwitchView>

/**
 * The program's lock. `system` is the computer's own authentication (a fingerprint), `passphrase`
 * one of the program.
 */
export const zLockView = z.strictObject({
  method: z.enum(['none', 'passphrase', 'system']),
  locked: z.boolean(),
  why: z.enum(['idle', 'sleep', 'asked', 'start']).nullable(),
  idleMinutes: z.number().int().min(1).max(240),
  systemAvailable: z.boolean(),
  /** When the next try is allowed after wrong ones; null when at once. */
  retryAt: zTime.nullable(),
})
export type LockView = z.output<typeof zLockView>

/**
 * What stands above any session: which profile, whether one is being changed for another, the lock.
 */
export const zAppStateView = z.strictObject({
  current: zProfileSummary.nullable(),
  profiles: z.array(zProfileSummary).max(50),
  switching: zSwitchView.nullable(),
  armed: z.boolean(),
  lock: zLockView,
})
export type AppStateView = z.output<typeof zAppStateView>

/** How far signing in is. Of the attempt itself a window learns only when it ends by itself. */
export const zSignInView = z.strictObject({
  way: z.enum(ACCESS_WAYS),
  attempt: z.strictObject({ until: zTime, paste: z.boolean() }).nullable(),
  /** The token of the app key: `waiting` until the code is entered on the phone. */
  token: z
    .strictObject({
      state: z.enum(['none', 'waiting', 'ready', 'failed']),
      until: zTime.nullable(),
      message: z.string().max(300).nullable(),
    })
    .nullable(),
})
export type SignInView = z.output<typeof zSignInView>

export const CONNECTION_CHECKS = [
  'network',
  'certificate',
  'clock',
  'environment',
  'key',
  'signature',
  'token',
  'rights',
  'accounts',
] as const
/** What a trial of the connection found, in the order it was tried. The texts are for a person. */
export const zConnectionReport = z.strictObject({
  ok: z.boolean(),
  skewMs: z.number().int().nullable(),
  checks: z.array(
    z.strictObject({
      check: z.enum(CONNECTION_CHECKS),
      state: z.enum(['good', 'bad', 'not-tried']),
      text: z.string().max(300),
    }),
  ),
})
export type ConnectionReport = z.output<typeof zConnectionReport>

/** The session from within, for the session panel. Times, not values, of what is held. */
export const zSessionInspection = z.strictObject({
  profile: zProfileSummary,
  algorithm: z.enum(SIGNATURE_ALGORITHMS),
  version: z.string().max(10),
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
})
export type SessionInspection = z.output<typeof zSessionInspection>
