/**
 * The constants and types that the preload needs, in a file of their own so that its bundle stays
 * small.
 */

/** The channels between a page and main. On a window's port, main sends batches (`StreamBatch`). */
export const INVOKE_CHANNEL = 'desk:invoke'
export const STREAM_CHANNEL = 'desk:stream'
/**
 * Carries a window's port from main to the preload, and from the preload to the page: `{kind:
 * PORT_MESSAGE, id}` with one port, where `id` is the request's `channel`.
 */
export const PORT_MESSAGE = 'desk:port'

/** The origin of every window of Countersign. */
export const APP_SCHEME = 'app'
export const APP_ORIGIN = 'app://desk'

/** The two functions that the preload exposes to the page; nothing else is exposed (SEC-09). */
export interface PreloadBridge {
  /** Calls one operation of the contract in main. */
  invoke(op: string, input: unknown): Promise<unknown>
  /** Opens a stream in main; a port of the window arrives as message `{kind: PORT_MESSAGE, id}`. */
  openStream(request: unknown): Promise<unknown>
}
