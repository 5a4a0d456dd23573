import type { AppStateView } from '../domain/app/app-state.js'
import { returns, type Nothing, op, type ContractEntry } from './entry.js'
import type { ProfileView } from '../domain/app/profile-view.js'
import type { ConnectionReport } from '../domain/app/connection-report.js'
import type { SessionView } from '../domain/session/session-view.js'
import type { SessionInspection } from '../domain/session/session-inspection.js'
import { z } from 'zod'
import { ENVIRONMENTS } from '../domain/environment.js'
import { CREDENTIAL_FIELDS } from '../domain/app/profile.js'
import {
  ProfileChange,
  ProxyUser,
  zProfileId,
  zProfileName,
  zProxyName,
} from '../domain/app/profile.schema.js'
import type { PersonalLimitsView } from '../domain/orders/limits/personal-limits.js'
import { LowerLimits, PersonalLimits } from '../domain/orders/limits/personal-limits.schema.js'
import type { ProductionChecklist } from '../domain/app/production-checklist.js'

/** The operations on the person's limits in the open profile. */
const limitsContract = {
  'limits.get': op({
    in: z.strictObject({}),
    out: returns<PersonalLimitsView>(),
    surfaces: ['main'],
    effect: 'read',
  }),
  /** Raising a limit requires a step-up where a lock is set. */
  'limits.set': op({
    in: z.strictObject({ limits: PersonalLimits }),
    out: returns<PersonalLimitsView>(),
    surfaces: ['main'],
    effect: 'authority',
  }),
} as const satisfies Record<string, ContractEntry>

const nothing = z.strictObject({})
const main = ['main'] as const
const byId = z.strictObject({ id: zProfileId })

/** The person's authentication. A passphrase is only sent to main, never back. */
export const zProof = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('passphrase'), passphrase: z.string().max(256) }),
  z.strictObject({ kind: z.literal('system') }),
])

/**
 * Operations on a profile: its credentials and limits, switching, arming, the lock.
 * Secrets are only sent to main, never back.
 */
