import { expect, test, type Locator } from '@playwright/test'
import { add, dec, toScale, type Decimal } from '../../../shared/domain/decimal.js'
import { axeViolations, loadAxe } from '../support/axe.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { overflows } from '../support/overflow.js'
import { showPanel } from '../support/palette.js'
import { scrollIntoView, waitForInputDelay } from '../support/settle.js'
import { pressTheme } from '../support/theme.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'journal', keyStore: 'none' })
  await desk.ready()
  await loadAxe(desk.page)
  await showPanel(desk.page, 'Journal')
})
test.afterAll(async () => {
  await desk.close()
})

const panel = (): Locator => desk.page.locator('[data-panel="journal"]')
const view = (name: string): Promise<void> =>
  panel().getByRole('radio', { name, exact: true }).click()
const rows = (): Locator => panel().locator('.grid-row')

interface Movement {
  readonly symbol: string | null
  readonly subKind: string
  readonly amount: string
  readonly time: number
}
/** The command channel of the preload, inside the page. */
declare const countersign: {
  invoke(op: string, input: object): Promise<{ readonly value?: unknown }>
}

/** Returns what the trades of a symbol moved in cash, oldest first: the broker's own records. */
const tradesInCash = (symbol: string): Promise<readonly Movement[]> =>
  desk.page.evaluate(async (symbol) => {
    const session = (await countersign.invoke('session.get', {})).value as {
      readonly selectedAccount: string
    }
    const movements: Movement[] = []
    let cursor: string | null = null
    do {
      const page = (
        await countersign.invoke('records.cash', {
          accountId: session.selectedAccount,
          from: null,
          to: null,
          kinds: ['trade'],
          cursor,
        })
      ).value as { readonly rows: readonly Movement[]; readonly cursor: string | null }
      movements.push(...page.rows.filter((row) => row.symbol === symbol))
      cursor = page.cursor
    } while (cursor !== null)
    return movements.sort((a, b) => a.time - b.time)
  }, symbol)

const money = (value: Decimal): string => {
  const [units = '', cents = ''] = String(toScale(value, 2, 'half-even')).split('.')
  return `${units.replace('-', '').replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}

test('A round trip has the gain that the broker booked in cash for its trades', async () => {
  await panel().getByRole('combobox', { name: 'Dates', exact: true }).selectOption('all')
  await expect(panel().getByTestId('journal-figures')).toBeVisible()
  await expect(panel().getByTestId('equity-curve')).toBeVisible()

  const moved = await tradesInCash('AMZN')
  const sale = moved.findIndex(({ subKind }) => subKind === 'SELL')
  expect(sale).toBeGreaterThan(0)
  const gain = moved
    .slice(0, sale + 1)
    .reduce((total, { amount }) => add(total, dec(amount)), dec('0'))

  await view('Round trips')
  await panel().getByRole('textbox', { name: 'Symbol' }).fill('AMZN')
  await expect(rows()).toHaveCount(1)
  await expect(rows().first()).toContainText(money(gain))
  await rows().first().click()
  const detail = desk.page.getByRole('dialog', { name: 'Round trip' })
  await expect(detail).toContainText('Elsewhere')
  await detail.getByRole('button', { name: 'Close', exact: true }).last().click()
  await panel().getByRole('textbox', { name: 'Symbol' }).fill('')
  await desk.screenshot('trips')
})

test('The lots for taxes have their term, and a trade by hand appears when it is closed', async () => {
  await view('Lots for taxes')
  await expect(rows().first()).toContainText('Short-term')
  await desk.screenshot('lots')

  await view('Round trips')
  await desk.choose('XOM')
  for (const side of ['Buy', 'Sell'] as const) {
    await desk.page
      .getByRole('form', { name: 'Order for XOM' })
      .getByRole('radio', { name: side, exact: true })
      .click()
    await desk.fill('quantity', '1')
    const price = (await desk.cents(side === 'Buy' ? 'ask' : 'bid')) / 100
    await desk.fill('limitPrice', (price * (side === 'Buy' ? 1.01 : 0.99)).toFixed(2))
    await desk.send()
    await expect(desk.page.getByTestId('ticket-send')).toHaveCount(0)
  }
  await expect(rows().filter({ hasText: 'By hand' })).toHaveCount(1)
})

test('The open lots are those that the broker keeps', async () => {
  await view('Open lots')
  await expect(panel().getByRole('combobox', { name: 'Dates', exact: true })).toHaveCount(0)
  await rows().filter({ hasText: 'AAPL' }).first().click()
  const detail = desk.page.getByRole('dialog', { name: /^Open lot/ })
  await expect(detail.getByTestId('broker-lots')).toContainText(
    'The broker keeps the same lots as first in, first out.',
  )
  await desk.screenshot('open-lot')
  expect(await axeViolations(desk.page, '[role="dialog"]')).toEqual([])
  await detail.getByRole('button', { name: 'Close', exact: true }).last().click()
  await desk.screenshot('open-lots')
})

/** Returns the theme in whose color the equity curve is drawn. */
const surfaceOfCurve = (): Promise<string> =>
  panel()
    .getByTestId('equity-curve')
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const [red = 0] = canvas.getContext('2d')?.getImageData(3, 3, 1, 1).data ?? []
      return red > 200 ? 'light' : red < 50 ? 'dark' : `red ${red}`
    })

/** Returns the picture of the equity curve, pixel by pixel. */
const pictureOfCurve = (): Promise<string> =>
  panel()
    .getByTestId('equity-curve')
    .evaluate((element) =>
      [...element.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL()).join(),
    )

test('The equity curve shows all its days after a theme was chosen while it was hidden', async () => {
  const { page } = desk
  await view('Summary')
  await scrollIntoView(panel().getByTestId('equity-curve'))
  await pressTheme(page, 'light')
  await expect.poll(surfaceOfCurve).toBe('light')
  const picture = await pictureOfCurve()
  const journal = page.getByRole('tab', { name: 'Journal', exact: true })
  const group = page.getByRole('tablist').filter({ has: journal })
  await group.getByRole('tab').first().click()
  await expect(panel()).toBeHidden()
  await pressTheme(page, 'dark')
  await pressTheme(page, 'light')
  await journal.click()
  await scrollIntoView(panel().getByTestId('equity-curve'))
  await expect.poll(pictureOfCurve).toBe(picture)
})

test('axe finds no violation and no text is cut off, in both languages', async () => {
  const { page } = desk
  await view('Summary')
  for (const [theme, language] of [
    ['light', 'en'],
    ['dark', 'es'],
  ] as const) {
    await pressTheme(page, theme)
    if (language === 'es') await chooseLanguage(desk.page, 'es')
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(panel().getByTestId('journal-figures')).toBeVisible()
    await waitForInputDelay(page)
    expect(await axeViolations(page, '[data-panel="journal"]'), theme).toEqual([])
    expect(await overflows(page), language).toEqual([])
    await scrollIntoView(panel().getByTestId('equity-curve'))
    await expect.poll(surfaceOfCurve).toBe(theme)
    await desk.screenshot(`summary-${theme}-${language}`)
    for (const part of ['journal-calendar', 'journal-groups']) {
      await scrollIntoView(panel().getByTestId(part))
      await desk.screenshot(`${part}-${theme}-${language}`)
    }
    if (language === 'es') {
      await view('Operaciones')
      await expect(rows().first()).toBeVisible()
      await desk.screenshot('trips-dark-es')
      await view('Abiertos')
      await expect(rows().first()).toBeVisible()
      expect(await overflows(page), 'open lots').toEqual([])
      await desk.screenshot('open-lots-dark-es')
    }
  }
})
