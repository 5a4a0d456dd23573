import { err, ok, type Result } from '../../../shared/domain/result.js'
import { eventDepth, eventSnapshots } from '../../../shared/wire/families/products/event-data.js'
import {
  listEventCategories,
  listEventMarkets,
  listEvents,
  listEventSeries,
} from '../../../shared/wire/families/products/event-instruments.js'
import { listCrypto } from '../../../shared/wire/families/products/crypto.js'
import {
  futuresSnapshots,
  listFuturesClasses,
  listFuturesCodes,
  listFuturesContracts,
} from '../../../shared/wire/families/products/futures.js'
import {
  listOptionContracts,
  optionSnapshots,
} from '../../../shared/wire/families/products/options.js'
import type { ProductsPort } from '../../core/market/products-port.js'
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
import type { ClockPort } from '../http/ports.js'

const mapped = <T, U>(answer: Result<readonly T[], CallFailure>, to: (record: T) => U) =>
  answer.ok ? ok(answer.value.map((record) => to(record))) : err(toProviderFailure(answer.error))

/** Creates the port of options, futures, crypto and event contracts. Loaded on first use. */
export function createProducts(
  caller: Caller,
  categories: Categories,
  clock: ClockPort,
): ProductsPort {
  /** Records the categories of listed instruments, so that they need not be inferred. */
  const learned = <T extends Parameters<Categories['learn']>[0][number], E>(
    result: Result<readonly T[], E>,
  ): Result<readonly T[], E> => {
    if (result.ok) categories.learn(result.value)
    return result
  }
  return {
    async optionContracts({ underlying, from, to, type, root }) {
      return learned(
        mapped(
          await allRows(caller, listOptionContracts, {
            category: 'US_OPTION',
            underlying_symbols: underlying,
            ...(from === undefined ? {} : { start_date: from }),
            ...(to === undefined ? {} : { end_date: to }),
            ...(type === undefined ? {} : { option_type: WIRE_OPTION_TYPE[type] }),
            ...(root === undefined ? {} : { root_symbol: root }),
          }),
          toOptionContract,
        ),
      )
    },
    async optionSnapshots(symbols) {
      return mapped(
        await caller.call(optionSnapshots, { symbols: symbols.join(','), category: 'US_OPTION' }),
        (record) => toOptionSnapshot(record, clock.now()),
      )
    },
    async futuresClasses() {
      const answer = await caller.call(listFuturesClasses, { category: 'US_FUTURES' })
      return mapped(answer, (record) => ({
        classId: record.product_class_id,
        name: record.product_class_name,
      }))
    },
    async futuresProducts(classId) {
      return mapped(
        await caller.call(listFuturesCodes, {
          category: 'US_FUTURES',
          ...(classId === null ? {} : { product_class_id: String(classId) }),
        }),
        toFuturesProduct,
      )
    },
    async futuresContracts(code) {
      return learned(
        mapped(
          await caller.call(listFuturesContracts, { category: 'US_FUTURES', code }),
          toFuturesContract,
        ),
      )
    },
    async futuresSnapshots(symbols) {
      return mapped(
        await caller.call(futuresSnapshots, { symbols: symbols.join(','), category: 'US_FUTURES' }),
        (record) => toFuturesSnapshot(record, clock.now()),
      )
    },
    cryptoPairs: async () =>
      learned(mapped(await allRows(caller, listCrypto, { category: 'US_CRYPTO' }), toCryptoPair)),
    eventCategories: async () =>
      mapped(await caller.call(listEventCategories, {}), toEventCategory),
    eventSeries: async (category) =>
      mapped(
        await allRows(caller, listEventSeries, category === null ? {} : { category }),
        toEventSeries,
      ),
    events: async (series) =>
      mapped(await caller.call(listEvents, { series_symbol: series }), toEventInfo),
    async eventMarkets(filter) {
      const query =
        'series' in filter
          ? { series_symbol: filter.series }
          : 'event' in filter
            ? { event_symbol: filter.event }
            : { symbols: filter.symbols.join(',') }
      return learned(mapped(await allRows(caller, listEventMarkets, query), toEventMarket))
    },
    async eventSnapshots(symbols) {
      return mapped(
        await caller.call(eventSnapshots, { symbols: symbols.join(','), category: 'US_EVENT' }),
        (record) => toEventSnapshot(record, clock.now()),
      )
    },
    async eventDepth(symbol, levels) {
      const answer = await caller.call(eventDepth, {
        symbol,
        category: 'US_EVENT',
        depth: String(levels),
      })
      return answer.ok
        ? ok(toEventDepth(answer.value, clock.now()))
        : err(toProviderFailure(answer.error))
    },
  }
}
