import { test } from '@playwright/test'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { pressTheme } from '../support/theme.js'
let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'shots', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(async () => {
  await desk.close()
})
const shot = (n: string) => desk.page.screenshot({ path: `/tmp/shots/find-${n}.png` })
test('shots', async () => {
  test.setTimeout(180_000)
  const { page } = desk
  await desk.choose('NVDA')
  await page.getByRole('tab', { name: 'Options' }).click()
  await page.waitForTimeout(6000)
  await shot('dark')
  await page.locator('.chain-nearest [data-column="call-ask"]').click()
  await page.waitForTimeout(1500)
  await shot('ticket')
  await pressTheme(page, 'light')
  await page.waitForTimeout(500)
  await shot('light')
  await page.locator('.chain-nearest [data-column="put-delta"]').click({ button: 'right' })
  await page.waitForTimeout(500)
  await shot('menu')
  await page.keyboard.press('Escape')
  await page.evaluate(() =>
    (window as any).countersign.invoke('preferences.set', { language: 'es' }),
  )
  await page.waitForTimeout(500)
  await page.reload()
  await page.waitForTimeout(8000)
  await shot('es')
})
