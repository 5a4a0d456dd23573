import { describe, expect, it } from 'vitest'
import { NEWS_OPERATIONS } from '../../../../shared/wire/families/market-data/news.js'
import { STOCK_DATA_OPERATIONS } from '../../../../shared/wire/families/market-data/stock-data.js'
import { readEvents } from '../../../../shared/wire/sse.js'
import { sharedExchange } from '../support/shared-exchange.js'

const exchange = sharedExchange({ speed: 0 })

const GROUPS = [
  { category: 'US_STOCK', symbols: ['AAPL', 'NIO'] },
  { category: 'US_ETF', symbols: ['SPY'] },
]
const refused = (code: string) => [
  417,
  { error_code: code, message: expect.any(String) as string, status: 417 },
]

describe('the news summary', () => {
  it('is streamed as events until the connection ends, and contains the quotes', async () => {
    const reply = await exchange.client.post(NEWS_OPERATIONS.newsSummary.path, {
      category_symbols: GROUPS,
      lang: 'en',
    })
    expect([reply.status, reply.headers['content-type'], reply.headers.connection]).toEqual([
      200,
      'text/event-stream;charset=UTF-8',
      'close',
    ])
    const events = NEWS_OPERATIONS.newsSummary.response.parse(readEvents(reply.text))
    expect(events.map(({ type }) => type)).toEqual([
      'meta',
      'text',
      'text',
      'text',
      'table',
      'text',
    ])
    expect(events[0]?.args?.sessionId).toEqual(expect.any(String))
    const snapshots = (
      await exchange.client.get(STOCK_DATA_OPERATIONS.stockSnapshots.path, {
        symbols: 'AAPL,NIO,SPY',
        category: 'US_STOCK',
      })
    ).json as { symbol: string; price: string }[]
    expect(events[4]?.rows?.map((row) => [row[0]?.text, row[1]?.text])).toEqual(
      snapshots.map(({ symbol, price }) => [symbol, price]),
    )
    expect(events[1]?.message).toContain('**AAPL**')
  })

  it.each([
    ['no symbols', { category_symbols: [] }, 'ILLEGAL_PARAMETER'],
    [
      'an unknown symbol',
      { category_symbols: [{ category: 'US_STOCK', symbols: ['NOPE'] }] },
      'UNSUPPORTED_SYMBOL',
    ],
    ['another language', { category_symbols: GROUPS, lang: 'fr' }, 'ILLEGAL_PARAMETER'],
    [
      '101 symbols',
      {
        category_symbols: [
          { category: 'US_STOCK', symbols: Array.from({ length: 101 }, (_, n) => `S${n}`) },
        ],
      },
      'TOO_MANY_SYMBOLS',
    ],
  ] as const)('is refused for %s', async (_name, body, code) => {
    const reply = await exchange.client.post(NEWS_OPERATIONS.newsSummary.path, body)
    expect([reply.status, reply.json]).toEqual(refused(code))
  })
})

describe('profiles and logos for display', () => {
  it('are returned as a bare array', async () => {
    const profiles = NEWS_OPERATIONS.displayProfiles.response.parse(
      (await exchange.client.post(NEWS_OPERATIONS.displayProfiles.path, GROUPS)).json,
    )
    expect(profiles.map(({ symbol, category, is_adr: adr }) => [symbol, category, adr])).toEqual([
      ['AAPL', 'US_STOCK', false],
      ['NIO', 'US_STOCK', true],
      ['SPY', 'US_ETF', false],
    ])
    const logos = NEWS_OPERATIONS.displayLogos.response.parse(
      (await exchange.client.post(NEWS_OPERATIONS.displayLogos.path, GROUPS)).json,
    )
    expect(logos.map(({ symbol }) => symbol)).toEqual(['AAPL', 'NIO', 'SPY'])
    expect(
      Buffer.from((logos[0]?.logo_url ?? '').split(',')[1] ?? '', 'base64').toString('utf8'),
    ).toMatch(/^<svg .*AA.*<\/svg>$/)
  })

  it.each([
    [
      'an unknown symbol',
      [{ category: 'US_STOCK', symbols: ['NOPE'] }],
      refused('UNSUPPORTED_SYMBOL'),
    ],
    [
      'another category',
      [{ category: 'US_CRYPTO', symbols: ['BTCUSD'] }],
      refused('UNSUPPORTED_CATEGORY'),
    ],
    ['no group', [], refused('ILLEGAL_PARAMETER')],
    [
      'an object',
      { category: 'US_STOCK', symbols: ['AAPL'] },
      [
        400,
        {
          error_code: 'ILLEAGAL_PARAMETER',
          message: 'The body must be a JSON array.',
          status: 400,
        },
      ],
    ],
  ] as const)('are refused for %s', async (_name, body, expected) => {
    for (const path of [NEWS_OPERATIONS.displayProfiles.path, NEWS_OPERATIONS.displayLogos.path]) {
      const reply = await exchange.client.post(path, body)
      expect([reply.status, reply.json]).toEqual(expected)
    }
  })
})
