import { expect, type Page } from '@playwright/test'
import type { PanelText } from '../../../../shared/messages/window-text.js'
import { panelText as textEn } from '../../../../shared/messages/en/window/panels/index.js'
import { LANGUAGES, type Language } from '../../../../shared/messages/languages.js'
import { panelText as textEs } from '../../../../shared/messages/translations/es/window/panels/index.js'
import { FULL } from '../../../harness/system/effort.js'
import { invoke } from '../../support/bridge.js'
import type { MainWindowPage } from '../../support/main-window-page.js'
import { waitForAnimations, waitForPanels } from '../../support/settle.js'

export { LANGUAGES, type Language }
/** Every text of the window, by language: a test finds controls by the names that it shows. */
export const TEXTS: Readonly<Record<Language, PanelText>> = { en: textEn, es: textEs }

/** The smallest usual window, and a full screen; the second only in the long run. */
export const SIZES: readonly (readonly [width: number, height: number])[] = FULL
  ? [
      [1_280, 800],
      [1_920, 1_080],
    ]
  : [[1_280, 800]]

/** A theme and the colors of rising and falling prices. */
export interface Appearance {
  readonly name: string
  readonly theme: 'dark' | 'light' | 'contrast'
  readonly market: 'green-red' | 'blue-orange'
}
export const APPEARANCES: readonly Appearance[] = [
  { name: 'dark', theme: 'dark', market: 'green-red' },
  { name: 'light', theme: 'light', market: 'green-red' },
  { name: 'contrast', theme: 'contrast', market: 'green-red' },
  { name: 'blue-orange', theme: 'dark', market: 'blue-orange' },
]

/**
 * Shows an appearance at once, also behind a dialog: style sheets and charts follow these two
 * attributes, which the preferences set.
 */
export async function wear(page: Page, { theme, market }: Appearance): Promise<void> {
  await page.evaluate(
    (appearance) => {
      document.documentElement.dataset['theme'] = appearance.theme
      document.documentElement.dataset['market'] = appearance.market
    },
    { theme, market },
  )
  await waitForAnimations(page)
}

/** Starts the page again in a language and a size, with quotes in the watchlist. */
export async function restartIn(
  desk: MainWindowPage,
  language: Language,
  [width, height]: readonly [number, number],
): Promise<void> {
  const { page } = desk
  await page.setViewportSize({ width, height })
  await invoke(desk, 'preferences.set', { language, theme: 'dark', tourDone: true })
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expect(page.locator('.statusbar time')).toBeVisible()
  await expect(page.locator('[data-panel="watchlist"] .grid-row').first()).toContainText(/\d\.\d/)
  await waitForPanels(page)
}
