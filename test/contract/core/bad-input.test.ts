import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../electron/adapters/clock.js'
import { createJournalFile } from '../../../electron/adapters/journal-file.js'
import { systemRandom } from '../../../electron/adapters/random.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import { DEFAULT_LIMITS } from '../../../electron/core/risk/limits.js'
import { createDeskSession } from '../../../electron/core/session/create-desk-session.js'
import type { DeskSession } from '../../../electron/core/session/desk-session.js'
import { memoryVault } from '../../../electron/shell/vault.js'
import { createProvider } from '../../../electron/provider/gateway.js'
import { asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import { clientOrderId, symbol } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/order.js'
import { ok } from '../../../shared/domain/result.js'
import { nodeWorld } from '../../harness/node-world.js'
import { openPractice, type PracticeSession } from '../provider/practice-session.js'

/** Bad input through the whole client over the real exchange: nothing is placed, it says what happened, and nothing is lost. */

let practice: PracticeSession
let session: DeskSession
let folder: string
const log = { event: () => undefined }

const accepted = async (): Promise<number> => {
  const state = (await practice.practice.command({ command: 'state' })) as { accepted: Record<string, number> }
  return Object.keys(state.accepted).length
}
const draft = (more: Partial<OrderDraft> = {}): OrderDraft => {
  const accountId = session.sessionView().selectedAccount
  if (accountId === null) throw new Error('no account')
  return {
    accountId, assetClass: 'stock', symbol: symbol('AAPL'), side: 'buy', type: 'limit', timeInForce: 'gtc', session: 'core',
    size: { kind: 'quantity', quantity: asQuantity(dec('1')) }, limitPrice: asPrice(dec('10.00')), stopPrice: null, trail: null, expireDate: null, ...more,
  }
}
const shares = (text: string): Pick<OrderDraft, 'size'> => ({ size: { kind: 'quantity', quantity: asQuantity(dec(text)) } })
let tickets = 0
const ticket = (): string => `bad-input-${(tickets += 1)}`

beforeAll(async () => {
  practice = await openPractice({ pingMs: 200 })
  folder = await mkdtemp(join(tmpdir(), 'countersign-bad-input-'))
  session = createDeskSession({
    environment: 'practice', automaticSignIn: true, signInWay: 'browser', access: 'both', pastes: false, clock: systemClock, timers: systemTimers, random: systemRandom, log, vault: memoryVault(), limits: DEFAULT_LIMITS,
    journal: createJournalFile({ path: join(folder, 'orders.journal'), clock: systemClock, log }),
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
      return { ...provider, api: provider.health, dispose: () => Promise.resolve(provider.close()) }
    },
  })
  await session.start()
}, 60_000)
afterAll(async () => {
  await session.dispose()
  await practice.close()
  await rm(folder, { recursive: true, force: true })
})

describe('an order that cannot be', () => {
  it.each([
    ['an unknown symbol', { symbol: symbol('NOSUCH') }, 'NOSUCH is not listed'],
    ['a price between two ticks', { limitPrice: asPrice(dec('10.005')) }, 'The limit price is between two price steps'],
    ['a price of zero', { limitPrice: asPrice(dec('0')) }, 'The limit price must be above zero'],
    ['a quantity of zero', shares('0'), 'Enter a quantity above zero'], ['a negative quantity', shares('-5'), 'Enter a quantity above zero'],
    ['a quantity with six decimals', shares('1.000001'), 'A quantity has at most five decimal places'],
  ] as const)('%s is refused in words, places nothing and loses nothing', async (_name, more, words) => {
    const before = await accepted()
    // `denied` means that nothing was sent.
    expect(await session.submit(ticket(), draft(more))).toEqual({ ok: true, value: { outcome: 'denied', reasons: [expect.stringContaining(words) as string] } })
    expect(await accepted()).toBe(before)
    expect(session.sessionView().phase).toBe('ready')
  })
})

describe('a request that proves nothing', () => {
  it('a wrong signature: refused for certain, nothing placed', async () => {
    const before = await accepted()
    const forger = practice.provider({ appSecret: 'wrong' })
    expect(await forger.trade.place(draft(), clientOrderId('forged-0000000001'))).toMatchObject({ outcome: 'not-sent', reason: expect.stringMatching(/[A-Za-z]{3}/) as string })
    expect(await accepted()).toBe(before)
  })

  it('a stale timestamp: refused for certain, nothing placed, and good again with a right clock', async () => {
    const provider = practice.provider()
    expect((await provider.portfolio.accounts()).ok).toBe(true)
    const before = await accepted()
    await practice.practice.command({ command: 'skew', ms: 600_000 })
    expect(await provider.trade.place(draft(), clientOrderId('stale-00000000001'))).toMatchObject({ outcome: 'rejected' })
    await practice.practice.command({ command: 'skew', ms: 0 })
    expect(await accepted()).toBe(before)
    expect((await provider.portfolio.accounts()).ok).toBe(true)
  })

  it('a replayed nonce: refused for certain, nothing placed', async () => {
    const world = nodeWorld(practice.ready.ca)
    const { ready } = practice
    let frozen = false
    const provider = createProvider({
      endpoints: practice.endpoints, mode: 'key', credentials: { appKey: ready.appKey, appSecret: ready.appSecret, algorithm: 'HMAC-SHA256' },
      client: { clientId: ready.clientId, clientSecret: ready.clientSecret, scope: ready.scope },
      tokenStore: { load: () => Promise.resolve(null), save: () => Promise.resolve() },
      world: { ...world, random: { ...world.random, bytes: (count) => (frozen ? new Uint8Array(count).fill(7) : world.random.bytes(count)) } },
    })
    try {
      expect((await provider.portfolio.accounts()).ok).toBe(true)
      frozen = true
      const before = await accepted()
      expect(await provider.trade.place(draft(), clientOrderId('nonce-00000000001'))).toMatchObject({ outcome: 'acknowledged' })
      expect(await provider.trade.place(draft(), clientOrderId('nonce-00000000002'))).toMatchObject({ outcome: 'rejected' })
      expect(await accepted()).toBe(before + 1)
    } finally {
      provider.close()
    }
  })
})
