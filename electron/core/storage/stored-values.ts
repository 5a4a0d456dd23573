import { z } from 'zod'
import {
  parseDecimal,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../../../shared/domain/decimal.js'
import type {
  AccountId,
  ClientOrderId,
  OrderId,
  Symbol,
  TradingSymbol,
} from '../../../shared/domain/ids.js'
import type {
  ConnectionId,
  InstructionId,
} from '../../../shared/domain/instructions/instruction.js'
import type { EpochMs } from '../../../shared/domain/time.js'

/** The maximum length of a stored decimal: 40 digits, a point, 40 places, a sign. */
const DECIMAL_CHARS = 82
const isDecimal = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.length <= DECIMAL_CHARS &&
  (parseDecimal(value) as unknown) === value

/** A decimal in canonical plain form; any other text is damage. */
export const zDecimal = z.custom<Decimal>(isDecimal, 'not a decimal')
export const zPrice = z.custom<Price>(isDecimal, 'not a decimal')
export const zQuantity = z.custom<Quantity>(isDecimal, 'not a decimal')
export const zMoney = z.custom<Money>(isDecimal, 'not a decimal')

/** Milliseconds since the Unix epoch. */
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

export const zAccountId = idSchema<AccountId>(64)
export const zClientOrderId = idSchema<ClientOrderId>(40)
export const zOrderId = idSchema<OrderId>(64)
export const zSymbol = idSchema<Symbol>(48)
export const zTradingSymbol = idSchema<TradingSymbol>(48)

export const hexSchema = <T>(digits: number) =>
  z.custom<T>(
    (value) => typeof value === 'string' && value.length === digits && /^[0-9a-f]+$/.test(value),
    'not an id',
  )
export const zInstructionId = hexSchema<InstructionId>(32)
export const zConnectionId = hexSchema<ConnectionId>(16)
/** A SHA-256 in hexadecimal. */
export const zDigest = hexSchema<string>(64)

/** Text of at most `max` characters. */
export const textSchema = (max: number) => z.string().max(max)
