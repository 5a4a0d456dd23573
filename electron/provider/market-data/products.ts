import { err, ok, type Result } from '../../../shared/domain/result.js'
import { EVENT_DATA_OPERATIONS } from '../../../shared/wire/families/products/event-data.js'
import { EVENT_INSTRUMENT_OPERATIONS } from '../../../shared/wire/families/products/event-instruments.js'
import { CRYPTO_OPERATIONS } from '../../../shared/wire/families/products/crypto.js'
import { FUTURES_OPERATIONS } from '../../../shared/wire/families/products/futures.js'
import { OPTION_OPERATIONS } from '../../../shared/wire/families/products/options.js'
import type { ProductsPort, GamesPort } from '../../core/market/products-port.js'
import type { Caller } from '../http/caller.js'
import type { Categories } from './categories.js'
import type { CallFailure } from '../http/call-failure.js'
import { WIRE_OPTION_TYPE } from '../mapping/enums.js'
import {
  toEventCategory,
  toEventDepth,
  toEventInfo,
  toEventMarket,
  toEventSeries,
  toEventSnapshot,
} from '../mapping/event-contracts.js'
import { toCryptoPair } from '../mapping/crypto.js'
import { toFuturesContract, toFuturesProduct, toFuturesSnapshot } from '../mapping/futures.js'
import { toOptionContract, toOptionSnapshot } from '../mapping/options.js'
import { toProviderFailure } from '../http/provider-failure.js'
import { allRows } from '../http/paginate.js'
import type { ClockPort } from '../../core/ports.js'
import { EVENT_DISPLAY_OPERATIONS } from '../../../shared/wire/families/products/event-display.js'
import { toEventGame, toGamePeriods, toGameScore, toSportLeagues } from '../mapping/event-games.js'

interface ProductSource {
  readonly caller: Caller
  readonly categories: Categories
  readonly clock: ClockPort
}

const mapped = <T, U>(answer: Result<readonly T[], CallFailure>, to: (record: T) => U) =>
  answer.ok ? ok(answer.value.map((record) => to(record))) : err(toProviderFailure(answer.error))

/** Records the categories of listed instruments, so that they need not be inferred. */
function learned<T extends Parameters<Categories['learn']>[0][number], E>(
  categories: Categories,
  result: Result<readonly T[], E>,
): Result<readonly T[], E> {
  if (result.ok) categories.learn(result.value)
  return result
}

const optionReads = ({
  caller,
  categories,
  clock,
}: ProductSource): Pick<ProductsPort, 'optionContracts' | 'optionSnapshots'> => ({
  async optionContracts({ underlying, symbols, from, to, type, root }) {
    const answer = await allRows(caller, OPTION_OPERATIONS.listOptionContracts, {
      category: 'US_OPTION',
      ...(underlying === undefined ? {} : { underlying_symbols: underlying }),
      ...(symbols === undefined ? {} : { option_symbols: symbols.join(',') }),
      ...(from === undefined ? {} : { start_date: from }),
      ...(to === undefined ? {} : { end_date: to }),
      ...(type === undefined ? {} : { option_type: WIRE_OPTION_TYPE[type] }),
      ...(root === undefined ? {} : { root_symbol: root }),
    })
    return learned(categories, mapped(answer, toOptionContract))
  },
  async optionSnapshots(symbols) {
    const query = { symbols: symbols.join(','), category: 'US_OPTION' } as const
    return mapped(await caller.call(OPTION_OPERATIONS.optionSnapshots, query), (record) =>
      toOptionSnapshot(record, clock.now()),
    )
  },
})

const futuresReads = ({
  caller,
  categories,
  clock,
}: ProductSource): Pick<
  ProductsPort,
  'futuresClasses' | 'futuresProducts' | 'futuresContracts' | 'futuresSnapshots'
> => ({
  async futuresClasses() {
    const answer = await caller.call(FUTURES_OPERATIONS.listFuturesClasses, {
      category: 'US_FUTURES',
    })
    return mapped(answer, (record) => ({
      classId: record.product_class_id,
      name: record.product_class_name,
    }))
  },
  async futuresProducts(classId) {
    const answer = await caller.call(FUTURES_OPERATIONS.listFuturesCodes, {
      category: 'US_FUTURES',
      ...(classId === null ? {} : { product_class_id: String(classId) }),
    })
    return mapped(answer, toFuturesProduct)
  },
  async futuresContracts(code) {
    const answer = await caller.call(FUTURES_OPERATIONS.listFuturesContracts, {
      category: 'US_FUTURES',
      code,
    })
    return learned(categories, mapped(answer, toFuturesContract))
  },
  async futuresSnapshots(symbols) {
    const query = { symbols: symbols.join(','), category: 'US_FUTURES' } as const
    return mapped(await caller.call(FUTURES_OPERATIONS.futuresSnapshots, query), (record) =>
      toFuturesSnapshot(record, clock.now()),
    )
  },
})

