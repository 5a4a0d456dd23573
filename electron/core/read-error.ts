import {
  appError,
  type AppError,
  type AppErrorCode,
  type ErrorClass,
} from '../../shared/domain/app/app-error.js'
import type { MarketRead } from '../../shared/domain/market/market-read.js'
import type { SymbolRead } from './market/polling/symbol-reads.js'
import type { ProviderFailure } from './provider-failure.js'

const CODES: Record<
  ProviderFailure['kind'],
  { readonly code: AppErrorCode; readonly class: ErrorClass }
> = {
  refused: { code: 'provider/refused', class: 'definitive' },
  unauthorized: { code: 'provider/unauthorized', class: 'auth' },
  'signed-out': { code: 'session/signed-out', class: 'auth' },
  'awaits-code': { code: 'session/awaits-code', class: 'auth' },
  'not-confirmed': { code: 'session/not-confirmed', class: 'auth' },
  'not-entitled': { code: 'provider/not-entitled', class: 'definitive' },
  'wrong-environment': { code: 'provider/wrong-environment', class: 'definitive' },
  'rate-limited': { code: 'provider/rate-limited', class: 'rate' },
  unavailable: { code: 'provider/unavailable', class: 'ambiguous' },
  timeout: { code: 'provider/timeout', class: 'ambiguous' },
  malformed: { code: 'provider/malformed', class: 'ambiguous' },
  stopped: { code: 'session/not-ready', class: 'local' },
}

/** Converts the failure of a read for a window. Reads are safe to retry. */
export function readError(failure: ProviderFailure): AppError {
  const { code, class: kind } = CODES[failure.kind]
  const isRetryable = kind === 'ambiguous' || kind === 'rate'
  return appError(code, failure.message, {
    class: kind,
    retry:
      failure.retryAfterMs !== null
        ? { afterMs: Math.max(0, Math.round(failure.retryAfterMs)) }
        : isRetryable
          ? 'safe'
          : 'never',
  })
}

/** Converts what is known of a symbol's list for a window. */
export const marketRead = (read: SymbolRead): MarketRead =>
  read.state === 'failed'
    ? { state: 'failed', problem: read.failure.message }
    : { state: read.state, problem: null }
