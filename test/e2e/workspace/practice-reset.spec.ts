import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { axeViolations, loadAxe } from '../support/axe.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { overflows } from '../support/overflow.js'
import { showPanel } from '../support/palette.js'
import { waitForInputDelay } from '../support/settle.js'
import { pressTheme } from '../support/theme.js'

const SEED = 'Another market 2'

const symbolsHeld = async (desk: MainWindowPage): Promise<readonly string[]> =>
  Object.values((await desk.truth()).positions).flatMap((held) =>
    held.map((position) => String(position['symbol'])),
  )

/** Buys a share of a symbol that a new exchange does not hold. */
async function buy(desk: MainWindowPage, symbol: string): Promise<void> {
  await desk.choose(symbol)
  await desk.fill('quantity', '1')
  await desk.fill('limitPrice', (((await desk.cents('ask')) * 1_020) / 100_000).toFixed(2))
  await waitForInputDelay(desk.page)
  await desk.send()
  await expect.poll(() => symbolsHeld(desk), { timeout: 20_000 }).toContain(symbol)
}

test('Practice starts over on another market, and the old exchange is set aside', async () => {
  const userData = freshUserData()
  const start = () => openMainWindow({ suite: 'practice-reset', keyStore: 'none', userData })
  try {
    const desk = await start()
    const { page } = desk
    await desk.ready()
    await buy(desk, 'XOM')
    const ordersBefore = (await desk.truth()).orders.length
    const pidBefore = await desk.practicePid()
    await showPanel(page, 'Practice')
    const question = page.getByRole('dialog', { name: 'Start practice over?' })
    const confirm = question.getByRole('button', { name: 'Start over' })
    await loadAxe(page)
    for (const theme of ['dark', 'light'] as const) {
      await pressTheme(page, theme)
      await page.getByRole('button', { name: 'Start over…' }).click()
      await question.getByRole('radio', { name: 'Another market' }).click()
      await expect(confirm).toBeDisabled()
      expect(await axeViolations(page, '[role="dialog"]'), theme).toEqual([])
      expect(await overflows(page), theme).toEqual([])
      await desk.screenshot(`question-${theme}`)
      await question.getByRole('button', { name: 'Cancel' }).click()
    }
    await chooseLanguage(page, 'es')
    await page.getByRole('button', { name: 'Empezar de nuevo…' }).click()
    await expect(page.getByRole('dialog')).toContainText('Todas las posiciones y su coste')
    expect(await overflows(page)).toEqual([])
    await desk.screenshot('question-es')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
    await chooseLanguage(page, 'en')
    await page.getByRole('button', { name: 'Start over…' }).click()
    await expect(question).toContainText('All positions and their cost')
    await question.getByRole('radio', { name: 'Another market' }).click()
    await question.getByLabel('Seed').fill('a+5000')
    await expect(confirm).toBeDisabled()
    await question.getByLabel('Seed').fill(SEED)
    await expect(confirm).toBeEnabled()
    await page.evaluate(() => document.body.setAttribute('data-before', ''))
    await confirm.click()
    // The window loads again, so that it shows nothing of the old session.
    await expect(page.locator('body[data-before]')).toHaveCount(0, { timeout: 60_000 })

    await expect(page.getByText(/Practice started over with a new exchange/)).toBeVisible()
    await desk.ready()
    // Nothing of the old session: neither what was entered nor what became of it.
    await expect(page.getByTestId('ticket-quantity')).toHaveValue('')
    await expect(page.getByText(/Order accepted/)).toHaveCount(0)
    await desk.screenshot('started-over')
    expect(await desk.practicePid()).not.toBe(pidBefore)
    expect(await symbolsHeld(desk)).not.toContain('XOM')
    expect((await desk.truth()).orders.length).toBeLessThan(ordersBefore)
    await desk.tab('Orders')
    await expect(desk.orderRow('XOM')).toHaveCount(0)
    const [aside] = readdirSync(path.join(userData, 'removed'))
    const folder = path.join(userData, 'removed', aside ?? '')
    expect(existsSync(path.join(folder, 'exchange', 'keys.json'))).toBe(true)
    expect(existsSync(path.join(folder, 'orders.journal'))).toBe(true)

    // The new exchange trades, and its market follows from the seed after a restart, too.
    await buy(desk, 'XOM')
    await showPanel(page, 'Practice')
    await expect(page.getByTestId('practice')).toContainText(`Seed “${SEED}”`)
    await desk.close()
    const next = await start()
    await next.ready()
    await showPanel(next.page, 'Practice')
    await expect(next.page.getByTestId('practice')).toContainText(`Seed “${SEED}”`)
    expect(await symbolsHeld(next)).toContain('XOM')
    await next.close()
  } finally {
    await removeFolder(userData)
  }
})
