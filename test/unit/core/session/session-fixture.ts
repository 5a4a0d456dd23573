import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import type { Environment } from '../../../../shared/domain/environment.js'
import type {
  Account,
  Position,
  UnsupportedAccount,
} from '../../../../shared/domain/account/account.js'
import type { TradeEventsListener } from '../../../../electron/core/orders/trade-events-port.js'
import { accountId, symbol, type AccountId } from '../../../../shared/domain/ids.js'
import type { Instrument } from '../../../../shared/domain/instruments/instrument.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { AppTokenState } from '../../../../electron/core/auth/app-token-port.js'
import type { AuthFailure, AuthPort, TokenGrant } from '../../../../electron/core/auth/auth-port.js'
import { providerFailure } from '../../../../electron/core/provider-failure.js'
import type {
  BarQuery,
  MarketInterest,
  MarketStreamListener,
} from '../../../../electron/core/market/market-port.js'
import type { VaultPort } from '../../../../electron/core/ports.js'
import { DEFAULT_LIMITS, type RiskLimits } from '../../../../electron/core/risk/risk-limits.js'
import { createTradingSession } from '../../../../electron/core/session/create-trading-session.js'
import type { TradingSession } from '../../../../electron/core/session/trading-session.js'
import { fakeDocument } from '../../../fakes/document.js'
import { FakeDisk } from '../../../simulation/core/fake-disk.js'
import { NO_FAULTS, FakeExchange } from '../../../simulation/core/fake-exchange.js'
import { Simulation } from '../../../simulation/core/simulation.js'
import { foreign } from '../../../../shared/messages/make-message.js'

export const ACCOUNT = accountId('ACC')
export const AAPL = symbol('AAPL')

export const draft = (overrides: Partial<OrderDraft> = {}): OrderDraft => ({
  accountId: ACCOUNT,
  assetClass: 'stock',
  symbol: AAPL,
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('10')) },
  limitPrice: asPrice(dec('99.50')),
  stopPrice: null,
  trail: null,
  expireDate: null,
  ...overrides,
})

const POSITION: Position = {
  accountId: ACCOUNT,
  positionId: 'P',
  symbol: AAPL,
  assetClass: 'stock',
  currency: 'USD',
  quantity: asQuantity(dec('10')),
  averageCost: asPrice(dec('90')),
  lastPrice: asPrice(dec('100')),
  marketValue: asMoney(dec('1000')),
  unrealizedPnl: asMoney(dec('100')),
  multiplier: dec('1'),
  pricedAt: null,
  unrealizedPnlRatio: null,
  dayPnl: null,
}

export const instrument: Instrument = {
  symbol: AAPL,
  name: 'Apple Inc',
  exchange: 'NSQ',
  assetClass: 'stock',
  kind: 'stock',
  tradable: 'yes',
  shortable: false,
  fractionable: true,
  marginable: true,
  overnight: false,
  currency: 'USD',
  initialMarginLong: null,
  maintenanceMarginLong: null,
}

