import type { NetworkPort } from '../core/net-ports.js'
import type { Disposer } from '../../shared/domain/brand.js'
import { createEmitter } from '../../shared/domain/emitter.js'
import type { BrokerAssumptions } from '../../shared/domain/app/broker-assumptions.js'
import type { ApiVersion } from '../../shared/domain/app/profile.js'
import type { AppTokenPort } from '../core/auth/app-token-port.js'
import type { AuthPort, TokenSource } from '../core/auth/auth-port.js'
import type { InstructionSource } from '../core/instruction-source-port.js'
import type { MarketPort, MarketStreamPort } from '../core/market/market-port.js'
import type { ProductsPort } from '../core/market/products-port.js'
import type { ReferenceDataPort } from '../core/market/reference-data-port.js'
import type { FactsPort } from '../core/market/facts/facts-port.js'
import type { TradeEventsPort } from '../core/orders/trade-events-port.js'
import type { RequestBudgetPort } from '../core/orders/request-budget-port.js'
import type { TradePort } from '../core/orders/trade-port.js'
import { RequestLog } from '../core/records/request-log.js'
import type { RecordsPort } from '../core/records/records-port.js'
import type { PortfolioPort } from '../core/portfolio/portfolio-port.js'
import { createAppTokenPort } from './auth/app-token-port.js'
import { ApiHealth, isOutage, probeWhileUnreachable } from './http/api-health.js'
import { HttpCaller, type Caller, type CallerOptions } from './http/caller.js'
import { loggedRequest } from './http/logged-request.js'
import { createCategories, type Categories } from './market-data/categories.js'
import type { HostedInstructions } from './orders/hosted-instructions.js'
import type { AccessMode, Endpoints } from './http/hosts.js'
import { createRateLimiter, type RateLimiter } from './http/rate-limiter.js'
import { LATE_MODULES } from './late-modules.js'
import { createMarketGateway } from './market-data/market-gateway.js'
import { createMarketStream } from './market-data/market-stream.js'
import { createOAuth, type ClientCredentials } from './auth/oauth.js'
import { createRequestBudget, createTradeGateway } from './orders/trade-gateway.js'
import { doubtingLateRequests, type PathDoubt, type ProviderDependencies } from './http/ports.js'
import { createPortfolioGateway } from './orders/portfolio-gateway.js'
import type { AppCredentials } from './http/authorization.js'
import { PriceTokens } from './auth/price-tokens.js'
import { AppTokens, type TokenStore } from './auth/app-tokens.js'
import { createTradeEvents } from './events/trade-events.js'

export interface ProviderOptions {
  readonly endpoints: Endpoints
  readonly credentials: AppCredentials
  readonly client: ClientCredentials
  readonly mode: AccessMode
  /** The version of the API that is requested. */
  readonly version?: ApiVersion | undefined
  readonly tokenStore: TokenStore
  /** What the broker does otherwise than assumed. */
  readonly assumptions?: BrokerAssumptions | undefined
  readonly ports: ProviderDependencies
}

/** The provider's client for one environment: all provider ports of core. */
export interface Provider {
  readonly auth: AuthPort
  readonly trade: TradePort
  readonly requestBudget: RequestBudgetPort
  readonly events: TradeEventsPort
  readonly market: MarketPort
  readonly stream: MarketStreamPort
  readonly portfolio: PortfolioPort
  readonly health: ApiHealth
  /** Says when the computer or the API is connected again. */
  readonly network: NetworkPort
  /** The last requests and what came back. */
  readonly requests: Pick<RequestLog, 'page'>
  /**
   * Returns options, futures, crypto and event contracts; the module is loaded with the first call.
   */
  products(): Promise<ProductsPort>
  /**
   * Returns the reference data, which is not stored here; the module is loaded with the first call.
   */
  referenceData(): Promise<ReferenceDataPort>
  /** Returns screeners and facts about companies; the module is loaded with the first call. */
  facts(): Promise<FactsPort>
  /** Returns the broker's records of accounts; the module is loaded with the first call. */
  records(): Promise<RecordsPort>
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

/** The bearer token's source, which is replaced when a person signs in or out. */
class BearerSource implements TokenSource {
  current: TokenSource | null = null

  accessToken(): Promise<string | null> {
    return this.current?.accessToken() ?? Promise.resolve(null)
  }

