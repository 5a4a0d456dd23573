import { expect, test } from '@playwright/test'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { countRenders, renderCounts, type RenderCounts } from './render-counts.js'

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({
    suite: 'render-cost',
    keyStore: 'none',
    args: ['--practice-quotes-ms=250'],
  })
  await desk.ready()
  await countRenders(desk.page)
  await desk.ready()
  await desk.choose('SPY')
  await desk.page.mouse.move(0, 0)
})
test.afterAll(async () => {
  await desk.close()
})

/** Returns what rendered again while the text of an element changed so often. */
async function rendersWhile(selector: string, changes: number): Promise<RenderCounts> {
  const element = desk.page.locator(selector).first()
  await expect(element).toContainText(/\d/, { timeout: 60_000 })
  const before = await renderCounts(desk.page)
  await element.evaluate(
    (target, wanted) =>
      new Promise<void>((resolve) => {
        let texts = 0
        const observer = new MutationObserver((records) => {
          texts += records.length
          if (texts < wanted) return
          observer.disconnect()
          resolve()
        })
        observer.observe(target, { subtree: true, childList: true, characterData: true })
      }),
    changes,
  )
  const after = await renderCounts(desk.page)
  return Object.fromEntries(
    Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]),
  )
}

/** Renders that have other causes, such as an order that is filled or an account that is read. */
const OTHER_CAUSES = 6

test('prices render the figures of the ticket that show them, and not the ticket', async () => {
  const renders = await rendersWhile('.ticket-last', 20)

  const { 'ticket: form.ticket': ticket = 0, 'ticket: button.chip': choices = 0 } = renders
  expect(ticket).toBeLessThanOrEqual(OTHER_CAUSES)
  expect(renders['ticket: div.ticket-fields'] ?? 0).toBeLessThanOrEqual(OTHER_CAUSES)
  expect(choices).toBeGreaterThan(OTHER_CAUSES)
})

test('prices render the cells of all positions, and not their table', async () => {
  await desk.tab('Positions')
  await desk.page
    .locator('[data-panel=positions]')
    .getByRole('radio', { name: 'All accounts', exact: true })
    .click()
  await expect(desk.page.locator('[data-panel=positions] .grid-row').first()).toBeVisible()
  // Until the positions of each account are read, the table grows.
  await expect(desk.page.locator('[data-panel=positions] .after')).toHaveCount(0)
  const renders = await rendersWhile(
    '[data-panel=positions] .grid-foot [data-column=marketValue]',
    20,
  )

  expect(renders['positions: div.grid-head'] ?? 0).toBeLessThanOrEqual(OTHER_CAUSES)
})

interface LevelWrites {
  /** Changed texts of levels that are not in view: a screen reader reads them. */
  readonly hiddenTexts: number
  /** Changed bars of those levels. */
  readonly hiddenBars: number
  readonly bars: number
}

/** Counts what is written in the order book from now on, in a global of the page. */
function countLevelWrites(): void {
  const MARGIN_PX = 65
  const writes = { hiddenTexts: 0, hiddenBars: 0, bars: 0 }
  Object.assign(globalThis, { levelWrites: writes })
  const book = document.querySelector('.depth-scroll')
  if (book === null) throw new Error('there is no order book')
  const isHidden = (level: Element): boolean => {
    const list = level.closest('.depth-side')?.getBoundingClientRect()
    const { top, bottom } = level.getBoundingClientRect()
    return list !== undefined && (bottom < list.top - MARGIN_PX || top > list.bottom + MARGIN_PX)
  }
  new MutationObserver((records) => {
    for (const { type, target } of records) {
      const element = target instanceof Element ? target : target.parentElement
      const level = element?.closest('.depth-level')
      if (level === null || level === undefined) continue
      if (type === 'attributes') writes.bars += 1
      if (isHidden(level)) {
        if (type === 'attributes') writes.hiddenBars += 1
        else writes.hiddenTexts += 1
      }
    }
  }).observe(book, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['style'],
  })
}

const levelWrites = (): Promise<LevelWrites> =>
  desk.page.evaluate(
    () => (globalThis as unknown as { readonly levelWrites: LevelWrites }).levelWrites,
  )

test('levels of the order book that nobody sees have new texts, and no new bars', async () => {
  await expect(desk.page.locator('.depth-level').first()).toContainText(/\d/, { timeout: 60_000 })
  await desk.page.evaluate(countLevelWrites)

  await expect.poll(async () => (await levelWrites()).hiddenTexts).toBeGreaterThan(100)
  const { hiddenBars, bars } = await levelWrites()
  expect(hiddenBars).toBe(0)
  expect(bars).toBeGreaterThan(0)

  // A person who looks at all levels sees the bars of now.
  await desk.page.locator('.depth-side.bids').hover()
  const stale = (): Promise<number> =>
    desk.page.locator('.depth-side.bids').evaluate((list) => {
      const widths = [...list.querySelectorAll<HTMLElement>('.depth-level')].map((level) =>
        Number(/, (\d+)% 100%$/.exec(level.style.backgroundSize)?.[1]),
      )
      return widths.filter((width, place) => place > 0 && width < (widths[place - 1] ?? 0)).length
    })
  await expect.poll(stale).toBe(0)
})

test('prices touch no canvas of a crosshair that is nowhere', async () => {
  const { page } = desk
  await page.mouse.move(0, 0)
  const canvases = page.locator('.chart-canvas canvas')
  await expect(canvases).not.toHaveCount(0)
  const touched = await page.evaluate(async () => {
    const { prototype } = CanvasRenderingContext2D
    const { clearRect, fillRect } = prototype
    const counts = { upper: 0, lower: 0 }
    const note = ({ canvas }: CanvasRenderingContext2D): void => {
      if (canvas.closest('.chart-canvas') === null) return
      counts[canvas.style.zIndex === '2' ? 'upper' : 'lower'] += 1
    }
    prototype.clearRect = function (...rect) {
      note(this)
      return clearRect.apply(this, rect)
    }
    prototype.fillRect = function (...rect) {
      note(this)
      return fillRect.apply(this, rect)
    }
    const end = performance.now() + 60_000
    while (counts.lower < 100 && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    Object.assign(prototype, { clearRect, fillRect })
    return counts
  })
  expect(touched.lower).toBeGreaterThanOrEqual(100)
  expect(touched.upper).toBe(0)
})
