import { Portfolio } from '../../../../electron/core/portfolio/portfolio.js'
import { providerFailure } from '../../../../electron/core/provider-failure.js'
import type {
  Account,
  Balance,
  Position,
  UnsupportedAccount,
} from '../../../../shared/domain/account/account.js'
import { dec } from '../../../../shared/domain/decimal.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import { accountId, type AccountId } from '../../../../shared/domain/ids.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { AccountAtClient, balanceOf, shares } from './client-fixture.js'

export const [FIRST, SECOND, CRYPTO] = [accountId('A1'), accountId('A2'), accountId('C1')] as const
export const account = (id: AccountId, product: string) =>
  ({ accountId: id, product }) as Account | UnsupportedAccount

/** A portfolio whose broker answers after some time. */
export class PortfolioTest extends AccountAtClient {
  accounts: readonly (Account | UnsupportedAccount)[] = [
    account(CRYPTO, 'crypto'),
    account(FIRST, 'securities'),
    account(SECOND, 'securities'),
  ]
  held: readonly Position[] = [shares()]
  gain = '20'
  fails: 'accounts' | 'positions' | 'balance' | null = null
  answerMs = 10
  multiplier: string | null = null
  /** The requests, in words. */
  readonly requested: string[] = []
  /** The symbols whose quotes are subscribed, by subscription. */
  readonly subscribed = new Set<string>()
  readonly subscriptions: string[] = []
  readonly health = createEmitter<void>()
  readonly failures: (string | null)[] = []
  readonly published: string[] = []

  readonly portfolio = new Portfolio({
    portfolio: {
      accounts: () => this.#answer('accounts', () => this.accounts),
      positions: (id, why) => {
        this.requested.push(`positions ${id}${why === undefined ? '' : ` ${why}`}`)
        return this.#answer('positions', () => ({ positions: this.held, unreadable: [] }))
      },
      balance: (id) => {
        this.requested.push(`balance ${id}`)
        return this.#answer('balance', (): Balance => {
          return { ...balanceOf({ USD: this.gain }, this.simulation.wall()), accountId: id }
        })
      },
    },
    market: {
      quotes: this.quotes as never,
      hold: (symbols: readonly string[]) => {
        const held = symbols.length === 0 ? 'none' : symbols.join(' ')
        this.subscribed.add(held)
        this.subscriptions.push(held)
        return () => void this.subscribed.delete(held)
      },
      onHealth: (listener: () => void) => this.health.add(listener),
    } as never,
    listings: {
      multiplierOf: () =>
        Promise.resolve(ok(this.multiplier === null ? null : dec(this.multiplier))),
    },
    clock: this.simulation.clock,
    timers: this.simulation.timers(),
    onPositionsUnknown: (failure) => this.failures.push(failure?.kind ?? null),
  })

  constructor() {
    super()
    this.portfolio.positions.subscribe(() => this.published.push('positions'))
    this.portfolio.balance.subscribe(() => this.published.push('balance'))
  }

  async load() {
    const loading = this.portfolio.load()
    await this.pass(100)
    return await loading
  }

  /** Loads, starts, and lets the first figures arrive. */
  async open(): Promise<this> {
    this.price('AAPL', '10')
    await this.load()
    this.portfolio.start()
    await this.pass(5_000)
    this.forget()
    return this
  }

  forget(): void {
    this.requested.length = 0
    this.published.length = 0
  }

  values(): readonly unknown[] | undefined {
    return this.portfolio.positions.get()?.map(({ marketValue }) => marketValue)
  }

  net(): unknown {
    return this.portfolio.balance.get()?.netLiquidation
  }

  async #answer<T>(kind: typeof this.fails, read: () => T) {
    await new Promise<void>((resolve) => {
      this.simulation.schedule(this.answerMs, () => resolve(), -1)
    })
    return this.fails === kind ? err(providerFailure('timeout', foreign('no'))) : ok(read())
  }
}
