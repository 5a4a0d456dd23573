import { expect, test } from '@playwright/test'
import { dollars, openMainWindow } from '../support/main-window-page.js'

test('REL-36: a cancel without an answer delays no other cancel', async () => {
  const desk = await openMainWindow({ suite: 'hanging-cancel', keyStore: 'none' })
  const { page } = desk
  const place = async (symbol: string): Promise<void> => {
    await desk.choose(symbol)
    const bid = await desk.cents('bid')
    await desk.fill('quantity', '3')
    await desk.fill('limitPrice', dollars(bid - 900))
    await desk.send()
    await expect(page.getByTestId('ticket-outcome')).toContainText(/accepted/i)
  }
  const cancel = async (symbol: string): Promise<void> => {
    await desk
      .orderRow(symbol)
      .first()
      .getByRole('button', { name: /Cancel/ })
      .click()
    // The person's own order requires confirmation.
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Cancel/ })
      .last()
      .click()
  }
  try {
    await desk.ready()
    await place('MSFT')
    await place('NVDA')
    await desk.tab('Orders')
    await expect(desk.orderRow('MSFT').first()).toContainText('Working')
    await expect(desk.orderRow('NVDA').first()).toContainText('Working')
    await desk.practice({
      command: 'fault',
      fault: { kind: 'delay', operation: 'trading.orders.cancel', ms: 60_000 },
    })

    await cancel('MSFT')
    await expect(desk.orderRow('MSFT').first()).toContainText('Canceling')
    await cancel('NVDA')

    await expect(desk.orderRow('NVDA').first()).toContainText('Canceled', { timeout: 5_000 })
    await expect(desk.orderRow('MSFT').first()).toContainText('Canceling')
    await desk.screenshot('one-hangs')
  } finally {
    await desk.close()
  }
})
