import { decimalText, fromInteger, trim } from '../../../../../shared/domain/decimal.js'
import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../../../shared/wire/assumptions.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import { isoTimeOffset } from '../../../../../shared/wire/fields.js'
import { CONTRACT_MULTIPLIER, instrumentIdOf, type Contract } from '../../../options/contracts.js'
import type { OptionSnapshot, OptionVenue } from '../../../options/venue.js'
import { PRICE_SCALE } from '../../../model/units.js'
import { json } from '../../message/answer.js'
import { priceText, ratioText, sizeText } from '../../../model/figures.js'
import type { Call, Handlers } from '../../operations/handler.js'
import { refused, type Refusal } from '../../message/refusal.js'
import { readCount, splitList } from '../market-data/market-requests.js'
import { present } from '../market-data/session-data.js'

/** Maximum symbols per call (MARKET-2). */
const MAX_SYMBOLS = 20
const COUNT = { bars: 200, max: 1_200 } as const

function findContracts(
  venue: OptionVenue,
  symbols: readonly string[],
): Result<readonly Contract[], Refusal> {
  if (symbols.length === 0) return err(refused(CODES.illegalParameter, 'instruments is empty.'))
  if (symbols.length > MAX_SYMBOLS) {
    return err(refused(CODES.tooManySymbols, `At most ${MAX_SYMBOLS} symbols are allowed.`))
  }
  const contracts = symbols.map((symbol) => venue.contract(symbol))
  const missing = symbols.filter((_, index) => contracts[index] === undefined)
  if (missing.length > 0) {
    return err(
      refused(
        CODES.unsupportedSymbol,
        `invalid symbols: [${missing.map((symbol) => symbol.slice(0, 32)).join(',')}]`,
      ),
    )
  }
  return ok(contracts.filter((contract) => contract !== undefined))
}

const PLACES = 6
/** Rounds a model value for the wire. */
const figure = (value: number): string =>
  decimalText(fromInteger(Math.round(value * 10 ** PLACES), PLACES))

function wireSnapshot(
  { services }: Call,
  contract: Contract,
  data: OptionSnapshot,
): Record<string, string | number> {
  const price = (value: number | null): string | null => (value === null ? null : priceText(value))
  const { thetaDays, vegaPoints, rhoPoints } = ASSUMPTIONS.optionGreeks
  const { bids, asks } = data.book
  const { greeks } = data
  return present({
    instrument_id: instrumentIdOf(contract),
    symbol: contract.symbol,
    price: priceText(data.last),
    open: price(data.open),
    high: price(data.high),
    low: price(data.low),
    close: priceText(data.last),
    pre_close: priceText(data.previousClose),
    volume: sizeText(data.volume),
    change: priceText(data.last - data.previousClose),
    change_ratio: ratioText(data.last - data.previousClose, data.previousClose),
    last_trade_time: data.lastTime,
    quote_time: services.now(),
    bid: price(bids[0]?.price ?? null),
    bid_size: bids[0] ? sizeText(bids[0].size) : null,
    ask: price(asks[0]?.price ?? null),
    ask_size: asks[0] ? sizeText(asks[0].size) : null,
    open_interest: String(data.openInterest),
    strike_price: priceText(contract.strike),
    delta: figure(greeks.delta),
    gamma: figure(greeks.gamma),
    theta: figure((greeks.theta * thetaDays) / 365),
    vega: figure(greeks.vega * vegaPoints),
    rho: figure(greeks.rho * rhoPoints),
    imp_vol: figure(data.volatility),
    deal_amount: decimalText(
      trim(fromInteger(BigInt(data.dealt) * BigInt(CONTRACT_MULTIPLIER), PRICE_SCALE)),
    ),
  })
}

type OptionId = 'market.options.ticks' | 'market.options.snapshots' | 'market.options.bars'

export const optionHandlers: Pick<Handlers, OptionId> = {
  'market.options.ticks': (request, { services }) => {
    const contracts = findContracts(services.optionVenue, [request.symbol])
    if (!contracts.ok) return contracts
    const count = readCount(request.count, COUNT.bars, COUNT.max)
    if (!count.ok) return count
    const result = services.optionVenue.ticks(request.symbol, count.value).map((tick) => ({
      time: String(tick.time),
      price: priceText(tick.price),
      volume: sizeText(tick.size),
      side: tick.aggressor === 'buy' ? 'B' : 'S',
    }))
    return ok(
      json({
        symbol: request.symbol,
        instrumentId: contracts.value.map(instrumentIdOf)[0],
        result,
      }),
    )
  },

  'market.options.snapshots': (request, call) => {
    const found = findContracts(call.services.optionVenue, splitList(request.symbols))
    if (!found.ok) return found
    return ok(
      json(
        found.value.flatMap((contract) => {
          const data = call.services.optionVenue.snapshot(contract.symbol)
          return data === undefined ? [] : [wireSnapshot(call, contract, data)]
        }),
      ),
    )
  },

  'market.options.bars': (request, { services }) => {
    const contracts = findContracts(services.optionVenue, splitList(request.symbols))
    if (!contracts.ok) return contracts
    const count = readCount(request.count, COUNT.bars, COUNT.max)
    if (!count.ok) return count
    const query = { count: count.value, includeRunning: request.real_time_required === 'true' }
    return ok(
      json(
        contracts.value.map((contract) => ({
          symbol: contract.symbol,
          instrument_id: instrumentIdOf(contract),
          result: services.optionVenue
            .bars(contract.symbol, request.timespan, query)
            .map(({ time, open, high, low, close, volume }) => ({
              time: isoTimeOffset(time),
              open: priceText(open),
              close: priceText(close),
              high: priceText(high),
              low: priceText(low),
              volume: sizeText(volume),
            })),
        })),
      ),
    )
  },
}
