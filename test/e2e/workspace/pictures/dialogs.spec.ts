import { expect, test } from '@playwright/test'
import { axeViolations, loadAxe } from '../../support/axe.js'
import { openMainWindow, type MainWindowPage } from '../../support/main-window-page.js'
import { overflows } from '../../support/overflow.js'
import { showPanel } from '../../support/palette.js'
import { accountFor, placeDraft } from '../../support/product-orders.js'
import { everyDialog, titleOf, type Opened } from './every-dialog.js'
import { untranslated } from '../../support/untranslated.js'
import {
  LANGUAGES,
  APPEARANCES,
  restartIn,
  SIZES,
  TEXTS,
  wear,
  type Language,
} from './picture-set.js'

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'set-dialogs', keyStore: 'none' })
  await desk.ready()
  const accountId = await accountFor(desk, 'securities')
  const order = { accountId, assetClass: 'stock', symbol: 'AAPL', limitPrice: '260.00' }
  const size = { kind: 'quantity', quantity: '2' }
  await expect.poll(() => placeDraft(desk, { ...order, size })).toBe(true)
})
test.afterAll(() => desk.close())

/** Fills a ticket and adds its order to the basket, which their reviews need. */
async function prepare(ticket: string, formName: string): Promise<void> {
  await showPanel(desk.page, ticket)
  await desk.page.locator('[data-panel="watchlist"] .grid-row').nth(2).click()
  await expect(desk.page.getByRole('form', { name: formName })).toBeVisible()
  await desk.fill('quantity', '2')
  await desk.fill('limitPrice', '210.00')
  await desk.page.getByTestId('basket-add').click()
}

/** Shows a dialog in every appearance, returns what is wrong with it, and closes it. */
async function problemsOf(
  { name, role, open }: Opened,
  picture: string,
  language: Language,
): Promise<string[]> {
  const { page } = desk
  await open()
  const box = page.getByRole(role).last()
  await expect(box, name).toBeVisible()
  await expect(box.locator('.skeleton'), name).toHaveCount(0)
  const wrong = await untranslated(page, language, `[role="${role}"]`)
  const problems = [...(await overflows(page)), ...wrong].map((line) => `${name}: ${line}`)
  for (const appearance of APPEARANCES) {
    await wear(page, appearance)
    const violations = await axeViolations(page, `[role="${role}"]`)
    problems.push(...violations.map((line) => `${name}, ${appearance.name}: ${line}`))
    await desk.screenshot(`${picture}-${appearance.name}-${name}`)
  }
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole(role)).toHaveCount(0, { timeout: 500 })
  }, name).toPass()
  return problems
}

for (const [width, height] of SIZES) {
  for (const language of LANGUAGES) {
    test(`axe finds no violation in any dialog or menu, and no text is cut off: ${language}, ${width}×${height}`, {
      tag: width === 1_280 && language === 'en' ? [] : ['@long'],
    }, async () => {
      test.setTimeout(600_000)
      await restartIn(desk, language, [width, height])
      await loadAxe(desk.page)
      await prepare(titleOf('ticket', language), TEXTS[language].ticket.form('AAPL'))
      const found: string[] = []
      for (const opened of everyDialog(desk, language)) {
        found.push(...(await problemsOf(opened, `${width}-${language}`, language)))
      }
      expect(found).toEqual([])
    })
  }
}
