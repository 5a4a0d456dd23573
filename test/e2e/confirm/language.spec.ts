import { expect, test, type Page } from '@playwright/test'
import type { Language } from '../../../shared/messages/languages.js'
import { overflows } from '../support/overflow.js'
import { waitForAnimations } from '../support/settle.js'
import type { FakeConfirmControls } from './confirm-app/fake-confirm-service.js'
import { openConfirm, viewOf, type ConfirmRun } from './confirm-page.js'

const DANGERS = [{ code: 'large-share', text: 'This order is 31% of the account’s equity.' }]

let run: ConfirmRun
let page: Page
test.beforeAll(async () => {
  run = await openConfirm('confirm-language')
  await run.ready({ dangers: DANGERS, requestCount: 3 })
  page = await run.confirm()
})
test.afterAll(async () => {
  await run?.close()
})

/** Changes the language of the preferences, as Settings of the main window does. */
const choose = (language: Language): Promise<void> =>
  run.app.evaluate((_electron, name) => {
    ;(globalThis as unknown as { confirmTest: FakeConfirmControls }).confirmTest.language(name)
  }, language)

async function pictures(language: Language): Promise<void> {
  for (const theme of ['dark', 'light']) {
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name
    }, theme)
    await waitForAnimations(page)
    await run.screenshot(`card-${language}-${theme}`, page)
  }
}

test('The open card is shown in the chosen language at once', async () => {
  await expect(page.getByTestId('approve')).toContainText('Approve')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect(await overflows(page)).toEqual([])
  await pictures('en')

  await choose('es')

  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByTestId('approve')).toContainText('Aprobar')
  await expect(page.getByTestId('deny')).toContainText('Declinar')
  await expect(page.getByText('Requiere aprobación manual')).toBeVisible()
  await expect(page.getByTestId('hold')).toHaveText(/\p{Letter}/u)
  expect(await overflows(page)).toEqual([])
  await pictures('es')
})

test('A card can be read and approved in Spanish', async () => {
  await run.ready()
  for (const part of await page.locator('[data-part]').all()) await part.scrollIntoViewIfNeeded()
  await page.locator('[data-end="reason"]').scrollIntoViewIfNeeded()
  await expect(page.getByTestId('hold')).toHaveAttribute('data-hold', 'none')
  await expect(page.getByTestId('hold')).toHaveText(
    'Lista. Haga clic en el botón, o enfóquelo y pulse Espacio.',
  )
  await run.change({ state: 'confirmed', result: null })
  await expect(page.getByTestId('status')).toHaveText('Aprobada y aceptada.')
})

test('The empty page is recognized in every language, so the window hides', async () => {
  await run.put(viewOf(null))
  await expect(page.getByText('Sin instrucciones pendientes')).toBeAttached()
  await expect.poll(async () => (await run.windows()).at(-1)).toMatchObject({ visible: false })
})
