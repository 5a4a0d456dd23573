import { describe, expect, it } from 'vitest'
import { asPrice, dec, fromInteger } from '../../../../../shared/domain/decimal.js'
import { symbol, type Symbol } from '../../../../../shared/domain/ids.js'
import type { FuturesContract } from '../../../../../shared/domain/instruments/futures.js'
import type { Instrument } from '../../../../../shared/domain/instruments/instrument.js'
import type { ChainExpiry } from '../../../../../shared/domain/instruments/option-chain.js'
import { ok } from '../../../../../shared/domain/result.js'
import {
  InstrumentSearch,
  type SearchLists,
} from '../../../../../electron/core/market/search/instrument-search.js'
import { Simulation } from '../../../../simulation/core/simulation.js'

const TODAY = '2026-11-23'

const stock = (text: string, name: string): Instrument => ({
  symbol: symbol(text),
  name,
  exchange: 'NSQ',
  assetClass: 'stock',
  kind: 'stock',
  tradable: 'yes',
  shortable: true,
  fractionable: true,
  marginable: true,
  overnight: true,
  currency: 'USD',
  initialMarginLong: null,
  maintenanceMarginLong: null,
})
const STOCKS = [
  stock('NVDA', 'NVIDIA Corporation'),
  stock('ES', 'Eversource Energy'),
  stock('ESTC', 'Elastic N.V.'),
]

const future = (text: string, last: string, kind: FuturesContract['kind']): FuturesContract => ({
  assetClass: 'futures',
  symbol: symbol(text),
  instrumentId: text,
  code: 'ES',
  name: 'E-mini S&P 500',
  exchange: 'CME',
  classId: 1,
  className: 'Equity Index',
  currency: 'USD',
  month: last.slice(0, 7),
  kind,
  tradable: 'yes',
  size: dec('50'),
  unit: null,
  minTick: dec('0.25'),
  settlement: 'cash',
  settlementDate: null,
  firstTradingDate: null,
  lastTradingDate: last,
  firstNoticeDate: null,
  lastNoticeDate: null,
})

const expiry = (expiration: string, cycle: ChainExpiry['cycle']): ChainExpiry => {
  const day = expiration.slice(2).replaceAll('-', '')
  return {
    expiration,
    root: 'NVDA',
    cycle,
    style: 'american',
    settlement: 'physical',
    multiplier: dec('100'),
    rows: [180, 185, 190].map((strike) => ({
      strike: asPrice(fromInteger(strike)),
      call: symbol(`NVDA${day}C00${strike}000`),
      put: symbol(`NVDA${day}P00${strike}000`),
    })),
  }
}

function fixture() {
  const simulation = new Simulation(1)
  const chains: string[] = []
  const lists: SearchLists = {
    optionChain: (underlying) => {
      chains.push(underlying)
      const expiries = [
        expiry('2026-11-27', 'weekly'),
        expiry('2026-12-04', 'weekly'),
        expiry('2026-12-18', 'monthly'),
      ]
      return Promise.resolve(ok({ underlying, expiries: underlying === 'NVDA' ? expiries : [] }))
    },
    futuresProducts: () =>
      Promise.resolve(
        ok([{ code: 'ES', name: 'E-mini S&P 500', classId: 1, className: null, exchange: 'CME' }]),
      ),
    futuresContracts: () =>
      Promise.resolve(
        ok([
          future('ESH7', '2027-03-19', 'month'),
          future('ESmain', '2026-12-18', 'continuous'),
          future('ESZ6', '2026-12-18', 'month'),
          future('ESU6', '2026-09-18', 'month'),
        ]),
      ),
    cryptoPairs: () =>
      Promise.resolve(
        ok([
          {
            assetClass: 'crypto' as const,
            symbol: symbol('BTCUSD'),
            instrumentId: '1',
            name: 'Bitcoin',
            exchange: 'CCC',
            tradable: 'yes' as const,
            currency: 'USD',
            minAmount: null,
            maxAmount: null,
            minQuantity: null,
            maxQuantity: null,
            priceStep: null,
            lotSize: null,
          },
        ]),
      ),
    eventSeries: () =>
      Promise.resolve(
        ok([
          {
            seriesId: '1',
            symbol: symbol('KXFED'),
            name: 'Fed decision',
            category: 'Economics',
            frequency: null,
          },
        ]),
      ),
    events: () => Promise.resolve(ok([])),
    eventMarkets: () => Promise.resolve(ok([])),
  }
  const search = (text: string, preferred: readonly Symbol[] = [], changed = lists) => {
    const started = new InstrumentSearch({
      instruments: {
        all: () => Promise.resolve(ok(STOCKS)),
        known: (known) => STOCKS.find((candidate) => candidate.symbol === known),
      },
      lists: changed,
      lastPrice: () => dec('186'),
      today: () => TODAY,
      timers: simulation.timers(),
    }).search({ text, limit: 12, preferred })
    void simulation.run(simulation.now + 1_000)
    return started
  }
  const symbols = async (text: string, preferred: readonly Symbol[] = []) => {
    const found = await search(text, preferred)
    return found.ok ? found.value.matches.map((match) => `${match.symbol}`) : found.error
  }
  return { lists, chains, search, symbols }
}

