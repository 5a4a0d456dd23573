import type { Brand } from '../brand.js'

/** The permanent id of a profile; the built-in practice profile is `practice`. */
export type ProfileId = Brand<string, 'ProfileId'>
export const asProfileId = (text: string): ProfileId => text as ProfileId
export const BUILT_IN_PROFILE = asProfileId('practice')

/**
 * Sign-in methods (AUTH-1): the app's own key with a token confirmed on the phone, Connect sign-in
 * in the browser, or both. `institution`: the key of a broker's institutional customer, which opens
 * the Broker API and no trading session (BROKER-1).
 */
export const ACCESS_WAYS = ['key', 'connect', 'both', 'institution'] as const
export type AccessWay = (typeof ACCESS_WAYS)[number]

export const SIGNATURE_ALGORITHMS = ['HMAC-SHA256', 'HMAC-SHA1'] as const
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number]

/**
 * The versions of the broker's API (AUTH-1). v3 is the specification's; v2 can be chosen where v3
 * is not served.
 */
export const API_VERSIONS = ['v3', 'v2'] as const
export type ApiVersion = (typeof API_VERSIONS)[number]
export const STANDARD_VERSION: ApiVersion = 'v3'

/** The members of an application's registration that a person enters (AUTH-1, AUTH-5). */
export const CREDENTIAL_FIELDS = [
  'app_key',
  'app_secret',
  'client_id',
  'client_secret',
  'scope',
] as const
export type CredentialField = (typeof CREDENTIAL_FIELDS)[number]

/** True for a profile that opens in the institution console, never as a trading session. */
export const isInstitution = ({ access }: { readonly access: AccessWay }): boolean =>
  access === 'institution'

const KEY_FIELDS: readonly CredentialField[] = ['app_key', 'app_secret']
const CONNECT_FIELDS: readonly CredentialField[] = ['client_id', 'client_secret', 'scope']

/**
 * Returns the credentials that a sign-in method needs. Connect also signs its calls when a key is
 * stored, but requires only its own fields and the key to sign with.
 */
export function neededFields(access: AccessWay): readonly CredentialField[] {
  switch (access) {
    case 'key':
    case 'institution':
      return KEY_FIELDS
    case 'connect':
    case 'both':
      return [...KEY_FIELDS, ...CONNECT_FIELDS]
  }
}

/** The redirect path that Countersign listens on. */
export const CALLBACK_PATH = '/callback'

/**
 * The port of the redirect address unless a person chooses another one: a registration names one
 * exact address. No service is registered for it, and no system hands it out by itself.
 */
export const REDIRECT_PORT = 28_471

/** Returns the redirect address of a loopback port, as a registration has to contain it. */
export const loopbackAddress = (port: number): string => `http://127.0.0.1:${port}${CALLBACK_PATH}`

/** The word that a person types to trade with real money, once per session. */
export const ARMING_WORD = 'PRODUCTION'

/** The maximum length of a profile's name, in characters. */
export const PROFILE_NAME_CHARS = 40

/** The address of a proxy, with its port and without a user name or a password. */
export const PROXY_ADDRESS = /^(https?|socks4|socks5):\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\]):\d{1,5}$/

/** The address of a proxy script (PAC): a file of a server or of this computer. */
export const PROXY_SCRIPT = /^(https?:\/\/[^\s/@]+|file:\/)\/\S*$/
