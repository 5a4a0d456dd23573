import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  AUTH_OPERATIONS,
  zClientTokenAnswer,
} from '../../../../shared/wire/families/access/auth.js'
import type { Reply } from '../client/http-client.js'
import { sharedExchange } from '../support/shared-exchange.js'
import { startExchange, type TestExchange } from '../support/test-exchange.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

const exchange = sharedExchange()

type Pair = z.output<typeof zClientTokenAnswer>
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const SNAPSHOT = {
  path: '/market-data/stocks/snapshots/list',
  query: [
    ['symbols', 'AAPL'],
    ['category', 'US_STOCK'],
  ] as [string, string][],
}

/** Reads as an end user's device does: without key or signature. */
const readAccounts = (
  token: string,
  sent: {
    path: string
    query?: [string, string][]
    method?: 'GET' | 'POST'
    body?: string
  } = SNAPSHOT,
  on: TestExchange = exchange,
): Promise<Reply> =>
  on.client.raw({
    ...sent,
    headers: {
      access_token: token,
      'x-version': 'v3',
      ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
  })
const code = (reply: Reply): readonly [number, unknown] => [
  reply.status,
  (reply.json as { error_code?: string } | undefined)?.error_code,
]
/** Sends as the institution's backend does: signed, without a 2FA token. */
const backend = (path: string, json: unknown, on: TestExchange = exchange): Promise<Reply> =>
  on.client.signed({ path, json, headers: { 'x-access-token': null } })
async function issue(user: string, on: TestExchange = exchange): Promise<Pair> {
  const reply = await backend(AUTH_OPERATIONS.createClientToken.path, { client_user_id: user }, on)
  expect(reply.status).toBe(200)
  return zClientTokenAnswer.parse(reply.json)
}
const refresh = async (pair: Pair): Promise<Pair> =>
  zClientTokenAnswer.parse(
    (await backend(AUTH_OPERATIONS.refreshClientToken.path, { refresh_token: pair.refresh_token }))
      .json,
  )

describe('client tokens', () => {
  it('last two hours and fifteen days, and give access to market data without a signature', async () => {
    const pair = await issue('reader')
    expect(Math.abs(pair.expires_at - exchange.wall() - 2 * HOUR)).toBeLessThan(MINUTE)
    expect(Math.abs(pair.refresh_expires_at - exchange.wall() - 15 * 24 * HOUR)).toBeLessThan(
      MINUTE,
    )
    const reply = await readAccounts(pair.access_token)
    expect([reply.status, reply.json]).toEqual([200, [expect.objectContaining({ symbol: 'AAPL' })]])
    const bars = await readAccounts(pair.access_token, {
      path: '/market-data/stocks/bars/get',
      query: [
        ['symbol', 'AAPL'],
        ['category', 'US_STOCK'],
        ['timespan', 'D'],
        ['count', '3'],
      ],
    })
    expect(bars.json).toHaveLength(3)
    const logos = await readAccounts(pair.access_token, {
      path: '/market-data/fundamentals/logos/list',
      method: 'POST',
      body: JSON.stringify([{ category: 'US_STOCK', symbols: ['AAPL'] }]),
    })
    expect(logos.status).toBe(200)
  })

  it('give access to market data only', async () => {
    const { access_token: token } = await issue('curious')
    expect(code(await readAccounts(token, { path: '/trading/accounts/list' }))).toEqual([
      401,
      'MISSING_APP_KEY',
    ])
    expect(code(await readAccounts(token, { path: '/market-data/watchlists/list' }))).toEqual([
      401,
      'MISSING_APP_KEY',
    ])
    expect(
      code(
        await readAccounts(token, {
          path: '/market-data/streaming/subscribe',
          method: 'POST',
          body: '{}',
        }),
      ),
    ).toEqual([401, 'MISSING_APP_KEY'])
    // They do not replace the 2FA token either.
    expect(
      code(await exchange.client.signed({ ...SNAPSHOT, headers: { 'x-access-token': token } })),
    ).toEqual([401, 'INVALID_TOKEN'])
    // With an app key, the signature decides: the sign-in methods are not combined.
    expect(
      code(
        await exchange.client.signed({
          ...SNAPSHOT,
          appSecret: 'another secret',
          headers: { access_token: token },
        }),
      ),
    ).toEqual([401, 'UNAUTHORIZED'])
  })

  it('client tokens of a user end when a new pair is created for that user only', async () => {
    const [first, other] = [await issue('twice'), await issue('bystander')]
    const second = await issue('twice')
    expect(code(await readAccounts(first.access_token))).toEqual([401, 'INVALID_TOKEN'])
    expect(
      code(
        await backend(AUTH_OPERATIONS.refreshClientToken.path, {
          refresh_token: first.refresh_token,
        }),
      ),
    ).toEqual([401, 'UNAUTHORIZED'])
    expect((await readAccounts(second.access_token)).status).toBe(200)
    expect((await readAccounts(other.access_token)).status).toBe(200)
  })

  it('are exchanged once for a new pair; the old access token stays valid for half a minute', async () => {
    const first = await issue('renewing')
    const second = await refresh(first)
    expect(
      new Set([first.access_token, first.refresh_token, second.access_token, second.refresh_token])
        .size,
    ).toBe(4)
    expect((await readAccounts(first.access_token)).status).toBe(200)
    expect((await readAccounts(second.access_token)).status).toBe(200)
    expect(
      code(
        await backend(AUTH_OPERATIONS.refreshClientToken.path, {
          refresh_token: first.refresh_token,
        }),
      ),
    ).toEqual([401, 'UNAUTHORIZED'])
    exchange.advance(31_000)
    expect(code(await readAccounts(first.access_token))).toEqual([401, 'INVALID_TOKEN'])
    expect((await readAccounts(second.access_token)).status).toBe(200)
    exchange.advance(-31_000)
  })

  it('expire', async () => {
    const pair = await issue('sleepy')
    exchange.advance(2 * HOUR + MINUTE)
    expect(code(await readAccounts(pair.access_token))).toEqual([401, 'INVALID_TOKEN'])
    exchange.advance(-2 * HOUR - MINUTE)
  })

  it.each([
    ['no user', AUTH_OPERATIONS.createClientToken.path, {}, [417, 'INVALID_PARAMETER']],
    [
      'an empty user',
      AUTH_OPERATIONS.createClientToken.path,
      { client_user_id: '' },
      [417, 'INVALID_PARAMETER'],
    ],
    [
      'a user id without end',
      AUTH_OPERATIONS.createClientToken.path,
      { client_user_id: 'u'.repeat(129) },
      [417, 'INVALID_PARAMETER'],
    ],
    ['no refresh token', AUTH_OPERATIONS.refreshClientToken.path, {}, [417, 'INVALID_PARAMETER']],
    [
      'an invented refresh token',
      AUTH_OPERATIONS.refreshClientToken.path,
      { refresh_token: 'f'.repeat(48) },
      [401, 'UNAUTHORIZED'],
    ],
    ['a list', AUTH_OPERATIONS.createClientToken.path, [], [400, 'ILLEAGAL_PARAMETER']],
  ])('are refused for %s', async (_name, path, body, refusal) => {
    expect(code(await backend(path, body))).toEqual(refusal)
  })

  it.each([AUTH_OPERATIONS.createClientToken.path, AUTH_OPERATIONS.refreshClientToken.path])(
    'are not issued without a valid signature: %s',
    async (path) => {
      expect(
        code(
          await exchange.client.raw({
            method: 'POST',
            path,
            body: '{}',
            headers: { 'x-version': 'v3', 'content-type': 'application/json' },
          }),
        ),
      ).toEqual([401, 'MISSING_APP_KEY'])
    },
  )

  it('require a version, and are refused when invented', async () => {
    const { access_token: token } = await issue('careless')
    expect(
      code(await exchange.client.raw({ ...SNAPSHOT, headers: { access_token: token } })),
    ).toEqual([401, 'MISSING_VERSION'])
    expect(code(await readAccounts('f'.repeat(48)))).toEqual([401, 'INVALID_TOKEN'])
  })

  it('have rate limits per end user', async () => {
    const limited = await startExchange({ rateLimits: 'production' })
    try {
      const [first, second] = [await issue('one', limited), await issue('two', limited)]
      const replies: Reply[] = []
      for (let call = 0; call < 61; call += 1) {
        replies.push(await readAccounts(first.access_token, SNAPSHOT, limited))
      }
      expect(replies.map(({ status }) => status)).toEqual([
        ...Array.from({ length: 60 }, () => 200),
        429,
      ])
      expect((await readAccounts(second.access_token, SNAPSHOT, limited)).status).toBe(200)
    } finally {
      await limited.close()
    }
  })

  it('survive a restart and are stored only as hashes', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'practice-'))
    try {
      const before = await startExchange({ dataDir, retainFolder: true })
      const pair = await issue('lasting', before)
      await before.close()
      const after = await startExchange({ dataDir, retainFolder: true })
      expect((await readAccounts(pair.access_token, SNAPSHOT, after)).status).toBe(200)
      expect(
        (
          await backend(
            AUTH_OPERATIONS.refreshClientToken.path,
            { refresh_token: pair.refresh_token },
            after,
          )
        ).status,
      ).toBe(200)
      await after.practice.command({ command: 'revoke-tokens' })
      expect(code(await readAccounts(pair.access_token, SNAPSHOT, after))).toEqual([
        401,
        'INVALID_TOKEN',
      ])
      await after.close()
    } finally {
      await removeFolder(dataDir)
    }
  })
})

describe('the configuration path', () => {
  it('reports that tokens are checked', async () => {
    const reply = await exchange.client.signed({
      path: AUTH_OPERATIONS.getConfig.path,
      headers: { 'x-access-token': null },
    })
    expect([reply.status, AUTH_OPERATIONS.getConfig.response.parse(reply.json)]).toEqual([
      200,
      { token_check_enabled: true },
    ])
  })

  it('answers signed calls only', async () => {
    expect(
      code(
        await exchange.client.raw({
          path: AUTH_OPERATIONS.getConfig.path,
          headers: { 'x-version': 'v3' },
        }),
      ),
    ).toEqual([401, 'MISSING_APP_KEY'])
  })
})
