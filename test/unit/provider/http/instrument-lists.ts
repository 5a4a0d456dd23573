import { accountId, symbol } from '../../../../shared/domain/ids.js'
import { symbolKey } from '../../../../shared/domain/instruments/instrument-key.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { HttpPort } from '../../../../electron/core/net-ports.js'
import { companyReads } from '../../../../electron/provider/facts/company.js'
import { newsReads } from '../../../../electron/provider/facts/facts.js'
import { screenerReads } from '../../../../electron/provider/facts/screeners.js'
import type { Categories } from '../../../../electron/provider/market-data/categories.js'
import { createMarketGateway } from '../../../../electron/provider/market-data/market-gateway.js'
import { createProducts } from '../../../../electron/provider/market-data/products.js'
import { createRecords } from '../../../../electron/provider/orders/records.js'
import { answer } from '../fake-http.js'
import type { ClientList, Fixture } from './account-lists.js'
import { game, numberOf } from './list-rows.js'

const NOW = epochMs(Date.parse('2026-11-27T15:00:00Z'))
const clock = { now: () => NOW, monotonic: () => 0 }
const AAPL = symbol('AAPL')

/** Categories that are known without a request. */
const CATEGORIES: Categories = {
  categoryOf: () => 'US_STOCK',
  resolve: () => Promise.resolve(),
  learn: () => undefined,
}

type Failure = { readonly kind: string }

/** Reads a list that the client reads to its end at once. */
const readerOfAll =
  <T>(
    rows: (fixture: Fixture) => Promise<Result<readonly T[], Failure>>,
    idOf: (row: T) => string,
  ): ClientList['reader'] =>
  (fixture) =>
  async () => {
    const found = await rows(fixture)
    return found.ok ? ok({ cursor: null, ids: found.value.map(idOf) }) : err(found.error)
  }

const products = ({ caller }: Fixture) => createProducts(caller, CATEGORIES, clock)
const company = ({ caller }: Fixture) => companyReads(caller, CATEGORIES)
const screeners = ({ caller }: Fixture) => screenerReads(caller)

const idOfNumber = (number: string): string => `row-${number.padStart(5, '0')}`

const action = (id: string) => ({
  instrument_id: 1,
  symbol: 'AAPL',
  event_type: 'FORWARD_SPLIT',
  event_action: 'I',
  event_id: numberOf(id),
})
const listed = { exchange_code: 'NSQ', status: 'LISTING' }
const stock = (id: string) => ({
  ...listed,
  name: id,
  instrument_id: id,
  symbol: id,
  category: 'US_STOCK',
})

/** Answers the look-up of an instrument, and leaves everything else to the list. */
const withInstrument = (list: HttpPort): HttpPort => ({
  send: (request) =>
    request.target.includes('/profiles/list')
      ? Promise.resolve(answer(200, { data: [stock('AAPL')], pagination_key: null }))
      : list.send(request),
  close: () => list.close(),
})

