import type { InstrumentMatches } from '../domain/instruments/instrument-match.js'
import { returns, op, type ContractEntry } from './entry.js'
import type { StockInstrument } from '../domain/instruments/any-instrument.js'
import type { OptionChain } from '../domain/instruments/option-chain.js'
import type {
  FuturesProductClass,
  FuturesProduct,
  FuturesContract,
} from '../domain/instruments/futures.js'
import type { CryptoPair } from '../domain/instruments/crypto.js'
import type {
  EventCategory,
  EventSeries,
  EventInfo,
  EventMarket,
} from '../domain/instruments/event-contract.js'
import type { SportLeague } from '../domain/instruments/event-game.js'
import { z } from 'zod'
import { STOCK_KINDS } from '../domain/instruments/instrument.js'
import { zSymbol } from '../domain/scalars.schema.js'

const MAX_MATCHES = 50

const nothing = z.strictObject({})
const main = ['main'] as const

/** The operations that find instruments of every product. */
export const productContract = {
  /** Searches the instruments of every product; best match first. */
  'instruments.search': op({
    in: z.strictObject({
      text: z.string().max(60),
      limit: z.number().int().min(1).max(MAX_MATCHES),
      preferred: z.array(zSymbol).max(200),
    }),
    out: returns<InstrumentMatches>(),
    surfaces: main,
    effect: 'read',
  }),
  /** Lists the stocks and funds, or only one kind, which the broker selects. */
  'stocks.list': op({
    in: z.strictObject({ kind: z.enum(STOCK_KINDS).nullable() }),
    out: returns<readonly StockInstrument[]>(),
    surfaces: main,
    effect: 'read',
  }),
  /** Returns the listed options of a symbol, or of an option's underlying. */
  'options.chain': op({
    in: z.strictObject({ symbol: zSymbol }),
    out: returns<OptionChain>(),
    surfaces: main,
    effect: 'read',
  }),
  'futures.classes': op({
    in: nothing,
    out: returns<readonly FuturesProductClass[]>(),
    surfaces: main,
    effect: 'read',
  }),
  /** Returns every product, or only one class. */
  'futures.products': op({
    in: z.strictObject({ classId: z.number().int().nullable() }),
    out: returns<readonly FuturesProduct[]>(),
    surfaces: main,
    effect: 'read',
  }),
  'futures.contracts': op({
    in: z.strictObject({ code: z.string().regex(/^[A-Z0-9]{1,8}$/) }),
    out: returns<readonly FuturesContract[]>(),
    surfaces: main,
    effect: 'read',
  }),
  'crypto.pairs': op({
    in: nothing,
    out: returns<readonly CryptoPair[]>(),
    surfaces: main,
    effect: 'read',
  }),
  'events.categories': op({
    in: nothing,
    out: returns<readonly EventCategory[]>(),
    surfaces: main,
    effect: 'read',
  }),
  'events.series': op({
    in: z.strictObject({ category: z.string().min(1).max(120).nullable() }),
    out: returns<readonly EventSeries[]>(),
    surfaces: main,
    effect: 'read',
  }),
  'events.list': op({
    in: z.strictObject({ series: zSymbol }),
    out: returns<readonly EventInfo[]>(),
    surfaces: main,
    effect: 'read',
  }),
  /** Returns the competitions that have games; none where the broker does not serve them. */
  'events.leagues': op({
    in: nothing,
    out: returns<readonly SportLeague[]>(),
    surfaces: main,
    effect: 'read',
  }),
  'events.markets': op({
    in: z.strictObject({ event: zSymbol }),
    out: returns<readonly EventMarket[]>(),
    surfaces: main,
    effect: 'read',
  }),
} as const satisfies Record<string, ContractEntry>
