import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FactsPort } from '../../../electron/core/market/facts/facts-port.js'
import { symbol } from '../../../shared/domain/ids.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { openPractice, type PracticeSession } from './practice-session.js'

let session: PracticeSession
let facts: FactsPort
beforeAll(async () => {
  session = await openPractice({}, 'off')
  facts = await session.provider().facts()
})
afterAll(() => session.close())

const syms = (...names: string[]) => names.map(symbol)

describe('the watchlists at the broker', () => {
  it('are created, filled, reordered, renamed and deleted', async () => {
    const id = expectOk(await facts.createWatchlist('Energy', 1))
    expectOk(await facts.changeWatchlist(id, [], syms('XOM', 'KO', 'SPY')))
    expect(expectOk(await facts.watchlistSymbols(id))).toEqual(['XOM', 'KO', 'SPY'])
    expectOk(await facts.changeWatchlist(id, syms('XOM', 'KO', 'SPY'), syms('SPY', 'NVDA', 'XOM')))
    expect(expectOk(await facts.watchlistSymbols(id))).toEqual(['SPY', 'NVDA', 'XOM'])
    expectOk(await facts.updateWatchlist(id, { name: 'Other' }))
    expect(expectOk(await facts.watchlists()).map(({ name }) => name)).toContain('Other')
    expectOk(await facts.changeWatchlist(id, syms('SPY', 'NVDA', 'XOM'), []))
    expect(expectOk(await facts.watchlistSymbols(id))).toEqual([])
    expectOk(await facts.deleteWatchlist(id))
    expect(expectOk(await facts.watchlists()).map(({ name }) => name)).not.toContain('Other')
  })

  it('refuse an unknown list and a product that they do not hold', async () => {
    expect(await facts.watchlistSymbols('none')).toMatchObject({
      ok: false,
      error: { kind: 'refused' },
    })
    const id = expectOk(await facts.createWatchlist('Coins', 1))
    expect(await facts.changeWatchlist(id, [], syms('BTCUSD'))).toMatchObject({
      ok: false,
      error: { kind: 'refused' },
    })
  })
})
