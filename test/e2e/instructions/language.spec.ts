import { expect, test } from '@playwright/test'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { overflows } from '../support/overflow.js'
import { waitForAnimations } from '../support/settle.js'
import { pressTheme } from '../support/theme.js'
import { invoke } from '../support/bridge.js'
import { pairAssistant } from './assistant-page.js'

const SIZE = { width: 1_280, height: 800 }

let desk: MainWindowPage

test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'instructions-language', keyStore: 'none' })
  await desk.page.setViewportSize(SIZE)
  await desk.ready()
})
test.afterAll(async () => {
  await desk.close()
})

/** Takes a picture, and expects that no text is cut off. */
async function expectReadable(name: string): Promise<void> {
  await waitForAnimations(desk.page)
  await desk.screenshot(name)
  expect(await overflows(desk.page), name).toEqual([])
}

test('Why a connection is paused follows the language of the window', async () => {
  const { page } = desk
  const { connection } = await pairAssistant(desk, 'Ayudante')
  await invoke(desk, 'assistants.pause', { id: connection.id, minutes: 15 })
  await page.getByRole('tab', { name: 'Instructions', exact: true }).click()
  await page.getByRole('radio', { name: /^Assistants/ }).click()
  await expect(page.getByText('Paused by hand in Countersign.')).toBeVisible()
  await chooseLanguage(page, 'es')
  const reason = page.getByText('En pausa, a mano, en Countersign.')
  await reason.scrollIntoViewIfNeeded()
  await expect(reason).toBeInViewport()
  await expectReadable('connection')
})

test('A halt and the plan that closes positions follow the language of the window', async () => {
  const { page } = desk
  await invoke(desk, 'preferences.set', { language: 'es' })
  await pressTheme(page, 'contrast')
  await page.keyboard.press('Control+,')
  await expect(page.getByRole('dialog', { name: 'Configuración' })).toBeVisible()
  await expectReadable('settings')
  await page.getByRole('button', { name: 'Listo' }).click()

  await invoke(desk, 'assistants.kill', { why: 'Halted from the tray.', scope: 'all' })
  await expect(page.getByTestId('halted')).toContainText('Detenido desde la bandeja del sistema.')
  await expect(page.getByText('Detenidos: Detenido desde la bandeja del sistema.')).toBeVisible()
  await expectReadable('halted')

  await expect(page.getByTestId('kill-left')).toContainText('0 activas')
  await expectReadable('kill')
  await page.getByTestId('flatten-plan').click()
  await expect(page.getByTestId('flatten')).toContainText(/VENDER \d+ AAPL, a mercado/)
  await expectReadable('flatten-contrast')
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'dark'
  })
  await expectReadable('flatten-dark')
})
