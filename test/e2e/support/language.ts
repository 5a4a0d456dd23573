import { expect, type Page } from '@playwright/test'

/** Chooses the language of the window in Settings, as a person does. */
export async function chooseLanguage(page: Page, language: 'en' | 'es'): Promise<void> {
  await page.keyboard.press('Control+,')
  const settings = page.getByRole('dialog', { name: /Settings|Configuración/ })
  await settings.getByLabel(/^(Language|Idioma)$/).selectOption(language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await settings.getByRole('button', { name: /^(Done|Listo)$/ }).click()
  await expect(settings).toHaveCount(0)
}
