import type { Page } from '@playwright/test'

/** What tests add to a page to see its frames. */
export interface FrameWindow {
  /**
   * Calls `read` for every frame as it is painted, until it returns true: after all callbacks of
   * the frame, and before its paint.
   */
  readonly eachFrame: (read: () => boolean) => Promise<void>
}

/** Adds {@link FrameWindow} to a page. */
export const observeFrames = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const eachFrame: FrameWindow['eachFrame'] = (isDone) =>
      new Promise((resolve) => {
        const probe = document.createElement('div')
        probe.style.cssText = 'position:fixed;top:0;left:0;height:1px;width:1px;opacity:0'
        document.body.append(probe)
        // The browser tells of a changed size after a frame's callbacks, and before its paint.
        const observer = new ResizeObserver(() => {
          if (isDone()) {
            observer.disconnect()
            probe.remove()
            return resolve()
          }
          requestAnimationFrame(() => {
            probe.style.width = probe.style.width === '1px' ? '2px' : '1px'
          })
        })
        observer.observe(probe)
      })
    Object.assign(window, { eachFrame })
  })
