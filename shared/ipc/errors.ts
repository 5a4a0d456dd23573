/**
 * Every error that can cross to a window. Closed: the texts of the user interface are looked up by
 * code.
 */
export const APP_ERROR_CODES = [
  'ipc/unknown-operation',
  'ipc/invalid-input',
  'ipc/invalid-output',
  'ipc/too-large',
  'ipc/not-allowed',
  'ipc/busy',
  'ipc/timeout',
  'session/not-ready',
  'session/signed-out',
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
  'credentials/refused',
  'switch/refused',
  'sign-in/refused',
  'lock/locked',
  'lock/refused',
  'lock/step-up',
  'instruction/refused',
  'instruction/changed',
  'instruction/ended',
] as const
export type AppErrorCode = (typeof APP_ERROR_CODES)[number]

/**
 * How sure an error is: `local` (nothing left this computer), `definitive` (the provider said no),
 * `ambiguous` (something may
 * have happened), `auth`, `rate`, `internal`.
 */
export type ErrorClass = 'local' | 'definitive' | 'ambiguous' | 'auth' | 'rate' | 'internal'

/** Whether asking again is harmless. `never`: only after finding out what happened. */
export type Retry = 'never' | 'safe' | { readonly afterMs: number }

export interface AppError {
  readonly code: AppErrorCode
  readonly class: ErrorClass
  /** What happened, in words for a person; never a secret, never a stack. */
  readonly message: string
  readonly retry: Retry
  /** Whether an order may exist at the provider because of this call. */
  readonly order: 'none' | 'not-placed' | 'may-exist'
  /** Joins the message to the log. */
  readonly ref: string
}

/**
 * Makes an error with the cautious defaults: local, never to be retried blindly, no order
 * concerned.
 */
export const appError = (
  code: AppErrorCode,
  message: string,
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
