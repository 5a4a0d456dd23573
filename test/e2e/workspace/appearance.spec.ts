import { expect, test } from '@playwright/test'
import {
  dollars,
  openMainWindow,
  watchRow,
  type MainWindowPage,
} from '../support/main-window-page.js'
import { runCommand } from '../support/palette.js'
import { waitForAnimations, waitForInputDelay } from '../support/settle.js'
import { pressTheme } from '../support/theme.js'

const SIZES = [
  [1_440, 900],
  [1_100, 700],
] as const
const ZOOMED = [
  [1_440, 900],
  [1_280, 800],
] as const
const THEMES = ['dark', 'light', 'contrast'] as const
const BLOTTER = ['Positions', 'Orders', 'Fills', 'Account'] as const

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'look', keyStore: 'none' })
  // Here the pointer causes no crosshair and no hovered row.
  await desk.page.mouse.move(700, 2)
})
test.afterAll(async () => {
  await desk.close()
})

const setTheme = (theme: (typeof THEMES)[number]): Promise<void> => pressTheme(desk.page, theme)

/** Returns the layout faults of the page, one line each. */
const faults = (): Promise<readonly string[]> =>
  desk.page.evaluate(() => {
    const problems: string[] = []
    const name = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${element.className} "${(element.textContent ?? '').slice(0, 40)}"`
    const seen = (element: Element): boolean =>
      element.checkVisibility() && element.getBoundingClientRect().width > 1
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth || root.scrollHeight > root.clientHeight) {
      problems.push('the page itself scrolls')
    }
    for (const box of document.querySelectorAll(
      '.dock-panel, .grid-scroll, .ticket, .depth-scroll, .tape-scroll, .account-body, .statusbar, .chrome, .notices, .tour, .dialog-body',
    )) {
      // A table may scroll sideways: its first column stays in view.
      const hasPinnedName =
        box.matches('.grid-scroll') && box.querySelector('.grid-headcell.pinned.edge') !== null
      if (seen(box) && box.scrollWidth > box.clientWidth && !hasPinnedName) {
        problems.push(
          `wider than its place by ${box.scrollWidth - box.clientWidth} px: ${name(box)}`,
        )
      }
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const holder = node.parentElement
      if (holder === null || (node.textContent ?? '').trim() === '' || !seen(holder)) continue
      if (Number.parseFloat(getComputedStyle(holder).fontSize) < 11) {
        problems.push(`text below 11 px: ${name(holder)}`)
      }
    }
    // A number that is cut off can be misread.
    for (const cell of document.querySelectorAll(
      '.grid-cell.num, .depth-level > span, .tape-row > span, .ticket-side-price, .ticket-line dd, .status-item, .fact dd, .ticket-last',
    )) {
      for (const box of [cell, ...cell.children]) {
        if (
          seen(box) &&
          getComputedStyle(box).overflowX !== 'visible' &&
          box.scrollWidth > box.clientWidth + 1
        ) {
          problems.push(`cut off: ${name(cell)}`)
        }
      }
    }
    return problems
  })

async function zoom(to: number): Promise<void> {
  await desk.app.evaluate(
    ({ BrowserWindow }, factor) =>
      BrowserWindow.getAllWindows()
        .find((browserWindow) => !browserWindow.webContents.getURL().includes('confirm'))
        ?.webContents.setZoomFactor(factor),
    to,
  )
  await expect.poll(() => desk.page.evaluate(() => devicePixelRatio)).toBe(to)
}

/** Runs a command from the palette. */
const command = (title: string): Promise<void> => runCommand(desk.page, title)
async function resetWorkspace(): Promise<void> {
  await command('Reset workspace')
  await waitForInputDelay(desk.page)
  await desk.page.getByRole('button', { name: 'Reset workspace', exact: true }).click()
  await expect(desk.page.getByRole('dialog')).toHaveCount(0)
  const done = desk.page.locator('.toast', { hasText: 'The workspace was reset' })
  await done.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(fills).toBe(true)
}

/** Returns left, top, width and height of the dock's groups in px. */
const groups = (): Promise<readonly (readonly number[])[]> =>
  desk.page.locator('.dv-groupview').evaluateAll((all) =>
    all.map((group) => {
      const { left, top, width, height } = group.getBoundingClientRect()
      return [left, top, width, height].map(Math.round)
    }),
  )

/**
 * Returns true when the groups fill the dock; the layout may follow a window resize with a delay.
 */
const fills = (): Promise<boolean> =>
  desk.page.evaluate(() => {
    const place = document.querySelector('main')?.getBoundingClientRect()
    const boxes = [...document.querySelectorAll('main .dv-groupview')].map((element) =>
      element.getBoundingClientRect(),
    )
    const near = (a: number, b: number | undefined): boolean => Math.abs(a - (b ?? Number.NaN)) <= 2
    return (
      place !== undefined &&
      near(place.width, innerWidth) &&
      near(Math.max(...boxes.map(({ right }) => right)), place.right) &&
      near(Math.max(...boxes.map(({ bottom }) => bottom)), place.bottom)
    )
  })

/**
 * Returns the unreachable parts, one line each: groups outside the window or overlapping, a ticket
 * cut off sideways, too few rows.
 */
const outOfReach = (): Promise<readonly string[]> =>
  desk.page.evaluate(() => {
    const problems: string[] = []
    const boxes = [...document.querySelectorAll('.dv-groupview, .chrome, .statusbar')].map(
      (box) => ({ name: box.textContent.slice(0, 20), rect: box.getBoundingClientRect() }),
    )
    for (const { name, rect } of boxes) {
      if (
        rect.left < -0.5 ||
        rect.top < -0.5 ||
        rect.right > innerWidth + 0.5 ||
        rect.bottom > innerHeight + 0.5
      ) {
        problems.push(`outside the window: ${name}`)
      }
      for (const other of boxes) {
        if (
          other.rect !== rect &&
          Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left) > 1 &&
          Math.min(rect.bottom, other.rect.bottom) - Math.max(rect.top, other.rect.top) > 1
        ) {
          problems.push(`${name} over ${other.name}`)
        }
      }
    }
    const ticket = document.querySelector('.ticket')
    const edge = ticket?.getBoundingClientRect()
    if (
      ticket === null ||
      edge === undefined ||
      edge.right > innerWidth + 0.5 ||
      ticket.scrollWidth > ticket.clientWidth
    ) {
      problems.push('the ticket is cut off')
    }
    for (const part of ticket?.querySelectorAll('button, input, select') ?? []) {
      const rect = part.getBoundingClientRect()
      if (rect.width > 0 && (rect.left < (edge?.left ?? 0) || rect.right > (edge?.right ?? 0))) {
        problems.push(`cut off in the ticket: ${part.textContent}`)
      }
    }
    for (const button of document.querySelectorAll(
      '.chart-tools button, .chart-search, .palette-open kbd',
    )) {
      const [rect, bar] = [
        button.getBoundingClientRect(),
        button.closest('.chart-bar, .palette-open')?.getBoundingClientRect(),
      ]
      if (rect.width > 0 && rect.right > (bar?.right ?? 0)) {
        problems.push(`cut off: ${button.outerHTML.slice(0, 60)}`)
      }
    }
    const search = document.querySelector('.palette-open')?.getBoundingClientRect()
    const account = document.querySelector('.account-choice')?.getBoundingClientRect()
    if ((search?.right ?? 0) > (account?.left ?? 0)) problems.push('the account covers the search')
    const table = [
      ...document.querySelectorAll(
        '[data-panel="positions"] .grid-scroll, [data-panel="orders"] .grid-scroll',
      ),
    ].find((candidate) => candidate.checkVisibility())
    const view = table?.getBoundingClientRect()
    const [head, ...rows] = [...(table?.querySelectorAll('.grid-head, .grid-row') ?? [])].map(
      (row) => row.getBoundingClientRect(),
    )
    const visibleBottom = (view?.top ?? 0) + (table?.clientHeight ?? 0)
    const fullyVisible = rows.filter(
      ({ top, bottom }) => top >= (head?.bottom ?? 0) - 1 && bottom <= visibleBottom + 1,
    ).length
    if (fullyVisible < 3) problems.push(`the blotter shows ${fullyVisible} rows`)
    return problems
  })

/** Checks that everything is reachable, with tables that have a toolbar and tables that do not. */
async function reached(): Promise<void> {
  for (const tab of ['Orders', 'Positions'] as const) {
    await desk.tab(tab)
    await expect(
      desk.page.locator(`[role$="grid"][aria-label="${tab}"]`).locator('.grid-row').nth(2),
    ).toBeAttached()
    await expect.poll(outOfReach, tab).toEqual([])
  }
}

test('The tour of the first start is a strip that covers nothing', async () => {
  const { page } = desk
  const tour = page.getByRole('region', { name: 'Welcome to Countersign' })
  await expect(tour).toBeVisible()
  await expect(watchRow(page, 'SPY')).toContainText(/\d+\.\d\d/)
  const [strip, dock] = [await tour.boundingBox(), await page.getByRole('main').boundingBox()]
  expect((strip?.y ?? 0) + (strip?.height ?? 0)).toBeLessThanOrEqual(dock?.y ?? 0)
  expect(await faults()).toEqual([])
  for (let step = 1; step <= 4; step += 1) {
    await expect(tour).toContainText(`${step} of 4`)
    await desk.screenshot(`tour-${step}`)
    await tour.getByRole('button').last().click()
  }
  await expect(tour).toHaveCount(0)
  await desk.ready()
})

for (const [width, height] of SIZES) {
  test(`Nothing is clipped and only tables scroll sideways, under a pinned name, at ${width}×${height}`, {
    tag: '@long',
  }, async () => {
    await desk.page.setViewportSize({ width, height })
    for (const theme of THEMES) {
      await setTheme(theme)
      for (const tab of BLOTTER) {
        await desk.tab(tab)
        await desk.tab(tab === 'Account' ? 'Time & Sales' : 'Depth')
        await desk.page.waitForTimeout(300)
        expect(await faults(), `${tab}, ${theme}`).toEqual([])
        await desk.screenshot(`${width}-${theme}-${tab.toLowerCase()}`)
      }
    }
  })
}

test('The ticket is fully visible in the default workspace, and long figures fit', async () => {
  const { page } = desk
  await page.setViewportSize({ width: 1_440, height: 900 })
  await setTheme('dark')
  await page.getByRole('button', { name: 'Dismiss notice' }).click()
  await resetWorkspace()
  await desk.choose('AAPL')
  const ticket = page.getByTestId('ticket')
  const cost = page.getByTestId('ticket-cost')
  await desk.fill('quantity', '2')
  await desk.fill('limitPrice', dollars((await desk.cents('bid')) - 1_000))
  await expect(cost).toContainText(/\$\d{3}\.\d\d/)
  await expect
    .poll(() => ticket.evaluate((form) => form.scrollHeight - form.clientHeight))
    .toBeLessThanOrEqual(0)
  // The notices of an order far above every limit scroll; its button stays in view.
  await desk.fill('quantity', '12345')
  await expect(cost).toContainText(/\$[1-9],\d{3},\d{3}\.\d\d/)
  await expect(page.getByTestId('ticket-submit')).toBeInViewport({ ratio: 1 })
  await expect(cost).toBeInViewport({ ratio: 1 })
  expect(await faults()).toEqual([])
  await desk.screenshot('ticket-long-figures')
})

for (const [width, height] of ZOOMED) {
  test(`CONFIRM-36: at 200% and ${width}×${height} nothing is cut off, and 100% is restored`, async () => {
    const { page } = desk
    await desk.ready()
    await setTheme(width === 1_440 ? 'dark' : 'light')
    await zoom(1)
    await page.setViewportSize({ width, height })
    await resetWorkspace()
    const before = await groups()
    // After the first press the workspace is the person's own: at 200% the layout is fitted, and at
    // 100% it is restored.
    await desk.tab('Positions')
    await zoom(2)
    await reached()
    await desk.screenshot(`zoom-${width}-from-100`)
    await zoom(1)
    // Allow one pixel of rounding.
    await expect
      .poll(async () =>
        (await groups())
          .flatMap((group, index) =>
            group.map((side, sideIndex) => Math.abs(side - (before[index]?.[sideIndex] ?? 0))),
          )
          .every((off) => off <= 1),
      )
      .toBe(true)
    await zoom(2)
    await resetWorkspace()
    await reached()
    await desk.screenshot(`zoom-${width}-default`)
    // A narrow chart has the less used tools in a menu.
    await page.getByRole('button', { name: 'More chart tools' }).click()
    await page.getByRole('menuitem', { name: 'Go to date' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // Until the first press, the default workspace is opened again for each new window size: a
    // window may be small while it opens.
    await resetWorkspace()
    const small = (await groups()).length
    await zoom(1)
    await expect.poll(async () => (await groups()).length).toBe(5)
    expect(small).toBeLessThan(5)
    await page.setViewportSize({ width: 1_440, height: 900 })
    await resetWorkspace()
    await expect.poll(async () => (await groups()).length).toBe(5)
  })
}

test('Dialogs and menus have no layout faults in any theme', { tag: '@long' }, async () => {
  const { page } = desk
  for (const theme of THEMES) {
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
      expect(await faults(), dialog).toEqual([])
      await desk.screenshot(`dialog-${theme}-${dialog.toLowerCase().replaceAll(' ', '-')}`)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Commands and symbols' }).fill('a')
    await expect(page.locator('.palette-option .side-note').first()).toBeVisible()
    await desk.screenshot(`palette-${theme}`)
    await page.keyboard.press('Escape')
    for (const menu of ['Countersign', 'View', 'Help']) {
      await page.getByRole('button', { name: menu, exact: true }).click()
      await desk.screenshot(`menu-${theme}-${menu.toLowerCase()}`)
      await page.keyboard.press('Escape')
    }
  }
})

test('The license list names the font and the charts, with their license texts', async () => {
  const { page } = desk
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await page.getByRole('menuitem', { name: 'About and licenses' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('TradingView Lightweight Charts')
  await dialog.getByText('@fontsource-variable/inter', { exact: true }).click()
  await expect(dialog.locator('pre:visible')).toContainText('SIL OPEN FONT LICENSE')
  await dialog.getByText('lightweight-charts', { exact: true }).click()
  await expect(dialog.locator('pre:visible').last()).toContainText('Apache License')
  await page.keyboard.press('Escape')
})

test('A halt is clearly shown, allows cancels, keeps working orders, and needs two steps to end', async () => {
  const { page } = desk
  await desk.choose('MSFT')
  await desk.fill('quantity', '2')
  await desk.fill('limitPrice', dollars((await desk.cents('bid')) - 2_000))
  await desk.send()
  await desk.tab('Orders')
  const row = desk.orderRow('MSFT').filter({ hasText: 'Working' })
  await expect(row).toBeVisible()

  await page.getByTestId('halt').click()
  await expect(page.getByTestId('halted')).toContainText('Trading is halted')
  await expect(page.getByRole('banner')).toContainText('Halted')
  await expect(page.getByTestId('ticket-submit')).toHaveText('Trading is halted')
  await page.getByTestId('ticket-submit').click({ force: true })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row).toBeVisible()
  for (const theme of THEMES) {
    await setTheme(theme)
    expect(await faults(), theme).toEqual([])
    await desk.screenshot(`halted-${theme}`)
  }
  await row.getByRole('button', { name: /^Cancel/ }).click()
  await page.getByRole('dialog').getByRole('button').last().click()
  await expect(row).toHaveCount(0)

  await page.getByTestId('resume').click()
  const resume = page.getByRole('dialog', { name: 'Resume trading?' })
  await expect(resume.getByRole('button', { name: 'Resume trading' })).toBeDisabled()
  await desk.screenshot('halted-resume')
  await resume.getByRole('checkbox').check()
  await resume.getByRole('button', { name: 'Resume trading' }).click()
  await expect(page.getByTestId('halted')).toHaveCount(0)
  // An order that was sent does not stay ready to be sent again: its figures are typed again.
  await expect(page.getByTestId('ticket-submit')).toHaveText('Buy MSFT')
  await desk.fill('quantity', '2')
  await desk.fill('limitPrice', dollars((await desk.cents('bid')) - 2_000))
  await expect(page.getByTestId('ticket-submit')).toContainText('Buy 2 MSFT')
})

test('A price change flashes for 250 ms, and not at all with reduced motion', async () => {
  const { page } = desk
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await setTheme('dark')
  const flashed = (): Promise<readonly string[]> =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          const seen = (): void => {
            const cell = document.querySelector('[aria-label="Watchlist"] [data-flash]')
            if (cell === null) return void requestAnimationFrame(seen)
            const began = performance.now()
            const { backgroundColor, animationName } = getComputedStyle(cell)
            const ended = (): void => {
              if (cell.matches('[data-flash]') && performance.now() - began < 5_000) {
                return void requestAnimationFrame(ended)
              }
              resolve([backgroundColor, animationName, getComputedStyle(cell).backgroundColor])
            }
            ended()
          }
          seen()
        }),
    )
  /** The part of a color that covers what is behind it, 0 to 1: "rgb(1, 2, 3)" covers it all. */
  const alphaOf = (color: string | undefined): number =>
    Number(/(?:\/ |rgba\((?:[\d.]+, ){3})([\d.]+)\)$/.exec(color ?? '')?.[1] ?? 1)
  const seenAlpha = 0.05
  const [color, animation, after] = await flashed()
  expect(alphaOf(color)).toBeGreaterThan(seenAlpha)
  expect(animation).toBe('none')
  // The background of a figure stays painted between two marks, too faintly to be seen.
  expect(alphaOf(after)).toBeLessThan(0.01)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(alphaOf((await flashed())[0])).toBeLessThan(0.01)
  await page.emulateMedia({ reducedMotion: null })
})

test('Market colors can be blue and orange', async () => {
  const { page } = desk
  const colours = async (): Promise<string> =>
    page.evaluate(
      () =>
        getComputedStyle(document.documentElement).getPropertyValue('--up') +
        getComputedStyle(document.documentElement).getPropertyValue('--down'),
    )
  const before = await colours()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('combobox', { name: 'Market colors' }).selectOption('blue-orange')
  await page.keyboard.press('Escape')
  await expect(page.locator('html')).toHaveAttribute('data-market', 'blue-orange')
  expect(await colours()).not.toBe(before)
  for (const theme of THEMES) {
    await setTheme(theme)
    await waitForAnimations(page)
    await desk.screenshot(`blue-orange-${theme}`)
  }
})
