import { err, ok } from '../../../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../../../shared/wire/assumptions.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import type { CryptoInstrument } from '../../../model/instrument.js'
import { CRYPTO_PAIRS } from '../../../market/crypto/pairs.js'
import { json } from '../../message/answer.js'
import type { Handlers } from '../../operations/handler.js'
import { v2Page } from '../reference/v2-page.js'
import { pageOf } from '../../paging/paging.js'
import { centsText, scaledSize, stepText } from '../../../model/product-figures.js'
import { refused } from '../../message/refusal.js'
import { MAX_SYMBOLS, splitList } from '../market-data/market-requests.js'
import { findProducts, present, sessionBars, sharedSnapshot } from '../market-data/session-data.js'

/** Formats a pair's profile (MARKET-4): amounts are dollars per order, quantities are coins. */
const wireProfile = (pair: CryptoInstrument) => ({
  name: pair.name,
  instrument_id: pair.instrumentId,
  exchange_code: pair.exchangeCode,
  category: 'US_CRYPTO',
  symbol: pair.symbol,
  status: pair.status,
  min_trade_amt: centsText(pair.minCents),
  max_trade_amt: centsText(pair.maxCents),
  min_trade_qty: scaledSize(pair.minSize, pair.scale),
  max_trade_qty: scaledSize(pair.maxSize, pair.scale),
  price_step: stepText(pair.grid[0]?.step ?? 0, pair.scale),
  lot_size: '1',
  currency: 'USD',
})

type CryptoId = 'trading.crypto.list' | 'market.crypto.snapshots' | 'market.crypto.bars'

export const cryptoHandlers: Pick<Handlers, CryptoId> = {
  'trading.crypto.list': (request, call) => {
    const { services, caller } = call
    const symbols = request.symbols === undefined ? null : splitList(request.symbols)
    if (symbols !== null && symbols.length > MAX_SYMBOLS) {
      return err(refused(CODES.tooManySymbols, `At most ${MAX_SYMBOLS} symbols are allowed.`))
    }
    const pairs = CRYPTO_PAIRS.map(({ symbol }) => services.market.instrument(symbol)).filter(
      (instrument) => instrument?.product === 'CRYPTO',
    )
    const selected = pairs
      .filter(
        (pair) =>
          (symbols === null || symbols.includes(pair.symbol)) &&
          (request.status === undefined || pair.status === request.status),
      )
      .map(wireProfile)
    const idOf = (pair: (typeof selected)[number]) => pair.instrument_id
    const most = ASSUMPTIONS.pageSizes.instruments
    if (caller.version === 'v2') {
      const rows = v2Page(call, selected, { idOf, lastId: 'last_instrument_id', most })
      return rows.ok ? ok(json(rows.value)) : rows
    }
    const condition = [request.category, request.symbols ?? 'null', request.status ?? 'null'].join(
      ';',
    )
    const page = pageOf(selected, idOf, { size: most, key: request.pagination_key, condition })
    return page.ok ? ok(json(page.value)) : page
  },

  'market.crypto.snapshots': (request, { services }) => {
    const found = findProducts(services, 'CRYPTO', splitList(request.symbols))
    if (!found.ok) return found
    return ok(
      json(
        found.value.flatMap((pair) => {
          const data = services.market.snapshot(pair.symbol)
          // The time of the quote is a string here, unlike everywhere else.
          return data === undefined
            ? []
            : [present({ ...sharedSnapshot(services, pair, data), quote_time: String(data.time) })]
        }),
      ),
    )
  },

  'market.crypto.bars': (request, { services }) => {
    const bars = sessionBars(services, 'CRYPTO', request, () => ({}))
    return bars.ok ? ok(json(bars.value)) : bars
  },
}
