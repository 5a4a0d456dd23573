import { CODES, STATUS_REFUSED } from '../../../../shared/wire/errors.js'

/** A refusal as sent on the wire: HTTP status, `error_code`, `message` (LIMITS-2). */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
}

/** Returns a business refusal: status 417 with a code of LIMITS-4. */
export const refuse = (code: string, message: string): Refusal => ({
  status: STATUS_REFUSED,
  code,
  message,
})

const excerpt = (value: unknown): string =>
  (value === undefined || value === null ? 'null' : String(value)).slice(0, 64)

/**
 * Returns the refusal of an invalid field in the provider's wording: "invalid time_in_force, value:
 * IOC".
 */
export const invalid = (field: string, value: unknown, why = ''): Refusal =>
  refuse(
    CODES.parameter,
    `invalid ${field}, value: ${excerpt(value)}${why === '' ? '' : ` (${why})`}`,
  )

/** Status 403: the account does not belong to these credentials. */
export const accountDenied: Refusal = {
  status: 403,
  code: CODES.accountDenied,
  message: 'The account does not belong to these credentials.',
}

/** Codes of the provider that only the practice exchange uses (LIMITS-4, `OPENAPI_` form). */
export const EXCHANGE_CODES = {
  pennyStock: 'OPENAPI_CANT_TRADE_FOR_PRICE_BETWEEN_0099_AND_0999',
  cannotTrade: 'OPENAPI_TICKER_ID_CAN_NOT_TRADE',
  optionStep: 'OPENAPI_OPTION_PRICE_STEP_LT',
  strategyMismatch: 'OPENAPI_OPTION_STRATEGY_NOT_MATCH_ANY',
  noExtendedHours: 'OPENAPI_NOT_SUPPORT_EXTEND_HOUR',
  stopMustBeAbove: 'OPENAPI_ORDER_STOP_PRICE_MUST_GRATER_TRADE_PRICE',
  stopMustBeBelow: 'OPENAPI_ORDER_STOP_PRICE_MUST_LESS_TRADE_PRICE',
  futuresClosed: 'OPENAPI_FUTURES_CAN_NOT_TRADING_FOR_NON_TRADING_HOURS',
  cryptoMinimum: 'OPENAPI_CRYPTO_ORDER_BUY_SELL_LIMIT_MINIMUM',
  noPreview: 'OPENAPI_SYSTEM_ERROR',
} as const
