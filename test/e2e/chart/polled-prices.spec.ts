import { expect, test, type Locator } from '@playwright/test'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { showPanel } from '../support/palette.js'
import { accountFor, callName, monthlyExpiry, placeDraft } from '../support/product-orders.js'

const LABELS = {
  en: { account: 'Account', all: 'All accounts', age: /^≤ \d+ (s|min)$/ },
  es: { account: 'Cuenta', all: 'Todas las cuentas', age: /^≤ \d+ (s|min)$/ },
} as const

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'polled-prices', keyStore: 'none' })
  await desk.page.setViewportSize({ width: 1_366, height: 768 })
  await desk.ready()
})
test.afterAll(() => desk.close())

/** Remembers the texts that the chart paints beside the labels of its axis. */
const rememberPaintedTexts = (): Promise<void> =>
  desk.page.evaluate(() => {
    const { fillText } = CanvasRenderingContext2D.prototype
    const texts: string[] = []
    Object.assign(window, { paintedTexts: texts })
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      if (this.canvas.closest('.chart-canvas') !== null) texts.push(text)
      return fillText.call(this, text, ...place)
    }
  })
const newestAge = (): Promise<string> =>
  desk.page.evaluate(
    () =>
      (window as unknown as { paintedTexts: readonly string[] }).paintedTexts.findLast((text) =>
        text.startsWith('≤'),
      ) ?? '',
  )

test('REL-41: a price that no stream carries says its age in chart, ticket and sums', async () => {
  const { page } = desk
  const accountId = await accountFor(desk, 'securities')
  const { exchangeTime } = await desk.truth()
  const expiration = monthlyExpiry(exchangeTime)
  const option = { type: 'call', strike: '270', expiration }
  const placed = await placeDraft(desk, {
    accountId,
    assetClass: 'option',
    symbol: 'AAPL',
    limitPrice: '0.05',
    size: { kind: 'quantity', quantity: '1' },
    terms: {
      strategy: 'single',
      intent: 'buy-to-open',
      legs: [{ symbol: 'AAPL', side: 'buy', quantity: '1', option }],
    },
  })
  expect(placed).toBe(true)
  await desk.tab('Orders')
  await page
    .getByRole('treegrid', { name: 'Orders' })
    .getByRole('gridcell', { name: callName('AAPL', expiration, '270'), exact: true })
    .first()
    .click()
  const chart = page.getByTestId('chart')
  await expect(chart).toHaveAttribute('data-phase', 'ready')
  await rememberPaintedTexts()
  await desk.practice({
    command: 'fault',
    fault: {
      kind: 'error-before-effect',
      operation: 'market.options.snapshots',
      count: null,
    },
  })
  const ageIn = (place: Locator): Locator => place.getByTestId('cell-age').first()
  for (const language of ['en', 'es'] as const) {
    const { account, all, age } = LABELS[language]
    if (language !== 'en') await chooseLanguage(page, language)
    await expect(ageIn(chart.getByTestId('chart-close'))).toContainText(age)
    await expect(ageIn(page.locator('.ticket-last'))).toContainText(age)
    await expect.poll(newestAge).toMatch(age)
    await expect(ageIn(page.locator('.depth-middle'))).toContainText(age)
    await desk.screenshot(`ages-${language}`)
    await showPanel(page, account)
    await page.locator('[data-panel=account]').getByRole('radio', { name: all }).click()
    await expect(page.locator('[data-panel=account] .grid-foot')).toBeVisible()
    await desk.screenshot(`accounts-${language}`)
  }
})
