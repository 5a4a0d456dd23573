import { expect, test } from '@playwright/test'
import {
  checkCardInThemes,
  connectPaired,
  focusConfirmWindow,
  readCard,
  stockOrder,
} from '../e2e/instructions/assistant-page.js'
import { axeViolations, loadAxe } from '../e2e/support/axe.js'
import { openMainWindow, type MainWindowPage } from '../e2e/support/main-window-page.js'
import { chooseInTab, panelPage } from '../e2e/support/panel-windows.js'
import { pressTheme } from '../e2e/support/theme.js'

const THEMES = ['light', 'contrast', 'dark'] as const

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'newer-windows', keyStore: 'none' })
  await desk.ready()
  await desk.choose('AAPL')
})
// It also fails where the console of a window has an error, such as of the page's policy.
test.afterAll(() => desk.close())

test('REL-51: the program says on which runtime it runs', async () => {
  const { versions } = process
  const about = await desk.page.evaluate(() =>
    (
      window as unknown as { countersign: { invoke(op: string, input: object): Promise<unknown> } }
    ).countersign.invoke('app.info', {}),
  )
  expect(about).toMatchObject({ ok: true, value: { node: versions.node } })
})

test('REL-51: axe finds nothing in the main window of a newer Chromium', async () => {
  for (const theme of THEMES) {
    await pressTheme(desk.page, theme)
    await loadAxe(desk.page)
    expect(await axeViolations(desk.page, 'body'), theme).toEqual([])
  }
})

test('REL-51: axe finds nothing in a window with panels of a newer Chromium', async () => {
  await chooseInTab(desk.page, 'Positions', 'Open in own window')
  const page = await panelPage(desk)
  for (const theme of THEMES) {
    await pressTheme(desk.page, theme)
    await loadAxe(page)
    expect(await axeViolations(page, 'body'), theme).toEqual([])
  }
  await desk.screenshot('panel-window', page)
})

test('REL-51: axe finds nothing in the confirm window of a newer Chromium', async () => {
  const client = await connectPaired(desk, 'Newer', 7)
  const order = await stockOrder(desk, '3', { instruction_key: 'newer', reason: 'Newer' })
  await client.callTool({ name: 'place_stock_instruction', arguments: order })
  const confirm = await focusConfirmWindow(desk)
  await readCard(confirm, 'AAPL')
  await checkCardInThemes(desk, confirm, 'card')
  await client.close()
})
