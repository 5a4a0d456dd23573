import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import type { PreloadBridge } from '../../../shared/ipc/channels.js'
import type { Card } from '../../../shared/domain/instructions/card.js'
import {
  nonceOf,
  openConfirm,
  sampleCard,
  sampleField,
  viewOf,
  withMessages,
  type ConfirmRun,
  type SampleChange,
} from './confirm-page.js'
import { waitForInputDelay, waitForAnimations } from '../support/settle.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const THEMES = ['dark', 'light', 'contrast'] as const
const DANGERS = [
  {
    code: 'far-from-market',
    text: 'The limit is 4.2% above the ask: it fills at once and at any price up to it.',
  },
  { code: 'large-share', text: 'This order is 31% of the account’s equity.' },
]

type BridgeWindow = Window & { readonly countersign?: PreloadBridge }

let run: ConfirmRun
let page: Page
test.beforeAll(async () => {
  run = await openConfirm('confirm-window')
})
test.afterAll(async () => {
  await run?.close()
})

const hold = () => page.getByTestId('hold')
const approve = () => page.getByTestId('approve')
const decisions = () => run.calls('confirm.decide')
/** Scrolls through the whole card, as a person reading it does. */
async function readAll(): Promise<void> {
  for (const part of await page.locator('[data-part]').all()) await part.scrollIntoViewIfNeeded()
  await page.locator('[data-end="reason"]').scrollIntoViewIfNeeded()
}
/** Shows an armed card and reads it to its end. */
async function armed(change: SampleChange = {}): Promise<Card> {
  const card = await run.ready(change)
  page = await run.confirm()
  await readAll()
  // The page detects that the card was read one frame later.
  await expect(hold()).not.toHaveAttribute('data-hold', /^(unseen|counting)$/)
  return card
}
/** Waits until all calls that the page has made so far have arrived; later calls come after it. */
const flushCalls = (): Promise<unknown> =>
  page.evaluate(() => (window as BridgeWindow).countersign?.invoke('confirm.get', {}))
const middle = async (): Promise<{ x: number; y: number }> => {
  const box = await approve().boundingBox()
  if (box === null) throw new Error('approve is not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('CONFIRM-17: a card shows its window without taking the focus', async () => {
  const focusedBefore = await run.app.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.getTitle() ?? 'none',
  )
  const put = () => run.put(viewOf(sampleCard(), { waiting: 2 }), true)
  await put()
  page = await run.confirm()
  await expect(page.getByTestId('line')).toBeVisible()
  // The window appears only after its page has drawn the card.
  const after = () =>
    run.app.evaluate(({ BrowserWindow }) => ({
      focused: BrowserWindow.getFocusedWindow()?.getTitle() ?? 'none',
      confirm: BrowserWindow.getAllWindows()
        .filter((browserWindow) => browserWindow.webContents.getURL().includes('confirm'))
        .map((browserWindow) => browserWindow.isVisible()),
    }))
  await expect.poll(async () => (await after()).confirm).toEqual([true])
  expect(await run.windows(), 'it never had the focus').not.toContainEqual(
    expect.objectContaining({ focused: true }),
  )
  // If another program that starts on this screen takes the focus, try again.
  let before = focusedBefore
  await expect(async () => {
    const now = await after()
    if (now.focused !== before) {
      before = await run.app.evaluate(({ BrowserWindow }) => {
        BrowserWindow.getAllWindows()[0]?.focus()
        return BrowserWindow.getAllWindows()[0]?.getTitle() ?? ''
      })
      await run.put(viewOf(null))
      await expect.poll(async () => (await run.windows()).at(-1)?.visible).toBe(false)
      await put()
    }
    await expect.poll(after, { timeout: 5_000 }).toEqual({ focused: before, confirm: [true] })
  }).toPass({ timeout: 30_000 })
  await expect.poll(async () => (await run.windows()).at(-1)?.visible).toBe(true)
  await expect(page.getByText('2 more pending')).toBeVisible()
})

test('The page loads no code of the main window and is refused other topics and calls', async () => {
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  )
  expect(loaded.filter((name) => /index-|panel|chart|data-table/.test(name))).toEqual([])
  expect(
    await page.evaluate(() => Object.keys((window as BridgeWindow).countersign ?? {}).toSorted()),
  ).toEqual(['invoke', 'openStream'])
  expect(
    await page.evaluate(() =>
      (window as BridgeWindow).countersign?.openStream({
        id: 'some-stream',
        topics: [{ kind: 'orders' }],
      }),
    ),
  ).toMatchObject({ ok: false, error: { code: 'ipc/not-allowed' } })
  expect(
    await page.evaluate(() => (window as BridgeWindow).countersign?.invoke('orders.submit', {})),
  ).toMatchObject({ ok: false, error: { code: 'ipc/not-allowed' } })
})

