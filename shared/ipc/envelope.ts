import { z } from 'zod'
import type { AppError } from '../domain/app/app-error.js'
import type { Result } from '../domain/result.js'

/** The largest request of a page, in characters of JSON. */
export const MAX_REQUEST_CHARS = 512_000

export const zInvokeEnvelope = z.strictObject({ op: z.string().max(80), input: z.unknown() })

/** The reply to every invoke: a value or an `AppError`, never an exception. */
export type Reply<T> = Result<T, AppError>
