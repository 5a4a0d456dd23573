import type { TokenSource } from '../core/auth/auth-port.js'
import {
  createBrokerEvents,
  type BrokerEvents,
  type PositionStore,
} from './events/broker-events.js'
import { HttpCaller, type Caller } from './http/caller.js'
import { ClientTokens, type ClientPairStore } from './auth/client-tokens.js'
import type { Endpoints } from './http/hosts.js'
import { createRateLimiter } from './http/rate-limiter.js'
import type { ProviderDependencies } from './http/ports.js'
import type { AppCredentials } from './http/authorization.js'

/**
 * The client for institutions: the Broker API, and market data for their end users by client tokens
 * (BROKER-1, AUTH-6). Only the institution console uses it, so
 * this module is not loaded before that opens.
 */
export interface InstitutionOptions {
  readonly endpoints: Endpoints
  readonly credentials: AppCredentials
  readonly ports: ProviderDependencies
}

/** Reads market data for one end user, and nothing else. */
export interface DisplayClient {
  readonly caller: Caller
  readonly tokens: TokenSource
}

export interface Institution {
  /** Signed by the app key alone: the Broker API, and the creation of client tokens. */
  readonly caller: Caller
  display(userId: string, store: ClientPairStore): DisplayClient
  /** Returns the Broker API's event push, resumed from the stored `positions`. */
  events(positions: PositionStore): BrokerEvents
  close(): void
}

const noTokens: TokenSource = {
  accessToken: () => Promise.resolve(null),
  rejected: () => undefined,
}

/** Creates the client; sends nothing by itself. */
export function createInstitution({
  endpoints,
  credentials,
  ports,
}: InstitutionOptions): Institution {
  const { clock, timers, random, crypto, log, http } = ports
  const { environment } = endpoints
  const common = { endpoints, credentials, http, clock, timers, random, crypto, log }
  const limiter = createRateLimiter({ environment, mode: 'key', clock, timers })
  const caller = new HttpCaller({
    ...common,
    mode: 'key',
    tokens: { app: noTokens, bearer: noTokens },
    limiter,
  })
  const displays: Caller[] = []
  return {
    caller,
    display(userId, store) {
      const tokens = new ClientTokens({ caller: () => caller, userId, store, clock })
      const reader = new HttpCaller({
        ...common,
        mode: 'client',
        tokens: { app: noTokens, bearer: noTokens, client: tokens },
        limiter: createRateLimiter({ environment, mode: 'client', clock, timers }),
      })
      displays.push(reader)
      return { caller: reader, tokens }
    },
    events: (positions) =>
      createBrokerEvents({ address: endpoints.brokerEvents, credentials, positions, ports }),
    close() {
      for (const openCaller of [caller, ...displays]) openCaller.close()
      http.close()
    },
  }
}
