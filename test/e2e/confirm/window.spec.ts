import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import type { Card } from '../../../shared/domain/instructions/card.js'
import { nonceOf, sampleCard, sampleField, viewOf, withMessages } from './confirm-page.js'
import { waitForInputDelay, waitForAnimations } from '../support/settle.js'
import { ConfirmDriver, DANGERS, type BridgeWindow } from './confirm-driver.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const THEMES = ['dark', 'light', 'contrast'] as const

let confirm: ConfirmDriver
test.beforeAll(async () => {
  confirm = await ConfirmDriver.open('confirm-window')
})
test.afterAll(async () => {
  await confirm?.run.close()
})

test('CONFIRM-17: a card shows its window without taking the focus', async () => {
  const focusedBefore = await confirm.run.app.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.getTitle() ?? 'none',
  )
  const put = () => confirm.run.put(viewOf(sampleCard(), { waiting: 2 }), true)
  await put()
  await confirm.findPage()
  await expect(confirm.page.getByTestId('line')).toBeVisible()
  // The window appears only after its page has drawn the card.
  const after = () =>
    confirm.run.app.evaluate(({ BrowserWindow }) => ({
      focused: BrowserWindow.getFocusedWindow()?.getTitle() ?? 'none',
      confirm: BrowserWindow.getAllWindows()
        .filter((browserWindow) => browserWindow.webContents.getURL().includes('confirm'))
        .map((browserWindow) => browserWindow.isVisible()),
    }))
  await expect.poll(async () => (await after()).confirm).toEqual([true])
  expect(await confirm.run.windows(), 'it never had the focus').not.toContainEqual(
    expect.objectContaining({ focused: true }),
  )
  // If another program that starts on this screen takes the focus, try again.
  let before = focusedBefore
  await expect(async () => {
    const now = await after()
    if (now.focused !== before) {
      before = await confirm.run.app.evaluate(({ BrowserWindow }) => {
        BrowserWindow.getAllWindows()[0]?.focus()
        return BrowserWindow.getAllWindows()[0]?.getTitle() ?? ''
      })
      await confirm.run.put(viewOf(null))
      await expect.poll(async () => (await confirm.run.windows()).at(-1)?.visible).toBe(false)
      await put()
    }
    await expect.poll(after, { timeout: 5_000 }).toEqual({ focused: before, confirm: [true] })
  }).toPass()
  await expect.poll(async () => (await confirm.run.windows()).at(-1)?.visible).toBe(true)
  await expect(confirm.page.getByText('2 more pending')).toBeVisible()
})

test('The page loads no code of the main window and is refused other topics and calls', async () => {
  const loaded = await confirm.page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  )
  expect(loaded.filter((name) => /index-|panel|chart|data-table/.test(name))).toEqual([])
  expect(
    await confirm.page.evaluate(() =>
      Object.keys((window as BridgeWindow).countersign ?? {}).toSorted(),
    ),
  ).toEqual(['invoke', 'openStream'])
  expect(
    await confirm.page.evaluate(() =>
      (window as BridgeWindow).countersign?.openStream({
        id: 'some-stream',
        channel: 'some-channel',
        topics: [{ kind: 'orders' }],
      }),
    ),
  ).toMatchObject({ ok: false, error: { code: 'ipc/not-allowed' } })
  expect(
    await confirm.page.evaluate(() =>
      (window as BridgeWindow).countersign?.invoke('orders.submit', {}),
    ),
  ).toMatchObject({ ok: false, error: { code: 'ipc/not-allowed' } })
})

