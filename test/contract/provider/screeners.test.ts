import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FactsPort } from '../../../electron/core/market/facts/facts-port.js'
import {
  ACTIVE_MEASURES,
  DIVIDEND_SORTS,
  MOVER_PERIODS,
  RANKING_SORTS,
  YEAR_EXTREMES,
  YEAR_SORTS,
} from '../../../shared/domain/reference/screener.js'
import type { RankingQuery } from '../../../shared/domain/reference/screener.schema.js'
import { HttpClient } from '../practice/client/http-client.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { openPractice, type PracticeSession } from './practice-session.js'

let session: PracticeSession
let facts: FactsPort
let person: HttpClient
beforeAll(async () => {
  session = await openPractice({}, 'off')
  facts = await session.provider().facts()
  person = new HttpClient(session.ready)
  await person.signIn()
})
afterAll(async () => {
  person.close()
  await session.close()
})

const movers = (change: Partial<Extract<RankingQuery, { list: 'movers' }>>): RankingQuery => ({
  list: 'movers',
  period: '1d',
  sort: 'changeRatio',
  direction: 'descending',
  ...change,
})
const symbolsOf = async (query: RankingQuery): Promise<readonly string[]> =>
  expectOk(await facts.ranking(query)).rows.map(({ symbol }) => symbol)
const answered = async (
  list: string,
  query: Readonly<Record<string, string>>,
): Promise<readonly string[]> =>
  (
    (await person.get(`/market-data/screeners/${list}/list`, query)).json as { symbol: string }[]
  ).map(({ symbol }) => symbol)

describe('the screeners of the broker', () => {
  it.each([...MOVER_PERIODS])('has the stocks that moved most over %s', async (period) => {
    expectOk(await facts.ranking(movers({ period })))
  })

  it.each([...RANKING_SORTS])('ranks movers by %s, in both directions', async (sort) => {
    const up = await symbolsOf(movers({ sort, direction: 'ascending' }))
    const down = await symbolsOf(movers({ sort }))
    expect(down.length).toBeGreaterThan(10)
    expect(new Set(up)).toEqual(new Set(down))
    expect(up).not.toEqual(down)
  })

  it('has every kind of activity, extreme and dividend with every sort', async () => {
    const queries: readonly RankingQuery[] = [
      ...ACTIVE_MEASURES.map(
        (measure): RankingQuery => ({
          list: 'active',
          measure,
          sort: null,
          direction: 'descending',
        }),
      ),
      ...RANKING_SORTS.map(
        (sort): RankingQuery => ({
          list: 'active',
          measure: 'volume',
          sort,
          direction: 'ascending',
        }),
      ),
      ...YEAR_EXTREMES.map(
        (extreme): RankingQuery => ({
          list: 'year',
          extreme,
          sort: 'changeRatio52w',
          direction: 'ascending',
        }),
      ),
      ...YEAR_SORTS.map(
        (sort): RankingQuery => ({
          list: 'year',
          extreme: 'near-high',
          sort,
          direction: 'descending',
        }),
      ),
      ...DIVIDEND_SORTS.map(
        (sort): RankingQuery => ({ list: 'dividends', sort, direction: 'descending' }),
      ),
    ]
    for (const query of queries) {
      const answer = await facts.ranking(query)
      expect(answer.ok, JSON.stringify([query, answer])).toBe(true)
    }
  })

  it('keeps the order of the answer', async () => {
    await session.practice.command({ command: 'clock', speed: 0 })
    expect(await symbolsOf(movers({ direction: 'ascending' }))).toEqual(
      await answered('gainers-losers', { direction: 'ASC' }),
    )
    expect(
      await symbolsOf({ list: 'dividends', sort: 'dividend', direction: 'ascending' }),
    ).toEqual(await answered('high-dividend-ranks', { sort_by: 'DIVIDEND', direction: 'ASC' }))
  })

  it('lists every sector, and every stock of one with its figures', async () => {
    const sectors = expectOk(
      await facts.sectors({ period: '5d', measure: 'volume', direction: 'descending' }),
    )
    expect(sectors.length).toBeGreaterThan(5)
    expect(new Set(sectors.map(({ sectorId }) => sectorId)).size).toBe(sectors.length)
    const [first] = sectors
    const { rows, sector } = expectOk(
      await facts.ranking({
        list: 'sector',
        sectorId: first?.sectorId ?? '',
        period: '5d',
        sort: 'marketValue',
        direction: 'descending',
      }),
    )
    const stocks = Number(first?.advanced) + Number(first?.declined) + Number(first?.flat)
    expect([rows.length, sector?.name]).toEqual([stocks, first?.name])
  })

  it('refuses a sector that does not exist', async () => {
    expect(
      await facts.ranking({
        list: 'sector',
        sectorId: 'none',
        period: '1d',
        sort: 'last',
        direction: 'descending',
      }),
    ).toMatchObject({ ok: false, error: { kind: 'refused' } })
  })
})
