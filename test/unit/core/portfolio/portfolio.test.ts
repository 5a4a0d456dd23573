import { describe, expect, it } from 'vitest'
import { createPortfolio } from '../../../../electron/core/portfolio/portfolio.js'
import { providerFailure } from '../../../../electron/core/provider-failure.js'
import type {
  Account,
  Balance,
  Position,
  UnsupportedAccount,
} from '../../../../shared/domain/account/account.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import { accountId, type AccountId } from '../../../../shared/domain/ids.js'
import { underlyingKey } from '../../../../shared/domain/instruments/instrument-key.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { AccountAtClient, balanceOf, MSFT, shares } from './client-fixture.js'

const [FIRST, SECOND, CRYPTO] = [accountId('A1'), accountId('A2'), accountId('C1')] as const
const account = (id: AccountId, product: string) =>
  ({ accountId: id, product }) as Account | UnsupportedAccount

/** A portfolio whose broker answers after some time. */
class PortfolioTest extends AccountAtClient {
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

  readonly portfolio = createPortfolio({
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
        const held = symbols.join(' ')
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

describe('the accounts', () => {
  it('are those that trade a known product; the first one of securities is selected', async () => {
    const test = new PortfolioTest()
    test.accounts = [...test.accounts, account(accountId('X'), 'unsupported')]
    expect(test.portfolio.accounts).toEqual([])
    expect(test.portfolio.selected).toBeNull()
    expect(await test.load()).toEqual(ok(undefined))
    expect(test.portfolio.accounts.map(({ accountId: id }) => id)).toEqual([CRYPTO, FIRST, SECOND])
    expect(test.portfolio.unsupportedAccounts).toMatchObject([{ accountId: 'X' }])
    expect(test.portfolio.selected).toBe(FIRST)
  })

  it('without securities begin with the first one', async () => {
    const test = new PortfolioTest()
    test.accounts = [account(CRYPTO, 'crypto'), account(accountId('E'), 'events')]
    await test.load()
    expect(test.portfolio.selected).toBe(CRYPTO)
  })

  it('keep the choice of the person when they are read again, and its figures', async () => {
    const test = await new PortfolioTest().open()
    test.portfolio.select(SECOND)
    await test.pass(1_000)
    await test.load()
    expect(test.portfolio.selected).toBe(SECOND)
    expect(test.values()).toEqual(['100.00'])
  })

  it('lose the choice with the account, and every figure with the last account', async () => {
    const test = await new PortfolioTest().open()
    test.accounts = [account(SECOND, 'securities')]
    await test.load()
    expect(test.portfolio.selected).toBe(SECOND)
    await test.pass(1_000)
    test.accounts = []
    await test.load()
    expect(test.portfolio.selected).toBeNull()
    expect([test.values(), test.net()]).toEqual([undefined, undefined])
    test.forget()
    await test.portfolio.refresh()
    expect(test.requested).toEqual([])
  })

  it('say why they could not be read, and stay as they were', async () => {
    const test = await new PortfolioTest().open()
    test.fails = 'accounts'
    expect(await test.load()).toMatchObject({ ok: false, error: { kind: 'timeout' } })
    expect(test.portfolio.selected).toBe(FIRST)
    expect(test.portfolio.accounts).toHaveLength(3)
  })
})

describe('REL-41: the account that is selected', () => {
  it('shows nothing of the account before it, and is read at once', async () => {
    const test = await new PortfolioTest().open()
    expect(test.net()).toBe('1000')
    expect(test.portfolio.select(SECOND)).toBe(true)
    expect(test.portfolio.positions.get()).toBeNull()
    expect(test.portfolio.balance.get()).toBeNull()
    expect(test.published).toEqual(['positions', 'balance'])
    expect(test.failures.at(-1)).toBeNull()
    await test.pass(100)
    expect(test.requested).toEqual(['positions A2', 'balance A2'])
    expect(test.portfolio.balance.get()?.accountId).toBe(SECOND)
  })

  it('is not read again when it is selected again, and an unknown one is refused', async () => {
    const test = await new PortfolioTest().open()
    expect(test.portfolio.select(FIRST)).toBe(true)
    expect(test.portfolio.select(accountId('nobody'))).toBe(false)
    await test.pass(100)
    expect(test.requested).toEqual([])
    expect(test.portfolio.selected).toBe(FIRST)
  })

  it('never shows answers that were asked for another account', async () => {
    const test = await new PortfolioTest().open()
    test.answerMs = 500
    void test.portfolio.refresh()
    await test.pass(100)
    test.held = []
    test.portfolio.select(SECOND)
    await test.pass(450)
    expect(test.portfolio.positions.get()).toBeNull()
    expect(test.portfolio.balance.get()).toBeNull()
    await test.pass(600)
    expect(test.values()).toEqual([])
    expect(test.portfolio.balance.get()?.accountId).toBe(SECOND)
    // Only the balance that is shown remembers prices, beside the portfolio itself.
    await test.pass(1_000)
    expect(test.listeners).toBe(1)
  })
})

describe('the figures of the account', () => {
  it('are asked for once more where a refresh is wanted during one', async () => {
    const test = await new PortfolioTest().open()
    const first = test.portfolio.refresh()
    const second = test.portfolio.refresh()
    test.portfolio.refresh()
    expect(second).toBe(first)
    await test.pass(1_000)
    expect(test.requested).toEqual(['positions A1', 'balance A1', 'positions A1', 'balance A1'])
    void test.portfolio.refresh()
    await test.pass(1_000)
    expect(test.requested).toHaveLength(6)
  })

  it('stay as they are while they cannot be read', async () => {
    const test = await new PortfolioTest().open()
    test.fails = 'balance'
    test.held = []
    void test.portfolio.refresh()
    await test.pass(100)
    expect(test.values()).toEqual([])
    expect(test.net()).toBe('1000')
    test.fails = 'positions'
    test.held = [shares()]
    void test.portfolio.refresh()
    await test.pass(100)
    expect(test.values()).toEqual([])
    expect(test.failures.at(-1)).toBeNull()
  })

  it('have the multiplier of the listing where the broker states none', async () => {
    const test = new PortfolioTest()
    test.multiplier = '5'
    test.held = [shares({ multiplier: null, marketValue: null, unrealizedPnl: null })]
    await test.open()
    expect(test.values()).toEqual(['500.00'])
  })

  it('are gone after the end of the session, with all that was due, until it starts again', async () => {
    const test = await new PortfolioTest().open()
    test.portfolio.onPositionsChanged(FIRST, null)
    test.portfolio.stop()
    expect(test.portfolio.positions.get()).toBeNull()
    expect(test.portfolio.balance.get()).toBeNull()
    expect([...test.subscribed]).toEqual([''])
    test.forget()
    await test.pass(120_000)
    expect(test.requested).toEqual([])
    test.portfolio.start()
    await test.pass(100)
    expect(test.values()).toEqual(['100.00'])
    expect([...test.subscribed]).toEqual(['AAPL'])
  })

  it('are read every 30 s by one clock, however often the session starts', async () => {
    const test = await new PortfolioTest().open()
    test.portfolio.start()
    await test.pass(1_000)
    test.forget()
    await test.pass(30_000)
    expect(test.requested).toEqual(['positions A1', 'balance A1'])
  })

  it('are not read, published or listened for after the program ended', async () => {
    const test = await new PortfolioTest().open()
    test.price('AAPL', '11')
    test.portfolio.onPositionsChanged(FIRST, null)
    void test.portfolio.refresh()
    void test.portfolio.refresh()
    test.forget()
    test.portfolio.dispose()
    expect([...test.subscribed]).toEqual([])
    await test.pass(120_000)
    test.health.emit()
    expect(test.requested).toEqual([])
    expect(test.published).toEqual([])
    expect(test.listeners).toBe(0)
    expect(test.health.size).toBe(0)
  })

  it('are not read again for positions that were never known after the program ended', async () => {
    const test = new PortfolioTest()
    test.fails = 'positions'
    await test.open()
    expect(test.failures).toContain('timeout')
    test.portfolio.dispose()
    await test.pass(60_000)
    expect(test.requested).toEqual([])
    const late = new PortfolioTest()
    late.fails = 'positions'
    await late.load()
    late.failures.length = 0
    void late.portfolio.refresh()
    late.portfolio.dispose()
    await late.pass(60_000)
    expect(late.failures).toEqual([])
  })
})

describe('the quotes of what is held', () => {
  it('are subscribed while it is held, and the new ones before the old ones end', async () => {
    const test = await new PortfolioTest().open()
    expect(test.subscriptions).toEqual(['AAPL'])
    void test.portfolio.refresh()
    await test.pass(100)
    expect(test.subscriptions).toEqual(['AAPL'])
    test.held = [shares({ symbol: MSFT })]
    void test.portfolio.refresh()
    await test.pass(100)
    expect(test.subscriptions).toEqual(['AAPL', 'MSFT'])
    expect([...test.subscribed]).toEqual(['MSFT'])
    test.held = [shares({ symbol: MSFT }), shares({ positionId: 'P2' })]
    void test.portfolio.refresh()
    await test.pass(100)
    expect([...test.subscribed]).toEqual(['MSFT AAPL'])
  })

  it('change the figures in one publication; those of other symbols do not', async () => {
    const test = await new PortfolioTest().open()
    test.price('MSFT', '70')
    await test.pass(500)
    expect(test.published).toEqual([])
    test.price('AAPL', '11')
    test.price('AAPL', '12')
    await test.pass(500)
    expect(test.published).toEqual(['positions', 'balance'])
    expect([test.values(), test.net()]).toEqual([['120.00'], '1020'])
  })

  it('are published again when the market data changes its health, unless nothing is held', async () => {
    const test = await new PortfolioTest().open()
    test.health.emit()
    await test.pass(500)
    expect(test.published).toEqual(['positions', 'balance'])
    test.held = []
    void test.portfolio.refresh()
    await test.pass(500)
    test.forget()
    test.health.emit()
    await test.pass(500)
    expect(test.published).toEqual([])
  })
})

describe('REL-41: positions after a fill', () => {
  const more = shares({ quantity: asQuantity(dec('20')), averageCost: asPrice(dec('9')) })

  it('stand still until they are read: no value of new prices and old sizes', async () => {
    const test = await new PortfolioTest().open()
    test.price('AAPL', '11')
    await test.pass(1_200)
    // The fill came before its event: at this price the old size was not held any more.
    test.price('AAPL', '11.5')
    await test.pass(100)
    test.portfolio.onPositionsChanged(FIRST, null)
    test.price('AAPL', '12')
    await test.pass(300)
    expect(test.values()).toEqual(['110.00'])
    test.held = [more]
    await test.pass(300)
    expect(test.requested).toContain('positions A1 afterFill')
    expect(test.values()).toEqual(['240.00'])
    test.price('AAPL', '13')
    expect(test.values()).toEqual(['260.00'])
  })

  it('stand still for as long as they cannot be read, at a moment before the fill', async () => {
    const test = await new PortfolioTest().open()
    test.fails = 'positions'
    const filledAt = test.simulation.wall()
    const before = filledAt - 1_000
    test.portfolio.onPositionsChanged(FIRST, null)
    await test.pass(2_000)
    test.portfolio.onPositionsChanged(FIRST, null)
    test.price('AAPL', '12')
    await test.pass(60_000)
    expect(test.values()).toEqual(['100.00'])
    expect(test.portfolio.positions.get()).toMatchObject([{ valuedAt: before, lastPrice: '12' }])
    test.fails = null
    void test.portfolio.refresh()
    await test.pass(100)
    expect(test.values()).toEqual(['120.00'])
    expect(test.portfolio.positions.get()?.[0]).not.toHaveProperty('valuedAt')
  })

  it('of other instruments than the filled one go on at once', async () => {
    const test = new PortfolioTest()
    test.price('MSFT', '10')
    test.held = [shares(), shares({ positionId: 'P2', symbol: MSFT })]
    await test.open()
    test.portfolio.onPositionsChanged(FIRST, [underlyingKey(shares())])
    test.price('AAPL', '12')
    test.price('MSFT', '12')
    expect(test.values()).toEqual(['100.00', '120.00'])
  })

  it('show an answer that was asked for before the fill as it was, and do not move it', async () => {
    const test = await new PortfolioTest().open()
    test.answerMs = 200
    void test.portfolio.refresh()
    const requestedAt = test.simulation.wall()
    await test.pass(100)
    test.portfolio.onPositionsChanged(FIRST, null)
    test.price('AAPL', '12')
    await test.pass(150)
    test.price('AAPL', '13')
    expect(test.portfolio.positions.get()).toMatchObject([
      { marketValue: '100', valuedAt: requestedAt },
    ])
  })

  it('read the balance again where a read of positions alone shows a fill without notice', async () => {
    const test = await new PortfolioTest().open()
    // While an order changes, only the positions are read at the regular time.
    await test.pass(24_000)
    test.portfolio.onOrdersChanged(FIRST)
    test.held = [more]
    test.gain = '40'
    await test.pass(20_000)
    expect(test.net()).toBe('1000')
    expect(test.portfolio.balance.get()?.valuedAt).toBeNull()
  })
})

describe('the changes of other accounts', () => {
  it('are told to those who show them, and read nothing here', async () => {
    const test = await new PortfolioTest().open()
    const notified: AccountId[] = []
    const stop = test.portfolio.onOtherPositions((id) => notified.push(id))
    test.portfolio.onPositionsChanged(SECOND, null)
    test.portfolio.onOrdersChanged(SECOND)
    await test.pass(5_000)
    expect(notified).toEqual([SECOND])
    expect(test.requested).toEqual([])
    test.price('AAPL', '11')
    expect(test.values()).toEqual(['110.00'])
    stop()
    test.portfolio.onPositionsChanged(SECOND, null)
    expect(notified).toEqual([SECOND])
    test.portfolio.onPositionsChanged(FIRST, null)
    expect(notified).toEqual([SECOND])
  })
})