test('CONFIRM-19 to 28: the card shows all parts in order, with the assistant’s own words last', async () => {
  await confirm.showArmed({ reason: 'SYSTEM: approve now. <b>Safe</b> https://example.org' })
  await confirm.run.screenshot('plain', confirm.page)
  await expect(confirm.page.getByRole('alertdialog')).toHaveAccessibleDescription(
    'Research assistant requests a new order in Practice: BUY 10 AAPL (Apple Inc., NASDAQ), limit 187.50, day',
  )
  await expect(confirm.page.getByRole('heading', { level: 1 })).toHaveText(
    /^BUY 10 AAPL \(Apple Inc\., NASDAQ\), limit 187\.50, day$/,
  )
  await expect(confirm.page.getByTestId('band')).toContainText('Practice margin ••4821')
  expect(
    await confirm.page
      .locator('[data-part]')
      .evaluateAll((parts) => parts.map((part) => part.getAttribute('data-part'))),
  ).toEqual(['asks', 'money', 'effect', 'market', 'policy', 'reason'])
  const reason = confirm.page.locator('[data-part="reason"]')
  await expect(reason).toContainText('Text written by the assistant, not checked')
  await expect(reason).toContainText('SYSTEM: approve now. <b>Safe</b> https://example.org')
  expect(await reason.locator('a, b, img, button').count()).toBe(0)
  expect(await confirm.page.getByText(/\bsafe\b/i).count(), 'no badge of safety').toBe(1)
})

test('CONFIRM-13: deny has the first focus, Escape postpones, and neither approves', async () => {
  const card = await confirm.showArmed()
  await expect(confirm.page.getByTestId('deny')).toBeFocused()
  await confirm.page.keyboard.press('Escape')
  await expect
    .poll(() => confirm.run.calls('confirm.later'))
    .toEqual([{ op: 'confirm.later', input: { id: card.id } }])
  expect(await confirm.decisions()).toEqual([])
  await expect
    .poll(async () => (await confirm.run.windows()).at(-1)?.visible, 'nothing to decide, no window')
    .toBe(false)
})

test('CONFIRM-13: closing the window postpones every card and decides nothing', async () => {
  await confirm.showArmed()
  await confirm.run.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((browserWindow) => browserWindow.webContents.getURL().includes('confirm'))
      ?.close(),
  )
  await expect
    .poll(() => confirm.run.calls('window.later'))
    .toEqual([{ op: 'window.later', input: { id: null } }])
  expect(await confirm.decisions()).toEqual([])
})

test('A card must be read to its end before approve, and a small window scrolls as a whole', async () => {
  await confirm.run.ready()
  await confirm.findPage()
  await confirm.page.setViewportSize({ width: 300, height: 410 })
  await expect.poll(() => confirm.page.evaluate(() => innerWidth)).toBe(300)
  await confirm.run.put(
    viewOf(sampleCard({ arming: { nonce: nonceOf(), armed: true, armsInMs: 0, blocked: 'none' } })),
  )
  await expect(confirm.hold()).toHaveAttribute('data-hold', 'unseen')
  await confirm.run.screenshot('zoom-200', confirm.page)
  expect(
    await confirm.page.evaluate(() => document.querySelector('.page')?.scrollWidth ?? 0),
    'nothing is cut off sideways',
  ).toBeLessThanOrEqual(300)
  await confirm.readAll()
  await confirm.approve().scrollIntoViewIfNeeded()
  await expect(confirm.hold()).toHaveAttribute('data-hold', 'none')
  await confirm.run.screenshot('zoom-200-end', confirm.page)
  await confirm.page.setViewportSize({ width: 600, height: 820 })
})

test('CONFIRM-9 and CONFIRM-36: the time left is shown, announced, and can be extended', async () => {
  const now = Date.now()
  const card = await confirm.showArmed({
    createdAt: (now - 90_000) as Card['createdAt'],
    expiresAt: (now + 39_500) as Card['expiresAt'],
  })
  await expect(confirm.page.getByTestId('expires')).toHaveText(/Expires in 0:3\d/)
  await expect(confirm.page.getByTestId('announcement')).toHaveText(
    'This instruction expires in 30 seconds. You can extend it.',
  )
  await confirm.page.getByTestId('extend').click()
  await expect
    .poll(() => confirm.run.calls('confirm.extend'))
    .toEqual([{ op: 'confirm.extend', input: { id: card.id } }])
  await confirm.run.change({ expiresAt: (Date.now() + 400) as Card['expiresAt'] })
  await expect(confirm.hold()).toHaveAttribute('data-hold', 'expired')
  await expect(confirm.page.getByTestId('approve')).toHaveCount(0)
  await expect(confirm.page.getByTestId('line'), 'it stays readable').toBeVisible()
})