/** The lists of instruments and of facts, which are read to their end at once. */
export const INSTRUMENT_LISTS: Readonly<Record<string, ClientList>> = {
  'lots of a position': {
    operation: 'trading.positions.get',
    isPaged: true,
    form: {
      lastId: 'last_id',
      row: (id) => ({
        id,
        account_id: 'ACC',
        instrument_id: 'AAPL',
        symbol: 'AAPL',
        currency: 'USD',
        quantity: '1',
      }),
    },
    around: withInstrument,
    reader: ({ caller }) => {
      const records = createRecords(caller)
      return async (cursor) => {
        const page = await records.positionLots(accountId('ACC'), symbolKey('stock', AAPL), cursor)
        if (!page.ok) return err(page.error)
        return ok({
          cursor: page.value?.cursor ?? null,
          ids: page.value?.rows.map(({ lotId }) => lotId) ?? [],
        })
      }
    },
  },
  stocks: {
    operation: 'trading.stocks.list',
    isPaged: false,
    form: { lastId: 'last_instrument_id', row: stock },
    reader: readerOfAll(
      ({ caller }) => createMarketGateway(caller, CATEGORIES, clock).instruments(),
      ({ symbol: name }) => name,
    ),
  },
  'option contracts': {
    operation: 'trading.options.contracts',
    isPaged: false,
    form: {
      lastId: 'last_instrument_id',
      row: (id) => ({
        instrument_id: id,
        symbol: id,
        status: 'LISTING',
        tradable_status: 'LISTING',
        expiration_date: '2026-12-18',
        root_symbol: 'AAPL',
        underlying_symbol: 'AAPL',
        option_type: 'CALL',
        style: 'AMERICAN',
        strike_price: '1',
        multiplier: '100',
      }),
    },
    reader: readerOfAll(
      (fixture) => products(fixture).optionContracts({ underlying: AAPL }),
      ({ symbol: name }) => name,
    ),
  },
  coins: {
    operation: 'trading.crypto.list',
    isPaged: false,
    form: {
      lastId: 'last_instrument_id',
      row: (id) => ({ ...listed, instrument_id: id, symbol: id }),
    },
    reader: readerOfAll(
      (fixture) => products(fixture).cryptoPairs(),
      ({ symbol: name }) => name,
    ),
  },
  'series of events': {
    operation: 'trading.events.series',
    isPaged: false,
    form: {
      lastId: 'last_series_id',
      row: (id) => ({
        category: 'SPORTS',
        series_id: id,
        symbol: id,
        name: id,
        frequency: 'DAILY',
      }),
    },
    reader: readerOfAll(
      (fixture) => products(fixture).eventSeries(null),
      ({ symbol: name }) => name,
    ),
  },
  'markets of events': {
    operation: 'trading.events.markets',
    isPaged: false,
    form: {
      lastId: 'last_instrument_id',
      row: (id) => ({
        series_id: 'S',
        series_symbol: 'S',
        event_symbol: 'E',
        instrument_id: id,
        symbol: id,
        status: 'ACTIVE',
        tradable_status: 'LISTING',
      }),
    },
    reader: readerOfAll(
      (fixture) => products(fixture).eventMarkets({ series: symbol('S') }),
      ({ symbol: name }) => name,
    ),
  },
  games: {
    operation: 'broker.events.milestones',
    isPaged: false,
    form: {
      lastId: 'none',
      row: game,
    },
    reader: readerOfAll(
      (fixture) => products(fixture).games({ competition: null, event: null, from: NOW }),
      ({ milestone }) => milestone,
    ),
  },
  sectors: {
    operation: 'market.screeners.sectors',
    isPaged: false,
    form: {
      lastId: 'none',
      row: (id) => ({ id, name: id, advanced: '1', declined: '1', flat: '1', data: [] }),
    },
    reader: readerOfAll(
      (fixture) =>
        screeners(fixture).sectors({ period: '1d', measure: 'volume', direction: 'descending' }),
      ({ sectorId }) => sectorId,
    ),
  },
  'stocks of a sector': {
    operation: 'market.screeners.sector',
    isPaged: false,
    form: {
      lastId: 'none',
      row: (id) => ({ instrument_id: id, symbol: id }),
      envelope: { id: 'S', name: 'S', advanced: '1', declined: '1', flat: '1' },
    },
    reader: readerOfAll(
      async (fixture) => {
        const ranking = await screeners(fixture).ranking({
          list: 'sector',
          sectorId: 'S',
          period: '1d',
          sort: 'changeRatio',
          direction: 'descending',
        })
        return ranking.ok ? ok(ranking.value.rows) : ranking
      },
      ({ symbol: name }) => name,
    ),
  },
  'corporate actions of a stock': {
    operation: 'market.corporate-actions',
    isPaged: false,
    form: { lastId: 'none', row: action },
    reader: readerOfAll(
      (fixture) =>
        company(fixture).company(AAPL, 'actions', 'annual') as Promise<
          Result<readonly { readonly eventId: string }[], Failure>
        >,
      ({ eventId }) => idOfNumber(eventId),
    ),
  },
  'splits of the market': {
    operation: 'market.corporate-actions-by-market',
    isPaged: false,
    form: { lastId: 'none', row: action },
    reader: readerOfAll(
      ({ caller }) => newsReads(caller, CATEGORIES).splits('2026-11-27'),
      ({ eventId }) => idOfNumber(eventId),
    ),
  },
  'dividends of a fund': {
    operation: 'market.funds.dividends',
    isPaged: false,
    form: { lastId: 'none', row: (id) => ({ share_date: id, dps: '1' }) },
    reader: readerOfAll(
      (fixture) =>
        company(fixture).company(AAPL, 'fund-dividends', 'annual') as Promise<
          Result<readonly { readonly exDate: string }[], Failure>
        >,
      ({ exDate }) => exDate,
    ),
  },
}
