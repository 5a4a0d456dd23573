import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProductsPort } from '../../../electron/core/market/products-port.js'
import type { TradingSession } from '../../../electron/core/session/trading-session.js'
import type { PracticeOptions } from '../../../electron/practice/model/practice-options.js'
import type { PracticeDeps } from '../../../electron/practice/server/practice-deps.js'
import type { Provider } from '../../../electron/provider/gateway.js'
import { memoryVault } from '../../../electron/app/session/vault.js'
import type { AccountProduct } from '../../../shared/domain/instruments/account-products.js'
import { asPrice, asQuantity, dec, gt, type Decimal } from '../../../shared/domain/decimal.js'
import { symbol, type AccountId } from '../../../shared/domain/ids.js'
import type { FuturesContract } from '../../../shared/domain/instruments/futures.js'
import type { OptionContract, OptionType } from '../../../shared/domain/instruments/option.js'
import type { Order, OrderDraft } from '../../../shared/domain/orders/order.js'
import type { DraftLeg } from '../../../shared/domain/orders/order-terms.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { createPracticeSession } from '../../harness/exchange/practice-session.js'
import { until, type Patience } from '../../harness/system/until.js'
import { openPractice, type PracticeSession, type StartTime } from '../provider/practice-session.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

export const quantity = (text: string): OrderDraft['size'] => ({
  kind: 'quantity',
  quantity: asQuantity(dec(text)),
})
export const priceOf = (text: string) => asPrice(dec(text))
const DAY_MS = 86_400_000

/**
 * A trading session over a practice exchange in this process, with real sockets and counted
 * provider requests.
 */
export class SessionFixture {
  readonly practice: PracticeSession
  readonly provider: Provider
  readonly products: ProductsPort
  readonly #folder: string
  readonly #change: (client: Provider) => Provider
  /** How often the session requested balance and positions. */
  readonly requestCounts = { balance: 0, positions: 0 }
  /** The client order ids that were sent to be placed, in order. */
  readonly sent: Order['clientOrderId'][] = []
  readonly #vault = memoryVault()
  #current: TradingSession
  #tickets = 0

  private constructor(
    practice: PracticeSession,
    provider: Provider,
    products: ProductsPort,
    folder: string,
    change: (client: Provider) => Provider,
  ) {
    this.practice = practice
    this.provider = provider
    this.products = products
    this.#folder = folder
    this.#change = change
    this.#current = this.#createSession()
  }

  static async open(
    pace: Pick<PracticeDeps, 'pingMs' | 'slotMs'> = { pingMs: 200, slotMs: 500 },
    rateLimits: PracticeOptions['rateLimits'] = 'production',
    startAt?: StartTime,
    change: (client: Provider, practice: PracticeSession) => Provider = (client) => client,
  ): Promise<SessionFixture> {
    const practice = await openPractice(pace, rateLimits, startAt)
    const provider = practice.provider()
    const fixture = new SessionFixture(
      practice,
      provider,
      await provider.products(),
      await mkdtemp(join(tmpdir(), 'countersign-session-')),
      (client) => change(client, practice),
    )
    await fixture.session.connection.start()
    return fixture
  }

  get session(): TradingSession {
    return this.#current
  }