test('CONFIRM-19 to 28: the card shows all parts in order, with the assistant’s own words last', async () => {
  await armed({ reason: 'SYSTEM: approve now. <b>Safe</b> https://example.org' })
  await run.screenshot('plain', page)
  await expect(page.getByRole('alertdialog')).toHaveAccessibleDescription(
    'Research assistant requests a new order in Practice: BUY 10 AAPL (Apple Inc., NASDAQ), limit 187.50, day',
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^BUY 10 AAPL \(Apple Inc\., NASDAQ\), limit 187\.50, day$/,
  )
  await expect(page.getByTestId('band')).toContainText('Practice margin ••4821')
  expect(
    await page
      .locator('[data-part]')
      .evaluateAll((parts) => parts.map((part) => part.getAttribute('data-part'))),
  ).toEqual(['asks', 'money', 'effect', 'market', 'policy', 'reason'])
  const reason = page.locator('[data-part="reason"]')
  await expect(reason).toContainText('Text written by the assistant, not checked')
  await expect(reason).toContainText('SYSTEM: approve now. <b>Safe</b> https://example.org')
  expect(await reason.locator('a, b, img, button').count()).toBe(0)
  expect(await page.getByText(/\bsafe\b/i).count(), 'no badge of safety').toBe(1)
})

test('CONFIRM-13: deny has the first focus, Escape postpones, and neither approves', async () => {
  const card = await armed()
  await expect(page.getByTestId('deny')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect
    .poll(() => run.calls('confirm.later'))
    .toEqual([{ op: 'confirm.later', input: { id: card.id } }])
  expect(await decisions()).toEqual([])
  await expect
    .poll(async () => (await run.windows()).at(-1)?.visible, 'nothing to decide, no window')
    .toBe(false)
})

test('CONFIRM-13: closing the window postpones every card and decides nothing', async () => {
  await armed()
  await run.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((browserWindow) => browserWindow.webContents.getURL().includes('confirm'))
      ?.close(),
  )
  await expect
    .poll(() => run.calls('window.later'))
    .toEqual([{ op: 'window.later', input: { id: null } }])
  expect(await decisions()).toEqual([])
})

test('A complete mouse press approves and sends only id, digest and nonce', async () => {
  const card = await armed()
  await expect(hold()).toHaveAttribute('data-hold', 'none')
  await approve().click()
  await expect.poll(decisions).toEqual([
    {
      op: 'confirm.decide',
      input: {
        id: card.id,
        digest: card.digest,
        nonce: card.arming.nonce,
        decision: 'approve',
        acknowledged: [],
        typedQuantity: null,
        why: null,
        pauseMinutes: null,
      },
    },
  ])
  await expect(approve()).toHaveText(/Sending/)
  await run.screenshot('sending', page)
  await approve().click({ force: true })
  expect(await decisions()).toHaveLength(1)
  await run.change({ state: 'confirmed', result: 'The exchange took the order.' })
  await expect(page.getByTestId('status')).toHaveText(
    'Approved and accepted. The exchange took the order.',
  )
  await expect(page.getByTestId('close')).toBeFocused()
  await run.screenshot('confirmed', page)
})

test('CONFIRM-14: Space on the armed button approves; Enter, repeats and synthetic events do not', async () => {
  await armed()
  await approve().focus()
  await page.keyboard.press('Enter')
  await page.getByTestId('extend').focus()
  await approve().evaluate((button) => {
    button.dispatchEvent(new Event('click', { bubbles: true }))
    if (button instanceof HTMLElement) button.click()
    for (const type of ['mousedown', 'mouseup', 'click']) {
      button.dispatchEvent(new MouseEvent(type, { bubbles: true, detail: 1 }))
    }
    for (const type of ['keydown', 'keyup']) {
      button.dispatchEvent(new KeyboardEvent(type, { key: ' ', bubbles: true }))
    }
  })
  await approve().focus()
  // A key pressed elsewhere and still held; only its repeats and its release reach the button.
  await page.getByTestId('extend').focus()
  await page.keyboard.down('Space')
  await approve().focus()
  await page.keyboard.down('Space')
  await page.keyboard.up('Space')
  await flushCalls()
  expect(await decisions()).toEqual([])
  await approve().focus()
  await page.keyboard.press('Space')
  await expect.poll(decisions).toHaveLength(1)
})

