import { expect, test, type Page } from '@playwright/test'
import { invoke, invokeUnpressed, pressNothing, type BridgeReply } from '../support/bridge.js'
import { chooseLanguage } from '../support/language.js'
import { answerWith } from '../support/native-questions.js'
import { dollars, openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { chooseInTab, panelPage } from '../support/panel-windows.js'

/** SEC-28: what a script in a page can do with presses that it makes, steals or repeats. */
let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'press-evidence', keyStore: 'none' })
  await desk.ready()
  await desk.choose('JPM')
})
test.afterAll(() => desk.close())
test.afterEach(() => spendPresses())

/** Longer than main remembers a press. */
const FORGOTTEN_MS = 5_500
/** Lets the presses of a test be forgotten: the evidence is a matter of time. */
const spendPresses = (page: Page = desk.page): Promise<void> => page.waitForTimeout(FORGOTTEN_MS)
const placed = async (): Promise<number> => Object.keys((await desk.truth()).accepted).length
const REFUSED = { ok: false, error: { code: 'ipc/no-press', order: 'not-placed' } }
let tickets = 0

/** A submission far below the market, each with a ticket of its own. */
async function submission(): Promise<{ readonly ticket: string; readonly draft: object }> {
  tickets += 1
  const { selectedAccount } = (await invoke(desk, 'session.get', {})).value as {
    readonly selectedAccount: string
  }
  const draft = {
    accountId: selectedAccount,
    assetClass: 'stock',
    symbol: 'JPM',
    side: 'buy',
    type: 'limit',
    timeInForce: 'day',
    session: 'core',
    size: { kind: 'quantity', quantity: '1' },
    limitPrice: '20.00',
    stopPrice: null,
    trail: null,
    expireDate: null,
  }
  return { ticket: `press-evidence-${tickets}`, draft }
}

test('SEC-28: a page that trades, arms, resumes or changes limits by itself is refused', async () => {
  await spendPresses()
  const before = await placed()
  expect(await invokeUnpressed(desk, 'orders.submit', await submission())).toMatchObject(REFUSED)
  const { limits } = (await invoke(desk, 'limits.get', {})).value as { readonly limits: object }
  for (const [op, input] of [
    ['trading.arm', { word: 'PRODUCTION' }],
    ['session.set-trading', { state: 'active', why: 'by script' }],
    ['assistants.release', {}],
    ['limits.set', { limits }],
    ['preferences.set', { confirmOrders: false }],
  ] as const) {
    expect(await invokeUnpressed(desk, op, input), op).toMatchObject({
      ok: false,
      error: { code: 'ipc/no-press' },
    })
  }
  expect(await placed()).toBe(before)
})

test('SEC-28: events that a script makes press no button of the ticket', async () => {
  const before = await placed()
  await desk.fill('quantity', '1')
  await desk.fill('limitPrice', dollars((await desk.cents('bid')) - 2_000))
  await desk.page.getByRole('form').locator('button[type="submit"]').click()
  const send = desk.page.getByTestId('ticket-send')
  await expect(send).toBeVisible()
  await spendPresses()
  await send.evaluate((button: HTMLElement) => button.click())
  const outcome = desk.page.getByTestId('ticket-outcome')
  await expect(outcome).toContainText('Nothing was sent or changed')
  await desk.screenshot('refused-en')
  await chooseLanguage(desk.page, 'es')
  await expect(outcome).toContainText('No se envió ni se cambió nada')
  await desk.screenshot('refused-es')
  await chooseLanguage(desk.page, 'en')
  expect(await placed()).toBe(before)
  // The person's own press on the same button sends it.
  await desk.send()
  await expect(outcome).toHaveAttribute('data-tone', 'good')
  expect(await placed()).toBe(before + 1)
})

test('SEC-28: one press is one order, and no other operation', async () => {
  const before = await placed()
  const [first, second] = [await submission(), await submission()]
  await spendPresses()
  await pressNothing(desk.page)
  const replies: BridgeReply[] = []
  for (const input of [first, first, second]) {
    replies.push(await invokeUnpressed(desk, 'orders.submit', input))
  }
  replies.push(await invokeUnpressed(desk, 'trading.arm', { word: 'PRODUCTION' }))
  expect(replies[0]).toMatchObject({ ok: true })
  for (const reply of replies.slice(1)) {
    expect(reply).toMatchObject({ error: { code: 'ipc/no-press' } })
  }
  expect(await placed()).toBe(before + 1)
})

test('SEC-28: a held mouse, typed text and a press in another window are no press', async () => {
  const before = await placed()
  const input = await submission()
  await desk.page.mouse.move(500, 8)
  await desk.page.mouse.down()
  await spendPresses()
  expect(await invokeUnpressed(desk, 'orders.submit', input)).toMatchObject(REFUSED)
  await desk.page.mouse.up()
  await spendPresses()
  await desk.page.keyboard.type('a1')
  expect(await invokeUnpressed(desk, 'orders.submit', input)).toMatchObject(REFUSED)

  await chooseInTab(desk.page, 'Account', /own window|new window/i)
  const panel = await panelPage(desk)
  await spendPresses()
  await pressNothing(desk.page)
  expect(await invokeUnpressed({ page: panel }, 'orders.submit', input)).toMatchObject(REFUSED)
  await pressNothing(panel)
  expect(await invokeUnpressed({ page: panel }, 'orders.submit', input)).toMatchObject({ ok: true })
  expect(await placed()).toBe(before + 1)
})

test('SEC-28: halting passes without a press, and resuming takes one', async () => {
  await spendPresses()
  const halt = { state: 'halted', why: 'by script' }
  expect(await invokeUnpressed(desk, 'session.set-trading', halt)).toMatchObject({ ok: true })
  const resume = { state: 'active', why: 'by script' }
  expect(await invokeUnpressed(desk, 'session.set-trading', resume)).toMatchObject({ ok: false })
  expect(await invoke(desk, 'session.set-trading', resume)).toMatchObject({ ok: true })
})

test('SEC-28: the setting for assistive technology accepts an order without a press', async () => {
  const setting = { assistiveApproval: true }
  await answerWith(desk, 'Keep off')
  expect((await invoke(desk, 'preferences.set', setting)).value).toMatchObject({
    assistiveApproval: false,
  })
  await answerWith(desk, 'Accept')
  expect((await invoke(desk, 'preferences.set', setting)).value).toMatchObject(setting)
  await spendPresses()
  expect(await invokeUnpressed(desk, 'orders.submit', await submission())).toMatchObject({
    ok: true,
  })
})