/** A whole trading session over fakes in virtual time, each part of which a test can change. */
export class SessionFixture {
  readonly simulation = new Simulation(42)
  readonly disk = new FakeDisk(this.simulation)
  /** The record of a halt beside the journal; it outlives restarts. */
  readonly haltFile = fakeDocument()
  /** The person's limits and the lock-outs; it outlives restarts. */
  readonly limitsFile = fakeDocument()
  limits: RiskLimits = DEFAULT_LIMITS
  /** The day's profit and loss as the broker reports it. */
  dayPnl: string | null = null
  readonly exchange = new FakeExchange(this.simulation, NO_FAULTS)
  readonly secrets = new Map<string, string>()
  readonly interests: MarketInterest[] = []
  readonly authorizeUrls: string[] = []
  readonly calls: Record<string, number> = {}
  stream: MarketStreamListener | null = null
  /** The accounts whose order events are subscribed to, and who receives them. */
  eventAccounts: readonly AccountId[] = []
  eventListener: TradeEventsListener | null = null
  vaultFails = false
  /** True while Countersign is locked. */
  isLocked = false
  /** Runs before the provider returns quotes. */
  beforeQuote: () => Promise<void> = async () => undefined
  balanceFails = false
  /** Runs after the broker was asked for a balance. */
  onBalance: () => void = () => undefined
  /** How long the computer slept: only its wall clock advanced. */
  sleptMs = 0
  accountsFail = false
  /** The accounts that the broker lists. */
  accounts: readonly (Account | UnsupportedAccount)[] = [
    {
      accountId: ACCOUNT,
      accountNumber: '1',
      type: 'margin',
      product: 'securities',
      label: 'Individual Margin',
    },
  ]
  /** The positions that the provider lists. */
  positions: readonly Position[] = [POSITION]
  /** The instruments that the provider lists. */
  instruments: readonly Instrument[] = [instrument]
  exchangeCode: (code: string) => Result<TokenGrant, AuthFailure> = () => ok(this.grant(1))
  refresh: (token: string) => Result<TokenGrant, AuthFailure> = () => ok(this.grant(2))
  /** Returns the query with which the login page redirects for a state. */
  callback: (state: string) => string = (state) => `code=CODE1&state=${state}`
  cancelDelayMs: () => number = () => 0
  environment: Environment = 'practice'
  way: 'browser' | 'key' = 'browser'
  /** What is in use where the way is the browser. */
  access: 'both' | 'connect' = 'both'
  token: AppTokenState = { kind: 'none' }
  /** The provider's answer to the next token request. */
  nextToken: AppTokenState = { kind: 'ready', expiresAt: null }
  readonly tokenListeners = new Set<() => void>()
  /** The queries for bars that reached the provider. */
  readonly barQueries: BarQuery[] = []
  session: TradingSession

  constructor(
    overrides: Partial<
      Pick<SessionFixture, 'environment' | 'way' | 'access' | 'nextToken' | 'limits' | 'dayPnl'>
    > = {},
  ) {
    Object.assign(this, overrides)
    this.session = this.createSession()
  }

  setToken(token: AppTokenState): void {
    this.token = token
    for (const listener of [...this.tokenListeners]) listener()
  }

  grant(n: number): TokenGrant {
    return {
      accessToken: `access-${n}`,
      refreshToken: `refresh-${n}`,
      accessExpiresInMs: 1_800_000,
      refreshExpiresInMs: 1_296_000_000,
      createdAt: null,
      user: 'U1',
    }
  }