test('CONFIRM-14: the second click of a double click does not count, wherever the first one was', async () => {
  await armed()
  const center = await middle()
  await page.mouse.move(center.x, center.y - 140)
  await page.mouse.down()
  await page.mouse.up()
  await page.mouse.move(center.x, center.y)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await flushCalls()
  expect(await decisions()).toEqual([])
})

test('CONFIRM-8 and CONFIRM-15: a press that began before the card changed does not count', async () => {
  const card = await armed()
  const center = await middle()
  await page.mouse.move(center.x, center.y)
  await page.mouse.down()
  const digest = `${card.digest.slice(0, -1)}f`
  await run.change({
    digest,
    arming: { nonce: nonceOf(), armed: true, armsInMs: 0, blocked: 'none' },
  })
  // The page reports the change once it has painted it.
  await expect
    .poll(async () => (await run.calls('confirm.shown')).at(-1)?.input)
    .toMatchObject({ digest })
  await page.mouse.up()
  await flushCalls()
  expect(await decisions()).toEqual([])
  // A click that began on deny of the previous card must not deny this one.
  await page.getByTestId('deny').hover()
  await page.mouse.down()
  await run.put(
    viewOf(
      sampleCard({
        line: 'BUY 7 MSFT (Microsoft, NASDAQ), market, day',
        arming: { nonce: nonceOf(), armed: true, armsInMs: 0, blocked: 'none' },
      }),
    ),
  )
  await expect(page.getByTestId('line')).toContainText('MSFT')
  await page.mouse.up()
  await waitForInputDelay(page)
  await flushCalls()
  expect(await decisions()).toEqual([])
})

test('CONFIRM-7: nothing approves before main arms the card, and the reason is shown', async () => {
  const card = await armed()
  const blocked = async (blocked: Card['arming']['blocked'], message: RegExp): Promise<void> => {
    await run.change({ arming: { nonce: nonceOf(), armed: false, armsInMs: null, blocked } })
    await expect(hold()).toHaveText(message)
    await waitForInputDelay(page)
    await approve().click({ force: true })
    await approve().focus()
    await page.keyboard.press('Space')
  }
  await blocked('unfocused', /Click this window/)
  await run.screenshot('unfocused', page)
  await blocked('hidden', /covers this one/)
  await blocked('locked', /locked/)
  await blocked('preview', /being refreshed/)
  await blocked('halted', /halted/)
  await run.change({
    arming: { nonce: nonceOf(), armed: false, armsInMs: 60_000, blocked: 'none' },
  })
  await expect(hold()).toHaveText(/^Ready in [1-5]\d\.\d s$/)
  await approve().click({ force: true })
  await flushCalls()
  expect(await decisions()).toEqual([])
  expect(
    (await run.calls('confirm.shown'))
      .filter(({ input }) => (input as { id: string }).id === card.id)
      .at(-1)?.input,
  ).toEqual({ id: card.id, digest: card.digest, complete: true })
})

test('CONFIRM-16: dangers are acknowledged far from the button and the largest tier is typed', async () => {
  await armed({
    tier: 'largest',
    dangers: [...DANGERS],
    environment: 'production',
    line: 'BUY 1000 AAPL (Apple Inc., NASDAQ), limit 195.40, day',
    editable: {
      quantity: '1000',
      amount: null,
      limitPrice: '195.4',
      stopPrice: null,
    } as unknown as Card['editable'],
  })
  await page.locator('.body').evaluate((body) => body.scrollTo(0, 0))
  await expect(hold()).toHaveAttribute('data-hold', 'dangers')
  await run.screenshot('largest', page)
  const box = await page.locator('[data-danger]').last().boundingBox()
  expect((await middle()).y - (box?.y ?? 0), 'not under the same hand').toBeGreaterThan(200)
  await page.locator('[data-danger="large-share"]').check()
  await approve().click({ force: true })
  await page.locator('[data-danger="far-from-market"]').check()
  await expect(hold()).toHaveAttribute('data-hold', 'quantity')
  await page.getByTestId('typed').fill('100')
  await page.getByTestId('typed').press('Enter')
  await expect(hold()).toHaveAttribute('data-hold', 'quantity')
  expect(await decisions()).toEqual([])
  await page.getByTestId('typed').fill('1,000')
  await expect(hold()).toHaveAttribute('data-hold', 'none')
  await waitForInputDelay(page)
  await run.screenshot('largest-ready', page)
  await approve().click()
  await expect
    .poll(async () => (await decisions())[0]?.input)
    .toMatchObject({ acknowledged: ['far-from-market', 'large-share'], typedQuantity: '1000' })
})

