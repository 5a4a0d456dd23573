import type { Disposer } from '../../shared/domain/brand.js'
import type { PreloadBridge } from '../../shared/ipc/channels.js'
import { FramePacer, type Commit } from './frame-pacer.js'
import type { StreamHost } from './stream.js'
import { WindowChannel } from './window-channel.js'

/**
 * Implements the stream host on the real window: its port arrives as a message that the preload
 * posts to the page itself.
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
  const newId = (): string => page.crypto.randomUUID()
  const after = (delayMs: number, run: () => void): Disposer => {
    const timer = page.setTimeout(run, delayMs)
    return () => page.clearTimeout(timer)
  }
  const channel = new WindowChannel(bridge, {
    onPort: (listener) =>
      page.addEventListener('message', (event: MessageEvent<unknown>) => {
        const port = event.ports[0]
        const isOwn = event.source === page && event.origin === page.origin
        if (isOwn && port !== undefined) listener(event.data, port)
      }),
    newId,
    after,
    reportError: (error) => page.reportError(error),
  })
  return {
    request: (request) => channel.request(request),
    onPort: (listener) => channel.onPort(listener),
    newId,
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
    after,
  }
}
