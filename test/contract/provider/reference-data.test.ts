import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FUNDAMENTAL_OPERATIONS } from '../../../shared/wire/families/company/fundamentals.js'
import { NEWS_OPERATIONS } from '../../../shared/wire/families/market-data/news.js'
import { SCREENER_OPERATIONS } from '../../../shared/wire/families/market-data/screeners.js'
import { WATCHLIST_OPERATIONS } from '../../../shared/wire/families/market-data/watchlists.js'
import type { Caller } from '../../../electron/provider/http/caller.js'
import { allItems } from '../../../electron/provider/http/paginate.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { practiceCaller } from './practice-caller.js'
import { openPractice, type PracticeSession } from './practice-session.js'

let session: PracticeSession
let caller: Caller

beforeAll(async () => {
  session = await openPractice()
  caller = practiceCaller(session)
})
afterAll(async () => {
  caller.close()
  await session.close()
})

const GROUPS = [{ category: 'US_STOCK' as const, symbols: ['AAPL', 'KO'] }]

describe('reference data through the provider client', () => {
  it('returns events as the list of their data', async () => {
    const events = expectOk(
      await caller.call(NEWS_OPERATIONS.newsSummary, { category_symbols: GROUPS }),
    )
    expect(events.map(({ type }) => type)).toEqual(['meta', 'text', 'text', 'table', 'text'])
  })

  it('returns bare arrays', async () => {
    expect(
      expectOk(await caller.call(NEWS_OPERATIONS.displayLogos, GROUPS)).map(({ symbol }) => symbol),
    ).toEqual(['AAPL', 'KO'])
  })

  it('returns rankings, pages of sectors and statements', async () => {
    expect(expectOk(await caller.call(SCREENER_OPERATIONS.gainersLosers, {}))).toHaveLength(42)
    const sectors = expectOk(
      await allItems((key) =>
        caller.call(
          SCREENER_OPERATIONS.marketSectors,
          key === undefined ? {} : { pagination_key: key },
        ),
      ),
    )
    expect(new Set(sectors.map(({ id }) => id)).size).toBe(10)
    expect(
      expectOk(
        await caller.call(FUNDAMENTAL_OPERATIONS.incomeStatement, {
          symbol: 'KO',
          category: 'US_STOCK',
          type: 'ANNUAL',
          count: '2',
        }),
      ),
    ).toHaveLength(2)
  })

  it('reports watchlist changes as done', async () => {
    const { watchlist_id: id } = expectOk(
      await caller.call(WATCHLIST_OPERATIONS.createWatchlist, { name: 'Mine' }),
    )
    expect(
      expectOk(await caller.call(WATCHLIST_OPERATIONS.listWatchlists, {})).map(
        ({ watchlist_id: known }) => known,
      ),
    ).toEqual([id])
    expect(
      expectOk(await caller.call(WATCHLIST_OPERATIONS.deleteWatchlist, { watchlist_id: id })),
    ).toBe(true)
  })
})
