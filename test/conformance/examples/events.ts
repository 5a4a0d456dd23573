import { expect } from 'vitest'
import { EVENT_DATA_OPERATIONS } from '../../../shared/wire/families/products/event-data.js'
import { EVENT_DISPLAY_OPERATIONS } from '../../../shared/wire/families/products/event-display.js'
import { EVENT_INSTRUMENT_OPERATIONS } from '../../../shared/wire/families/products/event-instruments.js'
import type { Context } from '../session/context.js'
import type { ToolAnswer, Examples } from '../session/example.js'
import { HUNDRED_AND_ONE } from './stocks.js'

const SYMBOL: ToolAnswer = [417, 'UNSUPPORTED_SYMBOL']
const ILLEGAL: ToolAnswer = [417, 'ILLEGAL_PARAMETER']
const INVALID: ToolAnswer = [417, 'INVALID_PARAMETER']
const TOO_MANY: ToolAnswer = [417, 'TOO_MANY_SYMBOLS']

const series = async ({ call }: Context): Promise<string> =>
  (await call(EVENT_INSTRUMENT_OPERATIONS.listEventSeries, {})).data[0]?.symbol ?? ''
/** Returns markets that are quoted on both sides. */
const markets = async ({ call }: Context, count: number): Promise<readonly string[]> => {
  const open = (await call(EVENT_INSTRUMENT_OPERATIONS.listEventMarkets, {})).data
    .filter((eventMarket) => eventMarket.tradable_status === 'OC')
    .slice(0, 100)
  const rows = await call(EVENT_DATA_OPERATIONS.eventSnapshots, {
    symbols: open.map(({ symbol }) => symbol).join(','),
  })
  return rows
    .filter((row) => row.yes_bid !== null && row.yes_ask !== null && row.price !== null)
    .slice(0, count)
    .map(({ symbol }) => symbol)
}
const market = async (context: Context): Promise<string> => (await markets(context, 1))[0] ?? ''
const milestone = async ({ call }: Context): Promise<string> => {
  const { data } = await call(EVENT_DISPLAY_OPERATIONS.eventMilestones, {})
  return (
    (data.find(({ status }) => status === 'CLOSED' || status === 'INPROGRESS') ?? data[0])
      ?.milestone_id ?? ''
  )
}
const unknown = { what: 'an unknown market', with: { symbol: 'NOSUCH' }, answer: SYMBOL }
const unknowns = { what: 'an unknown market', with: { symbols: 'NOSUCH' }, answer: SYMBOL }
const tooMany = {
  what: 'more than a hundred symbols',
  with: { symbols: HUNDRED_AND_ONE.join(',') },
  answer: TOO_MANY,
}

/** The same list exists in the Trading API and in the Broker API. */
const categories = { request: () => ({}) }
const seriesList = { request: () => ({}), refuses: [tooMany] }
const events = {
  request: async (context: Context) => ({ series_symbol: await series(context) }),
  refuses: [tooMany],
}
const marketList = {
  request: async (context: Context) => ({ series_symbol: await series(context) }),
  refuses: [
    tooMany,
    { what: 'a day that is none', with: { expiration_date_after: 'tomorrow' }, answer: INVALID },
  ],
}

