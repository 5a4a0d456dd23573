import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asPrice, asQuantity, dec, fromInteger, mul, sum, eq, toScale } from '../../../shared/domain/decimal.js'
import { symbol } from '../../../shared/domain/ids.js'
import type { Order, OrderDraft } from '../../../shared/domain/order.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import type { FaultKind } from '../../../shared/ipc/practice-control.js'
import { zOrder } from '../../../shared/ipc/schemas.js'
import { systemClock } from '../../../electron/adapters/clock.js'
import { createJournalFile } from '../../../electron/adapters/journal-file.js'
import { systemRandom } from '../../../electron/adapters/random.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import type { VaultPort } from '../../../electron/core/ports.js'
import { DEFAULT_LIMITS } from '../../../electron/core/risk/limits.js'
import { createDeskSession } from '../../../electron/core/session/create-desk-session.js'
import type { DeskSession } from '../../../electron/core/session/desk-session.js'
import { openPractice, type PracticeSession } from '../provider/practice-session.js'

const AAPL = symbol('AAPL')
/** A symbol that the practice account does not hold at first. */
const FLAT = symbol('TSLA')
let practice: PracticeSession
let folder: string
let session: DeskSession
const secrets = new Map<string, string>()
const sent: string[] = []

const good = <T, E>(result: Result<T, E>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
const until = async (what: string, holds: () => boolean, ms = 15_000): Promise<number> => {
  const start = Date.now()
  while (!holds()) {
    if (Date.now() - start > ms) throw new Error(`never: ${what}\n${JSON.stringify(session.streams.orders.all(), null, 1)}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return Date.now() - start
}
const vault: VaultPort = {
  backend: 'memory', keyStore: null, read: async (name) => ok(secrets.get(name) ?? null), write: async (name, secret) => { secrets.set(name, secret); return ok(undefined) },
  remove: async (name) => { secrets.delete(name); return ok(undefined) },
}

function open(): DeskSession {
  return createDeskSession({
    environment: 'practice', automaticSignIn: true, signInWay: 'browser', access: 'both', pastes: false, clock: systemClock, timers: systemTimers, random: systemRandom, log: { event: () => undefined }, vault, limits: DEFAULT_LIMITS,
    journal: createJournalFile({ path: join(folder, 'orders.journal'), clock: systemClock, log: { event: () => undefined } }),
    authorize: {
      async authorize(urlFor) {
        const redirectUri = 'http://127.0.0.1:4567/callback'
        const answer = (await practice.practice.command({ command: 'approve', query: Object.fromEntries(new URL(urlFor(redirectUri)).searchParams) })) as { redirect: string }
        return ok({ query: new URL(answer.redirect).search.slice(1), redirectUri })
      },
    },
    provider: (tokens) => {
      const provider = practice.provider()
      provider.useBearer(tokens)
      const { place } = provider.trade
      const trade = { ...provider.trade, place: (draft: OrderDraft, id: Parameters<typeof place>[1]) => { sent.push(id); return place(draft, id) } }
      return { ...provider, trade, api: provider.health, dispose: () => Promise.resolve(provider.close()) }
    },
  })
}

const account = () => session.sessionView().selectedAccount!
const draft = (more: Partial<OrderDraft> = {}): OrderDraft => ({
  accountId: account(), assetClass: 'stock', symbol: AAPL, side: 'buy', type: 'limit', timeInForce: 'gtc', session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('10')) }, limitPrice: asPrice(dec('10.00')), stopPrice: null, trail: null, expireDate: null, ...more,
})
const row = (id: Order['clientOrderId']): Order | undefined => session.streams.orders.all().find((order) => order.clientOrderId === id)
const fault = (kind: FaultKind, operation: string) => practice.practice.command({ command: 'fault', fault: { kind, operation } })
let tickets = 0
const ticket = () => `ticket-${(tickets += 1)}-0000`

beforeAll(async () => {
  practice = await openPractice({ pingMs: 200 })
  folder = await mkdtemp(join(tmpdir(), 'countersign-desk-'))
  session = open()
  await session.start()
}, 60_000)
afterAll(async () => {
  await session.dispose()
  await practice.close()
  await rm(folder, { recursive: true, force: true })
})

describe('a desk session over the real exchange', () => {
  test('signs in and is ready, with an account, money and live channels', async () => {
    expect(session.sessionView()).toMatchObject({ phase: 'ready', trading: 'active' })
    await until('balance', () => session.streams.balance.get() !== null)
    const release = session.streams.quotes([AAPL]).subscribe(() => undefined)
    await until('all channels live', () => session.streams.health.get().channels.every((channel) => channel.state === 'live'))
    await until('a live quote', () => session.streams.quotes([AAPL]).all()[0]?.last != null)
    let changes = 0
    const count = session.streams.quotes([AAPL]).subscribe(() => { changes += 1 })
    await until('the market moves', () => changes > 2)
    await until('the exchange clock is heard', () => session.sessionView().exchangeOffsetMs !== null)
    count()
    release()
  })

  test('a limit buy rests, is replaced, is cancelled', async () => {
    const outcome = good(await session.submit(ticket(), draft()))
    if (outcome.outcome !== 'acknowledged') throw new Error(JSON.stringify(outcome))
    const id = outcome.order.clientOrderId
    await until('working', () => row(id)?.status === 'working')
    good(await session.replace(account(), id, { limitPrice: asPrice(dec('11.00')), quantity: asQuantity(dec('20')) }))
    await until('replaced', () => row(id)?.pending === null)
    expect(zOrder.parse(row(id))).toMatchObject({ note: null, ours: true })
    expect(eq(row(id)!.limitPrice!, dec('11')) && eq(row(id)!.quantity!, dec('20'))).toBe(true)
    good(await session.cancel(account(), id))
    await until('cancelled', () => row(id)?.status === 'cancelled')
    const page = good(await session.history({ accountId: account(), from: null, to: null, cursor: null }))
    expect(page.orders.some((order) => order.clientOrderId === id)).toBe(true)
  })

  test('a market buy fills, becomes a position, is marked live and closed again', async () => {
    const release = session.streams.quotes([FLAT]).subscribe(() => undefined)
    await until('a quote', () => session.streams.quotes([FLAT]).all()[0]?.last != null)
    const outcome = good(await session.submit(ticket(), draft({ symbol: FLAT, type: 'market', limitPrice: null, timeInForce: 'day' })))
    if (outcome.outcome !== 'acknowledged') throw new Error(JSON.stringify(outcome))
    const id = outcome.order.clientOrderId
    await until('filled', () => row(id)?.status === 'filled')
    const fills = session.streams.fills.recent().filter((fill) => fill.clientOrderId === id)
    expect(eq(sum(fills.map((fill) => fill.quantity)), dec('10'))).toBe(true)
    await until('a position', () => session.streams.positions.get().some((position) => position.symbol === FLAT && eq(position.quantity, dec('10'))))
    const position = session.streams.positions.get().find((one) => one.symbol === FLAT)!
    expect(eq(position.marketValue!, toScale(mul(position.lastPrice!, position.quantity), 2, 'half-even'))).toBe(true)
    const close = good(await session.submit(ticket(), draft({ symbol: FLAT, side: 'sell', type: 'market', limitPrice: null, timeInForce: 'day' })))
    expect(close.outcome).toBe('acknowledged')
    await until('closed', () => !session.streams.positions.get().some((one) => one.symbol === FLAT))
    release()
  })

  test.each([['drop-after-effect', 'working'], ['error-after-effect', 'working']] as const)('rel-029 rel-031: %s at place is unknown, then found, never sent again', async (kind, status) => {
    await fault(kind, 'trading.orders.place')
    const before = sent.length
    const outcome = good(await session.submit(ticket(), draft({ limitPrice: asPrice(fromInteger(1_200 + tickets, 2)) })))
    if (outcome.outcome !== 'unknown' && outcome.outcome !== 'acknowledged') throw new Error(JSON.stringify(outcome))
    const id = outcome.order.clientOrderId
    await until('found', () => row(id)?.status === status)
    expect(sent.length).toBe(before + 1)
    good(await session.cancel(account(), id))
    await until('cancelled', () => row(id)?.status === 'cancelled')
  })

  test('a lost cancel answer settles by what Order Detail shows', async () => {
    const outcome = good(await session.submit(ticket(), draft({ limitPrice: asPrice(dec('12.50')) })))
    if (outcome.outcome !== 'acknowledged') throw new Error(JSON.stringify(outcome))
    const id = outcome.order.clientOrderId
    await until('working', () => row(id)?.status === 'working')
    await fault('drop-after-effect', 'trading.orders.cancel')
    await session.cancel(account(), id)
    await until('cancelled', () => row(id)?.status === 'cancelled')
    expect(row(id)?.pending).toBeNull()
  })

  test('rel-031: without events a change is on the screen within about three seconds', async () => {
    const outcome = good(await session.submit(ticket(), draft({ limitPrice: asPrice(dec('12.60')) })))
    if (outcome.outcome !== 'acknowledged') throw new Error(JSON.stringify(outcome))
    const id = outcome.order.clientOrderId
    await until('working', () => row(id)?.status === 'working')
    await practice.practice.command({ command: 'fault', fault: { kind: 'event-stream-black-hole', count: null } })
    const other = practice.provider()
    expect((await other.trade.cancel(account(), id)).outcome).toBe('acknowledged')
    expect(await until('cancelled', () => row(id)?.status === 'cancelled')).toBeLessThan(5_000)
    await practice.practice.command({ command: 'clear-faults' })
  })

  test('rel-028: another process on the same journal finds a resting order again and sends nothing', async () => {
    const name = ticket()
    const resting = draft({ limitPrice: asPrice(dec('12.70')) })
    const outcome = good(await session.submit(name, resting))
    if (outcome.outcome !== 'acknowledged') throw new Error(JSON.stringify(outcome))
    const id = outcome.order.clientOrderId
    const before = sent.length
    await session.dispose()
    session = open()
    await session.start()
    expect(session.sessionView().phase).toBe('ready')
    await until('found again', () => row(id)?.status === 'working' && row(id)?.ours === true)
    expect(good(await session.submit(name, resting))).toMatchObject({ outcome: 'acknowledged', order: { clientOrderId: id } })
    expect(sent.length).toBe(before)
    good(await session.cancel(account(), id))
    await until('cancelled', () => row(id)?.status === 'cancelled')
  })

  test('the running bar that trades make is the one that the exchange answers', async () => {
    const bar = session.streams.bar(AAPL, 'M5')
    const release = bar.subscribe(() => undefined)
    const ticks = session.streams.ticks(AAPL).subscribe(() => undefined)
    await until('a running bar', () => bar.get() !== null && session.streams.ticks(AAPL).recent().length > 0)
    let agreed = false
    for (let round = 0; round < 30 && !agreed; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 500))
      const answered = good(await session.bars({ symbol: AAPL, timespan: 'M5', before: null, count: 1 })).bars.at(-1)!
      const made = bar.get()!
      agreed = made.time === answered.time && (['open', 'high', 'low', 'close', 'volume'] as const).every((member) => eq(made[member], answered[member]))
    }
    expect(agreed).toBe(true)
    release()
    ticks()
  })

  test('refusals of the exchange are rejections with its code', async () => {
    const outcome = good(await session.submit(ticket(), draft({ symbol: FLAT, side: 'sell', limitPrice: asPrice(dec('999.00')) })))
    expect(outcome).toMatchObject({ outcome: 'rejected', code: expect.stringMatching(/^[A-Z_]+$/) })
  })
})