const eventListReads = ({
  caller,
  categories,
}: ProductSource): Pick<
  ProductsPort,
  'eventCategories' | 'eventSeries' | 'events' | 'eventMarkets'
> => ({
  eventCategories: async () =>
    mapped(await caller.call(EVENT_INSTRUMENT_OPERATIONS.listEventCategories, {}), toEventCategory),
  async eventSeries(category) {
    const query = category === null ? {} : { category }
    return mapped(
      await allRows(caller, EVENT_INSTRUMENT_OPERATIONS.listEventSeries, query),
      toEventSeries,
    )
  },
  events: async (series) =>
    mapped(
      await caller.call(EVENT_INSTRUMENT_OPERATIONS.listEvents, { series_symbol: series }),
      toEventInfo,
    ),
  async eventMarkets(filter) {
    const query =
      'series' in filter
        ? { series_symbol: filter.series }
        : 'event' in filter
          ? { event_symbol: filter.event }
          : { symbols: filter.symbols.join(',') }
    return learned(
      categories,
      mapped(
        await allRows(caller, EVENT_INSTRUMENT_OPERATIONS.listEventMarkets, query),
        toEventMarket,
      ),
    )
  },
})

const eventDataReads = ({
  caller,
  clock,
}: ProductSource): Pick<ProductsPort, 'eventSnapshots' | 'eventDepth'> => ({
  async eventSnapshots(symbols) {
    const query = { symbols: symbols.join(','), category: 'US_EVENT' } as const
    return mapped(await caller.call(EVENT_DATA_OPERATIONS.eventSnapshots, query), (record) =>
      toEventSnapshot(record, clock.now()),
    )
  },
  async eventDepth(symbol, levels) {
    const query = { symbol, category: 'US_EVENT', depth: String(levels) } as const
    const answer = await caller.call(EVENT_DATA_OPERATIONS.eventDepth, query)
    return answer.ok
      ? ok(toEventDepth(answer.value, clock.now()))
      : err(toProviderFailure(answer.error))
  },
})

/** Creates the port of options, futures, crypto and event contracts. Loaded on first use. */
export function createProducts(
  caller: Caller,
  categories: Categories,
  clock: ClockPort,
): ProductsPort {
  const source: ProductSource = { caller, categories, clock }
  return {
    ...optionReads(source),
    ...futuresReads(source),
    async cryptoPairs() {
      const answer = await allRows(caller, CRYPTO_OPERATIONS.listCrypto, { category: 'US_CRYPTO' })
      return learned(categories, mapped(answer, toCryptoPair))
    },
    ...eventListReads(source),
    ...eventDataReads(source),
    ...gameReads(caller),
  }
}

/** Creates the reads of games (BROKER-1, "Broker market data"). */
const gameReads = (caller: Caller): GamesPort => ({
  async sportLeagues() {
    const answer = await caller.call(EVENT_DISPLAY_OPERATIONS.sportsFilters, {})
    return answer.ok ? ok(toSportLeagues(answer.value)) : err(toProviderFailure(answer.error))
  },
  async games({ competition, event, from }) {
    const answer = await allRows(caller, EVENT_DISPLAY_OPERATIONS.eventMilestones, {
      minimum_start_date: String(from),
      ...(competition === null ? {} : { competition }),
      ...(event === null ? {} : { related_event_symbol: event }),
    })
    return answer.ok
      ? ok(answer.value.map((record) => toEventGame(record)))
      : err(toProviderFailure(answer.error))
  },
  async gameScore(milestone) {
    const query = { milestone_id: milestone }
    const answer = await caller.call(EVENT_DISPLAY_OPERATIONS.eventLiveData, query)
    return answer.ok ? ok(toGameScore(answer.value)) : err(toProviderFailure(answer.error))
  },
  async gamePeriods(milestone) {
    const query = { milestone_id: milestone }
    const answer = await caller.call(EVENT_DISPLAY_OPERATIONS.eventGameStats, query)
    return answer.ok ? ok(toGamePeriods(answer.value)) : err(toProviderFailure(answer.error))
  },
})
