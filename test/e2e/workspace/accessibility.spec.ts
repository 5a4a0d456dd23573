import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import {
  dollars,
  openMainWindow,
  watchRow,
  type MainWindowPage,
} from '../support/main-window-page.js'
import { runCommand } from '../support/palette.js'
import { waitForInputDelay, waitForAnimations } from '../support/settle.js'
import { pressTheme } from '../support/theme.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const THEMES = ['dark', 'light', 'contrast'] as const

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'accessibility', keyStore: 'none' })
  await desk.ready()
  // Inject through the debugger, as developer tools would: the page's own policy allows no other
  // script.
  await desk.page.evaluate(AXE)
})
test.afterAll(async () => {
  await desk.close()
})

/** Returns the axe violations in a part of the page, one line per rule and element. */
async function violations(selector = 'body'): Promise<readonly string[]> {
  await waitForAnimations(desk.page)
  return desk.page.evaluate(async (within) => {
    const { axe } = globalThis as unknown as {
      axe: { run(context: string, options: object): Promise<AxeResults> }
    }
    const found = await axe.run(within, { resultTypes: ['violations'] })
    return found.violations.flatMap((rule) =>
      rule.nodes.map(
        (node) =>
          `${rule.id}: ${node.html.slice(0, 160)} ${node.any
            .map((check) => check.message)
            .join(' ')
            .slice(0, 200)}`,
      ),
    )
  }, selector)
}

const setTheme = (theme: (typeof THEMES)[number]): Promise<void> => pressTheme(desk.page, theme)

/** Runs a command from the palette. */
const command = (title: string): Promise<void> => runCommand(desk.page, title)

