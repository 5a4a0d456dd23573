import { exchangeClock } from '../../../../../shared/domain/market/exchange-time.js'
import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import type { EpochMs } from '../../../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../../../shared/wire/assumptions.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import { seriesId } from '../../../events/catalog.js'
import { PAYOUT, priceRanges } from '../../../events/quotes.js'
import { CATEGORIES, SERIES, SERIES_BY_SYMBOL } from '../../../events/series/index.js'
import type { EventMarket, EventSpec, SeriesRule } from '../../../events/rules/types.js'
import { hasEnded } from '../../../events/venue.js'
import { expiryDay, isActive, listedMarkets } from '../../../events/wire.js'
import { json } from '../../message/answer.js'
import { priceText } from '../../../model/figures.js'
import type { Call, Handlers } from '../../operations/handler.js'
import { refused, type Refusal } from '../../message/refusal.js'
import { v2Page } from '../reference/v2-page.js'
import { sortedPage } from '../../paging/sorted-page.js'
import { MAX_SYMBOLS, splitList } from '../market-data/market-requests.js'

const PAGE = ASSUMPTIONS.pageSizes.events
export const bySymbol = <T extends { readonly symbol: string }>(a: T, b: T): number =>
  a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0

export const wireCategories = CATEGORIES.map(({ id, code, name }) => ({
  category_id: id,
  category_code: code,
  category_name: name,
}))

const wireSeries = (rule: SeriesRule) => ({
  category: rule.category,
  series_id: seriesId(rule.symbol),
  symbol: rule.symbol,
  name: rule.name,
  frequency: rule.frequency,
})

/** Formats an event (TRADING-6). The strike is the day or hour of the question. */
export const wireEvent = (event: EventSpec, now: EpochMs) => ({
  series_id: seriesId(event.rule.symbol),
  symbol: event.symbol,
  name: event.name,
  status: isActive(event, now) ? 'ACTIVE' : 'INACTIVE',
  short_name: event.shortName,
  strike_date: event.occasion.day,
  strike_period: event.occasion.code,
  mutually_exclusive: event.rule.exclusive,
})

function wireMarket(market: EventMarket, now: EpochMs) {
  const { event, draft } = market
  const { rule, occasion } = event
  const ranges = priceRanges(market).map(({ start, end, step }) => ({
    start: priceText(start),
    end: priceText(Math.min(end, PAYOUT)),
    step: priceText(step),
  }))
  const over = hasEnded(market, now)
  const payout = over && market.decidedAt < occasion.decidedAt ? market.decidedAt : occasion.paysAt
  return {
    series_id: seriesId(rule.symbol),
    series_symbol: rule.symbol,
    series_name: rule.name,
    event_symbol: event.symbol,
    event_name: event.name,
    instrument_id: market.instrumentId,
    symbol: market.symbol,
    name: draft.yes,
    yes_condition: draft.condition,
    last_trading_date: expiryDay(market, now),
    status: over ? 'DELISTING' : 'LISTING',
    tradable_status: over ? 'NT' : 'OC',
    can_close_early: rule.canCloseEarly,
    expected_exp_date: over ? expiryDay(market, now) : occasion.day,
    latest_exp_date: exchangeClock(occasion.closesAt).day,
    payout_date: exchangeClock(payout).day,
    fractionable: rule.fractionable,
    // Both published spellings of the member.
    priceRanges: ranges,
    price_ranges: ranges,
  }
}

/** Reads a list of at most 100 names; null when none is given. */
export function readNames(text: string | undefined): Result<readonly string[] | null, Refusal> {
  const names = text === undefined || text === '' ? null : splitList(text)
  return names !== null && names.length > MAX_SYMBOLS
    ? err(refused(CODES.tooManySymbols, `At most ${MAX_SYMBOLS} symbols are allowed.`))
    : ok(names)
}

export const knownCategory = (code: string | undefined): boolean =>
  code === undefined || code === '' || CATEGORIES.some((category) => category.code === code)
export const UNKNOWN_CATEGORY = refused(
  CODES.unsupportedCategory,
  'There is no such category of event contracts.',
)
export const unknown = (subject: string): Refusal =>
  refused(CODES.invalidParameter, `${subject} is not known.`)

interface MarketFilters {
  readonly series_symbol?: string | undefined
  readonly event_symbol?: string | undefined
  readonly symbols?: string | undefined
  readonly expiration_date_after?: string | undefined
}

