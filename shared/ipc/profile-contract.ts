import { z } from 'zod'
import { ENVIRONMENTS } from '../domain/environment.js'
import { CREDENTIAL_FIELDS } from '../domain/app/profile.js'
import { op } from './entry.js'
import {
  zConnectionReport,
  zAppStateView,
  zProfileChange,
  zProfileId,
  zProfileName,
  zProfileView,
  zSessionInspection,
} from './profiles.js'
import { limitsContract } from './limits.js'
import { zSessionView } from './views.js'

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
  'app.state': op({ in: nothing, out: zAppStateView, surfaces: main, effect: 'read' }),
  /**
   * Begins a switch; its steps arrive over the `app` topic. `word` is required for production
   * only.
   */
  'profiles.switch': op({
    in: z.strictObject({ id: zProfileId, word: z.string().max(40).nullable() }),
    out: zAppStateView,
    surfaces: main,
    effect: 'authority',
  }),
  'profiles.dismiss-switch': op({
    in: nothing,
    out: zAppStateView,
    surfaces: main,
    effect: 'session',
  }),
  'trading.arm': op({
    in: z.strictObject({ word: z.string().max(40) }),
    out: zAppStateView,
    surfaces: main,
    effect: 'authority',
  }),

  'profiles.get': op({ in: byId, out: zProfileView, surfaces: main, effect: 'read' }),
  'profiles.create': op({
    in: z.strictObject({ name: zProfileName, environment: z.enum(ENVIRONMENTS) }),
    out: zProfileView,
    surfaces: main,
    effect: 'session',
  }),
  'profiles.change': op({
    in: z.strictObject({ id: zProfileId, change: zProfileChange }),
    out: zProfileView,
    surfaces: main,
    effect: 'session',
  }),
  'profiles.duplicate': op({ in: byId, out: zProfileView, surfaces: main, effect: 'session' }),
  /**
   * Deletes the profile's secrets and tokens permanently; its order journal is archived, not
   * deleted.
   */
  'profiles.remove': op({ in: byId, out: nothing, surfaces: main, effect: 'session' }),
  /** Requests a file name and exports; false when the person canceled. */
  'profiles.export': op({
    in: byId,
    out: z.strictObject({ saved: z.boolean() }),
    surfaces: main,
    effect: 'session',
  }),
  'profiles.import': op({
    in: nothing,
    out: zProfileView.nullable(),
    surfaces: main,
    effect: 'session',
  }),
  /** Tests the connection with the stored credentials; requests no token and changes nothing. */
  'profiles.test': op({ in: byId, out: zConnectionReport, surfaces: main, effect: 'session' }),

  'credentials.set': op({
    in: z.strictObject({
      id: zProfileId,
      field: z.enum(CREDENTIAL_FIELDS),
      value: z.string().min(1).max(4_000),
    }),
    out: zProfileView,
    surfaces: main,
    effect: 'session',
  }),
  /** Field null clears all of them, and the tokens that were made with them. */
  'credentials.clear': op({
    in: z.strictObject({ id: zProfileId, field: z.enum(CREDENTIAL_FIELDS).nullable() }),
    out: zProfileView,
    surfaces: main,
    effect: 'session',
  }),

  'session.sign-out': op({ in: nothing, out: zSessionView, surfaces: main, effect: 'session' }),
  'session.cancel-sign-in': op({ in: nothing, out: nothing, surfaces: main, effect: 'session' }),
  'session.paste': op({
    in: z.strictObject({ address: z.string().max(8_192) }),
    out: nothing,
    surfaces: main,
    effect: 'session',
  }),
  'session.inspect': op({ in: nothing, out: zSessionInspection, surfaces: main, effect: 'read' }),

  'lock.now': op({ in: nothing, out: zAppStateView, surfaces: main, effect: 'session' }),
  'lock.unlock': op({
    in: z.strictObject({ proof: zProof }),
    out: zAppStateView,
    surfaces: main,
    effect: 'session',
  }),
  'lock.step-up': op({
    in: z.strictObject({ proof: zProof }),
    out: zAppStateView,
    surfaces: main,
    effect: 'session',
  }),
  'lock.set-passphrase': op({
    in: z.strictObject({ passphrase: z.string().max(256), current: zProof.nullable() }),
    out: zAppStateView,
    surfaces: main,
    effect: 'session',
  }),
  'lock.set-system': op({
    in: z.strictObject({ on: z.boolean(), current: zProof }),
    out: zAppStateView,
    surfaces: main,
    effect: 'session',
  }),
  'lock.set-idle': op({
    in: z.strictObject({ minutes: z.number().int().min(1).max(240) }),
    out: zAppStateView,
    surfaces: main,
    effect: 'session',
  }),
  'lock.remove': op({
    in: z.strictObject({ current: zProof }),
    out: zAppStateView,
    surfaces: main,
    effect: 'session',
  }),
  /**
   * Removes the lock without the passphrase: deletes every stored credential and token of sandbox
   * and production along with it.
   */
  'lock.forget': op({ in: nothing, out: zAppStateView, surfaces: main, effect: 'session' }),
} as const
