import { z } from 'zod'
import type { AppError } from './errors.js'

/** The largest request of a page, in characters of JSON. */
export const MAX_REQUEST_CHARS = 512_000

export const zInvokeEnvelope = z.strictObject({ op: z.string().max(80), input: z.unknown() })

/** The reply to every invoke: a value or an `AppError`, never an exception. */
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: AppError }
