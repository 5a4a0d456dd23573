import { expect, test, type CDPSession } from '@playwright/test'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'figure-cost', keyStore: 'none' })
  await desk.ready()
  await desk.tab('Positions')
  await desk.practice({ command: 'clock', speed: 0 })
})
test.afterAll(async () => {
  await desk.close()
})

/** What a thread of the page did. Times in µs. */
interface PageEvent {
  readonly name: string
  readonly tid: number
  readonly ts: number
  readonly args: {
    readonly beginData?: { readonly partialLayout: boolean }
    readonly data?: { readonly reason?: string }
  }
}

const CATEGORIES = [
  'blink.user_timing',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline.invalidationTracking',
]

/** Records what the page does between the marks `begin` and `end` that `run` sets in it. */
async function recordPage(run: () => Promise<unknown>): Promise<readonly PageEvent[]> {
  const session: CDPSession = await desk.page.context().newCDPSession(desk.page)
  const events: PageEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as readonly PageEvent[]))
  })
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.start', { traceConfig: { includedCategories: CATEGORIES } })
  await run()
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const begin = events.find(({ name }) => name === 'begin')
  const end = events.find(({ name }) => name === 'end')
  expect([begin?.name, end?.name]).toEqual(['begin', 'end'])
  const [from, to] = [begin?.ts ?? 0, end?.ts ?? 0]
  return events.filter(({ tid, ts }) => tid === begin?.tid && ts >= from && ts <= to)
}

/** Changes the last digit in each of these elements in turn, and lays out each change. */
function changeDigits(selectors: readonly string[]): number {
  const texts = selectors.map((selector) => {
    const element = document.querySelector(selector)
    const walker = document.createTreeWalker(element ?? document.head, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (/\d/.test(node.nodeValue ?? '')) return node as Text
    }
    return null
  })
  const changed = texts.filter((text) => text !== null)
  document.body.getBoundingClientRect()
  performance.mark('begin')
  for (const text of changed) {
    text.data = text.data.replace(/\d(?!.*\d)/, (digit) => (digit === '1' ? '8' : '1'))
    document.body.getBoundingClientRect()
  }
  performance.mark('end')
  return changed.length
}

/** Figures of panels, in rows and beside them. */
const FIGURES = [
  '[data-panel=watchlist] .grid-row [data-column=last]',
  '[data-panel=positions] .grid-row [data-column=last]',
  '[data-panel=positions] .grid-foot [data-column=marketValue]',
  '.ticket-last',
  '.ticket-side-price',
  '[data-testid=ticket-power]',
  '.depth-level',
  '[data-testid=chart-close]',
]

test('a changed figure lays out its panel only, and no scroll bar comes and goes', async () => {
  // A low window, in which ticket and positions have scroll bars.
  await desk.page.setViewportSize({ width: 1_440, height: 760 })
  await expect
    .poll(() =>
      desk.page
        .locator('.ticket, [data-panel=positions] .grid-scroll')
        .evaluateAll((all) => all.map((box) => box.scrollHeight > box.clientHeight)),
    )
    .toEqual([true, true])

  for (const figure of FIGURES) {
    await expect(desk.page.locator(figure).first()).toContainText(/\d/, { timeout: 30_000 })
  }

  let changed = 0
  const events = await recordPage(async () => {
    changed = await desk.page.evaluate(changeDigits, FIGURES)
  })

  expect(changed).toBe(FIGURES.length)
  const layouts = events.filter(({ name }) => name === 'Layout')
  expect(layouts.map(({ args }) => args.beginData?.partialLayout)).toEqual(FIGURES.map(() => true))
  const scrollBars = events.filter(({ args }) => args.data?.reason === 'Scrollbar changed')
  expect(scrollBars).toEqual([])
})
