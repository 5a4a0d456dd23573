import { z } from 'zod'
import type { AppError } from './errors.js'

/** The largest request a page may make, in characters of JSON. */
export const MAX_REQUEST_CHARS = 512_000

export const zInvokeEnvelope = z.strictObject({ op: z.string().max(80), input: z.unknown() })

/** What every invoke answers: a value or a designed error, never an exception. */
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: AppError }
