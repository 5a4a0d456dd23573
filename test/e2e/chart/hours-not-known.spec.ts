import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow } from '../support/main-window-page.js'
import { pressTheme } from '../support/theme.js'

/** 10:30 in New York, in a year that no calendar covers. */
const BEYOND = Date.UTC(2029, 0, 3, 15, 30)
const START_MS = 150_000
const LABELS = { en: 'Hours not known', es: 'Horario desconocido' } as const
const HINTS = { en: /until the end of 2028/, es: /hasta el final de 2028/ } as const

const userData = freshUserData()
const options = { suite: 'hours-not-known', keyStore: 'none', userData } as const
test.afterAll(() => removeFolder(userData))

/** Moves the stored practice exchange to a time: it would take minutes to get there day by day. */
function movePractice(time: number): void {
  const folder = path.join(userData, 'practice', 'exchange')
  const name = readdirSync(folder).find((entry) => /^exchange-[0-9a-f]+\.json$/.test(entry))
  if (name === undefined) throw new Error('the practice exchange has stored nothing')
  const file = path.join(folder, name)
  const [, ...lines] = readFileSync(file, 'utf8').split('\n')
  const state = JSON.parse(lines.join('\n')) as object
  const body = JSON.stringify({ ...state, anchor: time, exchangeTime: time })
  const sha256 = createHash('sha256').update(body).digest('hex')
  writeFileSync(file, `${JSON.stringify({ version: 1, sha256 })}\n${body}`)
}

test('REL-50: beyond the covered years the window says that it knows no hours', async () => {
  const first = await openMainWindow(options)
  await first.ready()
  await first.close()
  movePractice(BEYOND)
  const desk = await openMainWindow(options)
  const { page } = desk
  try {
    await page.setViewportSize({ width: 1_366, height: 768 })
    // It settles two years at its start.
    const timeOf = async () => (await desk.truth().catch(() => null))?.exchangeTime ?? 0
    await expect.poll(timeOf, { timeout: START_MS }).toBeGreaterThanOrEqual(BEYOND)
    await desk.ready()
    const status = page.locator('.statusbar')
    const state = (language: 'en' | 'es') => status.getByText(LABELS[language], { exact: true })
    await expect(state('en')).toBeVisible()
    await expect(state('en')).toHaveAttribute('aria-description', HINTS.en)
    await desk.screenshot('light-en')
    // An order can be sent; nothing says that the market is open, closed, or when it opens.
    await desk.choose('AAPL')
    await desk.fill('quantity', '5')
    await desk.fill('limitPrice', '200')
    await page.getByRole('form').locator('button[type="submit"]').click()
    await expect(page.getByTestId('ticket-send')).toBeVisible()
    await expect(page.getByRole('dialog')).not.toContainText(/opens|closed|next session/i)
    await desk.screenshot('review-en')
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('ticket-send')).toHaveCount(0)
    await chooseLanguage(page, 'es')
    await page.setViewportSize({ width: 1_440, height: 900 })
    await pressTheme(page, 'dark')
    await expect(state('es')).toBeVisible()
    await expect(state('es')).toHaveAttribute('aria-description', HINTS.es)
    await desk.screenshot('dark-es')
  } finally {
    await desk.close()
  }
})
