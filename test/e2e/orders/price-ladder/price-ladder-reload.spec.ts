import { expect, test } from '@playwright/test'
import { expectFocusRuleOf } from '../../support/dialog-focus.js'
import { pressUntilCounted } from '../../support/counted-press.js'
import { openMainWindow } from '../../support/main-window-page.js'
import { showPanel } from '../../support/palette.js'
import { accountFor, placeDraft } from '../../support/product-orders.js'

test('After a lost reply and a reload the order is listed once, and clicks are not armed', async () => {
  const desk = await openMainWindow({ suite: 'price-ladder-reload', keyStore: 'none' })
  try {
    const { page } = desk
    const ladder = page.getByTestId('price-ladder')
    await desk.ready()
    await desk.choose('XOM')
    await showPanel(page, 'Price ladder')
    await expect(ladder).toHaveAttribute('data-drawn', 'true')
    await desk.practice({ command: 'clock', speed: 0 })
    const fault = { kind: 'drop-after-effect', operation: 'trading.orders.place' } as const
    await desk.practice({ command: 'fault', fault })
    await ladder.getByTestId('ladder-arm').click()
    await expect(ladder).toHaveAttribute('data-armed', 'true')
    // Below the bid, and in view after the reload too, when the ladder is centered again.
    const place = ladder.locator('[data-row]').nth(-6).locator('.ladder-orders.buy')
    const send = page.getByTestId('ticket-send')
    await pressUntilCounted(
      () => place.click(),
      (within) => expect(send).toBeVisible(within),
    )
    const requests = async () => (await desk.truth()).requests['trading.orders.place'] ?? 0
    await pressUntilCounted(
      () => send.click(),
      (within) => expect.poll(requests, within).toBe(1),
    )
    await page.reload()
    await expect(ladder).toHaveAttribute('data-armed', 'false')
    await desk.tab('Orders')
    await expect(desk.orderRow('XOM').filter({ hasText: /Working|Pending|Unknown/ })).toHaveCount(1)
    await desk.practice({ command: 'clock', speed: 1 })
    await expect(desk.orderRow('XOM').filter({ hasText: 'Working' })).toHaveCount(1)
    await expect(ladder.getByTestId('ladder-order')).toHaveCount(1)
    await desk.screenshot('reloaded')
    expect((await desk.truth()).requests['trading.orders.place']).toBe(1)

    const second = {
      accountId: await accountFor(desk, 'securities'),
      assetClass: 'stock',
      symbol: 'XOM',
      limitPrice: '50',
      size: { kind: 'quantity', quantity: '3' },
    }
    expect(await placeDraft(desk, second)).toBe(true)
    // Canceling several orders is confirmed, as nothing has skipped that in this session.
    const cancel = ladder.getByRole('button', { name: 'Cancel 2 buys' })
    await expectFocusRuleOf(page, cancel, 'Cancel 2 orders?')
    expect((await desk.truth()).requests['trading.orders.cancel'] ?? 0).toBe(0)
  } finally {
    await desk.close()
  }
})