for (const theme of THEMES) {
  test(`axe finds no violations in the panels, ${theme}`, {
    tag: theme === 'dark' ? [] : ['@long'],
  }, async () => {
    await setTheme(theme)
    expect(await violations(), 'whole desk').toEqual([])
    for (const [tab, panel] of [
      ['Orders', 'orders'],
      ['Fills', 'fills'],
      ['Account', 'account'],
      ['Session', 'session'],
      ['Time & Sales', 'time-sales'],
      ['Positions', 'positions'],
      ['Depth', 'depth'],
    ] as const) {
      await desk.tab(tab)
      await expect(desk.page.locator(`[data-panel="${panel}"]`)).toBeVisible()
      await waitForInputDelay(desk.page)
      expect(await violations(`[data-panel="${panel}"]`), tab).toEqual([])
    }
  })

  test(`axe finds no violations in dialogs, menus and the halted window, ${theme}`, {
    tag: theme === 'dark' ? [] : ['@long'],
  }, async () => {
    const { page } = desk
    await setTheme(theme)
    for (const dialog of [
      'Settings',
      'Keyboard shortcuts',
      'Profiles',
      'App lock',
      'About and licenses',
    ]) {
      await command(dialog)
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
      expect(await violations('[role="dialog"]'), dialog).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Commands and symbols' }).fill('a')
    await expect(page.locator('.palette-option .side-note').first()).toBeVisible()
    expect(await violations('[role="dialog"]'), 'palette').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'View', exact: true }).press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    expect(await violations('.chrome'), 'menu').toEqual([])
    await page.keyboard.press('Escape')

    await command('Halt trading')
    await expect(page.getByTestId('halted')).toBeVisible()
    expect(await violations(), 'halted').toEqual([])
    await command('Resume trading')
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await violations('[role="dialog"]'), 'resume').toEqual([])
    // The focus starts on Stay halted; the check box comes before it.
    await expect(page.getByRole('button', { name: 'Stay halted' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('halted')).toHaveCount(0)
    // The dialog closes when the reply arrives, a moment after the halt ends.
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
}

test('F6 reaches every group, with a visible focus', async () => {
  const { page } = desk
  const groups = ['chart', 'chrome', 'depth', 'positions', 'status', 'ticket', 'watchlist']
  const visited = new Set<string>()
  // A dialog closed just before may still restore its focus in between, so allow three rounds.
  for (let press = 0; press < 3 * groups.length && visited.size < groups.length; press += 1) {
    await page.keyboard.press('F6')
    const place = await page.evaluate(() => {
      const focused = document.activeElement
      const region =
        focused?.closest('[data-panel]')?.getAttribute('data-panel') ??
        focused?.closest('[data-region]')?.getAttribute('data-region') ??
        'nowhere'
      const seen = focused !== null && focused.matches(':focus-visible')
      return seen ? region : `${region} without a visible focus`
    })
    visited.add(place)
  }
  expect([...visited].toSorted()).toEqual(groups)
})

test('Every listed shortcut has its effect', async () => {
  const { page } = desk
  const panels = [
    ['1', 'watchlist'],
    ['2', 'chart'],
    ['3', 'positions'],
    ['4', 'orders'],
    ['5', 'fills'],
    ['6', 'account'],
    ['7', 'ticket'],
    ['8', 'depth'],
    ['9', 'time-sales'],
  ] as const
  for (const [digit, panel] of panels) {
    await page.keyboard.press(`Alt+${digit}`)
    const content = page.locator(`[data-panel="${panel}"]`)
    await expect(content, panel).toBeVisible()
    await expect
      .poll(() => content.evaluate((element) => element.contains(document.activeElement)), panel)
      .toBe(true)
  }
  await page.keyboard.press('Alt+w')
  await expect(page.locator('[data-panel="time-sales"]')).toHaveCount(0)
  await page.keyboard.press('Alt+9')
  await expect(page.locator('[data-panel="time-sales"]')).toBeVisible()
  for (const [chord, dialog] of [
    ['?', 'Keyboard shortcuts'],
    ['Control+,', 'Settings'],
    ['Control+k', 'Commands and symbols'],
  ] as const) {
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    })
    await page.keyboard.press(chord)
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('Arrow keys choose a symbol, and an order is placed by the keyboard alone', async () => {
  const { page } = desk
  await page.keyboard.press('Alt+4')
  await page.getByRole('grid', { name: 'Watchlist' }).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(watchRow(page, 'AAPL')).toHaveAttribute('aria-current', 'true')

  const form = page.getByRole('form', { name: 'Order for AAPL' })
  await expect(form).toBeVisible()
  const price = dollars((await desk.cents('bid')) - 500)
  const tabTo = async (testId: string): Promise<void> => {
    for (let press = 0; press < 60; press += 1) {
      if (
        (await page.evaluate(() => document.activeElement?.getAttribute('data-testid'))) === testId
      ) {
        return
      }
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab never reached ${testId}`)
  }
  await page.keyboard.press('Alt+7')
  // The panel takes the focus once it is shown.
  await expect(page.locator('[data-panel="ticket"] :focus')).toHaveCount(1)
  await tabTo('ticket-quantity')
  await page.keyboard.type('3')
  await tabTo('ticket-limitPrice')
  await page.keyboard.type(price)
  await tabTo('ticket-submit')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Review order' })).toBeVisible()
  expect(await violations('[role="dialog"]'), 'review').toEqual([])
  await waitForInputDelay(page)
  await expect(page.getByTestId('ticket-send')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(desk.orderRow('AAPL').filter({ hasText: 'Working' })).toBeVisible()
  await desk.screenshot('placed-by-keys')
  expect(await violations(), 'after the order').toEqual([])

  // Cancel the order by keyboard too: Delete asks, and Enter confirms.
  await page.getByRole('treegrid', { name: 'Orders' }).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await violations('[role="dialog"]'), 'cancel question').toEqual([])
  await expect(
    page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }),
  ).toBeFocused()
  await waitForInputDelay(page)
  await page.keyboard.press('Enter')
  await expect(desk.orderRow('AAPL').filter({ hasText: 'Working' })).toHaveCount(0)
})
