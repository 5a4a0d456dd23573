import { expect, test } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { dollars, openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { invoke } from '../support/bridge.js'
import { expectFocusRule } from '../support/dialog-focus.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

const PHRASE = 'correct horse battery staple'
const userData = freshUserData()
let desk: MainWindowPage

test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'app-lock', keyStore: 'none', userData })
  await desk.ready()
})
test.afterAll(async () => {
  await desk?.close()
  await removeFolder(userData)
})

const command = async (name: RegExp): Promise<void> => {
  await desk.page.getByRole('button', { name: 'Countersign', exact: true }).click()
  await desk.page.getByRole('menuitem', { name }).click()
}
const unlock = async (phrase: string): Promise<void> => {
  await desk.page.getByTestId('lock-passphrase').fill(phrase)
  await desk.page.getByRole('button', { name: 'Unlock', exact: true }).click()
}
const order = async () => {
  const account = await desk.page.getByRole('combobox', { name: 'Trade with account' }).inputValue()
  return {
    ticket: `lock-test-${Math.trunc(Date.now())}`,
    draft: {
      accountId: account,
      assetClass: 'stock',
      symbol: 'AAPL',
      side: 'buy',
      type: 'limit',
      timeInForce: 'day',
      session: 'core',
      size: { kind: 'quantity', quantity: '1' },
      limitPrice: '100.00',
      stopPrice: null,
      trail: null,
      expireDate: null,
    },
  }
}

