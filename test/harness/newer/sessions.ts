import { EventEmitter } from 'node:events'
import type { ServedFile } from './messages.js'

type ServeRequest = (request: Request) => Promise<Response>
type BeforeRequest = (
  details: { readonly url: string; readonly method: string },
  callback: (answer: { readonly cancel?: boolean }) => void,
) => void

const REFUSED: ServedFile = { status: 403, headers: {}, body: new Uint8Array() }

/**
 * A session of the shipped Electron: the scheme is served by `protocol.handle` alone, because the
 * older functions are deprecated there.
 */
export class StandInSession extends EventEmitter {
  readonly #handlers = new Map<string, ServeRequest>()
  #beforeRequest: BeforeRequest | null = null
  readonly protocol = {
    handle: (scheme: string, handler: ServeRequest) => void this.#handlers.set(scheme, handler),
  }
  readonly webRequest = {
    onBeforeRequest: (_filter: object, listener: BeforeRequest) => {
      this.#beforeRequest = listener
    },
  }

  setPermissionRequestHandler(): void {}
  setPermissionCheckHandler(): void {}
  setDevicePermissionHandler(): void {}
  setDisplayMediaRequestHandler(): void {}
  setUSBProtectedClassesHandler(): void {}
  setBluetoothPairingHandler(): void {}
  setSpellCheckerEnabled(): void {}
  setSpellCheckerLanguages(): void {}

  /** Answers the request of a page as Electron would: the guards first, then the scheme. */
  async serve(url: string, method: string): Promise<ServedFile> {
    const isCancelled = await new Promise<boolean>((resolve) => {
      if (this.#beforeRequest === null) resolve(false)
      else this.#beforeRequest({ url, method }, ({ cancel }) => resolve(cancel === true))
    })
    const handler = this.#handlers.get(new URL(url).protocol.slice(0, -1))
    if (isCancelled || handler === undefined) return REFUSED
    const answer = await handler(new Request(url, { method }))
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: new Uint8Array(await answer.arrayBuffer()),
    }
  }
}

/** `session` of the shipped Electron. */
export class StandInSessions {
  readonly defaultSession = new StandInSession()
  readonly #partitions = new Map<string, StandInSession>()
  readonly #onCreated: (session: StandInSession) => void

  constructor(onCreated: (session: StandInSession) => void) {
    this.#onCreated = onCreated
  }

  fromPartition(name: string): StandInSession {
    const existing = this.#partitions.get(name)
    if (existing !== undefined) return existing
    const session = new StandInSession()
    this.#partitions.set(name, session)
    this.#onCreated(session)
    return session
  }
}
