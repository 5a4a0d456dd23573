import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../../electron/adapters/clock.js'
import { createJournalFile } from '../../../electron/adapters/journal-file.js'
import { systemRandom } from '../../../electron/adapters/random.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import type { ProductsPort } from '../../../electron/core/market/products-port.js'
import type { VaultPort } from '../../../electron/core/ports.js'
import { DEFAULT_LIMITS } from '../../../electron/core/risk/limits.js'
import { createDeskSession } from '../../../electron/core/session/create-desk-session.js'
import type { DeskSession } from '../../../electron/core/session/desk-session.js'
import type { Provider } from '../../../electron/provider/gateway.js'
import type { AccountProduct } from '../../../shared/domain/account.js'
import { asPrice, asQuantity, dec, gt, type Decimal } from '../../../shared/domain/decimal.js'
import { symbol, type AccountId } from '../../../shared/domain/ids.js'
import type { OptionContract, OptionType } from '../../../shared/domain/option.js'
import type { Order, OrderDraft } from '../../../shared/domain/order.js'
import type { DraftLeg } from '../../../shared/domain/order-terms.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import { openPractice, type PracticeSession } from '../provider/practice-session.js'

export const good = <T, E>(result: Result<T, E>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
export async function until(what: string, holds: () => boolean | Promise<boolean>, ms = 20_000): Promise<void> {
  const start = performance.now()
  while (!(await holds())) {
    if (performance.now() - start > ms) throw new Error(`never: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
export const quantity = (text: string): OrderDraft['size'] => ({ kind: 'quantity', quantity: asQuantity(dec(text)) })
const DAY_MS = 86_400_000

/** One desk session over a practice exchange in this process, over real sockets, and what its provider was asked. */
export class SessionRig {
  /** How often the provider was asked for what an account holds. */
  readonly asked = { balance: 0, positions: 0 }
  private tickets = 0

  private constructor(readonly practice: PracticeSession, readonly session: DeskSession, readonly provider: Provider, readonly products: ProductsPort, private readonly folder: string) {}

  static async open(): Promise<SessionRig> {
    const practice = await openPractice({ pingMs: 200, slotMs: 500 })
    const folder = await mkdtemp(join(tmpdir(), 'countersign-session-'))
    const provider = practice.provider()
    const secrets = new Map<string, string>()
    const vault: VaultPort = {
      backend: 'memory', keyStore: null, read: (name) => Promise.resolve(ok(secrets.get(name) ?? null)), write: (name, secret) => { secrets.set(name, secret); return Promise.resolve(ok(undefined)) },
      remove: (name) => { secrets.delete(name); return Promise.resolve(ok(undefined)) },
    }
    let rig: SessionRig | null = null
    const session = createDeskSession({
      environment: 'practice', automaticSignIn: true, signInWay: 'browser', access: 'both', pastes: false, clock: systemClock, timers: systemTimers, random: systemRandom,
      log: { event: () => undefined }, vault, limits: DEFAULT_LIMITS, journal: createJournalFile({ path: join(folder, 'orders.journal'), clock: systemClock, log: { event: () => undefined } }),
      authorize: {
        async authorize(urlFor) {
          const redirectUri = 'http://127.0.0.1:4567/callback'
          const answer = (await practice.practice.command({ command: 'approve', query: Object.fromEntries(new URL(urlFor(redirectUri)).searchParams) })) as { redirect: string }
          return ok({ query: new URL(answer.redirect).search.slice(1), redirectUri })
        },
      },
      provider: (tokens) => {
        const own = practice.provider()
        own.useBearer(tokens)
        const portfolio = {
          ...own.portfolio,
          balance: (account: AccountId) => { if (rig !== null) rig.asked.balance += 1; return own.portfolio.balance(account) },
          positions: (account: AccountId) => { if (rig !== null) rig.asked.positions += 1; return own.portfolio.positions(account) },
        }
        return { ...own, portfolio, api: own.health, dispose: () => Promise.resolve(own.close()) }
      },
    })
    rig = new SessionRig(practice, session, provider, await provider.products(), folder)
    await session.start()
    return rig
  }

  async close(): Promise<void> {
    await this.session.dispose()
    await this.practice.close()
    await rm(this.folder, { recursive: true, force: true })
  }

  account(product: AccountProduct): AccountId {
    const all = this.session.sessionView().accounts.filter((account) => account.product === product)
    const found = all.find(({ type }) => type !== 'cash') ?? all[0]
    if (found === undefined) throw new Error(`no account for ${product}`)
    return found.accountId
  }

  draft(more: Partial<OrderDraft> & Pick<OrderDraft, 'assetClass' | 'symbol' | 'accountId'>): OrderDraft {
    return { side: 'buy', type: 'limit', timeInForce: 'day', session: 'core', size: quantity('1'), limitPrice: null, stopPrice: null, trail: null, expireDate: null, ...more }
  }

  row(id: Order['clientOrderId']): Order | undefined {
    return this.session.streams.orders.all().find((order) => order.clientOrderId === id)
  }

  async place(order: OrderDraft): Promise<Order['clientOrderId']> {
    const outcome = good(await this.session.submit(`ticket-${(this.tickets += 1)}-0000`, order))
    if (outcome.outcome !== 'acknowledged') throw new Error(JSON.stringify(outcome))
    return outcome.order.clientOrderId
  }

  /** Places an order and waits until it is filled whole. */
  async filled(order: OrderDraft): Promise<void> {
    const id = await this.place(order)
    await until(`filled: ${order.symbol}`, () => this.row(id)?.status === 'filled')
  }

  async quote(of: string) {
    const [patch] = good(await this.provider.market.snapshots([symbol(of)]))
    if (patch === undefined) throw new Error(`no quote of ${of}`)
    return patch
  }

  /** Contracts of one monthly expiration at least so many days away, from the lowest strike above (call) or below (put) the market outwards. */
  async contracts(type: OptionType, days = 20): Promise<readonly OptionContract[]> {
    const spot = (await this.quote('AAPL')).last as Decimal
    const from = new Date(this.practice.ready.exchangeTime + days * DAY_MS).toISOString().slice(0, 10)
    const listed = good(await this.products.optionContracts({ underlying: symbol('AAPL'), type, from })).filter((one) => one.cycle === 'monthly')
    const day = listed.map(({ expiration }) => expiration).sort()[0]
    const outwards = (a: OptionContract, b: OptionContract): number => (gt(a.strike, b.strike) === (type === 'call') ? 1 : -1)
    return listed.filter((one) => one.expiration === day && gt(one.strike, spot) === (type === 'call')).sort(outwards)
  }

  leg(contract: OptionContract, side: 'buy' | 'sell', size = '1'): DraftLeg {
    if (contract.type === null) throw new Error('a call or a put?')
    return { symbol: symbol(contract.root), side, quantity: asQuantity(dec(size)), option: { type: contract.type, strike: contract.strike, expiration: contract.expiration } }
  }
}
export const at = (text: string) => asPrice(dec(text))