  #createSession(): TradingSession {
    return createPracticeSession({
      exchange: this.practice.practice,
      folder: this.#folder,
      vault: this.#vault,
      client: () => this.#withCounting(this.#change(this.practice.provider())),
    })
  }

  #withCounting(client: Provider): Provider {
    const { requestCounts, sent } = this
    const { balance, positions } = client.portfolio
    const { place } = client.trade
    return {
      ...client,
      portfolio: {
        ...client.portfolio,
        balance: (account) => {
          requestCounts.balance += 1
          return balance(account)
        },
        positions: (account, why) => {
          requestCounts.positions += 1
          return positions(account, why)
        },
      },
      trade: {
        ...client.trade,
        place: (draft, id) => {
          sent.push(id)
          return place(draft, id)
        },
      },
    }
  }

  /** Ends the session and starts a new one on the same journal and tokens. */
  async restart(): Promise<void> {
    await this.session.connection.dispose()
    this.#current = this.#createSession()
    await this.session.connection.start()
  }

  async close(): Promise<void> {
    await this.session.connection.dispose()
    await this.practice.close()
    await removeFolder(this.#folder)
  }

  /** Waits until the condition holds; a timeout reports all orders. */
  async until(
    expectation: string,
    holds: () => boolean | Promise<boolean>,
    patience: Patience = {},
  ): Promise<void> {
    await until(expectation, holds, { ...patience, seen: () => this.session.streams.orders.all() })
  }

  account(product: AccountProduct): AccountId {
    const all = this.session.connection
      .view()
      .accounts.filter((account) => account.product === product)
    const found = all.find(({ type }) => type !== 'cash') ?? all[0]
    if (found === undefined) throw new Error(`no account for ${product}`)
    return found.accountId
  }

  /** The account selected for new orders. */
  get selected(): AccountId {
    const { selectedAccount } = this.session.connection.view()
    if (selectedAccount === null) throw new Error('no account')
    return selectedAccount
  }

  draft(
    more: Partial<OrderDraft> & Pick<OrderDraft, 'assetClass' | 'symbol' | 'accountId'>,
  ): OrderDraft {
    return {
      side: 'buy',
      type: 'limit',
      timeInForce: 'day',
      session: 'core',
      size: quantity('1'),
      limitPrice: null,
      stopPrice: null,
      trail: null,
      expireDate: null,
      ...more,
    }
  }

  row(id: Order['clientOrderId']): Order | undefined {
    return this.session.streams.orders.all().find((order) => order.clientOrderId === id)
  }

  /** Returns a new ticket id, as one press of the submit button would. */
  ticket(): string {
    return `ticket-${(this.#tickets += 1)}-0000`
  }

  async place(order: OrderDraft, ticket = this.ticket()): Promise<Order['clientOrderId']> {
    const outcome = expectOk(await this.session.orders.submit(ticket, order))
    if (outcome.outcome !== 'acknowledged') throw new Error(JSON.stringify(outcome))
    return outcome.order.clientOrderId
  }

  /** Places an order and waits until it is working. */
  async placeWorking(order: OrderDraft): Promise<Order['clientOrderId']> {
    const id = await this.place(order)
    await this.until(`working: ${order.symbol}`, () => this.row(id)?.status === 'working')
    return id
  }

  /** Places an order and waits until it is filled. */
  async placeFilled(order: OrderDraft): Promise<Order['clientOrderId']> {
    const id = await this.place(order)
    await this.until(`filled: ${order.symbol}`, () => this.row(id)?.status === 'filled')
    return id
  }

  async quote(symbolText: string) {
    const [patch] = expectOk(await this.provider.market.snapshots([symbol(symbolText)]))
    if (patch === undefined) throw new Error(`no quote of ${symbolText}`)
    return patch
  }

  /**
   * Returns the contracts of one monthly expiration at least `days` days away, from the strike just
   * above (call) or below (put) the market outwards.
   */
  async contracts(type: OptionType, days = 20): Promise<readonly OptionContract[]> {
    const spot = (await this.quote('AAPL')).last as Decimal
    const from = new Date(this.practice.ready.exchangeTime + days * DAY_MS)
      .toISOString()
      .slice(0, 10)
    const listed = expectOk(
      await this.products.optionContracts({ underlying: symbol('AAPL'), type, from }),
    ).filter((contract) => contract.cycle === 'monthly')
    const day = listed.map(({ expiration }) => expiration).sort()[0]
    const outwards = (a: OptionContract, b: OptionContract): number =>
      gt(a.strike, b.strike) === (type === 'call') ? 1 : -1
    return listed
      .filter(
        (contract) =>
          contract.expiration === day && gt(contract.strike, spot) === (type === 'call'),
      )
      .sort(outwards)
  }

  /** Returns the nearest month of a future that can be traded now, for example of `MES`. */
  async future(root: string): Promise<FuturesContract> {
    const month = expectOk(await this.products.futuresContracts(root)).find(
      ({ kind, tradable }) => kind === 'month' && tradable === 'yes',
    )
    if (month === undefined) throw new Error(`no month of ${root}`)
    return month
  }

  leg(contract: OptionContract, side: 'buy' | 'sell', size = '1'): DraftLeg {
    if (contract.type === null) throw new Error('a call or a put?')
    return {
      symbol: symbol(contract.root),
      side,
      quantity: asQuantity(dec(size)),
      option: { type: contract.type, strike: contract.strike, expiration: contract.expiration },
    }
  }
}
