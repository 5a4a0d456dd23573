import { describe, expect, it } from 'vitest'
import { ACCOUNT_OPERATIONS } from '../../../shared/wire/families/trading/accounts.js'
import { AUTH_OPERATIONS } from '../../../shared/wire/families/access/auth.js'
import { STOCK_DATA_OPERATIONS } from '../../../shared/wire/families/market-data/stock-data.js'
import { WATCHLIST_OPERATIONS } from '../../../shared/wire/families/market-data/watchlists.js'
import { ClientTokens, type ClientPair } from '../../../electron/provider/auth/client-tokens.js'
import { VirtualTime } from '../../property/provider/virtual-time.js'
import { answer, broken, callerFixture, type Script } from './fake-http.js'

const START = 1_797_000_000_000
const HOURS = 3_600_000
const DAYS = 24 * HOURS
const pair = (name: string, offsetMs = 0) =>
  answer(200, {
    access_token: `${name}-access`,
    expires_at: START + offsetMs + 2 * HOURS,
    refresh_token: `${name}-refresh`,
    refresh_expires_at: START + offsetMs + 15 * DAYS,
  })

function setUp(script: Script[], stored: ClientPair | null = null) {
  const { caller, http } = callerFixture(script)
  const time = new VirtualTime(START)
  const saved: (ClientPair | null)[] = []
  const tokens = new ClientTokens({
    caller: () => caller,
    userId: 'user-7',
    store: {
      load: () => Promise.resolve(stored),
      save: (savedTokens) => {
        saved.push(savedTokens)
        return Promise.resolve()
      },
    },
    clock: time,
  })
  const bodies = () =>
    http.sent.map(
      (request) =>
        `${request.target} ${new TextDecoder().decode(request.body ?? new Uint8Array())}`,
    )
  return { tokens, http, time, saved, bodies }
}

