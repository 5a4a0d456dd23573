import type { CryptoPair } from './crypto.js'
import type { EventMarket } from './event-contract.js'
import type { FuturesContract } from './futures.js'
import type { Instrument } from './instrument.js'
import type { OptionContract } from './option.js'

/** A stock or ETF. */
export type StockInstrument = Instrument & { readonly assetClass: 'stock' }

/** Any tradable instrument; `assetClass` is the discriminator. */
export type AnyInstrument =
  | StockInstrument
  | OptionContract
  | FuturesContract
  | CryptoPair
  | EventMarket
