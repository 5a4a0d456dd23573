import { systemClock } from '../../adapters/clock.js'
import { nodeCrypto } from '../../adapters/crypto.js'
import { direct, type Dial } from '../../adapters/dial.js'
import { createHttpsPort } from '../../adapters/https-port.js'
import { createJournalFile, journalPath } from '../../adapters/journal-file.js'
import type { LogFile } from '../../adapters/log-file.js'
import { createAuthorizer, type ShowPage } from '../../adapters/loopback-callback.js'
import { createPasteAuthorizer, type PasteAuthorizer } from '../../adapters/paste-callback.js'
import { systemRandom } from '../../adapters/random.js'
import { systemTimers } from '../../adapters/timers.js'
import type { AuthorizePort } from '../../core/auth/auth-port.js'
import type { VaultPort } from '../../core/ports.js'
import type { Secrets } from '../../core/profiles/credentials.js'
import { DEFAULT_LIMITS } from '../../core/risk/risk-limits.js'
import { createTradingSession } from '../../core/session/create-trading-session.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import { createProvider } from '../../provider/gateway.js'
import { accountEndpoints, type Endpoints } from '../../provider/http/hosts.js'
import { neededFields, type Profile } from '../../../shared/domain/app/profile.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { vaultTokens } from './vault-token-store.js'

/** The redirect path of registrations that allow any loopback port. */
const CALLBACK_PATH = '/callback'

export interface AccountSessionOptions {
  readonly profile: Profile & { readonly environment: 'sandbox' | 'production' }
  readonly secrets: Secrets
  readonly vault: VaultPort
  /** The profile's own folder. */
  readonly root: string
  readonly log: LogFile
  /** Opens the login page in the system browser; false when it may not be opened. */
  readonly openLogin: (url: string, endpoints: Endpoints) => Promise<boolean>
  readonly dial?: Dial
}

export interface AccountSession {
  readonly session: TradingSession
  readonly endpoints: Endpoints
  /** Receives a pasted address; null for profiles whose browser redirects to Countersign. */
  readonly paste: PasteAuthorizer | null
}

/** Explains why there can be no session yet; null when the credentials are complete. */
function missingCredentialsMessage(profile: Profile, secrets: Secrets): string | null {
  const fields = neededFields(profile.access).filter((field) => secrets[field] === undefined)
  return fields.length === 0
    ? null
    : `This profile has no ${fields.map((field) => field.replace('_', ' ')).join(' and no ')} yet. Enter what is missing in its settings.`
}

/** Builds the session of a sandbox or production profile from the person's own credentials. */
export function accountSession(options: AccountSessionOptions): Result<AccountSession, string> {
  const { profile, secrets, vault, root, log, openLogin, dial = direct } = options
  const lacking = missingCredentialsMessage(profile, secrets)
  if (lacking !== null) return err(lacking)
  const found = accountEndpoints(profile.environment, profile.hosts)
  if (!found.ok) {
    return err(
      found.error === 'production-host'
        ? 'This sandbox profile names a host of production. Check its hosts.'
        : 'The addresses of this profile cannot be used. Check its hosts.',
    )
  }
  const endpoints = found.value
  const { pinnedCa } = endpoints
  for (const [field, secret] of Object.entries(secrets)) {
    if (field !== 'scope' && secret !== undefined) log.hide(secret)
  }

  const show: ShowPage = async (url) =>
    (await openLogin(url, endpoints))
      ? ok(undefined)
      : err({ kind: 'cancelled', message: 'The login page could not be opened in the browser.' })
  const { redirect } = profile
  const paste =
    redirect.kind === 'manual' ? createPasteAuthorizer(show, redirect.uri, systemTimers) : null
  const authorize: AuthorizePort =
    paste ??
    createAuthorizer(show, {
      path: CALLBACK_PATH,
      port: redirect.kind === 'loopback' ? redirect.port : 0,
    })

  const session = createTradingSession({
    environment: profile.environment,
    automaticSignIn: false,
    signInWay: profile.access === 'key' ? 'key' : 'browser',
    access: profile.access,
    pastesAnswer: profile.redirect.kind === 'manual',
    clock: systemClock,
    timers: systemTimers,
    random: systemRandom,
    log,
    vault,
    journal: createJournalFile({ path: journalPath(root, 'orders'), clock: systemClock, log }),
    limits: DEFAULT_LIMITS,
    authorize,
    provider: (bearer) => {
      const provider = createProvider({
        endpoints,
        mode: profile.access === 'connect' ? 'connect' : 'key',
        tokenStore: vaultTokens(vault),
        credentials: {
          appKey: secrets.app_key ?? '',
          appSecret: secrets.app_secret ?? '',
          algorithm: profile.algorithm,
        },
        client: {
          clientId: secrets.client_id ?? '',
          clientSecret: secrets.client_secret ?? '',
          scope: secrets.scope ?? '',
        },
        ports: {
          clock: systemClock,
          timers: systemTimers,
          random: systemRandom,
          crypto: nodeCrypto,
          log,
          http: createHttpsPort({ pinnedCa, dial }),
          grpc: async () =>
            (await import('../../adapters/grpc-port.js')).createGrpcPort({ pinnedCa, dial }),
          mqtt: async () =>
            (await import('../../adapters/mqtt-port.js')).createMqttPort({ pinnedCa, dial }),
        },
      })
      // With an app key alone there is no user token, and the accounts are those of the key.
      if (profile.access !== 'key') provider.useBearer(bearer)
      return { ...provider, api: provider.health, dispose: () => Promise.resolve(provider.close()) }
    },
  })
  return ok({ session, endpoints, paste })
}