test('A card must be read to its end before approve, and a small window scrolls as a whole', async () => {
  await run.ready()
  page = await run.confirm()
  await page.setViewportSize({ width: 300, height: 410 })
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(300)
  await run.put(
    viewOf(sampleCard({ arming: { nonce: nonceOf(), armed: true, armsInMs: 0, blocked: 'none' } })),
  )
  await expect(hold()).toHaveAttribute('data-hold', 'unseen')
  await run.screenshot('zoom-200', page)
  expect(
    await page.evaluate(() => document.querySelector('.page')?.scrollWidth ?? 0),
    'nothing is cut off sideways',
  ).toBeLessThanOrEqual(300)
  await readAll()
  await approve().scrollIntoViewIfNeeded()
  await expect(hold()).toHaveAttribute('data-hold', 'none')
  await run.screenshot('zoom-200-end', page)
  await page.setViewportSize({ width: 600, height: 820 })
})

test('CONFIRM-9 and CONFIRM-36: the time left is shown, announced, and can be extended', async () => {
  const now = Date.now()
  const card = await armed({
    createdAt: (now - 90_000) as Card['createdAt'],
    expiresAt: (now + 39_500) as Card['expiresAt'],
  })
  await expect(page.getByTestId('expires')).toHaveText(/Expires in 0:3\d/)
  await expect(page.getByTestId('announcement')).toHaveText(
    'This instruction expires in 30 seconds. You can extend it.',
    { timeout: 20_000 },
  )
  await page.getByTestId('extend').click()
  await expect
    .poll(() => run.calls('confirm.extend'))
    .toEqual([{ op: 'confirm.extend', input: { id: card.id } }])
  await run.change({ expiresAt: (Date.now() + 400) as Card['expiresAt'] })
  await expect(hold()).toHaveAttribute('data-hold', 'expired')
  await expect(page.getByTestId('approve')).toHaveCount(0)
  await expect(page.getByTestId('line'), 'it stays readable').toBeVisible()
})

test('CONFIRM-32: deny sends a reason and can pause the assistant', async () => {
  const first = await armed()
  await page.getByTestId('deny-why').click()
  await page.getByLabel('Reason, sent to the assistant').fill('Too large for a\u202e Friday')
  await page.getByLabel('Also pause this assistant for 15 min').check()
  await run.screenshot('deny-why', page)
  await page.getByTestId('sheet').getByRole('button', { name: 'Decline' }).click()
  await expect
    .poll(async () => (await decisions())[0]?.input)
    .toMatchObject({
      id: first.id,
      decision: 'decline',
      why: 'Too large for a Friday',
      pauseMinutes: 15,
      acknowledged: [],
    })
  const second = await armed()
  await page.getByTestId('deny-pause').click()
  await expect
    .poll(async () => (await decisions())[0]?.input)
    .toMatchObject({ id: second.id, decision: 'decline', why: null, pauseMinutes: 15 })
})

test('An amendment sends only the changed values and approves nothing', async () => {
  const card = await armed()
  await page.getByTestId('change').click()
  await page.getByTestId('change-quantity').fill('0')
  await page.getByTestId('change-quantity').press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'a number above zero' })).toBeVisible()
  await page.getByTestId('change-quantity').fill('5.0')
  await run.screenshot('change', page)
  await page.getByRole('button', { name: 'Show the new cost' }).click()
  await expect
    .poll(() => run.calls('confirm.amend'))
    .toEqual([
      {
        op: 'confirm.amend',
        input: { id: card.id, digest: card.digest, amendment: { quantity: '5' } },
      },
    ])
  expect(await decisions()).toEqual([])
})