  #count(name: string): void {
    this.calls[name] = (this.calls[name] ?? 0) + 1
  }

  createSession(): TradingSession {
    const { simulation } = this
    simulation.epoch += 1
    const vault: VaultPort = {
      backend: 'memory',
      keyStore: null,
      read: async (name) => ok(this.secrets.get(name) ?? null),
      write: async (name, secret) => {
        if (this.vaultFails) return err({ kind: 'full', message: 'full' })
        this.secrets.set(name, secret)
        return ok(undefined)
      },
      remove: async (name) => {
        this.secrets.delete(name)
        return ok(undefined)
      },
    }
    const auth: AuthPort = {
      authorizeUrl: ({ state }) => `https://login/?state=${state}`,
      exchange: async ({ code }) => {
        this.#count('exchange')
        return this.exchangeCode(code)
      },
      refresh: async (token) => {
        this.#count('refresh')
        return this.refresh(token)
      },
    }
    return createTradingSession({
      environment: this.environment,
      clock: {
        now: () => epochMs(simulation.wall() + this.sleptMs),
        monotonic: simulation.clock.monotonic,
      },
      timers: simulation.timers(),
      random: simulation.random(),
      log: { event: () => undefined },
      journal: this.disk.port(),
      haltFile: this.haltFile,
      limitsFile: this.limitsFile,
      vault,
      authorize: {
        authorize: async (urlFor) => {
          const url = urlFor('http://127.0.0.1:1/callback')
          this.authorizeUrls.push(url)
          return ok({
            query: this.callback(new URL(url).searchParams.get('state') ?? ''),
            redirectUri: 'http://127.0.0.1:1/callback',
          })
        },
      },
      automaticSignIn: true,
      signInWay: this.way,
      access: this.way === 'key' ? 'key' : this.access,
      pastesAnswer: false,
      limits: this.limits,
      isLocked: () => this.isLocked,
      provider: () => ({
        auth,
        trade: this.exchange.trade,
        requestBudget: { pollDelayMs: () => 0, cancelDelayMs: () => this.cancelDelayMs() },
        products: () => Promise.reject(new Error('this rig lists stocks only')),
        facts: () => Promise.reject(new Error('this rig has no facts')),
        appToken: {
          state: () => this.token,
          onState: (listener) => {
            this.tokenListeners.add(listener)
            return () => this.tokenListeners.delete(listener)
          },
          obtain: async () => {
            this.#count('obtain')
            this.setToken(this.nextToken)
          },
          forget: async () => {
            this.#count('forget')
            this.setToken({ kind: 'none' })
          },
        },
        events: {
          start: (accounts, listener) => {
            const stop = this.exchange.events.start(accounts, listener)
            this.eventAccounts = accounts
            this.eventListener = listener
            listener.onHealth({ state: 'live', lastMessageAt: null, latencyMs: null, detail: null })
            listener.onSubscribed()
            return stop
          },
        },
        market: {
          instruments: async () => ok([...this.instruments]),
          details: async () => ok([]),
          dayLines: async () => ok([]),
          snapshots: async (symbols) => {
            this.#count('snapshots')
            await this.beforeQuote()
            return ok(
              symbols.map((name) => ({
                symbol: name,
                receivedAt: epochMs(simulation.wall() + this.sleptMs),
                last: asPrice(dec('100')),
                bid: asPrice(dec('99.99')),
                ask: asPrice(dec('100.01')),
                time: simulation.wall(),
              })),
            )
          },
          depth: async (name) =>
            ok({
              symbol: name,
              bids: [{ price: asPrice(dec('99.99')), size: asQuantity(dec('5')) }],
              asks: [],
              time: simulation.wall(),
              receivedAt: simulation.wall(),
            }),
          ticks: async () => ok([]),
          bars: async (query) => {
            this.barQueries.push(query)
            return ok([])
          },
        },
        stream: {
          start: (listener) => {
            this.stream = listener
            return () => {
              this.stream = null
            }
          },
          setInterest: (interest) => {
            this.interests.push(interest)
          },
        },
        portfolio: {
          accounts: async () =>
            this.accountsFail
              ? err(providerFailure('unavailable', foreign('down')))
              : ok([...this.accounts]),
          balance: async () => {
            this.#count('balance')
            if (this.balanceFails) return err(providerFailure('unavailable', foreign('down')))
            this.onBalance()
            return ok({
              accountId: ACCOUNT,
              currency: 'USD',
              netLiquidation: asMoney(dec('1000')),
              totalCash: asMoney(dec('1000')),
              totalMarketValue: asMoney(dec('0')),
              unrealizedPnl: null,
              dayPnl: this.dayPnl === null ? null : asMoney(dec(this.dayPnl)),
              initialMargin: null,
              maintenanceMargin: null,
              openMarginCalls: [],
              dayTradesLeft: null,
              currencies: [],
              asOf: simulation.wall(),
            })
          },
          positions: async () => {
            this.#count('positions')
            return ok({
              unreadable: [],
              positions: this.positions,
            })
          },
        },
        api: {
          report: () => ({ state: 'live', lastMessageAt: null, latencyMs: 1, detail: null }),
          budget: () => null,
          budgets: () => [],
          unreadable: () => [],
          subscribe: () => () => undefined,
        },
        dispose: async () => undefined,
      }),
    })
  }

  /** Starts (or restarts) a session and runs virtual time until the first attempt ended. */
  async start(ms = 3_000): Promise<TradingSession> {
    void this.session.connection.start()
    await this.simulation.run(this.simulation.now + ms)
    return this.session
  }

  /** The exchange sends messages with this time. */
  showExchangeTime(time: EpochMs): void {
    for (let message = 0; message < 2; message += 1) {
      this.stream?.onQuote({ symbol: AAPL, receivedAt: this.simulation.wall(), time })
    }
  }

  /** Ends the process and starts another one on the same disk and vault. */
  async restart(): Promise<TradingSession> {
    this.disk.crash()
    this.session = this.createSession()
    return this.start()
  }

  /** Runs virtual time until a promise has settled. */
  async wait<T>(promise: Promise<T>, ms = 20_000): Promise<T> {
    let done = false
    void promise.finally(() => {
      done = true
    })
    await this.simulation.run(this.simulation.now + ms, () => done)
    return promise
  }
}
