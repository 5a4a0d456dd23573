import { expect, test } from '@playwright/test'
import type { Card } from '../../../shared/domain/instructions/card.js'
import { nonceOf, sampleCard, viewOf } from './confirm-page.js'
import { waitForInputDelay } from '../support/settle.js'
import { ConfirmDriver, DANGERS } from './confirm-driver.js'

let confirm: ConfirmDriver
test.beforeAll(async () => {
  confirm = await ConfirmDriver.open('confirm-decisions')
})
test.afterAll(async () => {
  await confirm?.run.close()
})

test('A complete mouse press approves and sends only id, digest and nonce', async () => {
  const card = await confirm.showArmed()
  await expect(confirm.hold()).toHaveAttribute('data-hold', 'none')
  await confirm.approve().click()
  await expect
    .poll(() => confirm.decisions())
    .toEqual([
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
  await expect(confirm.approve()).toHaveText(/Sending/)
  await confirm.run.screenshot('sending', confirm.page)
  await confirm.approve().click({ force: true })
  expect(await confirm.decisions()).toHaveLength(1)
  await confirm.run.change({ state: 'confirmed', result: 'The exchange took the order.' })
  await expect(confirm.page.getByTestId('status')).toHaveText(
    'Approved and accepted. The exchange took the order.',
  )
  await expect(confirm.page.getByTestId('close')).toBeFocused()
  await confirm.run.screenshot('confirmed', confirm.page)
})

test('CONFIRM-14: Space on the armed button approves; Enter, repeats and synthetic events do not', async () => {
  await confirm.showArmed()
  await confirm.approve().focus()
  await confirm.page.keyboard.press('Enter')
  await confirm.page.getByTestId('extend').focus()
  await confirm.approve().evaluate((button) => {
    button.dispatchEvent(new Event('click', { bubbles: true }))
    if (button instanceof HTMLElement) button.click()
    for (const type of ['mousedown', 'mouseup', 'click']) {
      button.dispatchEvent(new MouseEvent(type, { bubbles: true, detail: 1 }))
    }
    for (const type of ['keydown', 'keyup']) {
      button.dispatchEvent(new KeyboardEvent(type, { key: ' ', bubbles: true }))
    }
  })
  await confirm.approve().focus()
  // A key pressed elsewhere and still held; only its repeats and its release reach the button.
  await confirm.page.getByTestId('extend').focus()
  await confirm.page.keyboard.down('Space')
  await confirm.approve().focus()
  await confirm.page.keyboard.down('Space')
  await confirm.page.keyboard.up('Space')
  await confirm.flushCalls()
  expect(await confirm.decisions()).toEqual([])
  await confirm.approve().focus()
  await confirm.page.keyboard.press('Space')
  await expect.poll(() => confirm.decisions()).toHaveLength(1)
})

test('CONFIRM-14: the second click of a double click does not count, wherever the first one was', async () => {
  await confirm.showArmed()
  const center = await confirm.approveCenter()
  await confirm.page.mouse.move(center.x, center.y - 140)
  await confirm.page.mouse.down()
  await confirm.page.mouse.up()
  await confirm.page.mouse.move(center.x, center.y)
  await confirm.page.mouse.down({ clickCount: 2 })
  await confirm.page.mouse.up({ clickCount: 2 })
  await confirm.flushCalls()
  expect(await confirm.decisions()).toEqual([])
})

test('CONFIRM-8 and CONFIRM-15: a press that began before the card changed does not count', async () => {
  const card = await confirm.showArmed()
  const center = await confirm.approveCenter()
  await confirm.page.mouse.move(center.x, center.y)
  await confirm.page.mouse.down()
  const digest = card.digest.replace(/.$/, (last) => (last === 'f' ? '0' : 'f'))
  await confirm.run.change({
    digest,
    arming: { nonce: nonceOf(), armed: true, armsInMs: 0, blocked: 'none' },
  })
  // The page reports the change once it has painted it.
  await expect
    .poll(async () => (await confirm.run.calls('confirm.shown')).at(-1)?.input)
    .toMatchObject({ digest })
  await confirm.page.mouse.up()
  await confirm.flushCalls()
  expect(await confirm.decisions()).toEqual([])
  // A click that began on deny of the previous card must not deny this one.
  await confirm.page.getByTestId('deny').hover()
  await confirm.page.mouse.down()
  await confirm.run.put(
    viewOf(
      sampleCard({
        line: 'BUY 7 MSFT (Microsoft, NASDAQ), market, day',
        arming: { nonce: nonceOf(), armed: true, armsInMs: 0, blocked: 'none' },
      }),
    ),
  )
  await expect(confirm.page.getByTestId('line')).toContainText('MSFT')
  await confirm.page.mouse.up()
  await waitForInputDelay(confirm.page)
  await confirm.flushCalls()
  expect(await confirm.decisions()).toEqual([])
})

test('CONFIRM-7: nothing approves before main arms the card, and the reason is shown', async () => {
  const card = await confirm.showArmed()
  const blocked = async (blocked: Card['arming']['blocked'], message: RegExp): Promise<void> => {
    await confirm.run.change({
      arming: { nonce: nonceOf(), armed: false, armsInMs: null, blocked },
    })
    await expect(confirm.hold()).toHaveText(message)
    await waitForInputDelay(confirm.page)
    await confirm.approve().click({ force: true })
    await confirm.approve().focus()
    await confirm.page.keyboard.press('Space')
  }
  await blocked('unfocused', /Click this window/)
  await confirm.run.screenshot('unfocused', confirm.page)
  await blocked('hidden', /covers this one/)
  await blocked('locked', /locked/)
  await blocked('preview', /being refreshed/)
  await blocked('halted', /halted/)
  await confirm.run.change({
    arming: { nonce: nonceOf(), armed: false, armsInMs: 60_000, blocked: 'none' },
  })
  await expect(confirm.hold()).toHaveText(/^Ready in [1-5]\d\.\d s$/)
  await confirm.approve().click({ force: true })
  await confirm.flushCalls()
  expect(await confirm.decisions()).toEqual([])
  expect(
    (await confirm.run.calls('confirm.shown'))
      .filter(({ input }) => (input as { id: string }).id === card.id)
      .at(-1)?.input,
  ).toEqual({ id: card.id, digest: card.digest, complete: true })
})

test('CONFIRM-16: dangers are acknowledged far from the button and the largest tier is typed', async () => {
  await confirm.showArmed({
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
  await confirm.page.locator('.body').evaluate((body) => body.scrollTo(0, 0))
  await expect(confirm.hold()).toHaveAttribute('data-hold', 'dangers')
  await confirm.run.screenshot('largest', confirm.page)
  const box = await confirm.page.locator('[data-danger]').last().boundingBox()
  expect(
    (await confirm.approveCenter()).y - (box?.y ?? 0),
    'not under the same hand',
  ).toBeGreaterThan(200)
  await confirm.page.locator('[data-danger="large-share"]').check()
  await confirm.approve().click({ force: true })
  await confirm.page.locator('[data-danger="far-from-market"]').check()
  await expect(confirm.hold()).toHaveAttribute('data-hold', 'quantity')
  await confirm.page.getByTestId('typed').fill('100')
  await confirm.page.getByTestId('typed').press('Enter')
  await expect(confirm.hold()).toHaveAttribute('data-hold', 'quantity')
  expect(await confirm.decisions()).toEqual([])
  await confirm.page.getByTestId('typed').fill('1,000')
  await expect(confirm.hold()).toHaveAttribute('data-hold', 'none')
  await waitForInputDelay(confirm.page)
  await confirm.run.screenshot('largest-ready', confirm.page)
  await confirm.approve().click()
  await expect
    .poll(async () => (await confirm.decisions())[0]?.input)
    .toMatchObject({ acknowledged: ['far-from-market', 'large-share'], typedQuantity: '1000' })
})

test('CONFIRM-32: deny sends a reason and can pause the assistant', async () => {
  const first = await confirm.showArmed()
  await confirm.page.getByTestId('deny-why').click()
  await confirm.page
    .getByLabel('Reason, sent to the assistant')
    .fill('Too large for a\u202e Friday')
  await confirm.page.getByLabel('Also pause this assistant for 15 min').check()
  await confirm.run.screenshot('deny-why', confirm.page)
  await confirm.page.getByTestId('sheet').getByRole('button', { name: 'Decline' }).click()
  await expect
    .poll(async () => (await confirm.decisions())[0]?.input)
    .toMatchObject({
      id: first.id,
      decision: 'decline',
      why: 'Too large for a Friday',
      pauseMinutes: 15,
      acknowledged: [],
    })
  const second = await confirm.showArmed()
  await confirm.page.getByTestId('deny-pause').click()
  await expect
    .poll(async () => (await confirm.decisions())[0]?.input)
    .toMatchObject({ id: second.id, decision: 'decline', why: null, pauseMinutes: 15 })
})

test('An amendment sends only the changed values and approves nothing', async () => {
  const card = await confirm.showArmed()
  await confirm.page.getByTestId('change').click()
  await confirm.page.getByTestId('change-quantity').fill('0')
  await confirm.page.getByTestId('change-quantity').press('Enter')
  await expect(
    confirm.page.getByRole('alert').filter({ hasText: 'a number above zero' }),
  ).toBeVisible()
  await confirm.page.getByTestId('change-quantity').fill('5.0')
  await confirm.run.screenshot('change', confirm.page)
  await confirm.page.getByRole('button', { name: 'Show the new cost' }).click()
  await expect
    .poll(() => confirm.run.calls('confirm.amend'))
    .toEqual([
      {
        op: 'confirm.amend',
        input: { id: card.id, digest: card.digest, amendment: { quantity: '5' } },
      },
    ])
  expect(await confirm.decisions()).toEqual([])
})
