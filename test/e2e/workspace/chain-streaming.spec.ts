import { expect, test, type Locator } from '@playwright/test'
import { invoke } from '../support/bridge.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'

/** Collects, in the page, the option symbols of the quotes that main sends. */
const PROBE = `(() => {
  const received = globalThis.optionQuotes = new Set()
  const listen = (port) => port.addEventListener('message', ({ data }) => {
    if (!Array.isArray(data)) return
    for (const { body } of data.flatMap(({ frames }) => frames)) {
      for (const row of Array.isArray(body) ? body : []) {
        if (row?.receivedAt !== undefined && /\\d{6}[CP]\\d{8}$/.test(row.symbol ?? '')) received.add(row.symbol)
      }
    }
  })
  addEventListener('message', (event) => { if (event.ports[0] !== undefined) listen(event.ports[0]) })
})()`

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'chain-streaming', keyStore: 'none' })
  await desk.page.addInitScript(PROBE)
  await desk.page.reload()
  await desk.ready()
})
test.afterAll(() => desk.close())

/** Returns the option symbols that had a quote since this was last called. */
const receivedSince = async (): Promise<readonly string[]> =>
  desk.page.evaluate('((all) => (optionQuotes.clear(), all))([...optionQuotes])')

interface Listed {
  readonly expiries: readonly {
    readonly rows: readonly { readonly call: string | null; readonly put: string | null }[]
  }[]
}

const scroller = (): Locator => desk.page.locator('[data-testid="options"] .grid-scroll')

/** Waits until exactly the contracts in view, and those just outside, are quoted. */
async function quotedInView(most: number): Promise<readonly string[]> {
  await receivedSince()
  let last: readonly string[] = []
  await expect
    .poll(
      async () => {
        // Quotes come in turns of some seconds: what a longer wait adds must still be in view.
        await desk.page.waitForTimeout(4_000)
        last = await receivedSince()
        return last.length
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0)
  await desk.page.waitForTimeout(4_000)
  last = await receivedSince()
  expect(last.length, 'contracts that are quoted').toBeLessThanOrEqual(most)
  return last
}

test('Of a chain of 2,000 contracts those in view are quoted, and the others given back', async () => {
  const { page } = desk
  await desk.choose('SPY')
  const { expiries } = (await invoke(desk, 'options.chain', { symbol: 'SPY' })).value as Listed
  const contracts = expiries.flatMap(({ rows }) => rows.flatMap(({ call, put }) => [call, put]))
  expect(contracts.filter((name) => name !== null).length).toBeGreaterThanOrEqual(2_000)

  await page.getByRole('tab', { name: 'Options', exact: true }).click()
  await expect(scroller().locator('.grid-row').first()).toBeVisible()
  // Rows in view, those just outside, and two contracts in each.
  const rows = await scroller().evaluate((element) => Math.ceil(element.clientHeight / 26) + 18)
  const atMoney = await quotedInView(2 * rows)
  await desk.screenshot('at-the-money')

  await scroller().evaluate((element) => {
    element.scrollTop = element.scrollHeight
  })
  await expect(page.locator('[data-testid="options"] .grid-row').last()).toBeVisible()
  const deep = await quotedInView(2 * rows)
  const listed = expiries.find(({ rows: strikes }) =>
    strikes.some(({ call }) => call !== null && deep.includes(call)),
  )
  const lowest = listed?.rows.findIndex(({ call, put }) =>
    [call, put].some((name) => name !== null && deep.includes(name)),
  )
  expect(lowest, 'only the last strikes are quoted').toBeGreaterThanOrEqual(
    (listed?.rows.length ?? 0) - rows,
  )
  expect(atMoney.length).toBeGreaterThan(0)

  // Out of sight, no contract is quoted any more.
  await page.getByRole('tab', { name: 'Chart' }).click()
  await expect(page.locator('[data-panel="options"]')).toBeHidden()
  await page.waitForTimeout(2_000)
  await receivedSince()
  await page.waitForTimeout(6_000)
  expect(await receivedSince()).toEqual([])
})