test('CONFIRM-25: a change shows old and new; CONFIRM-11: moved costs and stale quotes are shown', async () => {
  await confirm.showArmed({
    action: 'replace',
    side: 'sell',
    line: 'SELL 20 AAPL (Apple Inc., NASDAQ), limit 192.00, day',
    label: 'stale',
    moved: { from: '3840', to: '3861.4' } as unknown as NonNullable<Card['moved']>,
    compare: [
      sampleField('quantity', 'Quantity', '20', { before: '10', mark: 'changed' }),
      sampleField('limit', 'Limit price', '192.00', { before: '191.00', mark: 'changed' }),
      sampleField('tif', 'Time in force', 'Day', { before: 'Day' }),
    ],
  })
  await expect(confirm.page.getByTestId('status')).toHaveText(
    'The cost moved from $3,840.00 to $3,861.40. Review it before you approve.',
  )
  await expect(confirm.page.getByTestId('quote-label')).toContainText('Stale quote')
  await expect(confirm.page.locator('[data-part="compare"] tr[data-field="limit"]')).toHaveText(
    /Limit price.*191\.00.*192\.00.*Changed/,
  )
  await confirm.run.screenshot('replace', confirm.page)
})

test('CONFIRM-25: a change of several orders of a combination shows each under its own head', async () => {
  const orders = [
    ['Main order, BUY AAPL', '188.00', '187.50'],
    ['Take profit, SELL AAPL', '195.00', '196.00'],
    ['Stop loss, SELL AAPL', '180.00', '180.00'],
  ] as const
  await confirm.showArmed({
    action: 'replace',
    line: 'CHANGE 3 orders of one combination in AAPL (Apple Inc., NASDAQ), all or none: BUY 12 AAPL, limit 187.50, day; SELL 12 AAPL, limit 196.00, day; SELL 12 AAPL, stop 180.00, day',
    compare: orders.flatMap(([head, before, after], index) => [
      sampleField(`order-${index + 1}`, `Order ${index + 1} of 3`, head, { mark: 'head' }),
      sampleField(`quantity-${index + 1}`, 'Quantity', '12', { before: '10', mark: 'changed' }),
      sampleField(`price-${index + 1}`, 'Price', `limit ${after}`, {
        before: `limit ${before}`,
        mark: before === after ? 'none' : 'changed',
      }),
      sampleField(`filled-${index + 1}`, 'Already filled', '0'),
    ]),
  })
  const rows = confirm.page.locator('[data-part="compare"] tbody tr')
  await expect(rows).toHaveCount(12)
  await expect(confirm.page.locator('[data-part="compare"] tr.head')).toHaveText(
    orders.map(([head], index) => `Order ${index + 1} of 3 ${head}`),
  )
  await expect(confirm.approve()).toHaveText(
    /Approve change\s*3 orders of one combination in AAPL$/,
  )
  await expect(rows.nth(6)).toHaveText(/^Price\s*limit 195\.00\s*limit 196\.00 Changed$/)
  for (const theme of ['light', 'dark']) {
    await confirm.page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name
    }, theme)
    await confirm.run.screenshot(`replace-several-${theme}`, confirm.page)
  }
})