/** Examples of TRADING-6, MARKET-5 and BROKER-1. */
export const EVENTS: Examples = {
  'trading.events.categories': categories,
  'trading.events.series': seriesList,
  'trading.events.list': events,
  'trading.events.markets': {
    ...marketList,
    shows: ({ data }) =>
      expect(data.every((eventMarket) => eventMarket.price_ranges.length > 0)).toBe(true),
  },
  'broker.events.categories': categories,
  'broker.events.series': seriesList,
  'broker.events.list': events,
  'broker.events.markets': marketList,
  'market.events.snapshots': {
    request: async (context) => ({
      symbols: (await markets(context, 2)).join(','),
      category: 'US_EVENT',
    }),
    shows: (rows, request) =>
      expect(rows.map(({ symbol }) => symbol)).toEqual(request.symbols.split(',')),
    refuses: [unknowns, tooMany],
  },
  'market.events.depth': {
    request: async (context) => ({ symbol: await market(context), depth: '3' }),
    // A "yes" bid at X equals a "no" ask at 1 - X (MARKET-5).
    shows: ({ yes_bids: bids, no_asks: asks }) =>
      expect(asks.map(({ price }) => Math.round((1 - Number(price)) * 10_000))).toEqual(
        bids.map(({ price }) => Math.round(Number(price) * 10_000)),
      ),
    refuses: [
      unknown,
      { what: 'a depth that is no number', with: { depth: 'deep' }, answer: ILLEGAL },
    ],
  },
  'market.events.bars': {
    lenient: { real_time_required: 'the libraries leave it out' },
    request: async (context) => ({
      symbols: await market(context),
      timespan: 'M30',
      count: '5',
      real_time_required: 'true',
    }),
    shows: ([first]) => expect(first?.result.length).toBeGreaterThan(0),
    refuses: [
      unknowns,
      {
        what: 'a timespan without bars',
        with: { timespan: 'W' },
        answer: [417, 'UNSUPPORTED_TIMESPAN'],
      },
    ],
  },
  'market.events.ticks': {
    request: async (context) => ({ symbol: await market(context), count: '10' }),
    shows: ({ result }) =>
      expect(
        result.every(
          (tick) =>
            Math.round((Number(tick.yes_price) + Number(tick.no_price)) * 10_000) === 10_000,
        ),
      ).toBe(true),
    refuses: [
      unknown,
      { what: 'more ticks than are given', with: { count: '1201' }, answer: ILLEGAL },
    ],
  },
  'broker.events.sports-filters': { request: () => ({}) },
  'broker.events.tags': { request: () => ({}) },
  'broker.events.display-series': { request: () => ({}), refuses: [tooMany] },
  'broker.events.display-events': {
    request: async (context) => ({ series_symbol: await series(context), status: 'ACTIVE' }),
    shows: ({ data }) => expect(data.every(({ status }) => status === 'ACTIVE')).toBe(true),
  },
  'broker.events.milestones': {
    request: () => ({}),
    refuses: [
      { what: 'a start that is no time', with: { minimum_start_date: 'soon' }, answer: ILLEGAL },
    ],
  },
  'broker.events.market-snapshot': {
    request: async (context) => ({ symbol: await market(context) }),
    shows: (answer, request) => expect(answer.symbol).toBe(request.symbol),
    refuses: [unknown],
  },
  'broker.events.market-depth': {
    request: async (context) => ({ symbol: await market(context), depth: '0' }),
    refuses: [
      unknown,
      { what: 'more levels than there are', with: { depth: '101' }, answer: ILLEGAL },
    ],
  },
  'broker.events.market-bars': {
    request: async (context) => ({
      symbols: (await markets(context, 2)).join(','),
      timespan: 'M30',
      count: '5',
    }),
    shows: (rows, request) =>
      expect(Object.keys(rows).sort()).toEqual(request.symbols.split(',').sort()),
    refuses: [unknowns, { what: 'no bars at all', with: { count: '0' }, answer: ILLEGAL }],
  },
  'broker.events.market-bars-by-event': {
    request: async (context) => ({
      event_symbol:
        (
          await context.call(EVENT_DISPLAY_OPERATIONS.displayEvents, {
            series_symbol: await series(context),
            status: 'ACTIVE',
          })
        ).data[0]?.symbol ?? '',
      timespan: 'M30',
      count: '5',
    }),
    shows: (rows) => expect(Object.keys(rows).length).toBeGreaterThan(0),
    refuses: [{ what: 'an unknown event', with: { event_symbol: 'NOSUCH' }, answer: INVALID }],
  },
  'broker.events.live-data': {
    request: async (context) => ({ milestone_id: await milestone(context) }),
    shows: (answer, request) => expect(answer.milestone_id).toBe(request.milestone_id),
    refuses: [{ what: 'an unknown milestone', with: { milestone_id: 'NOSUCH' }, answer: INVALID }],
  },
  'broker.events.game-stats': {
    request: async (context) => ({ milestone_id: await milestone(context) }),
    shows: (answer, request) => expect(answer.milestone_id).toBe(request.milestone_id),
    refuses: [{ what: 'an unknown milestone', with: { milestone_id: 'NOSUCH' }, answer: INVALID }],
  },
}
