import type { Timespan } from '../../../../../shared/domain/market/bar.js'
import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import { isoTimeOffset } from '../../../../../shared/wire/fields.js'
import type { CryptoInstrument, FuturesInstrument } from '../../../model/instrument.js'
import type { BarData, SnapshotData } from '../../../market/securities/market-types.js'
import { ratioText } from '../../../model/figures.js'
import type { Services } from '../../operations/services.js'
import { scaledPrice, scaledSize } from '../../../model/product-figures.js'
import { refused, type Refusal } from '../../message/refusal.js'
import { readCount, splitList } from './market-requests.js'

/** Data that futures and crypto have in common (MARKET-3, MARKET-4). */

/** Maximum symbols per call, and the default and maximum numbers of bars and ticks. */
const MAX_SYMBOLS = 20
export const SESSION_COUNT = { usual: 200, ticks: 30, max: 1_200 } as const

interface Products {
  readonly FUTURES: FuturesInstrument
  readonly CRYPTO: CryptoInstrument
}

/** Finds every named symbol of a product, or refuses and names the unknown ones. */
export function findProducts<P extends keyof Products>(
  { market }: Services,
  product: P,
  symbols: readonly string[],
): Result<readonly Products[P][], Refusal> {
  if (symbols.length === 0) return err(refused(CODES.illegalParameter, 'instruments is empty.'))
  if (symbols.length > MAX_SYMBOLS) {
    return err(refused(CODES.tooManySymbols, `At most ${MAX_SYMBOLS} symbols are allowed.`))
  }
  const isOne = (found: ReturnType<typeof market.instrument>): found is Products[P] =>
    found?.product === product
  const instruments = symbols.map((symbol) => market.instrument(symbol))
  const missing = symbols.filter((_, index) => !isOne(instruments[index]))
  if (missing.length > 0) {
    return err(
      refused(
        CODES.unsupportedSymbol,
        `invalid symbols: [${missing.map((symbol) => symbol.slice(0, 32)).join(',')}]`,
      ),
    )
  }
  return ok(instruments.filter(isOne))
}

/** Leaves out members without a value; figures of a day without trades are absent. */
export const present = (
  members: Readonly<Record<string, string | number | null>>,
): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(members).filter(
      (entry): entry is [string, string | number] => entry[1] !== null,
    ),
  )

/**
 * Formats the snapshot members that both products share. The quote includes simulated quotes and
 * customers' orders.
 */
export function sharedSnapshot(
  { exchange }: Services,
  { symbol, instrumentId, scale }: FuturesInstrument | CryptoInstrument,
  data: SnapshotData,
): Record<string, string | number | null> {
  const price = (value: number | null): string | null =>
    value === null ? null : scaledPrice(value, scale)
  const { bids, asks } = exchange.depth(symbol, 1)
  return {
    symbol,
    instrument_id: instrumentId,
    price: price(data.last),
    open: price(data.open),
    high: price(data.high),
    low: price(data.low),
    pre_close: price(data.previousClose),
    change: price(data.change),
    change_ratio: ratioText(data.change, data.previousClose),
    last_trade_time: data.lastTime,
    quote_time: data.time,
    bid: price(bids[0]?.price ?? null),
    bid_size: bids[0] ? scaledSize(bids[0].size, scale) : null,
    ask: price(asks[0]?.price ?? null),
    ask_size: asks[0] ? scaledSize(asks[0].size, scale) : null,
  }
}

/** The members that bar requests of both products share. */
interface BarsRequest {
  readonly symbols: string
  readonly timespan: Timespan
  readonly count?: string | number | undefined
  readonly real_time_required?: string | undefined
}

interface SymbolBars {
  readonly symbol: string
  readonly instrument_id: string
  readonly result: readonly Readonly<Record<string, string>>[]
}

/**
 * Returns the bars of every named symbol of a product, oldest first; `more` adds the members that
 * only this product's bars have.
 */
export function sessionBars<P extends keyof Products>(
  services: Services,
  product: P,
  request: BarsRequest,
  more: (bar: BarData, instrument: Products[P]) => Readonly<Record<string, string>>,
): Result<readonly SymbolBars[], Refusal> {
  const products = findProducts(services, product, splitList(request.symbols))
  if (!products.ok) return products
  const count = readCount(request.count, SESSION_COUNT.usual, SESSION_COUNT.max)
  if (!count.ok) return count
  const query = { count: count.value, includeRunning: request.real_time_required === 'true' }
  return ok(
    products.value.map((instrument) => {
      const price = (units: number): string => scaledPrice(units, instrument.scale)
      const bars = services.market.bars(instrument.symbol, request.timespan, query)
      return {
        symbol: instrument.symbol,
        instrument_id: instrument.instrumentId,
        result: bars.map((bar) => ({
          time: isoTimeOffset(bar.time),
          open: price(bar.open),
          close: price(bar.close),
          high: price(bar.high),
          low: price(bar.low),
          ...more(bar, instrument),
        })),
      }
    }),
  )
}
