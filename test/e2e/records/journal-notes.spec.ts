import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Locator } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { chooseLanguage } from '../support/language.js'
import { axeViolations, loadAxe } from '../support/axe.js'
import { dollars, openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { overflows } from '../support/overflow.js'
import { showPanel } from '../support/palette.js'
import { accountFor, placeDraft } from '../support/product-orders.js'
import { pressTheme } from '../support/theme.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

const NOTE = 'Bought the gap, sold "too early";\nnext time: half'
const userData = freshUserData()

let desk: MainWindowPage
async function open(): Promise<void> {
  desk = await openMainWindow({ suite: 'journal-notes', keyStore: 'none', userData })
  await desk.ready()
  await loadAxe(desk.page)
  await showPanel(desk.page, 'Journal')
  await panel().getByRole('combobox', { name: 'Dates', exact: true }).selectOption('all')
  await panel().getByRole('radio', { name: 'Round trips', exact: true }).click()
}
test.beforeAll(open)
test.afterAll(async () => {
  await desk.close()
  await removeFolder(userData)
})

const panel = (): Locator => desk.page.locator('[data-panel="journal"]')
const rows = (): Locator => panel().locator('.grid-row')
const detail = (): Locator => desk.page.getByRole('dialog', { name: 'Round trip' })
const note = (): Locator => detail().getByRole('textbox', { name: 'Note' })
const tag = (): Locator => detail().getByRole('combobox', { name: 'Tags' })
const picture = (): Locator => detail().getByTestId('journal-picture').locator('img')
const attach = (): Locator => detail().getByRole('button', { name: 'Attach chart picture' })
const closeDetail = (): Promise<void> =>
  detail().getByRole('button', { name: 'Close', exact: true }).last().click()

async function openTrip(symbol: string): Promise<void> {
  await panel().getByRole('textbox', { name: 'Symbol' }).fill(symbol)
  await expect(rows()).toHaveCount(1)
  await rows().first().click()
  await expect(detail()).toBeVisible()
}

/** Returns the width of the picture in the detail, once it is loaded. */
const pictureWidth = (): Promise<number> =>
  picture().evaluate((image: HTMLImageElement) => image.naturalWidth)

test('JOURNAL: Escape brings back the note, and Enter stores it', async () => {
  await openTrip('AMZN')
  await expect(note()).toBeFocused()
  await note().fill('A thought that is not stored')
  await desk.page.keyboard.press('Escape')
  await expect(note()).toHaveValue('')
  await expect(detail()).toBeVisible()

  const [first = '', second = ''] = NOTE.split('\n')
  await note().pressSequentially(first)
  await desk.page.keyboard.press('Shift+Enter')
  await note().pressSequentially(second)
  await desk.page.keyboard.press('Enter')
  await expect(note()).toHaveValue(NOTE)

  await tag().fill('gap')
  await tag().press('Enter')
  await tag().fill('Early exit')
  await tag().blur()
  await expect(detail().getByRole('list', { name: 'Tags' })).toHaveText(/gap.*Early exit/)
})

test('A picture is taken of the open chart only, and the reason is said otherwise', async () => {
  await attach().click()
  await expect(detail().getByRole('alert')).toContainText('No chart of AMZN is open')
  await detail().getByRole('button', { name: 'Show chart' }).click()
  await expect(desk.page.getByTestId('chart')).toHaveAccessibleName(/AMZN/)
  await expect(desk.page.getByTestId('chart')).toHaveAttribute('data-phase', 'ready')
  await expect(async () => {
    await attach().click()
    await expect(picture()).toHaveCount(1, { timeout: 2_000 })
  }).toPass()
  await expect.poll(pictureWidth).toBeGreaterThan(300)
  await expect(picture()).toHaveAttribute('alt', /Chart of AMZN, 20\d\d-/)
  expect(await axeViolations(desk.page, '.dialog')).toEqual([])
  await pressTheme(desk.page, 'light')
  await desk.screenshot('detail-light-en')
})

test('REL-38: what was typed and attached is there after a crash of the program', async () => {
  await note().press('End')
  await note().pressSequentially('!')
  // A crash right after a pause in typing, with the field still focused.
  await desk.page.waitForTimeout(1_500)
  await desk.kill()
  await open()

  await openTrip('AMZN')
  await expect(note()).toHaveValue(`${NOTE}!`)
  await expect(detail().getByRole('list', { name: 'Tags' })).toHaveText(/gap.*Early exit/)
  await expect.poll(pictureWidth).toBeGreaterThan(300)
  await note().fill(NOTE)
  await closeDetail()
})

test('A tag filters the list, has figures of its own, and is in the file', async () => {
  const accountId = await accountFor(desk, 'securities')
  for (const side of ['buy', 'sell']) {
    const order = { accountId, assetClass: 'stock', symbol: 'XOM', type: 'market', side }
    const size = { kind: 'quantity', quantity: '1' }
    expect(await placeDraft(desk, { ...order, size })).toBe(true)
    // The sale closes what was bought: it is sent once the purchase has filled.
    if (side === 'buy') await desk.page.waitForTimeout(3_000)
  }
  await panel().getByRole('textbox', { name: 'Symbol' }).fill('')
  await expect.poll(() => rows().count()).toBeGreaterThan(1)
  await panel().getByRole('combobox', { name: 'Filter by tag' }).selectOption('gap')
  await expect(rows()).toHaveCount(1)
  await expect(rows().first()).toContainText('AMZN')
  await desk.screenshot('filtered')

  const path = join(tmpdir(), `countersign-${process.pid}-trips.csv`)
  await rm(path, { force: true })
  await desk.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = (() =>
      Promise.resolve({ canceled: false, filePath })) as typeof dialog.showSaveDialog
  }, path)
  await panel()
    .getByRole('button', { name: 'Export everything that the filter matches as CSV' })
    .click()
  await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toMatch(/\r\n$/)
  const text = (await readFile(path, 'utf8')).replace('\uFEFF', '')
  await rm(path)
  const [head = '', ...lines] = text.split('\r\n')
  expect(head.split(',')).toEqual(expect.arrayContaining(['Tags', 'Note']))
  expect(lines.join('\r\n')).toMatch(/^AMZN,/)
  expect(text).toContain(`,gap; Early exit,"${NOTE.replaceAll('"', '""')}"\r\n`)
  expect(text.match(/^AMZN,/gm)).toHaveLength(1)

  await panel().getByRole('radio', { name: 'Summary', exact: true }).click()
  // The summary follows the filter: one round trip, and the figures of its days.
  const trips = panel()
    .getByTestId('journal-figures')
    .locator('div', { hasText: /^Round trips/ })
  await expect(trips).toContainText('1')
  await desk.screenshot('summary-of-tag')
  await panel().getByRole('combobox', { name: 'Filter by tag' }).selectOption('')
  await expect(trips).not.toHaveText(/\D1$/)
  await panel().getByRole('radio', { name: 'Tag', exact: true }).click()
  const groups = panel().getByTestId('journal-groups')
  await expect(groups.getByRole('rowheader')).toHaveText(['Early exit', 'gap'])
  await panel().getByRole('radio', { name: 'Instrument', exact: true }).click()
  await panel().getByRole('radio', { name: 'Round trips', exact: true }).click()
})

