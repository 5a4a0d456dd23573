import { err, ok } from '../../../../../shared/domain/result.js'
import { epochMs, type EpochMs } from '../../../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../../../shared/wire/assumptions.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import { seriesId } from '../../../events/catalog.js'
import { CATEGORIES, SERIES, SERIES_BY_SYMBOL } from '../../../events/series/index.js'
import { LEAGUES } from '../../../events/sports/leagues.js'
import type { EventMarket, SeriesRule } from '../../../events/rules/types.js'
import { hasEnded } from '../../../events/venue.js'
import { isActive } from '../../../events/wire.js'
import { json } from '../../message/answer.js'
import { priceText, sizeText } from '../../../model/figures.js'
import type { Handlers } from '../../operations/handler.js'
import { refused } from '../../message/refusal.js'
import { sortedPage } from '../../paging/sorted-page.js'
import {
  UNKNOWN_CATEGORY,
  knownCategory,
  readNames,
  unknown,
  wireCategories,
  wireEvent,
  bySymbol,
} from './event-instruments.js'
import { findMarkets, readEventDepth, wireBooks, wireTouch, yesBook } from './event-requests.js'
import { splitList } from '../market-data/market-requests.js'

const PAGE = ASSUMPTIONS.pageSizes.events
const SCOPES = ['Games', 'Futures'] as const
const tagsOf = (category: string): readonly string[] =>
  [
    ...new Set(SERIES.filter((rule) => rule.category === category).flatMap(({ tags }) => tags)),
  ].sort()
const wireSeries = (rule: SeriesRule) => ({
  symbol: rule.symbol,
  name: rule.name,
  category: rule.category,
  frequency: rule.frequency,
  tags: rule.tags,
  series_id: Number(seriesId(rule.symbol)),
})

const statusOf = (market: EventMarket, now: EpochMs): string =>
  now >= market.decidedAt ? 'SETTLED' : hasEnded(market, now) ? 'CLOSED' : 'ACTIVE'

type DisplayId =
  | 'broker.events.sports-filters'
  | 'broker.events.tags'
  | 'broker.events.display-series'
  | 'broker.events.display-events'
  | 'broker.events.market-snapshot'
  | 'broker.events.market-depth'

/**
 * Handlers for displaying series, events and markets of event contracts (BROKER-1, "Broker market
 * data").
 */
export const eventDisplayHandlers: Pick<Handlers, DisplayId> = {
  'broker.events.sports-filters': (request) => {
    const tags = [...new Set(LEAGUES.map(({ tag }) => tag))]
    if (request.tag !== undefined && request.tag !== '' && !tags.includes(request.tag)) {
      return err(unknown('tag'))
    }
    return ok(
      json(
        tags
          .filter((tag) => request.tag === undefined || request.tag === '' || tag === request.tag)
          .map((tag) => ({
            tag,
            competitions: LEAGUES.filter((league) => league.tag === tag).map(({ competition }) => ({
              competition,
              scopes: SCOPES,
            })),
            scopes: SCOPES,
          })),
      ),
    )
  },

  'broker.events.tags': () =>
    ok(
      json(
        wireCategories.map((category) => ({ ...category, tags: tagsOf(category.category_code) })),
      ),
    ),

  'broker.events.display-series': (request) => {
    if (!knownCategory(request.category)) return err(UNKNOWN_CATEGORY)
    const names = readNames(request.symbols)
    if (!names.ok) return names
    const tags = request.tags === undefined || request.tags === '' ? null : splitList(request.tags)
    const rules = SERIES.filter(
      (rule) =>
        (request.category === undefined ||
          request.category === '' ||
          rule.category === request.category) &&
        (names.value?.includes(rule.symbol) ?? true) &&
        (tags === null || rule.tags.some((tag) => tags.includes(tag))),
    )
      .map(wireSeries)
      .sort(bySymbol)
    const page = sortedPage(rules, ({ symbol }) => symbol, {
      size: PAGE,
      key: request.pagination_key,
      condition: ['SERIES', request.category, request.tags, request.symbols].join(';'),
    })
    return page.ok ? ok(json(page.value)) : page
  },

  'broker.events.display-events': (request, { services: { eventVenue, now } }) => {
    const named =
      request.series_symbol === undefined || request.series_symbol === ''
        ? null
        : SERIES_BY_SYMBOL.get(request.series_symbol)
    if (named === undefined) return err(unknown('series_symbol'))
    const wantActive = (request.status ?? 'ACTIVE') === 'ACTIVE'
    const events = (named === null ? SERIES : [named])
      .flatMap((rule) => eventVenue.catalog.listed(rule, now()))
      .filter((event) => isActive(event, now()) === wantActive)
    const rows = events
      .map((event) => ({
        ...wireEvent(event, now()),
        series_id: Number(seriesId(event.rule.symbol)),
        event_id: Number(event.eventId),
      }))
      .sort(bySymbol)
    const page = sortedPage(rows, ({ symbol }) => symbol, {
      size: PAGE,
      key: request.pagination_key,
      condition: ['EVENTS', request.series_symbol, wantActive].join(';'),
    })
    return page.ok ? ok(json(page.value)) : page
  },

  'broker.events.market-snapshot': (request, { services }) => {
    const found = findMarkets(services, [request.symbol])
    if (!found.ok) return found
    const [market] = found.value
    const data = market === undefined ? undefined : services.eventVenue.snapshot(market.symbol)
    if (market === undefined || data === undefined) {
      return err(refused(CODES.unsupportedSymbol, 'This market has no data.'))
    }
    const touch = wireTouch(yesBook(services, market.symbol, 1))
    return ok(
      json({
        symbol: market.symbol,
        instrument_id: market.instrumentId,
        event_symbol: market.event.symbol,
        yes_sub_title: market.draft.yes,
        no_sub_title: market.draft.no,
        status: statusOf(market, services.now()),
        ...Object.fromEntries(
          ['yes_bid', 'yes_ask', 'no_bid', 'no_ask'].flatMap((name) =>
            touch[name] === undefined ? [] : [[name, touch[name]]],
          ),
        ),
        price: priceText(data.last),
        volume: sizeText(data.volume),
        open_interest: sizeText(data.openInterest),
        ...(data.lastTime === null ? {} : { last_trade_time: epochMs(data.lastTime) }),
      }),
    )
  },

  'broker.events.market-depth': (request, { services }) => {
    const markets = findMarkets(services, [request.symbol])
    if (!markets.ok) return markets
    const levels = readEventDepth(request.depth, 10, true)
    if (!levels.ok) return levels
    return ok(
      json({
        symbol: request.symbol,
        instrument_id: markets.value[0]?.instrumentId,
        quote_time: services.now(),
        ...wireBooks(yesBook(services, request.symbol, levels.value)),
      }),
    )
  },
}

/** The category of games. */
export const SPORTS = CATEGORIES.find(({ code }) => code === 'SPORTS')?.code ?? 'SPORTS'