describe('the search over all products', () => {
  it('puts the monthly expiration first when a text names only the month', async () => {
    const { symbols } = fixture()
    expect(await symbols('nvda 190c dec')).toEqual(['NVDA261218C00190000', 'NVDA261204C00190000'])
  })

  it('finds call and put of the nearest strike in every expiration', async () => {
    const { symbols } = fixture()
    expect((await symbols('nvda 186 ')) as string[]).toEqual([
      'NVDA261127C00185000',
      'NVDA261127P00185000',
      'NVDA261204C00185000',
      'NVDA261204P00185000',
      'NVDA261218C00185000',
      'NVDA261218P00185000',
    ])
  })

  it('finds strikes around the price when a text names none', async () => {
    const { symbols } = fixture()
    expect(await symbols('nvda calls')).toEqual([
      'NVDA261127C00185000',
      'NVDA261127C00190000',
      'NVDA261127C00180000',
    ])
  })

  it('requests no chain for a text that is no symbol', async () => {
    const { symbols, chains } = fixture()
    await symbols('nvd 190')
    await symbols('elastic 5')
    expect(chains).toEqual([])
  })

  it('lists a stock, then the months of the future with the same letters, front first', async () => {
    const { search } = fixture()
    const found = await search('es')
    const matches = found.ok ? found.value.matches : []
    expect(matches.map((match) => `${match.symbol}`)).toEqual([
      'ES',
      'ESZ6',
      'ESH7',
      'ESmain',
      'ESTC',
    ])
    expect(matches.filter(({ isFront }) => isFront).map((match) => `${match.symbol}`)).toEqual([
      'ESZ6',
    ])
  })

  it.each([
    ['es mar', 'ESH7'],
    ['esh7', 'ESH7'],
    ['e-mini', 'ESZ6'],
    ['btc', 'BTCUSD'],
    ['btc/usd', 'BTCUSD'],
    ['bitcoin', 'BTCUSD'],
  ])('finds by "%s" first %s', async (text, expected) => {
    const { symbols } = fixture()
    expect(((await symbols(text)) as string[])[0]).toBe(expected)
  })

  it('shows recent and held instruments first among those that match', async () => {
    const { symbols } = fixture()
    const preferred = [symbol('ESTC'), symbol('NVDA')]
    expect(((await symbols('es', preferred)) as string[]).slice(0, 2)).toEqual(['ESTC', 'ES'])
  })

  it('does not wait for the list of a product that is slow, and says so', async () => {
    const { search, lists } = fixture()
    const found = await search('es', [], {
      ...lists,
      cryptoPairs: () => new Promise(() => undefined),
    })
    expect(found.ok && found.value.isComplete).toBe(false)
    expect(found.ok && found.value.matches.length).toBeGreaterThan(1)
  })
})
