import { z } from 'zod'
import type { CryptoPair } from '../domain/instruments/crypto.js'
import {
  EVENT_FREQUENCIES,
  type EventCategory,
  type EventInfo,
  type EventMarket,
  type EventSeries,
} from '../domain/instruments/event-contract.js'
import type { SportLeague } from '../domain/instruments/event-game.js'
import type {
  FuturesContract,
  FuturesProduct,
  FuturesProductClass,
} from '../domain/instruments/futures.js'
import { ASSET_CLASSES, TRADABLE } from '../domain/instruments/instrument.js'
import type { InstrumentMatches } from '../domain/instruments/instrument-match.js'
import { EXPIRATION_CYCLES, OPTION_STYLES } from '../domain/instruments/option.js'
import type { OptionChain } from '../domain/instruments/option-chain.js'
import { mirror } from './mirror.js'
import {
  zDay,
  zDecimal,
  zMoney,
  zPrice,
  zQuantity,
  zSymbol,
  textSchema,
} from '../domain/scalars.schema.js'

const zTradable = z.enum(TRADABLE)

/** The most contracts of a chain; the largest index has about half of it. */
const MAX_CHAIN_ROWS = 20_000
export const MAX_LISTED = 5_000

export const MAX_MATCHES = 50
export const zInstrumentMatches = mirror<InstrumentMatches>()(
  z.strictObject({
    matches: z
      .array(
        z.strictObject({
          symbol: zSymbol,
          assetClass: z.enum(ASSET_CLASSES),
          name: textSchema(300),
          exchange: textSchema(300),
          tradable: zTradable,
          expires: zDay.nullable(),
          isFront: z.boolean(),
        }),
      )
      .max(MAX_MATCHES),
    isComplete: z.boolean(),
  }),
)

export const zOptionChain = mirror<OptionChain>()(
  z.strictObject({
    underlying: zSymbol,
    expiries: z.array(
      z.strictObject({
        expiration: zDay,
        root: textSchema(12),
        cycle: z.enum(EXPIRATION_CYCLES).nullable(),
        style: z.enum(OPTION_STYLES).nullable(),
        settlement: z.enum(['physical', 'cash', 'unknown']),
        multiplier: zDecimal,
        rows: z
          .array(
            z.strictObject({ strike: zPrice, call: zSymbol.nullable(), put: zSymbol.nullable() }),
          )
          .max(MAX_CHAIN_ROWS),
      }),
    ),
  }),
)

export const zFuturesProductClass = mirror<FuturesProductClass>()(
  z.strictObject({ classId: z.number().int(), name: textSchema(120) }),
)

export const zFuturesProduct = mirror<FuturesProduct>()(
  z.strictObject({
    code: textSchema(16),
    name: textSchema(200),
    classId: z.number().int().nullable(),
    className: textSchema(120).nullable(),
    exchange: textSchema(40).nullable(),
  }),
)

const zDate = textSchema(40).nullable()
export const zFuturesContract = mirror<FuturesContract>()(
  z.strictObject({
    assetClass: z.literal('futures'),
    symbol: zSymbol,
    instrumentId: textSchema(64),
    code: textSchema(16),
    name: textSchema(200),
    exchange: textSchema(40),
    classId: z.number().int().nullable(),
    className: textSchema(120).nullable(),
    currency: textSchema(8),
    month: zDate,
    kind: z.enum(['month', 'continuous', 'unknown']),
    tradable: zTradable,
    size: zDecimal.nullable(),
    unit: textSchema(80).nullable(),
    minTick: zDecimal.nullable(),
    settlement: z.enum(['cash', 'physical', 'unknown']),
    settlementDate: zDate,
    firstTradingDate: zDate,
    lastTradingDate: zDate,
    firstNoticeDate: zDate,
    lastNoticeDate: zDate,
  }),
)

export const zCryptoPair = mirror<CryptoPair>()(
  z.strictObject({
    assetClass: z.literal('crypto'),
    symbol: zSymbol,
    instrumentId: textSchema(64),
    name: textSchema(200),
    exchange: textSchema(40),
    tradable: zTradable,
    currency: textSchema(8),
    minAmount: zMoney.nullable(),
    maxAmount: zMoney.nullable(),
    minQuantity: zQuantity.nullable(),
    maxQuantity: zQuantity.nullable(),
    priceStep: zDecimal.nullable(),
    lotSize: zDecimal.nullable(),
  }),
)

export const zEventCategory = mirror<EventCategory>()(
  z.strictObject({ categoryId: z.number().int(), code: textSchema(80), name: textSchema(120) }),
)

export const zEventSeries = mirror<EventSeries>()(
  z.strictObject({
    seriesId: textSchema(64),
    symbol: zSymbol,
    name: textSchema(300),
    category: textSchema(120),
    frequency: z.enum(EVENT_FREQUENCIES).nullable(),
  }),
)

export const zEventInfo = mirror<EventInfo>()(
  z.strictObject({
    seriesId: textSchema(64),
    symbol: zSymbol,
    name: textSchema(300),
    shortName: textSchema(300).nullable(),
    status: z.enum(['active', 'inactive', 'unknown']),
    strikeDate: zDate,
    strikePeriod: textSchema(80).nullable(),
    mutuallyExclusive: z.boolean(),
  }),
)

export const zSportLeague = mirror<SportLeague>()(
  z.strictObject({ sport: textSchema(120), competition: textSchema(200) }),
)

export const zEventMarket = mirror<EventMarket>()(
  z.strictObject({
    assetClass: z.literal('event'),
    symbol: zSymbol,
    instrumentId: textSchema(64),
    name: textSchema(300),
    seriesSymbol: zSymbol.nullable(),
    eventSymbol: zSymbol.nullable(),
    eventName: textSchema(300).nullable(),
    yesCondition: textSchema(4_000).nullable(),
    listing: z.enum(['listed', 'delisted', 'unknown']),
    tradable: zTradable,
    canCloseEarly: z.boolean(),
    fractionable: z.boolean(),
    lastTradingDate: zDate,
    expectedExpiration: zDate,
    latestExpiration: zDate,
    payoutDate: zDate,
    priceRanges: z.array(z.strictObject({ start: zPrice, end: zPrice, step: zPrice })).max(50),
  }),
)

/** The provider's id of a game. */
export const zMilestone = z.string().min(1).max(80)