export const profileContract = {
  ...limitsContract,
  'app.state': op({ in: nothing, out: returns<AppStateView>(), surfaces: main, effect: 'read' }),
  /**
   * Begins a switch; its steps arrive over the `app` topic. `word` is required for production
   * only.
   */
  'profiles.switch': op({
    in: z.strictObject({ id: zProfileId, word: z.string().max(40).nullable() }),
    out: returns<AppStateView>(),
    surfaces: main,
    effect: 'authority',
  }),
  'profiles.dismiss-switch': op({
    in: nothing,
    out: returns<AppStateView>(),
    surfaces: main,
    effect: 'session',
  }),
  'trading.arm': op({
    in: z.strictObject({ word: z.string().max(40) }),
    out: returns<AppStateView>(),
    surfaces: main,
    effect: 'authority',
  }),

  'profiles.get': op({ in: byId, out: returns<ProfileView>(), surfaces: main, effect: 'read' }),
  'profiles.create': op({
    in: z.strictObject({ name: zProfileName, environment: z.enum(ENVIRONMENTS) }),
    out: returns<ProfileView>(),
    surfaces: main,
    effect: 'session',
  }),
  'profiles.change': op({
    in: z.strictObject({ id: zProfileId, change: ProfileChange }),
    out: returns<ProfileView>(),
    surfaces: main,
    effect: 'session',
  }),
  'profiles.duplicate': op({
    in: byId,
    out: returns<ProfileView>(),
    surfaces: main,
    effect: 'session',
  }),
  /**
   * Deletes the profile's secrets and tokens permanently; its order journal is archived, not
   * deleted.
   */
  'profiles.remove': op({ in: byId, out: returns<Nothing>(), surfaces: main, effect: 'session' }),
  /** Requests a file name and exports; false when the person canceled. */
  'profiles.export': op({
    in: byId,
    out: returns<{ readonly saved: boolean }>(),
    surfaces: main,
    effect: 'session',
  }),
  'profiles.import': op({
    in: nothing,
    out: returns<ProfileView | null>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Tests the connection with the stored credentials; requests no token and changes nothing. */
  'profiles.test': op({
    in: byId,
    out: returns<ConnectionReport>(),
    surfaces: main,
    effect: 'session',
  }),

  /** Returns what of the checklist before real money has happened so far. */
  'profiles.checklist': op({
    in: byId,
    out: returns<ProductionChecklist>(),
    surfaces: main,
    effect: 'read',
  }),
  /** Sets lower limits of a profile, also before it is opened for the first time. */
  'profiles.lower-limits': op({
    in: z.strictObject({ id: zProfileId, limits: LowerLimits }),
    out: returns<ProductionChecklist>(),
    surfaces: main,
    effect: 'authority',
  }),

  'credentials.set': op({
    in: z.strictObject({
      id: zProfileId,
      field: z.enum(CREDENTIAL_FIELDS),
      value: z.string().min(1).max(4_000),
    }),
    out: returns<ProfileView>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Field null clears all of them, and the tokens that were made with them. */
  'credentials.clear': op({
    in: z.strictObject({ id: zProfileId, field: z.enum(CREDENTIAL_FIELDS).nullable() }),
    out: returns<ProfileView>(),
    surfaces: main,
    effect: 'session',
  }),

  /** Stores the user name and the password of one proxy; no other one receives them. */
  'proxy.set-user': op({
    in: z.strictObject({ id: zProfileId, proxy: zProxyName, ...ProxyUser.shape }),
    out: returns<ProfileView>(),
    surfaces: main,
    effect: 'session',
  }),
  'proxy.clear-user': op({
    in: z.strictObject({ id: zProfileId, proxy: zProxyName }),
    out: returns<ProfileView>(),
    surfaces: main,
    effect: 'session',
  }),

  'session.sign-out': op({
    in: nothing,
    out: returns<SessionView>(),
    surfaces: main,
    effect: 'session',
  }),
  'session.cancel-sign-in': op({
    in: nothing,
    out: returns<Nothing>(),
    surfaces: main,
    effect: 'session',
  }),
  'session.paste': op({
    in: z.strictObject({ address: z.string().max(8_192) }),
    out: returns<Nothing>(),
    surfaces: main,
    effect: 'session',
  }),
  'session.inspect': op({
    in: nothing,
    out: returns<SessionInspection>(),
    surfaces: main,
    effect: 'read',
  }),

  'lock.now': op({ in: nothing, out: returns<AppStateView>(), surfaces: main, effect: 'session' }),
  'lock.unlock': op({
    in: z.strictObject({ proof: zProof }),
    out: returns<AppStateView>(),
    surfaces: main,
    effect: 'session',
  }),
  'lock.step-up': op({
    in: z.strictObject({ proof: zProof }),
    out: returns<AppStateView>(),
    surfaces: main,
    effect: 'session',
  }),
  'lock.set-passphrase': op({
    in: z.strictObject({ passphrase: z.string().max(256), current: zProof.nullable() }),
    out: returns<AppStateView>(),
    surfaces: main,
    effect: 'session',
  }),
  'lock.set-system': op({
    in: z.strictObject({ on: z.boolean(), current: zProof }),
    out: returns<AppStateView>(),
    surfaces: main,
    effect: 'session',
  }),
  'lock.set-idle': op({
    in: z.strictObject({ minutes: z.number().int().min(1).max(240) }),
    out: returns<AppStateView>(),
    surfaces: main,
    effect: 'session',
  }),
  'lock.remove': op({
    in: z.strictObject({ current: zProof }),
    out: returns<AppStateView>(),
    surfaces: main,
    effect: 'session',
  }),
  /**
   * Removes the lock without the passphrase: deletes every stored credential and token of sandbox
   * and production along with it.
   */
  'lock.forget': op({
    in: nothing,
    out: returns<AppStateView>(),
    surfaces: main,
    effect: 'session',
  }),
} as const
