import type { Page } from '@playwright/test'

/** Longer than any card or dialog of ours takes no press after it was painted. */
const INPUT_DELAY_MS = 520

/**
 * As long as a person looks before a press is meant: from when the page has painted what stands in
 * it, by the page's own clock.
 */
export const waitForInputDelay = (page: Page): Promise<void> =>
  page.evaluate(
    (ms) =>
      new Promise<void>((resolve) => {
        // The page's own marks of what was painted were asked for before these two frames, and are
        // set by the second one.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, ms)))
      }),
    INPUT_DELAY_MS,
  )

/**
 * Everything that was to move has moved: colours on their way to others are judged by nobody. What
 * moves without an end is left.
 */
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
