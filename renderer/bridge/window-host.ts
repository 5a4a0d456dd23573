import type { DeskBridge } from '../../shared/ipc/channels.js'
import type { StreamHost, StreamPort } from './stream.js'

/** In a hidden window no animation frame comes; orders must still arrive. */
const HIDDEN_FLUSH_MS = 250

/** The real window around streams: ports come as messages of the page to itself, posted by the preload. */
export function createWindowHost(page: Window, bridge: DeskBridge): StreamHost {
  return {
    async request(request) {
      try {
        const reply = await bridge.openStream(request)
        return typeof reply === 'object' && reply !== null && 'ok' in reply && reply.ok === true
      } catch {
        return false
      }
    },
    onPort(listener) {
      const onMessage = (event: MessageEvent<unknown>): void => {
        if (event.source !== page || event.origin !== page.origin) return
        const id = portId(event.data)
        const port = event.ports[0]
        if (id !== null && port !== undefined) listener(id, wrap(port))
      }
      page.addEventListener('message', onMessage)
      return () => page.removeEventListener('message', onMessage)
    },
    newId: () => page.crypto.randomUUID(),
    nextFrame(flush) {
      const cancel = (): void => {
        page.cancelAnimationFrame(frame)
        page.clearTimeout(timer)
      }
      const run = (): void => {
        cancel()
        flush()
      }
      const frame = page.requestAnimationFrame(run)
      const timer = page.setTimeout(run, HIDDEN_FLUSH_MS)
      return cancel
    },
    after(delayMs, run) {
      const timer = page.setTimeout(run, delayMs)
      return () => page.clearTimeout(timer)
    },
  }
}

function portId(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('kind' in data) || data.kind !== 'desk:port') return null
  return 'id' in data && typeof data.id === 'string' ? data.id : null
}

function wrap(port: MessagePort): StreamPort {
  return {
    post: (message) => port.postMessage(message),
    listen(listener) {
      port.onmessage = (event: MessageEvent<unknown>) => listener(event.data)
      port.start()
    },
    close: () => port.close(),
  }
}
