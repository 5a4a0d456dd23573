import { expect } from '@playwright/test'

/** Long enough for the window to react to a press that counts. */
const REACTION_MS = 1_000

/**
 * Presses until the press counts: in the first moments of a control it has no effect, because it
 * may have been meant for what was there before.
 * @param reacts expects, within the given time, what a counted press shows
 */
export async function pressUntilCounted(
  press: () => Promise<void>,
  reacts: (within: { readonly timeout: number }) => Promise<void>,
): Promise<void> {
  await expect(async () => {
    await press()
    await reacts({ timeout: REACTION_MS })
  }).toPass()
}
