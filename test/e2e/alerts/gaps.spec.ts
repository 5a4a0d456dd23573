import { expect, test } from '@playwright/test'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { invoke } from '../support/bridge.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { overflows } from '../support/overflow.js'
import { showPanel } from '../support/palette.js'

let desk: MainWindowPage
const userData = freshUserData()
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'alert-gaps', keyStore: 'none', userData })
  await desk.ready()
})
test.afterAll(async () => {
  await desk?.close()
  await removeFolder(userData)
})

const panel = () => desk.page.getByTestId('alerts')
const instruments = [
  { assetClass: 'stock', symbol: 'NVDA' },
  { assetClass: 'crypto', symbol: 'BTCUSD' },
]

test('While offline each alert says so in the window, and afterwards from when to when', async () => {
  test.setTimeout(120_000)
  const { page } = desk
  for (const instrument of instruments) {
    const terms = {
      condition: { kind: 'price', instrument, when: 'below', price: '0.01' },
      repeatMs: null,
      expiresAt: null,
      sound: false,
      notification: false,
      note: '',
      ticket: null,
    }
    const made = await invoke(desk, 'alerts.edit', { edit: { kind: 'create', terms } })
    expect(made).toMatchObject({ ok: true })
  }
  await page.setViewportSize({ width: 1_280, height: 800 })
  await showPanel(page, 'Alerts')
  const rows = instruments.map(({ symbol }) =>
    panel().getByRole('row', { name: new RegExp(`${symbol} falls to`) }),
  )
  for (const row of rows) await expect(row).toContainText('Active')
  await desk.practice({
    command: 'fault',
    fault: { kind: 'refuse-market-stream', count: null },
  })
  await desk.practice({ command: 'end-streams', channel: 'market', how: 'kill' })
  for (const row of rows) await expect(row).toContainText('Not evaluated since')
  await expect(panel().getByRole('status')).toHaveText(
    /2 alerts are not evaluated, the first since \S/,
  )
  await desk.screenshot('offline')
  // So long that the interruption is worth a word.
  await page.waitForTimeout(2_500)
  await desk.practice({ command: 'clear-faults' })
  for (const row of rows) {
    await expect(row).toContainText(/Not evaluated while offline from \S.* to \S.*\./, {
      timeout: 30_000,
    })
    await expect(row).toContainText('Active')
  }
  // In full, although the column of a small window cuts it.
  await expect(panel().getByRole('status')).toHaveText(
    /^Not evaluated while offline from .*\d\d:\d\d:\d\d ET to .*\d\d:\d\d:\d\d ET\.$/,
  )
  expect(await overflows(page)).toEqual([])
  await desk.screenshot('offline-over')
  await chooseLanguage(page, 'es')
  await showPanel(page, 'Alertas')
  expect(await overflows(page)).toEqual([])
  await desk.screenshot('offline-over-es')
})
