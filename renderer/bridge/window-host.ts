import type { PreloadBridge } from '../../shared/ipc/channels.js'
import type { StreamHost, StreamPort } from './stream.js'

/** In a hidden window no animation frame comes; orders must still arrive. */
const HIDDEN_FLUSH_MS = 250

/**
 * The real window around streams: ports come as messages of the page to itself, posted by the
 * preload.
 * @param hidden what a hidden window does with what comes: gather it for a while, or draw it at
 *   once because it is about to be shown
 */
export function createWindowHost(
  page: Window,
  bridge: PreloadBridge,
  hidden: 'gather' | 'at-once' = 'gather',
): StreamHost {
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
      if (hidden === 'at-once' && page.document.hidden) {
        // Timers of hidden pages are slowed down to seconds; this is not one.
        let dropped = false
        page.queueMicrotask(() => {
          if (!dropped) flush()
        })
        return () => {
          dropped = true
        }
      }
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
  if (typeof data !== 'object' || data === null || !('kind' in data) || data.kind !== 'desk:port') {
    return null
  }
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