describe('client tokens (AUTH-6)', () => {
  it('are created once for a hundred readers, signed, and stored before use', async () => {
    const { tokens, http, saved, bodies } = setUp([pair('a')])
    expect(
      new Set(await Promise.all(Array.from({ length: 100 }, () => tokens.accessToken()))),
    ).toEqual(new Set(['a-access']))
    expect(bodies()).toEqual(['/auth/client-tokens/create {"client_user_id":"user-7"}'])
    expect(http.sent[0]?.headers['x-signature']).toBeDefined()
    expect(http.sent[0]?.headers).not.toHaveProperty('x-access-token')
    expect(saved).toMatchObject([{ accessToken: 'a-access', refreshToken: 'a-refresh' }])
  })

  it('are refreshed two minutes before expiry, and created again once the refresh token expired', async () => {
    const { tokens, time, bodies } = setUp([pair('a'), pair('b', 2 * HOURS), pair('c', 20 * DAYS)])
    expect(await tokens.accessToken()).toBe('a-access')
    await time.advance(2 * HOURS - 121_000)
    expect(await tokens.accessToken()).toBe('a-access')
    await time.advance(2_000)
    expect(await tokens.accessToken()).toBe('b-access')
    await time.advance(20 * DAYS)
    expect(await tokens.accessToken()).toBe('c-access')
    expect(bodies()).toEqual([
      expect.stringContaining('create'),
      '/auth/client-tokens/refresh {"refresh_token":"a-refresh"}',
      expect.stringContaining('create'),
    ])
  })

  it.each([
    answer(401, { error_code: 'UNAUTHORIZED' }),
    answer(500, ''),
    answer(200, '{}'),
    broken('reset', 'sent'),
  ])('are created again when a refresh was refused or its answer lost: %#', async (failure) => {
    const { tokens, bodies, saved } = setUp([pair('a'), failure as Script, pair('b')])
    await tokens.accessToken()
    tokens.rejected('a-access')
    expect(await tokens.accessToken()).toBe('b-access')
    expect(bodies().map((body) => body.split(' ')[0])).toEqual([
      '/auth/client-tokens/create',
      '/auth/client-tokens/refresh',
      '/auth/client-tokens/create',
    ])
    expect(saved.map((savedPair) => savedPair?.accessToken ?? null)).toEqual([
      'a-access',
      null,
      'b-access',
    ])
  })

  it('remain in use while the provider is unreachable, without rapid retries', async () => {
    const { tokens, http, time } = setUp([
      pair('a'),
      broken('connect', 'not-sent'),
      broken('connect', 'not-sent'),
    ])
    await tokens.accessToken()
    await time.advance(2 * HOURS - 60_000)
    expect(await tokens.accessToken()).toBe('a-access')
    expect(await tokens.accessToken()).toBe('a-access')
    expect(http.sent).toHaveLength(2)
    expect(tokens.problem?.class).toBe('not-sent')
    await time.advance(61_000)
    expect(await tokens.accessToken()).toBeNull()
  })

  it('continue from the stored pair, with lifetimes capped at the published ones', async () => {
    const storedPair = {
      accessToken: 'k-access',
      accessExpiresAt: START + HOURS,
      refreshToken: 'k-refresh',
      refreshExpiresAt: START + DAYS,
    }
    const known = setUp([], storedPair)
    expect(await known.tokens.accessToken()).toBe('k-access')
    expect(known.http.sent).toHaveLength(0)
    const old = setUp([pair('b')], { ...storedPair, accessExpiresAt: START - 1 })
    expect(await old.tokens.accessToken()).toBe('b-access')
    expect(old.bodies()[0]).toContain('k-refresh')
    const long = setUp([
      answer(200, {
        access_token: 'x',
        expires_at: START + 900 * DAYS,
        refresh_token: 'y',
        refresh_expires_at: START + 900 * DAYS,
      }),
      pair('b'),
    ])
    await long.tokens.accessToken()
    await long.time.advance(2 * HOURS)
    expect(await long.tokens.accessToken()).toBe('b-access')
  })

  it('are not requested repeatedly when refused twice', async () => {
    const { tokens, http } = setUp([answer(401, { error_code: 'UNAUTHORIZED' }), pair('never')])
    expect(await tokens.accessToken()).toBeNull()
    expect(await tokens.accessToken()).toBeNull()
    expect(http.sent).toHaveLength(1)
  })
})

describe('calls with a client token', () => {
  it('carry the token alone, and read market data', async () => {
    const { caller, http } = callerFixture([answer(200, [])], {
      mode: 'client',
      clientToken: 'mine',
    })
    expect(
      (
        await caller.call(STOCK_DATA_OPERATIONS.stockSnapshots, {
          symbols: 'AAPL',
          category: 'US_STOCK',
        })
      ).ok,
    ).toBe(true)
    expect(http.sent[0]?.headers).toEqual({
      accept: 'application/json',
      access_token: 'mine',
      'x-version': 'v3',
    })
    expect(JSON.stringify(http.sent)).not.toContain('top-secret')
  })

  it('are not sent for anything else', async () => {
    const { caller, http } = callerFixture([], { mode: 'client', clientToken: 'mine' })
    expect(await caller.call(ACCOUNT_OPERATIONS.getBalance, { account_id: 'A' })).toMatchObject({
      ok: false,
      error: { class: 'not-sent', code: 'not-allowed' },
    })
    expect(await caller.call(WATCHLIST_OPERATIONS.listWatchlists, {})).toMatchObject({
      ok: false,
      error: { code: 'not-allowed' },
    })
    expect(http.sent).toHaveLength(0)
  })

  it('can still request a token for the institution, which signs', async () => {
    const { caller, http } = callerFixture([pair('a')], { mode: 'client', clientToken: 'mine' })
    expect((await caller.call(AUTH_OPERATIONS.createClientToken, { client_user_id: 'u' })).ok).toBe(
      true,
    )
    expect(http.sent[0]?.headers).toHaveProperty('x-signature')
    expect(http.sent[0]?.headers).not.toHaveProperty('access_token')
  })
})