function wantedMarkets(
  { services: { eventVenue, now } }: Call,
  filters: MarketFilters,
): Result<readonly EventMarket[], Refusal> {
  const names = readNames(filters.symbols)
  if (!names.ok) return names
  const { series_symbol: series, event_symbol: event, expiration_date_after: after } = filters
  if (series !== undefined && !SERIES_BY_SYMBOL.has(series)) return err(unknown('series_symbol'))
  if (event !== undefined && eventVenue.event(event) === undefined) {
    return err(unknown('event_symbol'))
  }
  const listed =
    names.value === null
      ? listedMarkets(eventVenue, now(), series, event)
      : names.value
          .map((symbol) => eventVenue.market(symbol))
          .filter((market) => market !== undefined)
          .filter(
            (market) =>
              (series === undefined || market.event.rule.symbol === series) &&
              (event === undefined || market.event.symbol === event),
          )
  // Without a requested date, markets that were named are returned whatever their date.
  const day = after ?? (names.value === null ? exchangeClock(now()).day : '')
  return ok(listed.filter((market) => expiryDay(market, now()) >= day).sort(bySymbol))
}

export const eventInstrumentHandlers: Pick<
  Handlers,
  | 'trading.events.categories'
  | 'trading.events.series'
  | 'trading.events.list'
  | 'trading.events.markets'
> = {
  'trading.events.categories': () => ok(json(wireCategories)),

  'trading.events.series': (request, call) => {
    if (!knownCategory(request.category)) return err(UNKNOWN_CATEGORY)
    const names = readNames(request.symbols)
    if (!names.ok) return names
    const series = SERIES.filter(
      ({ symbol, category }) =>
        (request.category === undefined ||
          request.category === '' ||
          category === request.category) &&
        (names.value?.includes(symbol) ?? true),
    )
      .map(wireSeries)
      .sort(bySymbol)
    if (call.caller.version === 'v2') {
      const rows = v2Page(call, series, {
        idOf: ({ series_id: id }) => id,
        lastId: 'last_series_id',
        most: PAGE,
      })
      return rows.ok ? ok(json(rows.value)) : rows
    }
    const page = sortedPage(series, ({ symbol }) => symbol, {
      size: PAGE,
      key: request.pagination_key,
      condition: `SERIES;${request.category ?? 'null'};${request.symbols ?? 'null'}`,
    })
    return page.ok ? ok(json(page.value)) : page
  },

  'trading.events.list': (request, { services: { eventVenue, now } }) => {
    const rule = SERIES_BY_SYMBOL.get(request.series_symbol)
    if (rule === undefined) return err(unknown('series_symbol'))
    const names = readNames(request.symbols)
    if (!names.ok) return names
    const events =
      names.value === null
        ? eventVenue.catalog.listed(rule, now())
        : names.value
            .map((symbol) => eventVenue.event(symbol))
            .filter((event) => event !== undefined && event.rule === rule)
    return ok(
      json(
        events
          .filter((event) => event !== undefined)
          .map((event) => wireEvent(event, now()))
          .filter(({ status }) => request.status === undefined || status === request.status),
      ),
    )
  },

  'trading.events.markets': (request, call) => {
    const markets = wantedMarkets(call, request)
    if (!markets.ok) return markets
    const now = call.services.now()
    if (call.caller.version === 'v2') {
      const rows = v2Page(call, markets.value, {
        idOf: ({ instrumentId }) => instrumentId,
        lastId: 'last_instrument_id',
        most: PAGE,
      })
      return rows.ok ? ok(json(rows.value.map((market) => wireMarket(market, now)))) : rows
    }
    const condition = [
      'MARKETS',
      request.series_symbol,
      request.event_symbol,
      request.symbols,
      request.expiration_date_after,
    ]
      .map((part) => part ?? 'null')
      .join(';')
    const page = sortedPage(markets.value, ({ symbol }) => symbol, {
      size: PAGE,
      key: request.pagination_key,
      condition,
    })
    return page.ok
      ? ok(json({ ...page.value, data: page.value.data.map((market) => wireMarket(market, now)) }))
      : page
  },
}

/** The Broker API has the same lists as the Trading API. */
export const brokerEventHandlers: Pick<
  Handlers,
  | 'broker.events.categories'
  | 'broker.events.series'
  | 'broker.events.list'
  | 'broker.events.markets'
> = {
  'broker.events.categories': (request, call) =>
    eventInstrumentHandlers['trading.events.categories'](request, call),
  'broker.events.series': (request, call) =>
    eventInstrumentHandlers['trading.events.series'](request, call),
  'broker.events.list': (request, call) =>
    eventInstrumentHandlers['trading.events.list'](request, call),
  'broker.events.markets': (request, call) =>
    eventInstrumentHandlers['trading.events.markets'](request, call),
}
