import { expect, test } from '@playwright/test'
import { dollars, openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { observeFrames, type FrameWindow } from '../support/painted-frames.js'

const ROUNDS = 3

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({
    suite: 'order-frames',
    keyStore: 'none',
    args: ['--practice-quotes-ms=100'],
  })
  await desk.ready()
})
test.afterAll(async () => {
  await desk.close()
})

/** What the places that show the working orders of an instrument show in one frame. */
interface Shown {
  readonly rows: string
  readonly lines: string
}

/** Frames that are being read, and those that were. */
interface ReadFrames {
  readonly frames: Shown[]
  isOver: boolean
}

/** Begins to read every frame in which something of the orders changed. */
function readFrames(): void {
  const run: ReadFrames = { frames: [], isOver: false }
  Object.assign(window, { orderFrames: run })
  const sizesIn = (selector: string, size: RegExp): string =>
    [...document.querySelectorAll(selector)]
      .flatMap((element) => size.exec(element.textContent ?? '')?.[1] ?? [])
      .toSorted()
      .join()
  let before = ''
  void (window as unknown as FrameWindow).eachFrame(() => {
    const working = [
      ...document.querySelectorAll('[role$="grid"][aria-label="Orders"] .grid-row'),
    ].filter((row) => {
      const [symbol, status] = ['symbol', 'status'].map(
        (column) => row.querySelector(`[data-column=${column}]`)?.textContent ?? '',
      )
      return symbol?.startsWith('MSFT') === true && !/Filled|Canceled/.test(status ?? '')
    })
    const frame = {
      rows: working
        .map((row) => row.querySelector('[data-column=quantity]')?.textContent ?? '')
        .toSorted()
        .join(),
      lines: sizesIn('[data-testid=trade-line][data-kind=order] .trade-handle', /Buy (\d+)/),
    }
    const text = JSON.stringify(frame)
    if (text !== before) run.frames.push(frame)
    before = text
    return run.isOver
  })
}

test('REL-41: an order that comes, is canceled or filled is of one frame in Orders and on the chart', async () => {
  test.setTimeout(240_000)
  const { page } = desk
  await desk.choose('MSFT')
  await desk.tab('Orders')
  await observeFrames(page)
  await page.evaluate(readFrames)
  const lines = page.locator('[data-testid=trade-line][data-kind=order]')
  const newest = desk.orderRow('MSFT').first()
  for (let round = 1; round <= ROUNDS; round += 1) {
    await desk.fill('quantity', String(round))
    await desk.fill('limitPrice', dollars((await desk.cents('bid')) - 200))
    await desk.send()
    await expect(lines).toHaveCount(1)
    await newest.getByRole('button', { name: /Cancel/ }).click()
    // The person's own order requires confirmation.
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Cancel/ })
      .last()
      .click()
    await expect(lines).toHaveCount(0)
    await desk.fill('quantity', String(round))
    // Above every ask that the market may have when the order arrives.
    await desk.fill('limitPrice', dollars((await desk.cents('ask')) + 200))
    await desk.send()
    await expect(newest).toContainText('Filled')
    await page.mouse.move(0, 0)
  }
  const frames = await page.evaluate(() => {
    const { orderFrames } = window as unknown as { readonly orderFrames: ReadFrames }
    orderFrames.isOver = true
    return orderFrames.frames
  })
  expect(frames.filter(({ rows, lines: drawn }) => rows !== drawn)).toEqual([])
  expect(frames.length).toBeGreaterThanOrEqual(2 * ROUNDS)
})
