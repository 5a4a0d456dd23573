import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, asMoney, asPrice, asQuantity, dec, eq, gt, snap, sub, type Decimal } from '../../../shared/domain/decimal.js'
import { symbol, type AccountId } from '../../../shared/domain/ids.js'
import type { AccountProduct } from '../../../shared/domain/account.js'
import type { OptionContract } from '../../../shared/domain/option.js'
import type { Order, OrderDraft } from '../../../shared/domain/order.js'
import type { DraftLeg } from '../../../shared/domain/order-terms.js'
import { ok, type Result } from '../../../shared/domain/result.js'
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
import { openPractice, type PracticeSession } from '../provider/practice-session.js'

let practice: PracticeSession
let folder: string
let session: DeskSession
let provider: Provider
let products: ProductsPort
let sent = 0
const secrets = new Map<string, string>()

const good = <T, E>(result: Result<T, E>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
const until = async (what: string, holds: () => boolean, ms = 15_000): Promise<void> => {
  const start = Date.now()
  while (!holds()) {
    if (Date.now() - start > ms) throw new Error(`never: ${what}\n${JSON.stringify(session.streams.orders.all(), null, 1)}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
const vault: VaultPort = {
  backend: 'memory', keyStore: null, read: async (name) => ok(secrets.get(name) ?? null), write: async (name, secret) => { secrets.set(name, secret); return ok(undefined) },
  remove: async (name) => { secrets.delete(name); return ok(undefined) },
}

function open(): DeskSession {
  return createDeskSession({
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
      const mine = practice.provider()
      mine.useBearer(tokens)
      const { place } = mine.trade
      const trade = { ...mine.trade, place: (...args: Parameters<typeof place>) => { sent += 1; return place(...args) } }
      return { ...mine, trade, api: mine.health, dispose: () => Promise.resolve(mine.close()) }
    },
  })
}

const accountOf = (product: AccountProduct): AccountId => {
  const found = session.sessionView().accounts.find((account) => account.product === product && account.type !== 'cash') ?? session.sessionView().accounts.find((account) => account.product === product)
  if (found === undefined) throw new Error(`no account for ${product}`)
  return found.accountId
}
const quantity = (text: string): OrderDraft['size'] => ({ kind: 'quantity', quantity: asQuantity(dec(text)) })
const draft = (more: Partial<OrderDraft> & Pick<OrderDraft, 'assetClass' | 'symbol' | 'accountId'>): OrderDraft => ({
  side: 'buy', type: 'limit', timeInForce: 'day', session: 'core', size: quantity('1'), limitPrice: null, stopPrice: null, trail: null, expireDate: null, ...more,
})
const row = (id: Order['clientOrderId']): Order | undefined => session.streams.orders.all().find((order) => order.clientOrderId === id)
let tickets = 0
const ticket = () => `ticket-${(tickets += 1)}-0000`

const place = async (order: OrderDraft): Promise<Order['clientOrderId']> => {
  const outcome = good(await session.submit(ticket(), order))
  if (outcome.outcome !== 'acknowledged') throw new Error(JSON.stringify(outcome))
  return outcome.order.clientOrderId
}
const restart = async (): Promise<void> => {
  await session.dispose()
  session = open()
  await session.start()
  expect(session.sessionView()).toMatchObject({ phase: 'ready', trading: 'active' })
}
const cancel = async (accountId: AccountId, id: Order['clientOrderId']): Promise<void> => {
  const outcome = good(await session.cancel(accountId, id))
  expect(outcome.outcome).toBe('acknowledged')
  await until('cancelled', () => row(id)?.status === 'cancelled')
}
const replaceTo = async (accountId: AccountId, id: Order['clientOrderId'], price: Decimal): Promise<void> => {
  const outcome = good(await session.replace(accountId, id, { limitPrice: asPrice(price) }))
  if (outcome.outcome !== 'acknowledged') throw new Error(JSON.stringify(outcome))
  await until('replaced', () => row(id)?.pending === null && row(id)?.limitPrice != null && eq(row(id)?.limitPrice as Decimal, price))
}
const quoteOf = async (of: string) => {
  const [patch] = good(await provider.market.snapshots([symbol(of)]))
  if (patch === undefined) throw new Error(`no quote of ${of}`)
  return patch
}
/** A rested order: found again by the next life of the desk with its terms, changed, and cancelled. */
const life = async (order: OrderDraft, changed: Decimal): Promise<void> => {
  const id = await place(order)
  await until('working', () => row(id)?.status === 'working')
  const { terms } = row(id) as Order
  await restart()
  await until('found again', () => row(id)?.status === 'working' && row(id)?.ours === true)
  expect(row(id)?.terms).toEqual(terms)
  await replaceTo(order.accountId, id, changed)
  await cancel(order.accountId, id)
}

beforeAll(async () => {
  practice = await openPractice({ pingMs: 200, slotMs: 500 })
  folder = await mkdtemp(join(tmpdir(), 'countersign-products-'))
  provider = practice.provider()
  products = await provider.products()
  session = open()
  await session.start()
}, 60_000)
afterAll(async () => {
  await session.dispose()
  await practice.close()
  await rm(folder, { recursive: true, force: true })
})

const nearMoney = async (): Promise<readonly OptionContract[]> => {
  const spot = (await quoteOf('AAPL')).last as Decimal
  const from = new Date(practice.ready.exchangeTime + 20 * 86_400_000).toISOString().slice(0, 10)
  const calls = good(await products.optionContracts({ underlying: symbol('AAPL'), type: 'call', from }))
  const day = calls.filter((one) => one.cycle === 'monthly').map((one) => one.expiration).sort()[0]
  return calls.filter((one) => one.expiration === day && gt(one.strike, spot)).sort((a, b) => (gt(a.strike, b.strike) ? 1 : -1))
}
const legOf = (contract: OptionContract, side: 'buy' | 'sell', size = '1'): DraftLeg => ({
  symbol: symbol(contract.root), side, quantity: asQuantity(dec(size)), option: { type: 'call', strike: contract.strike, expiration: contract.expiration },
})

describe('orders of every product through one desk', () => {
  test('a single option rests, survives a restart, is replaced and cancelled; another fills', async () => {
    const [contract] = await nearMoney()
    if (contract === undefined) throw new Error('no contract')
    const accountId = accountOf('securities')
    const base = draft({ accountId, assetClass: 'option', symbol: symbol('AAPL'), terms: { strategy: 'single', legs: [legOf(contract, 'buy')], intent: 'buy-to-open' } })
    await life({ ...base, limitPrice: asPrice(dec('0.10')) }, dec('0.20'))
    const preview = good(await session.preview({ ...base, limitPrice: asPrice(dec('0.10')) }))
    expect(preview).toMatchObject({ source: 'provider' })
    expect(eq(preview.cost, dec('10'))).toBe(true)
    const { ask } = await quoteOf(contract.symbol)
    const id = await place({ ...base, limitPrice: asPrice(snap(add<Decimal>(ask as Decimal, dec('0.05')), dec('0.05'), 'up')) })
    await until('filled', () => row(id)?.status === 'filled')
    expect(row(id)?.terms?.legs[0]?.option).toMatchObject({ type: 'call', expiration: contract.expiration })
    const off = good(await session.submit(ticket(), { ...base, limitPrice: asPrice(dec('0.101')) }))
    expect(off).toMatchObject({ outcome: 'denied', reasons: [expect.stringContaining('draft-invalid') as string] })
  }, 90_000)

  test('a vertical with its legs', async () => {
    const [low, high] = await nearMoney()
    if (low === undefined || high === undefined) throw new Error('no contracts')
    const accountId = accountOf('securities')
    await life(draft({
      accountId, assetClass: 'option', symbol: symbol('AAPL'), size: quantity('2'), limitPrice: asPrice(dec('0.05')),
      terms: { strategy: 'vertical', legs: [legOf(low, 'buy', '2'), legOf(high, 'sell', '2')] },
    }), dec('0.06'))
    expect(session.streams.orders.all().some((order) => order.terms?.strategy === 'vertical' && order.terms.legs.length === 2 && order.status === 'cancelled')).toBe(true)
  }, 90_000)

  test('a future rests and is replaced; a market order fills; a stock order does not belong there', async () => {
    const month = good(await products.futuresContracts('MES')).find((one) => one.kind === 'month' && one.tradable === 'yes')
    if (month === undefined || month.minTick === null) throw new Error('no month')
    const accountId = accountOf('futures')
    const { bid } = await quoteOf(month.symbol)
    const far = snap(sub<Decimal>(bid as Decimal, dec('100')), month.minTick, 'down')
    const base = draft({ accountId, assetClass: 'futures', symbol: month.symbol, limitPrice: asPrice(far) })
    await life(base, add<Decimal>(far, month.minTick))
    const id = await place({ ...base, type: 'market', limitPrice: null })
    await until('filled', () => row(id)?.status === 'filled')
    const before = sent
    const misplaced = good(await session.submit(ticket(), draft({ accountId, assetClass: 'stock', symbol: symbol('AAPL'), limitPrice: asPrice(dec('10')) })))
    expect(misplaced).toMatchObject({ outcome: 'denied', reasons: [expect.stringMatching(/^This account trades futures.*\(wrong-account\)$/) as string] })
    const foreign = good(await session.submit(ticket(), { ...base, accountId: accountOf('securities') }))
    expect(foreign).toMatchObject({ outcome: 'denied', reasons: [expect.stringMatching(/^This account trades stocks and options/) as string] })
    const off = good(await session.submit(ticket(), { ...base, limitPrice: asPrice(add<Decimal>(far, dec('0.01'))) }))
    expect(off).toMatchObject({ outcome: 'denied', reasons: [expect.stringContaining('price steps') as string] })
    expect(sent).toBe(before)
  }, 90_000)

  test('crypto rests, cannot be replaced, is cancelled; by amount it fills; its estimate is ours', async () => {
    const accountId = accountOf('crypto')
    const pair = good(await products.cryptoPairs()).find((one) => one.symbol === 'BTCUSD')
    const { bid } = await quoteOf('BTCUSD')
    const limitPrice = asPrice(snap(sub<Decimal>(bid as Decimal, dec('5000')), pair?.priceStep ?? dec('0.01'), 'down'))
    const base = draft({ accountId, assetClass: 'crypto', symbol: symbol('BTCUSD'), timeInForce: 'gtc', size: quantity('0.001'), limitPrice })
    const id = await place(base)
    await until('working', () => row(id)?.status === 'working')
    await restart()
    await until('found again', () => row(id)?.status === 'working' && row(id)?.ours === true)
    expect(good(await session.replace(accountId, id, { limitPrice: asPrice(dec('50000')) }))).toMatchObject({ outcome: 'denied', reasons: [expect.stringContaining('not-replaceable') as string] })
    await cancel(accountId, id)
    const byAmount = { ...base, type: 'market', timeInForce: 'ioc', limitPrice: null, size: { kind: 'amount', amount: asMoney(dec('50.00')) } } as const
    expect(good(await session.preview(byAmount))).toMatchObject({ cost: '50.00', fees: '0', source: 'desk' })
    const bought = await place(byAmount)
    await until('filled', () => row(bought)?.status === 'filled')
  }, 90_000)

  test('event contracts: no rests and is replaced, yes fills by contracts and by amount', async () => {
    const accountId = accountOf('events')
    const market = good(await products.eventMarkets({ series: symbol('KXPRESPARTY') })).find((one) => one.tradable === 'yes')
    if (market === undefined) throw new Error('no market')
    const base = draft({ accountId, assetClass: 'event', symbol: market.symbol, size: quantity('5') })
    await life({ ...base, limitPrice: asPrice(dec('0.02')), terms: { outcome: 'no' } }, dec('0.03'))
    const contracts = await place({ ...base, type: 'market', terms: { outcome: 'yes', tradeMode: 'by-contracts' } })
    await until('filled by contracts', () => row(contracts)?.status === 'filled')
    expect(row(contracts)?.terms).toMatchObject({ outcome: 'yes', tradeMode: 'by-contracts' })
    const amount = await place({ ...base, type: 'market', timeInForce: 'fok', size: { kind: 'amount', amount: asMoney(dec('10.00')) }, terms: { outcome: 'yes', tradeMode: 'by-amount' } })
    await until('filled by amount', () => row(amount)?.status === 'filled')
    const whole = good(await session.submit(ticket(), { ...base, limitPrice: asPrice(dec('1.00')), terms: { outcome: 'yes' } }))
    expect(whole.outcome).toBe('denied')
  }, 90_000)

  test.each([['twap', {}], ['vwap', { maxPercent: dec('10') }], ['pov', { targetPercent: dec('5') }]] as const)('an algorithm on a stock: %s', async (kind, more) => {
    const accountId = accountOf('securities')
    const id = await place(draft({ accountId, assetClass: 'stock', symbol: symbol('AAPL'), size: quantity('20'), limitPrice: asPrice(dec('10.00')), terms: { algo: { kind, ...more } } }))
    await until('working', () => row(id)?.status === 'working')
    await restart()
    await until('found again', () => row(id)?.status === 'working' && row(id)?.terms?.algo?.kind === kind)
    await replaceTo(accountId, id, dec('11'))
    await cancel(accountId, id)
    expect(row(id)).toMatchObject({ status: 'cancelled', terms: { algo: { kind } } })
  }, 60_000)
})
