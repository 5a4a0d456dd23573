import type { Message } from '../../messages/message.js'
import type { Result } from '../result.js'

/**
 * Every error that can reach a window. The list is closed: the user interface looks its texts up by
 * code.
 */
export const APP_ERROR_CODES = [
  'ipc/unknown-operation',
  'ipc/invalid-input',
  'ipc/too-large',
  'ipc/not-allowed',
  'ipc/busy',
  'ipc/no-press',
  'ipc/timeout',
  'session/not-ready',
  'session/signed-out',
  'session/awaits-code',
  'session/not-confirmed',
  'provider/refused',
  'provider/unauthorized',
  'provider/not-entitled',
  'provider/wrong-environment',
  'provider/rate-limited',
  'provider/unavailable',
  'provider/timeout',
  'provider/malformed',
  'instrument/unknown',
  'order/not-found',
  'order/outcome-unknown',
  'order/already-final',
  'order/request-pending',
  'trading/halted',
  'storage/failed',
  'internal',
  'profile/refused',
  'workspace/refused',
  'credentials/refused',
  'switch/refused',
  'practice/refused',
  'sign-in/refused',
  'lock/locked',
  'lock/refused',
  'lock/step-up',
  'instruction/refused',
  'instruction/changed',
  'instruction/ended',
  'update/refused',
  'reset/refused',
] as const
/** The code of an error; texts are found by it. */
export type AppErrorCode = (typeof APP_ERROR_CODES)[number]

/**
 * The certainty of an error: `local` (nothing left this computer), `definitive` (the provider
 * refused), `ambiguous` (something may have happened), `auth`, `rate`, `internal`.
 */
export type ErrorClass = 'local' | 'definitive' | 'ambiguous' | 'auth' | 'rate' | 'internal'

/** Whether a retry is harmless. `never`: only after the outcome of the first call is known. */
export type Retry = 'never' | 'safe' | { readonly afterMs: number }

/** A failure as a window receives it: a value, never an exception. */
export interface AppError {
  readonly code: AppErrorCode
  readonly class: ErrorClass
  /** An explanation for a person; never contains a secret or a stack. */
  readonly message: Message
  readonly retry: Retry
  /** Whether an order may exist at the provider because of this call. */
  readonly order: 'none' | 'not-placed' | 'may-exist'
  /** The reference of the log entry. */
  readonly ref: string
}

/** Makes an error with the cautious defaults: local, no retry, no order affected. */
export const appError = (
  code: AppErrorCode,
  message: Message,
  more: Partial<Omit<AppError, 'code' | 'message'>> = {},
): AppError => ({
  class: 'local',
  retry: 'never',
  order: 'none',
  ref: '',
  ...more,
  code,
  message,
})

/** An operation whose failure a window can show. */
export type AppResult<T> = Promise<Result<T, AppError>>
