import { expect, type Locator, type Page } from '@playwright/test'

/** Longer than any card or dialog ignores input after its paint. */
const INPUT_DELAY_MS = 520

/** Waits until the page accepts input for what it has just painted, by the page's own clock. */
export const waitForInputDelay = (page: Page): Promise<void> =>
  page.evaluate(
    (ms) =>
      new Promise<void>((resolve) => {
        // The page's own paint callbacks were requested before these two frames and run by the
        // second one.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, ms)))
      }),
    INPUT_DELAY_MS,
  )

/** Waits for all finite animations to end, so that no intermediate color is checked. */
export const waitForAnimations = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(
        (animation) =>
          animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
      )
    await Promise.allSettled(passing.map((animation) => animation.finished))
  })

/** Waits for the panels in front: each loads when it is shown for the first time. */
export const waitForPanels = (page: Page): Promise<void> =>
  expect(page.locator('.dock-panel:not(:has(> :not(.skeleton)))')).toHaveCount(0)

/** Scrolls to an element; tries again when it is rendered again meanwhile. */
export const scrollIntoView = (element: Locator): Promise<void> =>
  expect(() => element.scrollIntoViewIfNeeded({ timeout: 5_000 })).toPass({ timeout: 60_000 })