  rejected(token: string): void {
    this.current?.rejected(token)
  }
}

/** What sends the provider's requests, and what these are authorized with. */
interface Transport {
  readonly bearer: BearerSource
  readonly limiter: RateLimiter
  readonly appTokens: AppTokens
  readonly health: ApiHealth
  readonly requests: RequestLog
  readonly caller: Caller
  /** A separate caller, because long polls wait at the server and would distort the latency. */
  readonly longPollCaller: Caller
  readonly network: NetworkPort
  readonly doubt: PathDoubt
}

function createTransport({
  endpoints,
  credentials,
  mode,
  version,
  tokenStore,
  ports,
}: ProviderOptions): Transport {
  const { clock, timers, random, crypto, log, http } = ports
  const bearer = new BearerSource()
  const limiter = createRateLimiter({ environment: endpoints.environment, mode, clock, timers })
  const health = new ApiHealth(clock, limiter, version)
  const requests = new RequestLog()
  const network = eitherNetwork(ports.network, health)
  const doubt: PathDoubt = createEmitter()
  const appTokens: AppTokens = new AppTokens({
    caller: () => caller,
    store: tokenStore,
    clock,
    timers,
    network,
    // In production the request sends a code to the phone; over Connect only prices need it.
    automatic: mode !== 'connect' || endpoints.environment !== 'production',
    asksWhetherNeeded: endpoints.environment !== 'practice',
  })
  const common: CallerOptions = {
    endpoints,
    credentials,
    mode,
    version,
    tokens: { app: mode === 'connect' ? new PriceTokens(appTokens, bearer) : appTokens, bearer },
    limiter,
    http,
    clock,
    timers,
    random,
    crypto,
    log,
  }
  const caller: Caller = new HttpCaller({
    ...common,
    http: doubtingLateRequests(http, timers, doubt),
    onAttempt: (attempt) => {
      health.attempted(attempt)
      const { failure } = attempt
      if (failure !== null && failure.status === null && isOutage(failure)) doubt.emit('lost')
      requests.add(loggedRequest(attempt, clock.now()))
    },
    onRead: (operation, params, unreadable) => health.read(operation, params, unreadable),
    onServerDate: (date, sentAt, receivedAt) => health.serverDate(date, sentAt, receivedAt),
  })
  return {
    bearer,
    limiter,
    appTokens,
    health,
    requests,
    caller,
    longPollCaller: new HttpCaller(common),
    network,
    doubt,
  }
}

type LazyPorts = Pick<Provider, 'products' | 'referenceData' | 'facts' | 'records' | 'instructions'>

/** Loads the modules that are not needed before the first paint, each with its first call. */
class LazyModules {
  readonly #options: ProviderOptions
  readonly #transport: Transport
  readonly #categories: Categories
  #products: ProductsPort | null = null
  #hosted: HostedInstructions | null = null
  #records: RecordsPort | null = null

  constructor(options: ProviderOptions, transport: Transport, categories: Categories) {
    this.#options = options
    this.#transport = transport
    this.#categories = categories
  }

  get ports(): LazyPorts {
    return {
      products: () => this.#loadProducts(),
      referenceData: async () =>
        (await LATE_MODULES.referenceData()).createReferenceData(this.#transport.caller),
      facts: async () =>
        (await LATE_MODULES.facts()).createFacts(this.#transport.caller, this.#categories),
      records: () => this.#loadRecords(),
      instructions: () => this.#loadInstructions(),
    }
  }

  close(): void {
    this.#hosted?.close()
  }

  async #loadProducts(): Promise<ProductsPort> {
    const { createProducts } = await LATE_MODULES.products()
    const { clock } = this.#options.ports
    this.#products ??= createProducts(this.#transport.caller, this.#categories, clock)
    return this.#products
  }

  async #loadRecords(): Promise<RecordsPort> {
    const { createRecords } = await LATE_MODULES.records()
    this.#records ??= createRecords(this.#transport.caller)
    return this.#records
  }

  async #loadInstructions(): Promise<InstructionSource> {
    const module = await LATE_MODULES.hostedInstructions()
    const { endpoints, ports } = this.#options
    this.#hosted ??= new module.HostedInstructions({
      caller: this.#transport.longPollCaller,
      environment: endpoints.environment,
      timers: ports.timers,
      log: ports.log,
    })
    return this.#hosted
  }
}

const endBoth =
  (first: Disposer | undefined, second: Disposer | undefined): Disposer =>
  () => {
    first?.()
    second?.()
  }

/**
 * The network is back when the computer's connection is, or when the API answers again: a broken
 * line farther away leaves the computer online.
 */
const eitherNetwork = (first: NetworkPort, second: NetworkPort): NetworkPort => ({
  onSleep: (listener) => endBoth(first.onSleep?.(listener), second.onSleep?.(listener)),
  onBack: (listener) => endBoth(first.onBack(listener), second.onBack(listener)),
})

/** Creates the client. Sends nothing by itself. */
export function createProvider(options: ProviderOptions): Provider {
  const { endpoints, credentials, client, tokenStore, assumptions } = options
  const { clock, crypto, log, http } = options.ports
  const transport = createTransport(options)
  const { bearer, appTokens, health, caller, network, doubt } = transport
  const categories = createCategories(caller)
  const lazy = new LazyModules(options, transport, categories)
  const signedIn = (): boolean => bearer.current !== null
  const ports = { ...options.ports, network }
  const stopGivingUp = network.onBack(() => {
    http.giveUpSilent?.()
    doubt.emit('lost')
  })
  const stopClosingIdle = doubt.add((why) => {
    // Not while answers are only late: a slow broker would cost a handshake with every request.
    if (why === 'lost') http.closeIdle?.()
  })
  const stopProbing = probeWhileUnreachable({ health, caller, timers: options.ports.timers })
  return {
    auth: createOAuth({ endpoints, client, caller, crypto, network }),
    trade: createTradeGateway(caller, clock),
    requestBudget: createRequestBudget(transport.limiter),
    events: createTradeEvents({ endpoints, credentials, ports, doubt, assumptions }),
    market: createMarketGateway(caller, categories, clock),
    stream: createMarketStream({
      endpoints,
      credentials,
      caller,
      categories,
      onToken: (listener) =>
        appTokens.onState(({ kind }) => {
          if (kind === 'ready') listener()
        }),
      ports,
      doubt,
    }),
    portfolio: createPortfolioGateway({
      caller,
      clock,
      log,
      notUnderstood: health.notUnderstood,
      signedIn,
    }),
    ...lazy.ports,
    health,
    network,
    requests: transport.requests,
    appTokens,
    appToken: createAppTokenPort(appTokens, tokenStore, clock),
    useBearer: (source) => {
      bearer.current = source
    },
    close: () => {
      stopProbing()
      stopGivingUp()
      stopClosingIdle()
      lazy.close()
      transport.longPollCaller.close()
      caller.close()
      appTokens.close()
      http.close()
    },
  }
}
