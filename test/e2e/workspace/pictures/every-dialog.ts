import { expect, type Locator, type Page } from '@playwright/test'
import type { PanelKind } from '../../../../renderer/panels/panel-manifest.js'
import { commandOf } from '../../../../renderer/app/commands/commands.js'
import type { WindowText } from '../../../../shared/messages/window-text.js'
import type { MainWindowPage } from '../../support/main-window-page.js'
import { runCommand, showPanel } from '../../support/palette.js'
import { TEXTS, type Language } from './picture-set.js'

/** One dialog or menu of the window, and how the keyboard opens it. */
export interface Opened {
  readonly name: string
  readonly role: 'dialog' | 'menu'
  readonly open: () => Promise<unknown>
}

/** Returns every dialog and menu that this session can show. */
export function everyDialog(desk: MainWindowPage, language: Language): readonly Opened[] {
  const { page } = desk
  const text = TEXTS[language]
  const inPanel = inPanels(page, language)
  return [
    ...ofCommands(page, text),
    ...ofMenus(page, text),
    inPanel('chart-settings', 'chart', (chart) => buttonOf(chart, text.indicators.title)),
    inPanel('chart-view', 'chart', (chart) => buttonOf(chart, text.chartView.open)),
    inPanel('go-to-date', 'chart', (chart) => buttonOf(chart, text.chartView.goTo)),
    inPanel('alert-form', 'alerts', (alerts) => alerts.getByTestId('alert-new')),
    inPanel('practice-reset', 'practice', (practice) =>
      buttonOf(practice, text.practice.reset.open),
    ),
    inPanel('sign-out', 'session', (session) => buttonOf(session, text.profiles.signIn.signOut)),
    inPanel('columns', 'positions', (positions) => buttonOf(positions, text.table.columns)),
    inPanel('cancel-all', 'orders', (orders) => buttonOf(orders, text.orders.cancelAll)),
    inPanel('cancel-order', 'orders', (orders) =>
      orders.locator('.grid-row').getByRole('button', { name: text.orders.cancel }).first(),
    ),
    inPanel('ticket-review', 'ticket', (ticket) => ticket.getByTestId('ticket-submit')),
    inPanel('basket-review', 'basket', (basket) => basket.getByTestId('basket-review')),
    {
      name: 'record-detail',
      role: 'dialog',
      async open() {
        await showPanel(page, titleOf('activity', language))
        const records = page.locator('[data-panel="activity"]').getByRole('grid')
        await expect(records.locator('.grid-row').first()).toBeVisible()
        await records.focus()
        await page.keyboard.press('Enter')
      },
    },
    {
      name: 'new-list',
      role: 'dialog',
      async open() {
        await showPanel(page, titleOf('watchlist', language))
        await press(
          page,
          buttonOf(page.locator('[data-panel="watchlist"]'), text.watchlist.lists.menu),
        )
        await press(page, page.getByRole('menuitem', { name: text.watchlist.lists.create }))
      },
    },
  ]
}

/** Returns the title of a panel. */
export const titleOf = (id: PanelKind, language: Language): string =>
  TEXTS[language].panelTitles[id]

const buttonOf = (within: Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true })

async function press(page: Page, button: Locator): Promise<void> {
  await button.focus()
  await page.keyboard.press('Enter')
}

const inPanels =
  (page: Page, language: Language) =>
  (name: string, id: PanelKind, button: (panel: Locator) => Locator): Opened => ({
    name,
    role: 'dialog',
    async open() {
      await showPanel(page, titleOf(id, language))
      await press(page, button(page.locator(`[data-panel="${id}"]`)))
    },
  })

const COMMANDS = [
  'palette',
  'settings',
  'shortcuts',
  'profiles',
  'lock-settings',
  'order-limits',
  'about',
  'reset-workspace',
  'workspaces',
  'kill',
  'replay-bars',
  'trade:flatten',
]

const ofCommands = (page: Page, text: WindowText): readonly Opened[] =>
  COMMANDS.map((id) => ({
    name: id.replace('trade:', ''),
    role: 'dialog',
    async open() {
      if (id === 'palette') return page.keyboard.press('Control+k')
      await runCommand(page, commandOf(id)?.title(text) ?? id)
      await expect(page.getByRole('dialog')).toBeVisible()
      await expect(page.getByText(text.positions.closing.preparing)).toHaveCount(0)
    },
  }))

const ofMenus = (page: Page, { menu, workspaces }: WindowText): readonly Opened[] =>
  [
    ['countersign', 'Countersign'],
    ['view', menu.view],
    ['workspace', workspaces.menu],
    ['help', menu.help],
  ].map(([name = '', label = '']) => ({
    name: `menu-${name}`,
    role: 'menu',
    open: () => press(page, buttonOf(page.locator('.chrome'), label)),
  }))
