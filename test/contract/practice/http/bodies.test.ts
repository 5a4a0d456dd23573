import { request } from 'node:https'
import { describe, expect, it } from 'vitest'
import { sharedExchange } from '../support/shared-exchange.js'

const exchange = sharedExchange()

const PLACE = '/trading/orders/place'

describe('invalid request bodies', () => {
  it('a body above 1 MiB, declared or not, is refused, and the exchange keeps serving', async () => {
    const reply = await exchange.client
      .signed({ path: PLACE, body: `{"x":"${'a'.repeat(1_100_000)}"}` })
      .catch((error: unknown) => error as Error)
    // A client that is still sending may see the closed connection instead of the answer.
    if (!(reply instanceof Error)) {
      expect([reply.status, reply.json]).toEqual([
        413,
        { error_code: 'REQUEST_TOO_LARGE', message: expect.any(String) as string },
      ])
    }
    const declared = await declaredOnly()
    expect(declared).toEqual([413, 'REQUEST_TOO_LARGE'])
    expect((await exchange.client.get('/trading/accounts/list')).status).toBe(200)
  })

  it.each([
    ['{"account_id":', 'cut JSON'],
    ['[]', 'an array'],
    ['"text"', 'text'],
    ['null', 'null'],
    ['1', 'a number'],
  ])('get 400 for %s (%s)', async (body) => {
    const reply = await exchange.client.signed({ path: PLACE, body })
    expect([reply.status, reply.json]).toEqual([
      400,
      { error_code: 'ILLEAGAL_PARAMETER', message: expect.any(String) as string },
    ])
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'get 400 for the content type %s',
    async (type) => {
      const reply = await exchange.client.signed({
        path: PLACE,
        body: '{}',
        headers: { 'content-type': type },
      })
      expect([reply.status, (reply.json as { error_code: string }).error_code]).toEqual([
        400,
        'ILLEAGAL_PARAMETER',
      ])
    },
  )

  it('may have a content type with a charset', async () => {
    const reply = await exchange.client.signed({
      path: '/auth/tokens/create',
      body: '{}',
      headers: { 'content-type': 'application/json; charset=utf-8' },
    })
    expect(reply.status).toBe(200)
  })

  it('invalid request bodies with missing or wrongly typed members are refused with the code of their operation family', async () => {
    const place = await exchange.client.post(PLACE, {
      account_id: await exchange.account(),
      new_orders: [{ symbol: 'AAPL' }],
    })
    expect([place.status, (place.json as { error_code: string }).error_code]).toEqual([
      417,
      'OPENAPI_PARAM_ERR',
    ])
    const detail = await exchange.client.get('/trading/orders/get', {
      account_id: await exchange.account(),
    })
    expect([detail.status, (detail.json as { error_code: string }).error_code]).toEqual([
      417,
      'OPENAPI_PARAM_ERR',
    ])
    const balance = await exchange.client.get('/trading/assets/balances/get')
    expect([balance.status, (balance.json as { error_code: string }).error_code]).toEqual([
      417,
      'INVALID_PARAMETER',
    ])
    const snapshot = await exchange.client.get('/market-data/stocks/snapshots/list', {
      symbols: 'AAPL',
      category: 'US_MOON',
    })
    expect(snapshot.json).toEqual({
      error_code: 'UNSUPPORTED_CATEGORY',
      message: expect.any(String) as string,
      status: 417,
    })
  })

  it('invalid request bodies with names like __proto__ are refused normally', async () => {
    const reply = await exchange.client.signed({
      path: PLACE,
      body: '{"__proto__":{"account_id":"x"},"constructor":1,"new_orders":[]}',
    })
    expect(reply.status).toBe(417)
    const account = await exchange.client.get('/trading/assets/balances/get', {
      account_id: '__proto__',
    })
    expect([account.status, (account.json as { error_code: string }).error_code]).toEqual([
      403,
      'ACCOUNT_ACCESS_DENIED',
    ])
  })
})

/** Declares two MiB and sends nothing; the exchange must answer without waiting for the body. */
function declaredOnly(): Promise<readonly [number, string]> {
  const url = new URL(exchange.practice.ready.hosts.api)
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: url.hostname,
        port: url.port,
        method: 'POST',
        path: PLACE,
        ca: exchange.practice.ready.ca,
        agent: false,
        headers: { 'content-length': '2097152', 'content-type': 'application/json' },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { error_code: string }
          sent.destroy()
          resolve([response.statusCode ?? 0, body.error_code])
        })
      },
    )
    sent.on('error', reject)
    sent.flushHeaders()
  })
}
