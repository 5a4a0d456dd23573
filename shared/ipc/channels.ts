/**
 * What the preload needs to know, apart from everything else so that its bundle stays a few lines.
 */

/**
 * The channels that exist between a page and main. On a stream's port, main sends arrays of frames
 * (`Frame[]`).
 */
export const INVOKE_CHANNEL = 'desk:invoke'
export const STREAM_CHANNEL = 'desk:stream'
/**
 * Carries a stream's port from main to the preload, and from the preload to the page: `{kind:
 * PORT_MESSAGE, id}` with one port.
 */
export const PORT_MESSAGE = 'desk:port'

/** The origin of every window of this app. */
export const APP_SCHEME = 'app'
export const APP_ORIGIN = 'app://desk'

/** What the preload exposes to the page: two functions and nothing else. */
export interface PreloadBridge {
  /** Asks main for one operation of the contract. */
  invoke(op: string, input: unknown): Promise<unknown>
  /** Asks main for a stream; its port arrives as a window message `{kind: PORT_MESSAGE, id}`. */
  openStream(request: unknown): Promise<unknown>
}
