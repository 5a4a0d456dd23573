import { expect, test, type Locator } from '@playwright/test'
import { PANELS } from '../../../renderer/panels/registry.js'
import { text as english } from '../../../shared/messages/en/window/index.js'
import type { PracticeCommand } from '../../../shared/practice/practice-control.js'
import { CATALOG } from '../../../shared/wire/catalog.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { showPanel } from '../support/palette.js'
import {
  expectEnvironment,
  sandboxProfile,
  startStandIn,
  type StandIn,
} from '../profiles/profiles-page.js'

/**
 * What every panel says while the broker has refused what it shows: why that is not known, and
 * never that there is none of it.
 */

/** Sentences that state that there is none, which is not known here. */
const NONE = new RegExp(
  [
    'No book',
    'No trades yet',
    'No open positions',
    'No orders$',
    'No working orders',
    'No matching orders',
    'No fills yet',
    'No prices yet',
    'No position$',
    'No bars',
    'No balance',
    'no listed options',
    'No news',
    'No dates',
    'No games',
    'Nothing is listed',
    'The broker has nothing',
    'No stock is in this list',
    'Nothing was closed',
    'No records',
    'no longer accepts',
  ].join('|'),
  'm',
)
/** Sentences of panels that show nothing of the broker's, or need a choice first. */
const OWN = new Set([
  'basket',
  'alerts',
  'instructions',
  'institution',
  'log',
  'practice',
  'session',
  'strategy',
  'ticket',
  'watchlist',
])
/** What a session needs to open; everything else is refused. */
const ANSWERED = new Set(['trading.accounts.list', 'trading.orders.open', 'trading.stocks.list'])

let standIn: StandIn
let desk: MainWindowPage
const panel = (id: string): Locator => desk.page.locator(`[data-panel="${id}"]`)
const fault = (given: Extract<PracticeCommand, { command: 'fault' }>['fault']) =>
  standIn.child.command({ command: 'fault', fault: given })
const refuse = (operation: string): Promise<unknown> =>
  fault({ kind: 'error-before-effect', operation, count: null })

test.beforeAll(async () => {
  standIn = await startStandIn()
  desk = await openMainWindow({ suite: 'not-known', keyStore: 'none' })
  await desk.ready()
  await sandboxProfile(desk, standIn, 'Refused')
  for (const { id, family } of CATALOG) {
    if (family !== 'connect' && !ANSWERED.has(id) && !id.startsWith('auth.')) await refuse(id)
  }
  await fault({ kind: 'refuse-market-stream', count: null })
  // For the first seconds: each attempt is a request and its repetition.
  await fault({ kind: 'error-before-effect', operation: 'trading.accounts.list', count: 14 })
})
test.afterAll(async () => {
  await desk?.close()
  await standIn?.close()
})

test('A start that cannot read the accounts says why, and no panel says that there is nothing', async () => {
  const { page } = desk
  await page.getByRole('button', { name: 'Open this profile' }).click()
  await expectEnvironment(desk, 'Sandbox', false)
  await expect(page.locator('.notices')).toContainText(/Starting: .*(cannot be reached|refused)/)
  for (const { id } of PANELS.filter((manifest) => !OWN.has(manifest.id))) {
    await showPanel(page, english.panelTitles[id])
    await expect(panel(id)).toBeVisible()
    await expect(panel(id)).not.toContainText(NONE)
  }
  await desk.screenshot('starting')
})

test('A panel whose data the broker refuses says why it is not known, and not that there is none', async () => {
  test.setTimeout(300_000)
  const { page } = desk
  await page.reload()
  await expectEnvironment(desk, 'Sandbox')
  const wrong: string[] = []
  // The list of open orders was answered.
  const refused = PANELS.filter(({ id }) => !OWN.has(id) && id !== 'orders')
  for (const { id } of refused) {
    await showPanel(page, english.panelTitles[id])
    await expect(panel(id)).toBeVisible()
    // The calendar reads one symbol after another, and says how far it is.
    const isRead =
      id === 'calendar'
        ? expect(panel(id)).toContainText(/not read: /, { timeout: 20_000 })
        : expect(panel(id).locator('.skeleton')).toHaveCount(0, { timeout: 20_000 })
    await isRead.catch(() => wrong.push(`${id} stays gray`))
    const text = await panel(id).innerText()
    if (NONE.test(text)) wrong.push(`${id}: ${NONE.exec(text)?.[0] ?? ''}`)
    await desk.screenshot(`refused-${id}`)
  }
  expect(wrong).toEqual([])
})

test('What was not known is read as soon as the broker answers', async () => {
  test.setTimeout(120_000)
  const { page } = desk
  await chooseLanguage(page, 'es')
  await page.getByRole('tab', { name: 'Posiciones' }).click()
  await desk.screenshot('refused-es')
  await chooseLanguage(page, 'en')
  await standIn.child.command({ command: 'clear-faults' })
  for (const tab of ['Depth', 'Time & Sales', 'Positions', 'Account'] as const) {
    await desk.tab(tab)
    const id = {
      Depth: 'depth',
      'Time & Sales': 'time-sales',
      Positions: 'positions',
      Account: 'account',
    }[tab]
    await expect(panel(id)).not.toContainText('not known', { timeout: 40_000 })
    await expect(panel(id).locator('.skeleton')).toHaveCount(0)
  }
})
