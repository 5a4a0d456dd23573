import { z } from 'zod'
import { isDecimalText, type Decimal, type Price, type Quantity, type Money } from './decimal.js'
import type { EpochMs } from './time.js'
import type { AccountId, ClientOrderId, OrderId, Symbol, TradingSymbol } from './ids.js'
import { TIMESPANS } from './market/bar.js'

/** More characters than any decimal has. */
const DECIMAL_CHARS = 250

const isDecimal = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= DECIMAL_CHARS && isDecimalText(value)

/** A decimal in canonical plain form; any other text is rejected. */
export const zDecimal = z.custom<Decimal>(isDecimal, 'not a decimal')

export const zPrice = z.custom<Price>(isDecimal, 'not a decimal')

export const zQuantity = z.custom<Quantity>(isDecimal, 'not a decimal')

export const zMoney = z.custom<Money>(isDecimal, 'not a decimal')

export const zTime = z.custom<EpochMs>(
  (value) => typeof value === 'number' && Number.isSafeInteger(value),
  'not a time',
)

/** A non-empty id of at most `max` characters without spaces. */
export const idSchema = <T>(max: number) =>
  z.custom<T>(
    (value) =>
      typeof value === 'string' &&
      value.length > 0 &&
      value.length <= max &&
      /^[\w.:/-]+$/.test(value),
    'not an id',
  )

export const hexSchema = <T>(digits: number) =>
  z.custom<T>(
    (value) => typeof value === 'string' && value.length === digits && /^[0-9a-f]+$/.test(value),
    'not an id',
  )

/** Text of at most `max` characters. */
export const textSchema = (max: number) => z.string().max(max)

/** A SHA-256 in hexadecimal. */
export const zDigest = hexSchema<string>(64)

export const zAccountId = idSchema<AccountId>(64)

export const zClientOrderId = idSchema<ClientOrderId>(40)

export const zOrderId = idSchema<OrderId>(64)

export const zSymbol = idSchema<Symbol>(48)

export const zTradingSymbol = idSchema<TradingSymbol>(48)

/** A day, yyyy-MM-dd. */
export const zDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** The time of a day, HH:mm:ss. */
export const zClockTime = z.string().regex(/^\d{2}:\d{2}:\d{2}$/)

export const zTimespan = z.enum(TIMESPANS)

/** What the provider sent and this version does not know. */
export const zUnknown = z.literal('unknown')
