import { z } from 'zod'
import { STOCK_KINDS } from '../domain/instruments/instrument.js'
import { op, type Entry } from './entry.js'
import {
  MAX_LISTED,
  MAX_MATCHES,
  zCryptoPair,
  zEventCategory,
  zEventInfo,
  zEventMarket,
  zEventSeries,
  zFuturesContract,
  zFuturesProduct,
  zFuturesProductClass,
  zInstrumentMatches,
  zOptionChain,
  zSportLeague,
} from './products.js'
import { zStockInstrument } from './instruments.js'
import { zSymbol } from '../domain/scalars.schema.js'

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
    out: zInstrumentMatches,
    surfaces: main,
    effect: 'read',
  }),
  /** Lists the stocks and funds, or those of one kind, which the broker selects. */
  'stocks.list': op({
    in: z.strictObject({ kind: z.enum(STOCK_KINDS).nullable() }),
    out: z.array(zStockInstrument),
    surfaces: main,
    effect: 'read',
  }),
  /** Returns the listed options of a symbol, or of an option's underlying. */
  'options.chain': op({
    in: z.strictObject({ symbol: zSymbol }),
    out: zOptionChain,
    surfaces: main,
    effect: 'read',
  }),
  'futures.classes': op({
    in: nothing,
    out: z.array(zFuturesProductClass).max(MAX_LISTED),
    surfaces: main,
    effect: 'read',
  }),
  /** Returns every product, or those of one class. */
  'futures.products': op({
    in: z.strictObject({ classId: z.number().int().nullable() }),
    out: z.array(zFuturesProduct).max(MAX_LISTED),
    surfaces: main,
    effect: 'read',
  }),
  'futures.contracts': op({
    in: z.strictObject({ code: z.string().regex(/^[A-Z0-9]{1,8}$/) }),
    out: z.array(zFuturesContract).max(MAX_LISTED),
    surfaces: main,
    effect: 'read',
  }),
  'crypto.pairs': op({
    in: nothing,
    out: z.array(zCryptoPair).max(MAX_LISTED),
    surfaces: main,
    effect: 'read',
  }),
  'events.categories': op({
    in: nothing,
    out: z.array(zEventCategory).max(MAX_LISTED),
    surfaces: main,
    effect: 'read',
  }),
  'events.series': op({
    in: z.strictObject({ category: z.string().min(1).max(120).nullable() }),
    out: z.array(zEventSeries).max(MAX_LISTED),
    surfaces: main,
    effect: 'read',
  }),
  'events.list': op({
    in: z.strictObject({ series: zSymbol }),
    out: z.array(zEventInfo).max(MAX_LISTED),
    surfaces: main,
    effect: 'read',
  }),
  /** Returns the competitions that have games; none where the broker does not serve them. */
  'events.leagues': op({
    in: nothing,
    out: z.array(zSportLeague).max(MAX_LISTED),
    surfaces: main,
    effect: 'read',
  }),
  'events.markets': op({
    in: z.strictObject({ event: zSymbol }),
    out: z.array(zEventMarket).max(MAX_LISTED),
    surfaces: main,
    effect: 'read',
  }),
} as const satisfies Record<string, Entry>
