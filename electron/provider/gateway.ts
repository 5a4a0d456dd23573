import type { AppTokenPort } from '../core/auth/app-token-port.js'
import type { AuthPort, TokenSource } from '../core/auth/auth-port.js'
import type { InstructionSource } from '../core/session/instruction-source-port.js'
import type { MarketPort, MarketStreamPort } from '../core/market/market-port.js'
import type { ProductsPort } from '../core/market/products-port.js'
import type { ReferenceDataPort } from '../core/market/reference-data-port.js'
import type { TradeEventsPort } from '../core/orders/trade-events-port.js'
import type { TradePort } from '../core/orders/trade-port.js'
import type { PortfolioPort } from '../core/portfolio/portfolio-port.js'
import { createAppTokenPort } from './auth/app-token-port.js'
import { createApiHealth, type ApiHealth } from './http/api-health.js'
import { createCaller } from './http/caller.js'
import { createCategories } from './market-data/categories.js'
import type { HostedInstructions } from './orders/hosted-instructions.js'
import type { AccessMode, Endpoints } from './http/hosts.js'
import { createRateLimiter } from './http/rate-limiter.js'
import { createMarketGateway } from './market-data/market-gateway.js'
import { createMarketStream } from './market-data/market-stream.js'
import { createOAuth, type ClientCredentials } from './auth/oauth.js'
import { createTradeGateway } from './orders/trade-gateway.js'
import type { ProviderDependencies } from './http/ports.js'
import { createPortfolioGateway } from './orders/portfolio-gateway.js'
import type { AppCredentials } from './http/signing.js'
import { createAppTokens, type AppTokens, type TokenStore } from './auth/app-tokens.js'
import { createTradeEvents } from './events/trade-events.js'

export interface ProviderOptions {
  readonly endpoints: Endpoints
  readonly credentials: AppCredentials
  readonly client: ClientCredentials
  readonly mode: AccessMode
  readonly tokenStore: TokenStore
  readonly ports: ProviderDependencies
}

/** The provider's client for one environment: all provider ports of core. */
export interface Provider {
  readonly auth: AuthPort
  readonly trade: TradePort
  readonly events: TradeEventsPort
  readonly market: MarketPort
  readonly stream: MarketStreamPort
  readonly portfolio: PortfolioPort
  readonly health: ApiHealth
  /**
   * Returns options, futures, crypto and event contracts; the module is loaded with the first call.
   */
  products(): Promise<ProductsPort>
  /**
   * Returns the reference data, which is not stored here; the module is loaded with the first call.
   */
  referenceData(): Promise<ReferenceDataPort>
  /**
   * Returns the instructions of the provider's hosted assistants; the module is loaded with the
   * first call.
   */
  instructions(): Promise<InstructionSource>
  readonly appTokens: AppTokens
  readonly appToken: AppTokenPort
  /**
   * Sets the source of bearer tokens; null after signing out. Not an option, because the token
   * manager needs `auth` first.
   */
  useBearer(source: TokenSource | null): void
  /** Ends requests, timers and connections; streams end with their own disposers. */
  close(): void
}

const noTokens: TokenSource = { accessToken: () => Promise.resolve(null), rejected: () => {} }

/** Creates the client. Sends nothing by itself. */
export function createProvider({
  endpoints,
  credentials,
  client,
  mode,
  tokenStore,
  ports,
}: ProviderOptions): Provider {
  const { clock, timers, random, crypto, log, http } = ports
  let source: TokenSource | null = null
  const bearer: TokenSource = {
    accessToken: () => (source ?? noTokens).accessToken(),
    rejected: (token) => (source ?? noTokens).rejected(token),
  }
  const limiter = createRateLimiter({ environment: endpoints.environment, mode, clock, timers })
  const health = createApiHealth(clock, limiter)
  const appTokens: AppTokens = createAppTokens({
    caller: () => caller,
    store: tokenStore,
    clock,
    timers,
  })
  const caller = createCaller({
    endpoints,
    credentials,
    mode,
    tokens: { app: appTokens, bearer },
    limiter,
    http,
    clock,
    timers,
    random,
    crypto,
    log,
    onAttempt: health.attempted,
    onServerDate: health.serverDate,
  })
  const categories = createCategories(caller)
  let products: ProductsPort | null = null
  // A separate caller, because these requests wait at the server and would distort the latency.
  const longPollCaller = createCaller({
    endpoints,
    credentials,
    mode,
    tokens: { app: appTokens, bearer },
    limiter,
    http,
    clock,
    timers,
    random,
    crypto,
    log,
  })
  let hosted: HostedInstructions | null = null
  return {
    auth: createOAuth({ endpoints, client, caller, crypto }),
    trade: createTradeGateway(caller, clock),
    events: createTradeEvents({ endpoints, credentials, ports }),
    market: createMarketGateway(caller, categories, clock),
    stream: createMarketStream({ endpoints, credentials, caller, categories, ports }),
    portfolio: createPortfolioGateway({ caller, clock, log, signedIn: () => source !== null }),
    async products() {
      products ??= (await import('./market-data/products.js')).createProducts(
        caller,
        categories,
        clock,
      )
      return products
    },
    referenceData: async () =>
      (await import('./market-data/reference-data.js')).createReferenceData(caller),
    async instructions() {
      hosted ??= (await import('./orders/hosted-instructions.js')).createHostedInstructions({
        caller: longPollCaller,
        environment: endpoints.environment,
        timers,
        log,
      })
      return hosted
    },
    health,
    appTokens,
    appToken: createAppTokenPort(appTokens, tokenStore, clock),
    useBearer(next) {
      source = next
    },
    close() {
      hosted?.close()
      longPollCaller.close()
      caller.close()
      appTokens.close()
      http.close()
    },
  }
}
