import { expect, test } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { dollars, openMainWindow, watchRow } from '../support/main-window-page.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

test('REL-31: a killed exchange is reported, and the order exists once after its restart', async () => {
  const desk = await openMainWindow({ suite: 'exchange-killed', keyStore: 'none' })
  try {
    await desk.ready()
    await desk.choose('MSFT')
    const bid = await desk.cents('bid')
    await desk.fill('quantity', '7')
    await desk.fill('limitPrice', dollars(bid - 900))
    await desk.send()
    await desk.tab('Orders')
    await expect(desk.orderRow('MSFT').first()).toContainText('Working')

    // Every text of the notices is kept, because the exchange may be back within a second.
    await desk.page.evaluate(() => {
      const texts: string[] = []
      Object.assign(window, { noticeTexts: texts })
      const strip = document.querySelector('.notices')
      if (strip === null) throw new Error('the window has no notices')
      new MutationObserver(() => texts.push(strip.textContent ?? '')).observe(strip, {
        childList: true,
        subtree: true,
        characterData: true,
      })
    })
    process.kill(await desk.practicePid(), 'SIGKILL')
    await expect(desk.page.getByText(/practice exchange stopped/i).first()).toBeVisible()
    await desk.screenshot('gone')
    await expect(desk.page.getByText(/was started again/i).first()).toBeVisible()
    const texts = await desk.page.evaluate(
      () => (window as unknown as { readonly noticeTexts: readonly string[] }).noticeTexts,
    )
    // While the exchange is gone nothing is said of its return.
    expect(texts.find((text) => text.includes('practice exchange'))).toMatch(
      /The practice exchange stopped; it is being started again\./,
    )
    expect(texts.findLast((text) => text.includes('practice exchange'))).toMatch(
      /stopped and was started again\. Your orders are looked up, not sent again\./,
    )

    const row = watchRow(desk.page, 'SPY')
    await expect
      .poll(async () => (await desk.truth().catch(() => null))?.streams)
      .toMatchObject({ events: 1, market: 1 })
    const before = await row.textContent()
    await expect.poll(() => row.textContent()).not.toBe(before)
    await expect(desk.orderRow('MSFT').first()).toContainText('Working')
    await expect(desk.orderRow('MSFT').filter({ hasText: 'Working' })).toHaveCount(1)
    await desk.screenshot('back')
    const truth = await desk.truth()
    for (const [id, count] of Object.entries(truth.accepted)) expect(count, id).toBe(1)

    // Trading still works.
    await desk
      .orderRow('MSFT')
      .first()
      .getByRole('button', { name: /Cancel/ })
      .click()
    // The person's own order requires confirmation.
    await desk.page
      .getByRole('dialog')
      .getByRole('button', { name: /^Cancel (the )?order|^Cancel/ })
      .last()
      .click()
    await expect
      .poll(
        async () =>
          (await desk.truth()).orders.find(
            (order) => order['symbol'] === 'MSFT' && order['total_quantity'] === '7.00000',
          )?.['status'],
      )
      .toBe('CANCELLED')
  } finally {
    await desk.close()
  }
})

test('REL-28, REL-29: the next start finds an order in flight at a crash and never resends it', async () => {
  const userData = freshUserData()
  try {
    const first = await openMainWindow({ suite: 'program-killed', keyStore: 'none', userData })
    await first.ready()
    await first.choose('NVDA')
    const bid = await first.cents('bid')
    await first.practice({
      command: 'fault',
      fault: { kind: 'drop-after-effect', operation: 'trading.orders.place' },
    })
    await first.practice({
      command: 'fault',
      fault: { kind: 'delay', operation: 'trading.orders.get', ms: 20_000, count: null },
    })
    await first.fill('quantity', '13')
    await first.fill('limitPrice', dollars(bid - 500))
    await first.send()
    await expect
      .poll(async () => Object.values((await first.truth()).accepted).length, { timeout: 10_000 })
      .toBeGreaterThan(0)
    await first.screenshot('on-its-way')
    // The exchange accepts an order at once and lists it a moment later.
    await expect
      .poll(
        async () =>
          (await first.truth()).orders.filter(
            (order) => order['symbol'] === 'NVDA' && order['total_quantity'] === '13.00000',
          ).length,
      )
      .toBe(1)
    await first.kill()

    const second = await openMainWindow({ suite: 'program-killed', keyStore: 'none', userData })
    try {
      await second.ready()
      await second.tab('Orders')
      const row = second.orderRow('NVDA').first()
      await expect(row).toContainText('Working')
      await second.screenshot('found-again')
      await expect
        .poll(
          async () =>
            (await second.truth()).orders.filter(
              (order) => order['symbol'] === 'NVDA' && order['total_quantity'] === '13.00000',
            ).length,
        )
        .toBe(1)
      const truth = await second.truth()
      expect(truth.requests['trading.orders.place'] ?? 0).toBe(0)
    } finally {
      await second.close()
    }
  } finally {
    await removeFolder(userData)
  }
})