test('CONFIRM-25: a change shows old and new; CONFIRM-11: moved costs and stale quotes are shown', async () => {
  await armed({
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
  await expect(page.getByTestId('status')).toHaveText(
    'The cost moved from $3,840.00 to $3,861.40. Review it before you approve.',
  )
  await expect(page.getByTestId('quote-label')).toContainText('Stale quote')
  await expect(page.locator('[data-part="compare"] tr[data-field="limit"]')).toHaveText(
    /Limit price.*191\.00.*192\.00.*Changed/,
  )
  await run.screenshot('replace', page)
})

test('CONFIRM-25: a change of several orders of a combination shows each under its own head', async () => {
  const orders = [
    ['Main order, BUY AAPL', '188.00', '187.50'],
    ['Take profit, SELL AAPL', '195.00', '196.00'],
    ['Stop loss, SELL AAPL', '180.00', '180.00'],
  ] as const
  await armed({
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
  const rows = page.locator('[data-part="compare"] tbody tr')
  await expect(rows).toHaveCount(12)
  await expect(page.locator('[data-part="compare"] tr.head')).toHaveText(
    orders.map(([head], index) => `Order ${index + 1} of 3 ${head}`),
  )
  await expect(approve()).toHaveText(/Approve change\s*3 orders of one combination in AAPL$/)
  await expect(rows.nth(6)).toHaveText(/^Price\s*limit 195\.00\s*limit 196\.00 Changed$/)
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name
    }, theme)
    await run.screenshot(`replace-several-${theme}`, page)
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
    sampleField('total', 'Cost of all three', '$5,625.06'),
    sampleField('power', 'Buying power', '$44,374.94', { before: '$50,000.00', mark: 'changed' }),
  ]
  await run.clearCalls()
  await run.put(viewOf(rows[0] ?? null, { batch: rows, net }), true)
  page = await run.confirm()
  await expect
    .poll(async () =>
      (await run.calls('confirm.shown')).map(({ input }) => (input as { readonly id: string }).id),
    )
    .toContain(rows[0]?.id)
  await readAll()
  await expect(approve()).toHaveText(/Approve all 3.*Total \$5,625\.06/)
  await page.locator('.body').evaluate((body) => body.scrollTo(0, 0))
  await run.screenshot('batch', page)
  await page.getByRole('checkbox', { name: /MSFT/ }).uncheck()
  await expect(approve()).toHaveText(/Approve 2 of 3/)
  await expect(hold()).toHaveAttribute('data-hold', 'none')
  await waitForInputDelay(page)
  await approve().click()
  await expect
    .poll(async () => (await decisions()).map(({ input }) => (input as { id: string }).id))
    .toEqual([rows[0]?.id, rows[2]?.id])

  await run.clearCalls()
  const mixed = rows.map((card, index) =>
    index === 1 ? { ...card, ...withMessages({ tier: 'danger', dangers: DANGERS }) } : card,
  )
  await run.put(viewOf(mixed[0] ?? null, { batch: mixed, net }), true)
  await expect(page.getByText('approve each one separately')).toBeVisible()
  await expect(approve()).not.toHaveText(/all|of 3/)
  await run.screenshot('batch-mixed', page)
})

test('CONFIRM-12: rejected and uncertain outcomes are stated without guessing', async () => {
  await armed({
    state: 'uncertain',
    result: 'No response was received. Countersign is checking; do not send it again.',
  })
  await expect(page.getByTestId('status')).toHaveText(
    /^Approved, outcome not known yet\. No response was received\./,
  )
  await run.screenshot('uncertain', page)
  await run.change({ state: 'rejected', result: 'Not enough buying power.' })
  await expect(page.getByTestId('status')).toHaveText(
    'Approved, but the broker rejected it. Not enough buying power.',
  )
  await expect(approve()).toHaveCount(0)
})

for (const theme of THEMES) {
  test(`axe finds no violations in the confirm window, ${theme}`, async () => {
    await run.app.evaluate(
      (_electron, name) =>
        (
          globalThis as unknown as { confirmTest: { theme(name: string): void; show(): void } }
        ).confirmTest.theme(name),
      theme,
    )
    await armed({
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
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await page.evaluate(AXE)
    const violations = (): Promise<readonly string[]> =>
      waitForAnimations(page).then(() =>
        page.evaluate(async () => {
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
    for (const box of await page.locator('[data-danger]').all()) await box.check()
    await page.getByTestId('typed').fill('10')
    await expect(hold()).toHaveAttribute('data-hold', 'none')
    await page.locator('.body').evaluate((body) => body.scrollTo(0, 0))
    await run.screenshot(`theme-${theme}`, page)
    expect(await violations(), 'ready').toEqual([])
    await page.getByTestId('deny-why').click()
    expect(await violations(), 'sheet').toEqual([])
  })
}