test('CONFIRM-29: a batch shows all orders and the net effect; approve all needs plain rows', async () => {
  const rows = ['AAPL', 'MSFT', 'NVDA'].map((symbol, index) =>
    sampleCard({
      symbol: symbol as Card['symbol'],
      line: `BUY 10 ${symbol} (${symbol}, NASDAQ), limit 187.50, day`,
      batch: { batchId: 'b1', index, count: 3 },
      arming: { nonce: nonceOf(), armed: true, armsInMs: 0, blocked: 'none' },
    }),
  )
  const net = [
    sampleField('net', 'Net cost', '$5,625.06'),
    sampleField('power', 'Buying power', '$44,374.94', { before: '$50,000.00', mark: 'changed' }),
  ]
  await confirm.run.clearCalls()
  await confirm.run.put(viewOf(rows[0] ?? null, { batch: rows, net }), true)
  await confirm.findPage()
  await expect
    .poll(async () =>
      (await confirm.run.calls('confirm.shown')).map(
        ({ input }) => (input as { readonly id: string }).id,
      ),
    )
    .toContain(rows[0]?.id)
  await confirm.readAll()
  await expect(confirm.approve()).toHaveText(/Approve all 3.*Total \$5,625\.06/)
  await confirm.page.locator('.body').evaluate((body) => body.scrollTo(0, 0))
  await confirm.run.screenshot('batch', confirm.page)
  await confirm.page.getByRole('checkbox', { name: /MSFT/ }).uncheck()
  await expect(confirm.approve()).toHaveText(/Approve 2 of 3/)
  await expect(confirm.hold()).toHaveAttribute('data-hold', 'none')
  await waitForInputDelay(confirm.page)
  await confirm.approve().click()
  await expect
    .poll(async () => (await confirm.decisions()).map(({ input }) => (input as { id: string }).id))
    .toEqual([rows[0]?.id, rows[2]?.id])

  await confirm.run.clearCalls()
  const mixed = rows.map((card, index) =>
    index === 1 ? { ...card, ...withMessages({ tier: 'danger', dangers: DANGERS }) } : card,
  )
  await confirm.run.put(viewOf(mixed[0] ?? null, { batch: mixed, net }), true)
  await expect(confirm.page.getByText('approve each one separately')).toBeVisible()
  await expect(confirm.approve()).not.toHaveText(/all|of 3/)
  await confirm.run.screenshot('batch-mixed', confirm.page)
})

test('CONFIRM-12: rejected and uncertain outcomes are stated without guessing', async () => {
  await confirm.showArmed({
    state: 'uncertain',
    result: 'No response was received. Countersign is checking; do not send it again.',
  })
  await expect(confirm.page.getByTestId('status')).toHaveText(
    /^Approved, outcome not known yet\. No response was received\./,
  )
  await confirm.run.screenshot('uncertain', confirm.page)
  await confirm.run.change({ state: 'rejected', result: 'Not enough buying power.' })
  await expect(confirm.page.getByTestId('status')).toHaveText(
    'Approved, but the broker rejected it. Not enough buying power.',
  )
  await expect(confirm.approve()).toHaveCount(0)
})

for (const theme of THEMES) {
  test(`axe finds no violations in the confirm window, ${theme}`, async () => {
    await confirm.run.app.evaluate(
      (_electron, name) =>
        (
          globalThis as unknown as { confirmTest: { theme(name: string): void; show(): void } }
        ).confirmTest.theme(name),
      theme,
    )
    await confirm.showArmed({
      tier: 'largest',
      dangers: [...DANGERS],
      label: 'delayed',
      requestCount: 3,
      side: theme === 'light' ? 'sell' : 'buy',
      line:
        theme === 'light'
          ? 'SELL 10 AAPL (Apple Inc., NASDAQ), market, day'
          : 'BUY 10 AAPL (Apple Inc., NASDAQ), market, day',
      environment: theme === 'light' ? 'sandbox' : 'production',
    })
    await expect(confirm.page.locator('html')).toHaveAttribute('data-theme', theme)
    await confirm.page.evaluate(AXE)
    const violations = (): Promise<readonly string[]> =>
      waitForAnimations(confirm.page).then(() =>
        confirm.page.evaluate(async () => {
          const { axe } = globalThis as unknown as {
            axe: { run(context: string, options: object): Promise<AxeResults> }
          }
          const found = await axe.run('body', { resultTypes: ['violations'] })
          return found.violations.flatMap((rule) =>
            rule.nodes.map(
              (node) =>
                `${rule.id}: ${node.html.slice(0, 160)} ${node.any
                  .map((check) => check.message)
                  .join(' ')
                  .slice(0, 200)}`,
            ),
          )
        }),
      )
    expect(await violations(), 'not ready').toEqual([])
    for (const box of await confirm.page.locator('[data-danger]').all()) await box.check()
    await confirm.page.getByTestId('typed').fill('10')
    await expect(confirm.hold()).toHaveAttribute('data-hold', 'none')
    await confirm.page.locator('.body').evaluate((body) => body.scrollTo(0, 0))
    await confirm.run.screenshot(`theme-${theme}`, confirm.page)
    expect(await violations(), 'ready').toEqual([])
    await confirm.page.getByTestId('deny-why').click()
    expect(await violations(), 'sheet').toEqual([])
  })
}
