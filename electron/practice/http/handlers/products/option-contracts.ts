import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../../../shared/wire/assumptions.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import {
  exchangeClock,
  tradingDay,
  type ExchangeDay,
} from '../../../../../shared/domain/market/exchange-time.js'
import type { ParsedRequestOf } from '../../../../../shared/wire/operation.js'
import type { OPTION_OPERATIONS } from '../../../../../shared/wire/families/products/options.js'
import {
  CONTRACT_MULTIPLIER,
  instrumentIdOf,
  readInstrumentId,
  type Contract,
} from '../../../options/contracts.js'
import { PROGRAMS, type Program } from '../../../options/programs.js'
import type { OptionVenue } from '../../../options/venue.js'
import type { Services } from '../../operations/services.js'
import { priceUnits, type PriceUnits } from '../../../model/units.js'
import { json } from '../../message/answer.js'
import { priceText } from '../../../model/figures.js'
import { queryValue, type Handlers } from '../../operations/handler.js'
import { pageAfter } from '../../paging/paging.js'
import { refused, type Refusal } from '../../message/refusal.js'
import { MAX_SYMBOLS, readCount, splitList } from '../market-data/market-requests.js'

type Request = ParsedRequestOf<typeof OPTION_OPERATIONS.listOptionContracts>

/** Number of trading days for which an expired contract is still listed, as DELISTING. */
const LISTED_EXPIRED_DAYS = 10
const EXCHANGES = [
  'AMEX',
  'BATS',
  'BOX',
  'C2',
  'CBOE',
  'EDGX',
  'EMLD',
  'GMNI',
  'ISE',
  'MCRY',
  'MIAX',
  'NASDAQ',
  'PCST',
  'PEARL',
  'PHLX',
  'PSE',
] as const
const INDEX_EXCHANGES = ['CBOE'] as const
/** The index itself is not traded, but has an id. */
const INDEX_ID = '913354362'

interface Filters {
  readonly programs: readonly Program[]
  readonly expired: readonly ExchangeDay[]
  readonly fits: (contract: Contract) => boolean
}

const invalid = (message: string): Result<never, Refusal> =>
  err(refused(CODES.invalidParameter, message))

function readStrike(text: string | undefined, name: string): Result<PriceUnits | null, Refusal> {
  if (text === undefined || text === '') return ok(null)
  const price = priceUnits(text)
  return price === null || price < 0 ? invalid(`${name} must be a price.`) : ok(price)
}

function readFilters(
  request: Request,
  venue: OptionVenue,
  time: Services,
): Result<Filters, Refusal> {
  const symbols = request.option_symbols === undefined ? null : splitList(request.option_symbols)
  const names =
    request.underlying_symbols === undefined ? null : splitList(request.underlying_symbols)
  if (Math.max(symbols?.length ?? 0, names?.length ?? 0) > MAX_SYMBOLS) {
    return err(refused(CODES.tooManySymbols, `At most ${MAX_SYMBOLS} symbols are allowed.`))
  }
  const minStrike = readStrike(request.strike_price_gte, 'strike_price_gte')
  if (!minStrike.ok) return minStrike
  const maxStrike = readStrike(request.strike_price_lte, 'strike_price_lte')
  if (!maxStrike.ok) return maxStrike
  if (
    request.start_date !== undefined &&
    request.end_date !== undefined &&
    request.start_date > request.end_date
  ) {
    return invalid('start_date must not be after end_date.')
  }
  const roots =
    symbols === null
      ? null
      : new Set(symbols.flatMap((symbol) => venue.contract(symbol)?.program.root ?? []))
  const {
    start_date: from,
    end_date: to,
    root_symbol: root,
    option_type: right,
    style,
    ppind,
  } = request
  const programs = PROGRAMS.filter(
    (program) =>
      (names === null || names.includes(program.underlying)) &&
      (roots === null || roots.has(program.root)) &&
      (root === undefined || program.root === root) &&
      (style === undefined || (style === 'EUROPEAN') === (program.kind === 'index')) &&
      (ppind === undefined || (ppind === 'true') === program.penny),
  )
  const today = exchangeClock(time.now()).day
  return ok({
    programs,
    expired:
      request.status === 'DELISTING'
        ? Array.from({ length: LISTED_EXPIRED_DAYS }, (_, back) =>
            back === 0 ? today : tradingDay(today, -back),
          ).reverse()
        : [],
    fits: ({ symbol, strike, right: its, expiry: { day } }) =>
      (symbols === null || symbols.includes(symbol)) &&
      (right === undefined || its === right) &&
      (from === undefined || day >= from) &&
      (to === undefined || day <= to) &&
      (minStrike.value === null || strike >= minStrike.value) &&
      (maxStrike.value === null || strike <= maxStrike.value),
  })
}

