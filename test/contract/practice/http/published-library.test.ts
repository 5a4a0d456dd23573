import { describe, expect, it } from 'vitest'
import { STOCK_DATA_OPERATIONS } from '../../../../shared/wire/families/market-data/stock-data.js'
import { signHttp } from '../client/sign.js'
import { sharedExchange } from '../support/shared-exchange.js'

/**
 * Requests as the provider's published 2.x libraries send them where they differ from the
 * documentation.
 */
const exchange = sharedExchange()

describe("the provider's own libraries", () => {
  it("may write Python's True and False into queries", async () => {
    const ask = (truth: string) =>
      exchange.client.get('/openapi/market-data/stock/snapshot', {
        symbols: 'AAPL',
        category: 'US_STOCK',
        extend_hour_required: truth,
        overnight_required: 'False',
      })
    const reply = await ask('True')
    expect([
      reply.status,
      STOCK_DATA_OPERATIONS.stockSnapshots.response.parse(reply.json)[0]?.symbol,
    ]).toEqual([200, 'AAPL'])
    for (const wrong of ['TRUE', 'yes', '__proto__', 'constructor']) {
      expect((await ask(wrong)).status).toBe(417)
    }
  })

  it('may sign the host without a separately given port, and nothing else', async () => {
    const { ready } = exchange.practice
    const ask = (host: string) => {
      const headers = signHttp({
        appKey: ready.appKey,
        appSecret: ready.appSecret,
        host,
        path: '/openapi/config',
        query: [],
        body: null,
      })
      return exchange.client.raw({
        path: '/openapi/config',
        headers: { ...headers, 'x-version': 'v2' },
      })
    }
    const { host, hostname } = new URL(ready.hosts.api)
    expect([(await ask(host)).status, (await ask(hostname)).status]).toEqual([200, 200])
    for (const wrong of ['localhost', `${hostname}:1`, '']) {
      expect((await ask(wrong)).json).toMatchObject({ error_code: 'UNAUTHORIZED' })
    }
  })
})
