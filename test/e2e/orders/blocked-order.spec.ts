import { expect, test, type Locator } from '@playwright/test'
import { chooseLanguage } from '../support/language.js'
import { dollars, openMainWindow, type MainWindowPage } from '../support/main-window-page.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'blocked-order', keyStore: 'none' })
  await desk.ready()
  await desk.choose('XOM')
})
test.afterAll(() => desk.close())

/** Asserts that a place is in sight, and that nothing lies over it. */
async function expectUncovered(place: Locator): Promise<void> {
  await expect(place).toBeInViewport({ ratio: 1 })
  const isOnTop = await place.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return element.contains(found)
  })
  expect(isOnTop).toBe(true)
}

for (const language of ['es', 'en'] as const) {
  test(`The reason for a blocked order stands at its button, below the last outcome (${language})`, async () => {
    const { page } = desk
    await page.setViewportSize({ width: 1_366, height: 768 })
    await page.getByRole('radio', { name: /^(Buy|Comprar)$/ }).click()
    await page.getByTestId('ticket-quantity').fill('1')
    await page.getByTestId('ticket-limitPrice').fill(dollars((await desk.cents('bid')) - 300))
    await desk.send()
    await expect(page.getByTestId('ticket-outcome')).toBeVisible()
    await chooseLanguage(page, language)
    await page.getByTestId('ticket-quantity').fill('90000')
    await page.getByTestId('ticket-limitPrice').fill(dollars((await desk.cents('bid')) - 300))
    const reason = page.getByRole('form').locator('.ticket-foot .ticket-note.bad')
    await expect(reason).toContainText(language === 'en' ? 'Quantity: ' : 'Cantidad: ')
    await expectUncovered(reason)
    await expectUncovered(page.getByTestId('ticket-submit'))
    await page.getByTestId('ticket-submit').click({ force: true })
    await expect(page.getByTestId('ticket-quantity')).toBeFocused()
    await expect(page.getByTestId('ticket-quantity')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByTestId('ticket-send')).toBeHidden()
    await desk.screenshot(`blocked-${language}`)
  })
}
