import type { Brand } from '../brand.js'
import type { Environment } from '../environment.js'
import type { EpochMs } from '../time.js'

/** Names a profile for ever; the practice profile that the program brings is `practice`. */
export type ProfileId = Brand<string, 'ProfileId'>
export const asProfileId = (text: string): ProfileId => text as ProfileId
export const BUILT_IN_PROFILE = asProfileId('practice')

/**
 * The ways in (AUTH-1): the app's own key with a token confirmed on the phone, Connect
 * sign-in in the browser, or both.
 */
export const ACCESS_WAYS = ['key', 'connect', 'both'] as const
export type AccessWay = (typeof ACCESS_WAYS)[number]

export const SIGNATURE_ALGORITHMS = ['HMAC-SHA256', 'HMAC-SHA1'] as const
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number]

/**
 * Where a sandbox profile's calls go; origins without a path ("https://api.sandbox.example"),
 * sockets as host and port.
 */
export interface ProfileHosts {
  readonly api: string
  readonly oauth: string
  readonly passport: string
  readonly events: { readonly host: string; readonly port: number }
  readonly data: { readonly host: string; readonly port: number }
  /** PEM of the only authority to trust for them; null = the operating system's. */
  readonly authority: string | null
}

/**
 * How the browser's answer comes back: to a loopback port of ours, or pasted by the person from a
 * registered address.
 */
export type Redirect =
  | { readonly kind: 'loopback'; readonly port: number }
  | { readonly kind: 'manual'; readonly uri: string }

/**
 * One way to a brokerage, without its secrets. `hosts` null means the published ones; only sandbox
 * may say otherwise.
 */
export interface Profile {
  readonly id: ProfileId
  readonly name: string
  readonly environment: Environment
  readonly access: AccessWay
  readonly algorithm: SignatureAlgorithm
  readonly hosts: ProfileHosts | null
  /** Port 0 is any free one. */
  readonly redirect: Redirect
  readonly createdAt: EpochMs
}

/** The members of an application's registration that a person enters (AUTH-1, AUTH-5). */
export const CREDENTIAL_FIELDS = [
  'app_key',
  'app_secret',
  'client_id',
  'client_secret',
  'scope',
] as const
export type CredentialField = (typeof CREDENTIAL_FIELDS)[number]

const KEY_FIELDS: readonly CredentialField[] = ['app_key', 'app_secret']
const CONNECT_FIELDS: readonly CredentialField[] = ['client_id', 'client_secret', 'scope']

/**
 * What a way in needs. Connect signs its calls too where a key is there, but only needs its own
 * fields and the key to sign with.
 */
export function neededFields(access: AccessWay): readonly CredentialField[] {
  switch (access) {
    case 'key':
      return KEY_FIELDS
    case 'connect':
    case 'both':
      return [...KEY_FIELDS, ...CONNECT_FIELDS]
  }
}

/** The word that a person types to trade with real money, once a session. */
export const ARMING_WORD = 'PRODUCTION'
