import { expect, type Page } from '@playwright/test'

type Theme = 'dark' | 'light' | 'contrast'
const MAX_PRESSES = 4
/** Returns the theme preference; `system` may look like any of the others. */
const chosen = (page: Page): Promise<string> =>
  page.evaluate(
    async () =>
      (
        await (
          window as unknown as {
            countersign: {
              invoke(
                op: string,
                input: object,
              ): Promise<{ readonly value: { readonly theme: string } }>
            }
          }
        ).countersign.invoke('preferences.get', {})
      ).value.theme,
  )

/**
 * Presses the theme shortcut until this theme is shown, each time after the previous press took
 * effect.
 */
export async function pressTheme(page: Page, theme: Theme): Promise<void> {
  const html = page.locator('html')
  for (let press = 0; press < MAX_PRESSES; press += 1) {
    if ((await html.getAttribute('data-theme')) === theme) return
    const before = await chosen(page)
    await page.keyboard.press('Alt+t')
    await expect.poll(() => chosen(page)).not.toBe(before)
    const now = await chosen(page)
    if (now !== 'system') await expect(html).toHaveAttribute('data-theme', now)
  }
  await expect(html).toHaveAttribute('data-theme', theme)
}
