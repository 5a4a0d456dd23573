import type { ProxyFor } from '../../adapters/connections/proxy.js'
import { direct, type Dial } from '../../adapters/dial.js'
import { HttpsPort } from '../../adapters/https-port.js'
import { atEntry, servedEntry } from '../../provider/auth/login-entry.js'
import { createAuthorizer, type ShowPage } from '../../adapters/loopback-callback.js'
import { createPasteAuthorizer, type PasteAuthorizer } from '../../adapters/paste-callback.js'
import { systemTimers } from '../../adapters/timers.js'
import type { AuthorizePort } from '../../core/auth/auth-port.js'
import type { Secrets } from '../../core/profiles/credentials.js'
import { createTradingSession } from '../../core/session/create-trading-session.js'
import type { NetworkPort } from '../../core/net-ports.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import { accountEndpoints, type Endpoints } from '../../provider/http/hosts.js'
import { chosen } from '../../../shared/domain/app/broker-assumptions.js'
import { CALLBACK_PATH, neededFields } from '../../../shared/domain/app/profile.js'
import { redirectAddress, type Profile } from '../../../shared/domain/app/profile.schema.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { createSessionProvider, sessionAdapters, type SessionStorage } from './session-adapters.js'
import type { WrittenLanguage } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

type AccountProfile = Profile & { readonly environment: 'sandbox' | 'production' }

export interface AccountSessionOptions extends SessionStorage {
  readonly profile: AccountProfile
  readonly secrets: Secrets
  /** The language of the page that ends a sign-in in the browser. */
  readonly language: WrittenLanguage
  /** Opens the login page in the system browser; false when it may not be opened. */
  readonly openLogin: (url: string, endpoints: Endpoints) => Promise<boolean>
  readonly dial?: Dial | undefined
  readonly proxyFor?: ProxyFor | undefined
  readonly network: NetworkPort
}

export interface AccountSession {
  readonly session: TradingSession
  readonly endpoints: Endpoints
  /** Receives a pasted address; null for profiles whose browser redirects to Countersign. */
  readonly paste: PasteAuthorizer | null
}

/** Explains why there can be no session yet; null when the credentials are complete. */
function missingCredentialsMessage(profile: Profile, secrets: Secrets): Message | null {
  const fields = neededFields(profile.access).filter((field) => secrets[field] === undefined)
  return fields.length === 0 ? null : message('profiles.credentialsMissing', { fields })
}

/** Returns the address of a sign-in at the entry that the broker serves. */
async function servedLogin(
  url: string,
  endpoints: Endpoints,
  { dial, proxyFor }: Pick<AccountSessionOptions, 'dial' | 'proxyFor'>,
): Promise<string> {
  const { pinnedCa } = endpoints
  const http = new HttpsPort({ pinnedCa, proxyFor, ...(dial === undefined ? {} : { dial }) })
  try {
    return atEntry(url, await servedEntry(http, endpoints))
  } finally {
    http.close()
  }
}

/** Makes the sign-in in the browser: by a loopback redirect, or by an address that is pasted. */
function authorizers(
  { profile, openLogin, language, dial, proxyFor }: AccountSessionOptions,
  endpoints: Endpoints,
): { readonly authorize: AuthorizePort; readonly paste: PasteAuthorizer | null } {
  const { redirect } = profile
  const show: ShowPage = async (url) =>
    (await openLogin(await servedLogin(url, endpoints, { dial, proxyFor }), endpoints))
      ? ok(undefined)
      : err({ kind: 'cancelled', message: message('profiles.loginNotOpened') })
  if (redirect.kind === 'manual') {
    const paste = createPasteAuthorizer(show, redirect.uri, systemTimers)
    return { authorize: paste, paste }
  }
  const port = redirect.kind === 'loopback' ? redirect.port : 0
  const authorize = createAuthorizer(show, { path: CALLBACK_PATH, port, language })
  return { authorize, paste: null }
}

/** Returns the registration's credentials as the provider's client needs them. */
const credentialsOf = (profile: Profile, secrets: Secrets) => ({
  credentials: {
    appKey: secrets.app_key ?? '',
    appSecret: secrets.app_secret ?? '',
    algorithm: profile.algorithm,
  },
  client: {
    clientId: secrets.client_id ?? '',
    clientSecret: secrets.client_secret ?? '',
    scope: secrets.scope ?? '',
    pkce: profile.pkce,
  },
})

/** Builds the session of a sandbox or production profile from the person's own credentials. */
export function accountSession(options: AccountSessionOptions): Result<AccountSession, Message> {
  const { profile, secrets, log, dial = direct } = options
  const lacking = missingCredentialsMessage(profile, secrets)
  if (lacking !== null) return err(lacking)
  const endpointsResult = accountEndpoints(profile.environment, profile.hosts, profile.assumptions)
  if (!endpointsResult.ok) {
    return err(
      endpointsResult.error === 'production-host'
        ? message('profiles.productionHost')
        : message('profiles.wrongAddresses'),
    )
  }
  for (const [field, secret] of Object.entries(secrets)) {
    if (field !== 'scope' && secret !== undefined) log.hide(secret)
  }
  const endpoints = endpointsResult.value
  const { authorize, paste } = authorizers(options, endpoints)
  const session = createTradingSession({
    ...sessionAdapters(options, profile.environment),
    environment: profile.environment,
    automaticSignIn: false,
    signInWay: profile.access === 'key' ? 'key' : 'browser',
    access: profile.access,
    pastesAnswer: paste !== null,
    redirectAddress: redirectAddress(profile.redirect),
    optionValue: chosen(profile.assumptions, 'optionValue'),
    authorize,
    provider: (bearer) =>
      createSessionProvider({
        ...credentialsOf(profile, secrets),
        storage: options,
        network: options.network,
        endpoints,
        mode: profile.access === 'connect' ? 'connect' : 'key',
        version: profile.apiVersion,
        assumptions: profile.assumptions,
        dial,
        proxyFor: options.proxyFor,
        // With an app key alone there is no user token, and the key decides which accounts there
        // are.
        bearer: profile.access === 'key' ? null : bearer,
      }),
  })
  return ok({ session, endpoints, paste })
}
