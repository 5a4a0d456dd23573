import type { Disposer } from '../../shared/domain/brand.js'
import type { PreloadBridge } from '../../shared/ipc/channels.js'
import { Backlog } from './backlog.js'
import { FramePacer, type Commit } from './frame-pacer.js'
import type { StreamHost } from './stream.js'
import { WindowChannel } from './window-channel.js'

/** The stream host of a real window. */
export interface WindowHost extends StreamHost {
  /** Calls back with true while the window shows what main sent some time ago. */
  onBehind(listener: (isBehind: boolean) => void): Disposer
}

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
): WindowHost {
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
  const backlog = new Backlog({
    now: Date.now,
    isHidden: () => page.document.hidden,
    // After this delivery, which grants the credits by which main sends what is newest.
    synchronize: (done) =>
      page.queueMicrotask(() => channel.synchronize(() => void pacer.next(done, 'always'))),
  })
  return {
    request: (request) => channel.request(request),
    beforeDelivery: (asOf) => backlog.deliver(asOf),
    onBehind: (listener) => backlog.onChange(listener),
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
