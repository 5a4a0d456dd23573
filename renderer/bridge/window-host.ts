import type { PreloadBridge } from '../../shared/ipc/channels.js'
import { FramePacer, type Commit } from './frame-pacer.js'
import type { StreamHost, StreamPort } from './stream.js'

/**
 * Implements the stream host on the real window: ports arrive as messages that the preload posts to
 * the page itself.
 * @param hidden how a hidden window handles frames: `gather` batches them for a while, `at-once`
 *   delivers them immediately because the window is about to be shown
 * @param commit renders what a delivery changed in the frame of the delivery; a second frame would
 *   cost the window as much again
 */
export function createWindowHost(
  page: Window,
  bridge: PreloadBridge,
  hidden: 'gather' | 'at-once' = 'gather',
  commit: Commit = (run) => run(),
): StreamHost {
  const pacer = new FramePacer(page, commit)
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
    nextFrame(flush, delivery) {
      if (hidden === 'at-once' && page.document.hidden) {
        // Timers of hidden pages are throttled to seconds; microtasks are not.
        let dropped = false
        page.queueMicrotask(() => {
          if (!dropped) flush()
        })
        return () => {
          dropped = true
        }
      }
      return pacer.next(flush, delivery)
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
