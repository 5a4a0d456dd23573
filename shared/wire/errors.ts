import { z } from 'zod'

/** The body of an error; market data adds `status` (LIMITS-2). */
export const zErrorBody = z.object({ error_code: z.string(), message: z.string().nullish() })

/**
 * The gateway's own 404 (LIMITS-2): an unknown path, or a key of another environment on any path.
 */
export const zGatewayError = z.object({ error_msg: z.string() })

export const STATUS_REFUSED = 417

/** Removes the `OAUTH_` prefix: `OAUTH_OPENAPI_X` and `OPENAPI_X` are the same error (LIMITS-4). */
export const normalizeCode = (code: string): string => code.replace(/^OAUTH_/, '')

/**
 * Error codes that Countersign relies on or the practice exchange answers with. The set is open:
 * other codes are shown with their message.
 */
export const CODES = {
  parameter: 'OPENAPI_PARAM_ERR',
  invalidParameter: 'INVALID_PARAMETER',
  illegalParameter: 'ILLEGAL_PARAMETER',
  repeat: 'OPENAPI_TRADE_PLACE_ORDER_REPEAT',
  orderNotFound: 'OPENAPI_ORDER_NOT_FOUND',
  orderFinal: 'OPENAPI_ORDER_CAN_NOT_BE_CANCEL',
  orderPendingSubmit: 'OPENAPI_ORDER_CAN_NOT_BE_CANCEL_FOR_PENDING_SUBMIT',
  dayAfterClose: 'OPENAPI_DAY_ORDER_NOT_ALLOWED_AFT_CORE_TIME_LIMIT',
  noTradingTime: 'OPENAPI_NO_TRADING_TIME',
  noNightTradingTime: 'OPENAPI_NO_NIGHT_TRADING_TIME',
  buyingPower: 'OPENAPI_DAY_BUYING_POWER_INSUFFICIENT',
  oversell: 'OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY',
  noPermission: 'OPENAPI_TRADE_ORDER_NO_PERMISSION',
  fractionNotSupported: 'OPENAPI_FRACT_TICKER_DONT_SUPPORT_TRADE',
  missingAppKey: 'MISSING_APP_KEY',
  missingSignature: 'MISSING_SIGNATURE',
  missingAlgorithm: 'MISSING_ALGORITHM',
  missingNonce: 'MISSING_NONCE',
  missingTimestamp: 'MISSING_TIMESTAMP',
  missingVersion: 'MISSING_VERSION',
  unsupportedVersion: 'UNSUPPORTED_API_VERSION',
  signatureVersion: 'VERSION_NOT_SUPPORTED',
  signatureAlgorithm: 'SIGNATURE_ALGORITHM_NOT_SUPPORTED',
  unauthorized: 'UNAUTHORIZED',
  illegalTimestamp: 'ILLEGAL_TIMESTAMP',
  invalidToken: 'INVALID_TOKEN',
  routeNotPermitted: 'ROUTE_NOT_PERMITTED',
  accountDenied: 'ACCOUNT_ACCESS_DENIED',
  tooManyRequests: 'TOO_MANY_REQUESTS',
  unsupportedCategory: 'UNSUPPORTED_CATEGORY',
  unsupportedSymbol: 'UNSUPPORTED_SYMBOL',
  unsupportedTimespan: 'UNSUPPORTED_TIMESPAN',
  tooManySymbols: 'TOO_MANY_SYMBOLS',
  tooManySubscriptions: 'TOO_MANY_SUBSCRIPTION',
  instrumentNotFound: 'INSTRUMENT_NOT_FOUND',
  watchlistNotFound: 'WATCHLIST_NOT_FOUND',
  malformed: 'ILLEAGAL_PARAMETER',
  systemError: 'SYSTEM_ERROR',
  tradingSystemError: 'OPENAPI_SYSTEM_ERROR',
} as const
