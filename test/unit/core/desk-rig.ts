import { asMoney, asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import type { Environment } from '../../../shared/domain/environment.js'
import { accountId, symbol } from '../../../shared/domain/ids.js'
import type { Instrument } from '../../../shared/domain/instrument.js'
import type { OrderDraft } from '../../../shared/domain/order.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { AppTokenState } from '../../../electron/core/auth/app-token-port.js'
import type { AuthFailure, AuthPort, TokenGrant } from '../../../electron/core/auth/auth-port.js'
import { providerFailure } from '../../../electron/core/failure.js'
import type {
  BarQuery,
  MarketInterest,
  MarketStreamListener,
} from '../../../electron/core/market/market-port.js'
import type { VaultPort } from '../../../electron/core/ports.js'
import { DEFAULT_LIMITS } from '../../../electron/core/risk/limits.js'
import { createDeskSession } from '../../../electron/core/session/create-desk-session.js'
import type { DeskSession } from '../../../electron/core/session/desk-session.js'
import { FakeDisk } from '../../simulation/core/fake-disk.js'
import { CALM, FakeExchange } from '../../simulation/core/fake-exchange.js'
import { World } from '../../simulation/core/world.js'

export const ACCOUNT = accountId('ACC')
export const AAPL = symbol('AAPL')

export const draft = (more: Partial<OrderDraft> = {}): OrderDraft => ({
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
  ...more,
})

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

/** A whole desk session over fakes in virtual time, whose parts a test can bend. */
export class DeskRig {
  readonly world = new World(42)
  readonly disk = new FakeDisk(this.world)
  readonly exchange = new FakeExchange(this.world, CALM)
  readonly secrets = new Map<string, string>()
  readonly interests: MarketInterest[] = []
  readonly authorized: string[] = []
  readonly calls: Record<string, number> = {}
  stream: MarketStreamListener | null = null
  vaultFails = false
  /** How long the computer slept: its wall clock went on, nothing else did. */
  asleep = 0
  accountsFail = false
  /** What the provider lists. */
  listed: readonly Instrument[] = [instrument]
  exchangeCode: (code: string) => Result<TokenGrant, AuthFailure> = () => ok(this.grant(1))
  refresh: (token: string) => Result<TokenGrant, AuthFailure> = () => ok(this.grant(2))
  /** What the approving page sends back for a state. */
  callback: (state: string) => string = (state) => `code=CODE1&state=${state}`
  environment: Environment = 'practice'
  way: 'browser' | 'key' = 'browser'
  token: AppTokenState = { kind: 'none' }
  /** What the provider answers to the next wish for a token. */
  nextToken: AppTokenState = { kind: 'ready', expiresAt: null }
  readonly tokenListeners = new Set<() => void>()
  /** What bars were asked for, as the provider was asked. */
  readonly barsAsked: BarQuery[] = []
  session: DeskSession

  constructor(more: Partial<Pick<DeskRig, 'environment' | 'way' | 'nextToken'>> = {}) {
    Object.assign(this, more)
    this.session = this.make()
  }

  becomeToken(token: AppTokenState): void {
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

  private count(name: string): void {
    this.calls[name] = (this.calls[name] ?? 0) + 1
  }

  make(): DeskSession {
    const { world } = this
    world.epoch += 1
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
        this.count('exchange')
        return this.exchangeCode(code)
      },
      refresh: async (token) => {
        this.count('refresh')
        return this.refresh(token)
      },
    }
    return createDeskSession({
      environment: this.environment,
      clock: { now: () => epochMs(world.wall() + this.asleep), monotonic: world.clock.monotonic },
      timers: world.timers(),
      random: world.random(),
      log: { event: () => undefined },
      journal: this.disk.port(),
      vault,
      authorize: {
        authorize: async (urlFor) => {
          const url = urlFor('http://127.0.0.1:1/callback')
          this.authorized.push(url)
          return ok({
            query: this.callback(new URL(url).searchParams.get('state') ?? ''),
            redirectUri: 'http://127.0.0.1:1/callback',
          })
        },
      },
      automaticSignIn: true,
      signInWay: this.way,
      access: this.way === 'key' ? 'key' : 'both',
      pastes: false,
      limits: DEFAULT_LIMITS,
      provider: () => ({
        auth,
        trade: this.exchange.trade,
        products: () => Promise.reject(new Error('this rig lists stocks only')),
        appToken: {
          state: () => this.token,
          onState: (listener) => {
            this.tokenListeners.add(listener)
            return () => this.tokenListeners.delete(listener)
          },
          obtain: async () => {
            this.count('obtain')
            this.becomeToken(this.nextToken)
          },
          forget: async () => {
            this.count('forget')
            this.becomeToken({ kind: 'none' })
          },
        },
        events: {
          start: (accounts, listener) => {
            const stop = this.exchange.events.start(accounts, listener)
            listener.onHealth({ state: 'live', lastHeardAt: null, latencyMs: null, detail: null })
            listener.onSubscribed()
            return stop
          },
        },
        market: {
          instruments: async () => ok([...this.listed]),
          snapshots: async (symbols) => {
            this.count('snapshots')
            return ok(
              symbols.map((name) => ({
                symbol: name,
                receivedAt: world.wall(),
                last: asPrice(dec('100')),
                bid: asPrice(dec('99.99')),
                ask: asPrice(dec('100.01')),
                time: world.wall(),
              })),
            )
          },
          depth: async (name) =>
            ok({
              symbol: name,
              bids: [{ price: asPrice(dec('99.99')), size: asQuantity(dec('5')) }],
              asks: [],
              time: world.wall(),
              receivedAt: world.wall(),
            }),
          ticks: async () => ok([]),
          bars: async (query) => {
            this.barsAsked.push(query)
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
              ? err(providerFailure('unavailable', 'down'))
              : ok([
                  {
                    accountId: ACCOUNT,
                    accountNumber: '1',
                    type: 'margin' as const,
                    product: 'securities' as const,
                    label: 'Individual Margin',
                  },
                ]),
          balance: async () => {
            this.count('balance')
            return ok({
              accountId: ACCOUNT,
              currency: 'USD',
              netLiquidation: asMoney(dec('1000')),
              totalCash: asMoney(dec('1000')),
              totalMarketValue: asMoney(dec('0')),
              unrealizedPnl: null,
              dayPnl: null,
              initialMargin: null,
              maintenanceMargin: null,
              openMarginCalls: [],
              currencies: [],
              asOf: world.wall(),
            })
          },
          positions: async () =>
            ok([
              {
                accountId: ACCOUNT,
                positionId: 'P',
                symbol: AAPL,
                assetClass: 'stock' as const,
                currency: 'USD',
                quantity: asQuantity(dec('10')),
                averageCost: asPrice(dec('90')),
                lastPrice: asPrice(dec('100')),
                marketValue: asMoney(dec('1000')),
                unrealizedPnl: asMoney(dec('100')),
                unrealizedPnlRatio: null,
                dayPnl: null,
              },
            ]),
        },
        api: {
          report: () => ({ state: 'live', lastHeardAt: null, latencyMs: 1, detail: null }),
          budget: () => null,
          budgets: () => [],
          subscribe: () => () => undefined,
        },
        dispose: async () => undefined,
      }),
    })
  }

  /** Starts (or restarts) and runs virtual time until the first attempt ended. */
  async up(ms = 3_000): Promise<DeskSession> {
    void this.session.start()
    await this.world.run(this.world.now + ms)
    return this.session
  }

  /** The process dies and another one starts on the same disk and vault. */
  async restart(): Promise<DeskSession> {
    this.disk.crash()
    this.session = this.make()
    return this.up()
  }

  /** Runs virtual time until a promise has settled. */
  async wait<T>(promise: Promise<T>, ms = 20_000): Promise<T> {
    let done = false
    void promise.finally(() => {
      done = true
    })
    await this.world.run(this.world.now + ms, () => done)
    return promise
  }
}
