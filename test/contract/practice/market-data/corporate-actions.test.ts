import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { CORPORATE_ACTION_OPERATIONS } from '../../../../shared/wire/families/company/corporate-actions.js'
import { sharedExchange } from '../support/shared-exchange.js'

const exchange = sharedExchange({ speed: 0 })

type Action = z.output<typeof CORPORATE_ACTION_OPERATIONS.corporateActions.response>['data'][number]
async function all(path: string, query: Readonly<Record<string, string>>): Promise<Action[]> {
  const list: Action[] = []
  for (let key: string | null | undefined = ''; key !== null && key !== undefined; ) {
    const reply = await exchange.client.get(path, {
      ...query,
      ...(key === '' ? {} : { pagination_key: key }),
    })
    expect(reply.status).toBe(200)
    const page = CORPORATE_ACTION_OPERATIONS.corporateActions.response.parse(reply.json)
    list.push(...page.data)
    key = page.pagination_key
  }
  return list
}
const KO = { symbol: 'KO', category: 'US_STOCK' }

describe('corporate actions', () => {
  it('are paged newest first for a stock, each once', async () => {
    const first = CORPORATE_ACTION_OPERATIONS.corporateActions.response.parse(
      (
        await exchange.client.get(CORPORATE_ACTION_OPERATIONS.corporateActions.path, {
          symbol: 'NVDA',
          category: 'US_STOCK',
        })
      ).json,
    )
    expect(first.data).toHaveLength(20)
    expect(first.pagination_key).toEqual(expect.any(String))
    const events = await all(CORPORATE_ACTION_OPERATIONS.corporateActions.path, {
      symbol: 'NVDA',
      category: 'US_STOCK',
    })
    expect(new Set(events.map(({ event_id: id }) => id)).size).toBe(events.length)
    const days = events.map(({ event_date: day }) => day ?? '')
    expect(days).toEqual([...days].sort().reverse())
    expect(
      events.find(
        ({ event_type: type, event_date: day }) => type === 'FORWARD_SPLIT' && day === '2024-06-10',
      ),
    ).toMatchObject({ ratio_old: '1', ratio_new: '10', event_action: 'I' })
  })

  it('include splits, reverse splits and name changes', async () => {
    const reverse = await all(CORPORATE_ACTION_OPERATIONS.corporateActions.path, {
      symbol: 'SQQQ',
      category: 'US_STOCK',
      event_types: 'REVERSE_SPLIT',
    })
    expect(reverse.map(({ ratio_old: from, ratio_new: to }) => [from, to])).toEqual([
      ['5', '1'],
      ['5', '1'],
    ])
    expect(
      await all(CORPORATE_ACTION_OPERATIONS.corporateActions.path, {
        symbol: 'META',
        category: 'US_STOCK',
        event_types: 'NAME_CHANGE,MERGER',
      }),
    ).toHaveLength(1)
  })

  it('are filtered by day and type', async () => {
    const dividends = await all(CORPORATE_ACTION_OPERATIONS.corporateActions.path, {
      ...KO,
      event_types: 'CASH_DIVIDEND',
    })
    expect(dividends.length).toBeGreaterThanOrEqual(18)
    const day = dividends[3]?.event_date ?? ''
    expect(
      (
        await all(CORPORATE_ACTION_OPERATIONS.corporateActions.path, {
          ...KO,
          start_date: day,
          end_date: day,
        })
      ).map(({ event_date: on }) => on),
    ).toEqual([day])
    expect(
      await all(CORPORATE_ACTION_OPERATIONS.corporateActions.path, {
        ...KO,
        event_types: 'SPIN_OFF',
      }),
    ).toEqual([])
  })

  it('corporate actions of the market equal those of its stocks', async () => {
    const market = await all(CORPORATE_ACTION_OPERATIONS.corporateActionsByMarket.path, {
      market: 'US',
      start_date: '2025-01-01',
    })
    expect(market.length).toBeGreaterThan(100)
    expect(new Set(market.map(({ event_id: id }) => id)).size).toBe(market.length)
    const own = await all(CORPORATE_ACTION_OPERATIONS.corporateActions.path, {
      ...KO,
      start_date: '2025-01-01',
    })
    expect(market.filter(({ symbol }) => symbol === 'KO')).toEqual(own)
  })

  it.each([
    [
      'an unknown symbol',
      CORPORATE_ACTION_OPERATIONS.corporateActions.path,
      { ...KO, symbol: 'NOPE' },
      'UNSUPPORTED_SYMBOL',
    ],
    [
      'another category',
      CORPORATE_ACTION_OPERATIONS.corporateActions.path,
      { ...KO, category: 'US_OPTION' },
      'UNSUPPORTED_CATEGORY',
    ],
    [
      'an unknown kind',
      CORPORATE_ACTION_OPERATIONS.corporateActions.path,
      { ...KO, event_types: 'CASH_DIVIDEND,PARTY' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'a day that is none',
      CORPORATE_ACTION_OPERATIONS.corporateActions.path,
      { ...KO, start_date: '2026-13-01' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'an end before the start',
      CORPORATE_ACTION_OPERATIONS.corporateActions.path,
      { ...KO, start_date: '2026-02-01', end_date: '2026-01-01' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'a cursor of another stock',
      CORPORATE_ACTION_OPERATIONS.corporateActions.path,
      { ...KO, pagination_key: 'e30=' },
      'INVALID_PARAMETER',
    ],
    [
      'another market',
      CORPORATE_ACTION_OPERATIONS.corporateActionsByMarket.path,
      { market: 'HK' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'no market',
      CORPORATE_ACTION_OPERATIONS.corporateActionsByMarket.path,
      {},
      'ILLEGAL_PARAMETER',
    ],
    [
      'an unknown kind over the market',
      CORPORATE_ACTION_OPERATIONS.corporateActionsByMarket.path,
      { market: 'US', event_types: '' },
      'ILLEGAL_PARAMETER',
    ],
  ] as const)('are refused for %s', async (_name, path, query, code) => {
    const reply = await exchange.client.get(path, query)
    expect([reply.status, reply.json]).toEqual([
      417,
      { error_code: code, message: expect.any(String) as string, status: 417 },
    ])
  })
})
