import { expect, test, type Locator } from '@playwright/test'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { showPanel } from '../support/palette.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'panel-states', keyStore: 'none' })
  await desk.ready()
  await desk.practice({ command: 'rate-limits', profile: 'off' })
  await desk.choose('NVDA')
})
test.afterAll(async () => {
  await desk.close()
})

interface Walked {
  readonly id: string
  readonly title: string
  /** What the panel shows once it is read. */
  readonly content: string
  /** The button that shows the part of the panel that the test is about. */
  readonly part?: string
  /** Another part, which is read for the first time. */
  readonly other: string
}

/** The panels that show what the broker knows, and a part of each that is read when chosen. */
const WALKED: readonly Walked[] = [
  { id: 'activity', title: 'Activity', content: '.grid-row', part: 'Cash', other: 'Transfers' },
  { id: 'history', title: 'History', content: '.grid-row', part: 'Orders', other: 'Fills' },
  {
    id: 'screeners',
    title: 'Screeners',
    content: '.grid-row',
    part: 'Gainers and losers',
    other: 'Most active',
  },
  {
    id: 'company',
    title: 'Company',
    content: '.company-block .fact',
    part: 'Overview',
    other: 'Financials',
  },
  { id: 'news', title: 'News', content: '.news', part: 'This symbol', other: 'Watchlist' },
  { id: 'markets', title: 'Markets', content: '.grid-row', part: 'Sports', other: 'Events' },
]

const panel = (id: string): Locator => desk.page.locator(`[data-panel="${id}"]`)
const stale = (id: string): Locator => panel(id).getByTestId('stale')
const part = (id: string, name: string): Promise<void> =>
  panel(id).getByRole('radio', { name, exact: true }).first().click()

/** Shows a panel; whatever became of it, it must not stay gray. */
async function show(id: string, title: string): Promise<void> {
  await showPanel(desk.page, title)
  await expect(panel(id)).toBeVisible()
  await expect(panel(id).locator('.skeleton'), `${id} stays gray`).toHaveCount(0)
}

const phase = (): Promise<unknown> =>
  desk.page.evaluate(`countersign.invoke('session.get', {}).then((reply) => reply.value.phase)`)

/** Cuts the connection: requests get no answer, and the streams end and are refused. */
async function disconnect(): Promise<void> {
  for (const kind of ['drop-before-effect', 'refuse-event-stream', 'refuse-market-stream']) {
    await desk.practice({ command: 'fault', fault: { kind, count: null } })
  }
  for (const channel of ['events', 'market'] as const) {
    await desk.practice({ command: 'end-streams', channel, how: 'kill' })
  }
  await expect.poll(phase, { timeout: 60_000 }).toBe('reconnecting')
}

test('A panel that is open when the connection is lost keeps what it knows, with its age', async () => {
  test.setTimeout(180_000)
  for (const { id, title, content, part: shown } of WALKED) {
    await show(id, title)
    if (shown !== undefined) await part(id, shown)
    await expect(panel(id).locator(content).first(), id).toBeVisible()
    await expect(stale(id), id).toHaveCount(0)
  }
  for (const [id, title] of [
    ['journal', 'Journal'],
    ['calendar', 'Calendar'],
  ] as const) {
    await show(id, title)
  }
  await expect(panel('calendar').locator('.calendar-foot')).toHaveText(/^\d+ symbols/, {
    timeout: 60_000,
  })

  await disconnect()

  for (const { id, title, content } of WALKED) {
    await show(id, title)
    await expect(panel(id).locator(content).first(), id).toBeVisible()
    await expect(stale(id), `${id} has no age`).toHaveText(/\d+ (s|min)/)
    await desk.screenshot(`lost-${id}`)
  }
  for (const [id, title] of [
    ['journal', 'Journal'],
    ['calendar', 'Calendar'],
    ['watchlist', 'Watchlist'],
  ] as const) {
    await show(id, title)
    await expect(stale(id).first(), `${id} has no age`).toHaveText(/\d+ (s|min)/)
    await desk.screenshot(`lost-${id}`)
  }
})

