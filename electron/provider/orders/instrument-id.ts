import { keyParts, type InstrumentKey } from '../../../shared/domain/instruments/instrument-key.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { CRYPTO_OPERATIONS } from '../../../shared/wire/families/products/crypto.js'
import { EVENT_INSTRUMENT_OPERATIONS } from '../../../shared/wire/families/products/event-instruments.js'
import { FUTURES_OPERATIONS } from '../../../shared/wire/families/products/futures.js'
import { OPTION_OPERATIONS } from '../../../shared/wire/families/products/options.js'
import { STOCK_OPERATIONS } from '../../../shared/wire/families/products/stocks.js'
import type { CallFailure } from '../http/call-failure.js'
import type { Caller, CallOptions } from '../http/caller.js'
import { allRows } from '../http/paginate.js'

/** What the lists of all products say about an instrument. */
interface Identified {
  readonly symbol: string
  readonly instrument_id: string
}

type Rows = Promise<Result<readonly Identified[], CallFailure>>

/** Reads the instruments of one symbol from the list of its product. */
async function listed(caller: Caller, key: InstrumentKey, options: CallOptions): Rows {
  const { assetClass, symbol } = keyParts(key)
  switch (assetClass) {
    case 'stock':
      return allRows(
        caller,
        STOCK_OPERATIONS.listStocks,
        { category: 'US_STOCK', symbols: symbol },
        options,
      )
    case 'option':
      return allRows(
        caller,
        OPTION_OPERATIONS.listOptionContracts,
        { category: 'US_OPTION', option_symbols: symbol },
        options,
      )
    case 'futures':
      return caller.call(
        FUTURES_OPERATIONS.listFuturesContracts,
        { category: 'US_FUTURES', symbols: symbol },
        options,
      )
    case 'crypto':
      return allRows(
        caller,
        CRYPTO_OPERATIONS.listCrypto,
        { category: 'US_CRYPTO', symbols: symbol },
        options,
      )
    case 'event':
      return allRows(
        caller,
        EVENT_INSTRUMENT_OPERATIONS.listEventMarkets,
        { symbols: symbol },
        options,
      )
  }
}

/**
 * Finds the broker's id of an instrument, which only the lists of instruments have.
 *
 * @returns null when the broker lists it no more, such as a contract that expired
 */
export async function findInstrumentId(
  caller: Caller,
  key: InstrumentKey,
  options: CallOptions,
): Promise<Result<string | null, CallFailure>> {
  const { symbol } = keyParts(key)
  const found = await listed(caller, key, options)
  if (!found.ok) return err(found.error)
  return ok(found.value.find((row) => row.symbol === symbol)?.instrument_id ?? null)
}