test('A picture can be saved, and is removed for good only after a confirmation', async () => {
  await openTrip('AMZN')
  const path = join(tmpdir(), `countersign-${process.pid}-chart.png`)
  await rm(path, { force: true })
  await desk.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = (() =>
      Promise.resolve({ canceled: false, filePath })) as typeof dialog.showSaveDialog
  }, path)
  await detail().getByRole('button', { name: 'Save picture as' }).click()
  await expect.poll(async () => (await readFile(path).catch(() => Buffer.of())).length).not.toBe(0)
  const shown = (await picture().getAttribute('src')) ?? ''
  expect(`data:image/png;base64,${(await readFile(path)).toString('base64')}`).toBe(shown)
  await rm(path)

  await detail().getByRole('button', { name: 'Remove picture' }).click()
  await detail().getByRole('button', { name: 'Keep picture' }).click()
  await expect(picture()).toHaveCount(1)
  await detail().getByRole('button', { name: 'Remove picture' }).click()
  await detail().getByRole('button', { name: 'Remove for good' }).click()
  await expect(picture()).toHaveCount(0)
  await closeDetail()
})

test('The ticket names the lots that a sale at a loss would close', async () => {
  const { page } = desk
  const accountId = await accountFor(desk, 'securities')
  const order = { accountId, assetClass: 'stock', symbol: 'XOM', type: 'market' }
  const size = { kind: 'quantity', quantity: '2' }
  expect(await placeDraft(desk, { ...order, size })).toBe(true)
  await desk.choose('XOM')
  await expect(page.getByTestId('ticket-position')).toContainText('2')
  await page.getByRole('radio', { name: 'Sell', exact: true }).click()
  await desk.fill('quantity', '2')
  const reminder = page.getByTestId('reminder-wash-sale')
  // The purchase is recorded a moment after it; until then the average cost decides. Each price
  // asks again.
  let below = 50
  await expect(async () => {
    below += 1
    await desk.fill('limitPrice', dollars((await desk.cents('bid')) - below))
    await expect(reminder).toContainText('first in, first out: 2 bought on', { timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await expect(reminder).toContainText('would defer the loss for US taxes')
  await expect(reminder).toHaveAttribute('aria-description', 'The lots of your journal')
  await desk.screenshot('wash-sale')
})

test('axe finds no violation and no text is cut off, in Spanish and dark', async () => {
  const { page } = desk
  await pressTheme(page, 'dark')
  await chooseLanguage(page, 'es')
  await desk.screenshot('trips-dark-es')
  await rows().first().click()
  const spanish = page.getByRole('dialog', { name: 'Operación' })
  await expect(spanish.getByRole('textbox', { name: 'Nota' })).toHaveValue(NOTE)
  await spanish.getByRole('button', { name: 'Adjuntar imagen del gráfico' }).click()
  expect(await axeViolations(page, '.dialog')).toEqual([])
  expect(await overflows(page)).toEqual([])
  await desk.screenshot('detail-dark-es')
})
