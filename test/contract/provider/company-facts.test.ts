import { isPlainData } from '../../../shared/domain/plain-data.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FactsPort } from '../../../electron/core/market/facts/facts-port.js'
import { CompanyReader } from '../../../electron/core/market/facts/company-reader.js'
import { add, decimalText, eq, sub, sum } from '../../../shared/domain/decimal.js'
import { symbol } from '../../../shared/domain/ids.js'
import {
  AUCTIONS,
  FOOTPRINT_SPANS,
  type CompanySectionName,
} from '../../../shared/domain/reference/fundamentals.js'
import { epochMs } from '../../../shared/domain/time.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { openPractice, type PracticeSession } from './practice-session.js'

let session: PracticeSession
let facts: FactsPort
let reader: CompanyReader
let future: string
beforeAll(async () => {
  session = await openPractice({}, 'off')
  const provider = session.provider()
  facts = await provider.facts()
  reader = new CompanyReader(() => provider.facts(), {
    now: () => epochMs(Date.now()),
    monotonic: () => performance.now(),
  })
  const months = expectOk(await (await provider.products()).futuresContracts('ES'))
  future = months.find(({ kind }) => kind === 'month')?.symbol ?? ''
})
afterAll(() => session.close())

const COMPANY: readonly CompanySectionName[] = [
  'profile',
  'rating',
  'target',
  'next-report',
  'forecasts',
  'earnings',
  'dividends',
  'actions',
  'filings',
  'industry',
  'flow',
  'income',
  'balance',
  'cash-flow',
  'indicators',
]
const FUND: readonly CompanySectionName[] = [
  'fund-brief',
  'fund-performance',
  'fund-allocation',
  'fund-holdings',
  'fund-values',
  'fund-dividends',
  'fund-ratings',
  'fund-files',
  'fund-splits',
]

describe('facts of the broker', () => {
  it.each(COMPANY)('has %s of a company as plain data', async (section) => {
    for (const reports of ['annual', 'quarterly'] as const) {
      const answer = expectOk(await reader.read({ symbol: symbol('KO'), section, reports }))
      expect(isPlainData(answer)).toBe(true)
      const isEmpty =
        answer.value === null || (Array.isArray(answer.value) && answer.value.length === 0)
      // A company may never have had a corporate action.
      expect(isEmpty && section !== 'actions', section).toBe(false)
    }
  })

  it('tells what a fund holds in percent, which adds up to a hundred', async () => {
    const answer = expectOk(
      await reader.read({ symbol: symbol('SPY'), section: 'fund-allocation', reports: 'annual' }),
    )
    const [newest] = answer.section === 'fund-allocation' ? (answer.value ?? []) : []
    const percents = (newest?.parts ?? []).flatMap(({ percent }) => percent ?? [])
    expect(decimalText(sum(percents))).toBe('100')
  })

  it.each(FUND)('has %s of a fund as plain data', async (section) => {
    const answer = expectOk(
      await reader.read({ symbol: symbol('SPY'), section, reports: 'annual' }),
    )
    expect(isPlainData(answer)).toBe(true)
    expect(answer.value).not.toBeNull()
  })

  it('has nothing of a company about a fund, which is no failure', async () => {
    expect(
      expectOk(await reader.read({ symbol: symbol('SPY'), section: 'profile', reports: 'annual' })),
    ).toEqual({ section: 'profile', value: null })
  })

  it.each(AUCTIONS)(
    'has the imbalance of the %s auction and how it came to be',
    async (auction) => {
      const found = expectOk(await facts.imbalance(symbol('NVDA'), auction))
      expect(isPlainData(found)).toBe(true)
      expect(found.latest?.paired).not.toBeNull()
      expect(['buy', 'sell', 'none']).toContain(found.latest?.side)
      const times = found.states.map(({ time }) => time)
      expect(times.length).toBeGreaterThan(5)
      expect(times).toEqual(times.toSorted((a, b) => b - a))
    },
  )

  it.each(FOOTPRINT_SPANS)('has footprints of stocks and futures at %s', async (span) => {
    for (const name of ['NVDA', future]) {
      const rows = expectOk(await facts.footprint(symbol(name), span))
      expect(rows.length, name).toBeGreaterThan(0)
      expect(isPlainData(rows)).toBe(true)
      for (const { total, bought, sold, delta, levels } of rows) {
        expect(eq(add(bought, sold), total)).toBe(true)
        expect(eq(sub(bought, sold), delta)).toBe(true)
        expect(levels.length).toBeGreaterThan(0)
      }
      expect(rows.map(({ time }) => time)).toEqual(
        rows.map(({ time }) => time).toSorted((a, b) => b - a),
      )
    }
  })

  it('summarizes news about stocks and funds together', async () => {
    const news = expectOk(await facts.news([symbol('KO'), symbol('SPY')]))
    expect(isPlainData(news)).toBe(true)
    expect(JSON.stringify(news)).toMatch(/KO.*SPY/)
    expect(expectOk(await facts.news([symbol('BTCUSD')]))).toEqual({ parts: [] })
  })

  it('lists the splits of the market from a day on', async () => {
    const all = expectOk(await facts.splits('2000-01-01'))
    expect(all.length).toBeGreaterThan(0)
    const newest =
      all
        .map(({ date }) => date ?? '')
        .toSorted()
        .at(-1) ?? ''
    const some = expectOk(await facts.splits(newest))
    expect(some.every(({ date }) => (date ?? '') >= newest)).toBe(true)
  })
})