test('A set passphrase lets the person lock the window while prices continue', async () => {
  await command(/App lock/)
  const dialog = desk.page.getByRole('dialog', { name: 'App lock' })
  await dialog.getByTestId('lock-fresh').fill(PHRASE)
  await dialog.getByTestId('lock-repeated').fill('something else')
  await dialog.getByRole('button', { name: 'Set a passphrase' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The passphrases do not match.')
  await dialog.getByTestId('lock-repeated').fill(PHRASE)
  await dialog.getByRole('button', { name: 'Set a passphrase' }).click()
  await expect(dialog.getByRole('button', { name: 'Change the passphrase' })).toBeVisible()
  await desk.screenshot('01-settings')
  await dialog.getByRole('button', { name: 'Lock Countersign' }).click()
  await expect(desk.page.getByRole('heading', { name: 'Countersign is locked' })).toBeVisible()
  await desk.screenshot('02-locked')
  const sent = async (): Promise<number> => (await desk.truth()).streams.sent
  const before = await sent()
  await expect.poll(sent).toBeGreaterThan(before)
})

test('While locked, every order and change that the page requests is refused', async () => {
  const accepted = async (): Promise<number> => Object.keys((await desk.truth()).accepted).length
  const before = await accepted()
  expect(await invoke(desk, 'orders.submit', await order())).toMatchObject({
    ok: false,
    error: { code: 'lock/locked', order: 'not-placed' },
  })
  for (const [op, input] of [
    ['lock.set-idle', { minutes: 240 }],
    ['profiles.create', { name: 'x', environment: 'sandbox' }],
    ['session.set-trading', { state: 'active', why: 'x' }],
    ['session.sign-out', {}],
  ] as const) {
    expect(await invoke(desk, op, input), op).toMatchObject({
      ok: false,
      error: { code: 'lock/locked' },
    })
  }
  expect(await accepted()).toBe(before)
})

test('A wrong passphrase is refused, the right one unlocks', async () => {
  await unlock('not the passphrase')
  await expect(desk.page.getByText('Wrong passphrase.')).toBeVisible()
  await unlock(PHRASE)
  await expect(desk.page.getByRole('heading', { name: 'Countersign is locked' })).toHaveCount(0)
  expect(await invoke(desk, 'orders.submit', await order())).toMatchObject({
    ok: true,
    value: { outcome: 'acknowledged' },
  })
})

test('What matters asks for the passphrase again, and the focus returns', async () => {
  const { page } = desk
  await page.getByRole('tab', { name: 'Instructions' }).click()
  await page.getByRole('radio', { name: 'Assistants' }).click()
  const enable = page.getByRole('button', { name: 'Enable access' })
  await expectFocusRule(page, {
    name: 'Confirm your identity',
    open: () => enable.click(),
    returnsTo: enable,
  })
  await desk.tab('Positions')
})

test('A halt during unlocking does not take keys from the passphrase and shows once unlocked', async () => {
  const { page } = desk
  await page.keyboard.press('Control+Shift+L')
  const field = page.getByTestId('lock-passphrase')
  await expect(field).toBeFocused()
  await page.keyboard.type(PHRASE.slice(0, 10))
  expect(
    await invoke(desk, 'assistants.kill', { why: 'From the tray', scope: 'assistants' }),
  ).toMatchObject({ ok: true })
  await expect(page.getByTestId('kill-left')).toBeAttached()
  await expect(field).toBeFocused()
  await page.keyboard.type(PHRASE.slice(10))
  // Tab through all stops: nothing behind the lock is reached.
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        () =>
          document.activeElement === document.body ||
          document.activeElement?.closest('.cover.solid') !== null,
      ),
    ).toBe(true)
  }
  await field.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Countersign is locked' })).toHaveCount(0)
  const halted = page.getByRole('dialog', { name: 'Assistants are halted' })
  await expect(halted.getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await halted.getByTestId('kill-lift').click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('The kill switch works from the lock screen and leaves no order working', async () => {
  await desk.choose('MSFT')
  await desk.page.getByRole('radio', { name: 'Buy', exact: true }).click()
  await desk.fill('quantity', '3')
  await desk.fill('limitPrice', dollars((await desk.cents('bid')) - 2_000))
  await desk.send()
  await desk.tab('Orders')
  await expect(desk.orderRow('MSFT').first()).toContainText(/Working|Submitted|Pending/)
  await desk.page.keyboard.press('Control+Shift+L')
  await expect(desk.page.getByRole('heading', { name: 'Countersign is locked' })).toBeVisible()
  await desk.page.getByRole('button', { name: 'Halt and cancel everything' }).click()
  await expect(
    desk.page.getByRole('status').filter({ hasText: /(was|were) canceled/ }),
  ).toContainText(/orders? (was|were) canceled\. 0 working, 0 unknown\./)
  await desk.screenshot('03-killed')
  const working = (await desk.truth()).orders.filter((candidate) =>
    ['PENDING', 'SUBMITTED', 'PARTIAL_FILLED'].includes(String(candidate['status'])),
  )
  expect(working).toEqual([])
})

test('Sleep and a locked screen lock Countersign, and waking does not unlock it', async () => {
  for (const event of ['suspend', 'lock-screen'] as const) {
    await unlock(PHRASE)
    await expect(desk.page.getByRole('heading', { name: 'Countersign is locked' })).toHaveCount(0)
    await desk.app.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event)
    await expect(desk.page.getByRole('heading', { name: 'Countersign is locked' })).toBeVisible()
    await desk.app.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'))
    await expect(desk.page.getByText('Locked because the computer slept.')).toBeVisible()
    expect(await invoke(desk, 'orders.submit', await order())).toMatchObject({
      ok: false,
      error: { code: 'lock/locked' },
    })
  }
})

test('The app starts locked, and forgetting the passphrase unlocks it with trading halted', async () => {
  await desk.close()
  desk = await openMainWindow({ suite: 'app-lock', keyStore: 'none', userData })
  await expect(desk.page.getByRole('heading', { name: 'Countersign is locked' })).toBeVisible()
  await expect(desk.page.getByText('Countersign was started.')).toBeVisible()
  await desk.page.getByRole('button', { name: 'I forgot the passphrase…' }).click()
  await desk.screenshot('04-forgot')
  await desk.page.getByRole('button', { name: 'Remove and unlock' }).click()
  await expect(desk.page.getByRole('heading', { name: 'Countersign is locked' })).toHaveCount(0)
  await expect(
    desk.page.getByText('Trading is halted. Only cancels and “Close positions” are sent.'),
  ).toBeVisible()
})