test('A list that is opened without a connection says why it is missing, and does not say "none"', async () => {
  test.setTimeout(180_000)
  for (const { id, title, other } of WALKED) {
    await show(id, title)
    await part(id, other)
    await expect(panel(id).locator('.skeleton'), `${id} stays gray`).toHaveCount(0)
    const said = panel(id).locator('.empty', { hasText: 'could not be' })
    await expect(said.first(), id).toContainText('The broker cannot be reached')
    // It says how it goes on: by a button, or by itself.
    await expect(said.first(), id).toContainText(/Try again|read again every/)
    expect((await said.first().innerText()).match(/cannot be reached/g), id).toHaveLength(1)
    await desk.screenshot(`offline-${id}`)
  }
  await show('log', 'Log')
  await expect(panel('log').locator('.grid-row').first()).toBeVisible()
  await show('practice', 'Practice')
  await expect(panel('practice')).toContainText('3 faults are on')
  await desk.screenshot('offline-practice')
})

test('A window that is opened without a connection shows no list as empty', async () => {
  test.setTimeout(180_000)
  await desk.page.reload()
  await expect(desk.page.locator('.statusbar time')).toBeVisible()
  const titles = [...WALKED.map(({ id, title }) => [id, title] as const)]
  for (const [id, title] of [
    ...titles,
    ['journal', 'Journal'],
    ['calendar', 'Calendar'],
    ['watchlist', 'Watchlist'],
  ] as const) {
    await show(id, title)
    await expect
      .poll(
        async () =>
          (await stale(id).count()) +
          (await panel(id)
            .getByText(/could not be/i)
            .count()),
        { message: `${id} neither shows an age nor says that it could not be read` },
      )
      .toBeGreaterThan(0)
    await expect(panel(id)).not.toContainText(/No (records|dates|news|games)/)
    await desk.screenshot(`reloaded-${id}`)
  }
})

test('When the broker answers again, every panel reads what it could not', async () => {
  test.setTimeout(180_000)
  await desk.practice({ command: 'clear-faults' })
  await expect.poll(phase, { timeout: 60_000 }).toBe('ready')
  for (const { id, title } of WALKED) {
    await show(id, title)
    await expect(panel(id).locator('.grid-row, .news, .fact').first(), id).toBeVisible({
      timeout: 30_000,
    })
    await expect(stale(id), id).toHaveCount(0)
  }
})

/** An operation of each panel that the broker refuses with an error, and the part it fills. */
const FAILING = [
  ['activity', 'Activity', 'Cash', 'trading.cash-activities.list'],
  ['history', 'History', 'Fills', 'trading.executions.list'],
  ['screeners', 'Screeners', 'Dividends', 'market.screeners.high-dividend'],
  ['company', 'Company', 'Industry', 'market.fundamentals.industry'],
  ['news', 'News', 'This symbol', 'market.news.summary'],
  ['markets', 'Markets', 'Sports', 'broker.events.milestones'],
] as const

test('An error of the broker is shown where the list was to be, and the next read mends it', async () => {
  test.setTimeout(240_000)
  await desk.choose('MSFT')
  for (const [id, title, name, operation] of FAILING) {
    await show(id, title)
    await desk.practice({
      command: 'fault',
      fault: { kind: 'error-before-effect', operation, count: null, status: 500 },
    })
    await desk.page.reload()
    await expect(desk.page.locator('.statusbar time')).toBeVisible()
    await show(id, title)
    await part(id, name)
    await expect(panel(id).locator('.empty'), id).toContainText(/could not be/i)
    await desk.screenshot(`error-${id}`)
    await desk.practice({ command: 'clear-faults' })
    const retry = panel(id).getByRole('button', { name: 'Try again' })
    // The panel may read again by itself before the press.
    if ((await retry.count()) > 0) {
      const press = retry.first().dispatchEvent('click')
      await press.catch(() => undefined)
    }
    await expect(panel(id).locator('.grid-row, .news').first(), id).toBeVisible({
      timeout: 30_000,
    })
  }
})
