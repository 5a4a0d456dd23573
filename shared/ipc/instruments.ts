import { z } from 'zod'
import type { AnyInstrument, StockInstrument } from '../domain/instruments/any-instrument.js'
import type { CryptoPair } from '../domain/instruments/crypto.js'
import type { EventMarket } from '../domain/instruments/event-contract.js'
import type { FuturesContract } from '../domain/instruments/futures.js'
import { STOCK_KINDS, TRADABLE } from '../domain/instruments/instrument.js'
import {
  EXPIRATION_CYCLES,
  OPTION_STYLES,
  OPTION_TYPES,
  type OptionContract,
} from '../domain/instruments/option.js'
import { mirror } from './mirror.js'
import { zDecimal, zMoney, zPrice, zQuantity, zSymbol } from '../domain/scalars.schema.js'

/** The provider publishes no maximum lengths; a longer text is not one of its names or dates. */
const text = z.string().max(400)
const longText = z.string().max(8_000)
const day = text.nullable()
const zTradable = z.enum(TRADABLE)

export const zStockInstrument = mirror<StockInstrument>()(
  z.strictObject({
    assetClass: z.literal('stock'),
    symbol: zSymbol,
    name: text,
    exchange: text,
    kind: z.enum([...STOCK_KINDS, 'other']),
    tradable: zTradable,
    shortable: z.boolean(),
    fractionable: z.boolean(),
    marginable: z.boolean(),
    overnight: z.boolean(),
    currency: z.string().max(8),
    initialMarginLong: zDecimal.nullable(),
    initialMarginShort: zDecimal.nullish(),
    maintenanceMarginLong: zDecimal.nullable(),
    maintenanceMarginShort: zDecimal.nullish(),
    intradayMarginLong: zDecimal.nullish(),
    intradayMarginShort: zDecimal.nullish(),
  }),
)

export const zOptionContract = mirror<OptionContract>()(
  z.strictObject({
    assetClass: z.literal('option'),
    symbol: zSymbol,
    instrumentId: text,
    root: text,
    underlying: zSymbol,
    underlyingKind: z.enum(['stock', 'etf', 'index', 'unknown']),
    type: z.enum(OPTION_TYPES).nullable(),
    style: z.enum(OPTION_STYLES).nullable(),
    strike: zPrice,
    expiration: text,
    multiplier: zDecimal,
    settlement: z.enum(['physical', 'cash', 'unknown']),
    cycle: z.enum(EXPIRATION_CYCLES).nullable(),
    pennyProgram: z.boolean(),
    listed: z.boolean(),
    tradable: zTradable,
    currency: z.string().max(8),
    deliverables: z.array(
      z.strictObject({
        kind: z.enum(['shares', 'cash', 'unknown']),
        symbol: zSymbol.nullable(),
        amount: zDecimal.nullable(),
        allocation: zDecimal.nullable(),
      }),
    ),
  }),
)

export const zFuturesContract = mirror<FuturesContract>()(
  z.strictObject({
    assetClass: z.literal('futures'),
    symbol: zSymbol,
    instrumentId: text,
    code: text,
    name: text,
    exchange: text,
    classId: z.number().nullable(),
    className: text.nullable(),
    currency: z.string().max(8),
    month: day,
    kind: z.enum(['month', 'continuous', 'unknown']),
    tradable: zTradable,
    size: zDecimal.nullable(),
    unit: text.nullable(),
    minTick: zDecimal.nullable(),
    settlement: z.enum(['cash', 'physical', 'unknown']),
    settlementDate: day,
    firstTradingDate: day,
    lastTradingDate: day,
    firstNoticeDate: day,
    lastNoticeDate: day,
  }),
)

export const zCryptoPair = mirror<CryptoPair>()(
  z.strictObject({
    assetClass: z.literal('crypto'),
    symbol: zSymbol,
    instrumentId: text,
    name: text,
    exchange: text,
    tradable: zTradable,
    currency: z.string().max(8),
    minAmount: zMoney.nullable(),
    maxAmount: zMoney.nullable(),
    minQuantity: zQuantity.nullable(),
    maxQuantity: zQuantity.nullable(),
    priceStep: zDecimal.nullable(),
    lotSize: zDecimal.nullable(),
  }),
)

export const zEventMarket = mirror<EventMarket>()(
  z.strictObject({
    assetClass: z.literal('event'),
    symbol: zSymbol,
    instrumentId: text,
    name: longText,
    seriesSymbol: zSymbol.nullable(),
    eventSymbol: zSymbol.nullable(),
    eventName: longText.nullable(),
    yesCondition: longText.nullable(),
    listing: z.enum(['listed', 'delisted', 'unknown']),
    tradable: zTradable,
    canCloseEarly: z.boolean(),
    fractionable: z.boolean(),
    lastTradingDate: day,
    expectedExpiration: day,
    latestExpiration: day,
    payoutDate: day,
    priceRanges: z.array(z.strictObject({ start: zPrice, end: zPrice, step: zPrice })),
  }),
)

/** The most symbols whose price steps are read at once. */
export const MAX_STEP_SYMBOLS = 200

/** The price steps of one symbol. */
export const zListedSteps = z.strictObject({
  symbol: zSymbol,
  steps: z.array(z.strictObject({ from: zPrice, step: zDecimal })).max(50),
})

/** An instrument of any product. */
export const zAnyInstrument: z.ZodType<AnyInstrument, AnyInstrument> = z.union([
  zStockInstrument,
  zOptionContract,
  zFuturesContract,
  zCryptoPair,
  zEventMarket,
])