function wireContract(
  contract: Contract,
  services: Services,
  deliverables: boolean,
): Record<string, unknown> {
  const { program, expiry, right, strike, symbol } = contract
  const index = program.kind === 'index'
  const underlyingId = index ? INDEX_ID : services.market.listing(program.underlying)?.instrumentId
  const expired = expiry.time <= services.now()
  return {
    instrument_id: instrumentIdOf(contract),
    symbol,
    status: expired ? 'DELISTING' : 'LISTING',
    tradable_status: expired ? 'NT' : 'OC',
    expiration_date: expiry.day,
    root_symbol: program.root,
    underlying_symbol: program.underlying,
    underlying_instrument_id: underlyingId,
    underlying_type: `${program.kind === 'stock' ? 'EQUITY' : program.kind.toUpperCase()}_${right}_OPTION`,
    option_type: right,
    style: index ? 'EUROPEAN' : 'AMERICAN',
    strike_price: priceText(strike),
    multiplier: String(CONTRACT_MULTIPLIER),
    settlement_method: index ? 'CASH' : 'PHYSICAL',
    expired_cycle: expiry.cycle,
    ppind: program.penny,
    currency: 'USD',
    init_expiration_date: expiry.day,
    def_type: 'STANDARD',
    listed_exchanges: index ? INDEX_EXCHANGES : EXCHANGES,
    ...(deliverables
      ? {
          deliverables: [
            {
              asset_type: index ? 'CASH' : 'EQUITY',
              symbol: index ? 'USD' : program.underlying,
              ...(index ? {} : { instrument_id: underlyingId }),
              amount: String(CONTRACT_MULTIPLIER),
              allocation_percentage: '100',
              settlement_type: 'T_1',
              settlement_method: index ? 'CASH' : 'PHYSICAL',
              settlement_status: 'NORMAL',
            },
          ],
        }
      : {}),
  }
}

const conditionOf = (request: Request): string =>
  [
    request.category,
    request.option_symbols,
    request.underlying_symbols,
    request.status ?? 'LISTING',
    request.start_date,
    request.end_date,
    request.root_symbol,
    request.option_type,
    request.style,
    request.strike_price_gte,
    request.strike_price_lte,
    request.ppind,
    request.show_deliverables,
  ]
    .map((part) => part ?? 'null')
    .join(';')

/** Lists contracts by name, expiration, strike and right, 1000 per page (TRADING-6). */
export const optionContractHandlers: Pick<Handlers, 'trading.options.contracts'> = {
  'trading.options.contracts': (request, call) => {
    const { services } = call
    const venue = services.optionVenue
    const filters = readFilters(request, venue, services)
    if (!filters.ok) return filters
    const { programs, expired, fits } = filters.value
    function* wanted(after: Contract | null): Generator<Contract> {
      for (const contract of venue.listings.contracts({ programs, expired, after })) {
        if (fits(contract)) yield contract
      }
    }
    const deliverables = request.show_deliverables === 'true'
    const size = ASSUMPTIONS.pageSizes.instruments
    if (call.caller.version === 'v2') {
      const count = readCount(queryValue(call, 'page_size'), size, size)
      if (!count.ok) return count
      const last = queryValue(call, 'last_instrument_id')
      const page: Record<string, unknown>[] = []
      for (const contract of wanted(last === undefined ? null : readInstrumentId(last))) {
        if (page.length === count.value) break
        page.push(wireContract(contract, services, deliverables))
      }
      return ok(json(page))
    }
    const page = pageAfter(
      (lastId) => {
        const after = lastId === null ? null : readInstrumentId(lastId)
        return lastId !== null && after === null ? null : wanted(after)
      },
      instrumentIdOf,
      { size, key: request.pagination_key, condition: conditionOf(request) },
    )
    return page.ok
      ? ok(
          json({
            ...page.value,
            data: page.value.data.map((contract) => wireContract(contract, services, deliverables)),
          }),
        )
      : page
  },
}
