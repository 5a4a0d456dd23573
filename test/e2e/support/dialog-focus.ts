import { expect, type Locator, type Page } from '@playwright/test'

/** How a dialog is opened, and what has the focus after it closed. */
export interface OpenedDialog {
  readonly name: string | RegExp
  readonly open: () => Promise<unknown>
  readonly returnsTo: Locator
}

const STOPS =
  'button:not([disabled], [tabindex="-1"]), input:not([disabled]), select:not([disabled]), textarea, a[href], [tabindex="0"]'

/** Tests that the focus goes into a dialog, stays in it both ways, and returns. */
export async function expectFocusRule(page: Page, opened: OpenedDialog): Promise<void> {
  await opened.open()
  const dialog = page.getByRole('dialog', { name: opened.name })
  await expect(dialog).toBeVisible()
  const isInside = (): Promise<boolean> =>
    dialog.evaluate((box) => box.contains(document.activeElement))
  await expect.poll(isInside, `${opened.name} has the focus`).toBe(true)
  const stops = Math.min(await dialog.locator(STOPS).count(), 12)
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let press = 0; press <= stops; press += 1) {
      await page.keyboard.press(key)
      expect(await isInside(), `${opened.name}: inside after ${key}`).toBe(true)
    }
  }
  // Presses of the first moments do not count.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await expect(opened.returnsTo, `${opened.name} returns the focus`).toBeFocused()
}

/** Tests the rule for a dialog behind a button that the keyboard and the pointer press. */
export async function expectFocusRuleOf(
  page: Page,
  button: Locator,
  name: string | RegExp,
): Promise<void> {
  await expectFocusRule(page, {
    name,
    open: async () => {
      await button.focus()
      await page.keyboard.press('Enter')
    },
    returnsTo: button,
  })
  await expectFocusRule(page, { name, open: () => button.click(), returnsTo: button })
}
