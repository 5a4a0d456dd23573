import { expect, type Page } from '@playwright/test'
import { until } from '../../harness/system/until.js'
import type { RunningApp } from '../../harness/windows/electron-app.js'

/** Returns the pages of the windows beside the main window that are open now. */
export const panelPages = ({ app }: RunningApp): readonly Page[] =>
  app.windows().filter((page) => page.url().includes('?window='))

/** Waits for the only window beside the main window, until its panels are shown. */
export async function panelPage(desk: RunningApp): Promise<Page> {
  const page = await until('a window with panels', () => Promise.resolve(panelPages(desk)[0]))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(page.locator('.dock-panel').first()).toBeVisible()
  return page
}

/** Opens the menu of a tab with the right button, and chooses an entry. */
export async function chooseInTab(page: Page, tab: string, entry: string | RegExp): Promise<void> {
  await page.getByRole('tab', { name: tab, exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Puts the panel of a tab into a link group, in the menu beside that of the tab. */
export async function chooseLink(page: Page, tab: string, link: string): Promise<void> {
  await chooseInTab(page, tab, 'Link group')
  await page.getByRole('menuitemradio', { name: link }).click()
}

/** Returns the bounds of the windows beside the main window, by title. */
export const panelBounds = ({ app }: RunningApp) =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .filter((window) => window.webContents.getURL().includes('?window='))
      .map((window) => ({ title: window.getTitle(), ...window.getBounds() })),
  )
