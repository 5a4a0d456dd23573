import { z } from 'zod'
import { zAppError, type AppError } from './errors.js'

/** The channels that exist between a page and main. On a stream's port, main sends arrays of frames (`Frame[]`). */
export const INVOKE_CHANNEL = 'desk:invoke'
export const STREAM_CHANNEL = 'desk:stream'
/** Carries a stream's port from main to the preload, and from the preload to the page: `{kind: PORT_MESSAGE, id}` with one port. */
export const PORT_MESSAGE = 'desk:port'

/** The origin of every window of this app. */
export const APP_SCHEME = 'app'
export const APP_ORIGIN = 'app://desk'

/** The largest request a page may make, in characters of JSON. */
export const MAX_REQUEST_CHARS = 512_000

export const zInvokeEnvelope = z.strictObject({ op: z.string().max(80), input: z.unknown() })

/** What every invoke answers: a value or a designed error, never an exception. */
export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AppError }

export const zReply = z.union([z.strictObject({ ok: z.literal(true), value: z.unknown() }), z.strictObject({ ok: z.literal(false), error: zAppError })])

/** What the preload exposes to the page: two functions and nothing else. */
export interface DeskBridge {
  /** Asks main for one operation of the contract. */
  invoke(op: string, input: unknown): Promise<unknown>
  /** Asks main for a stream; its port arrives as a window message `{kind: 'desk:port', id}`. */
  openStream(request: unknown): Promise<unknown>
}
