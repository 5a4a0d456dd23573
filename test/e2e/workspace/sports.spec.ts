import { expect, test, type Locator } from '@playwright/test'
import { exchangeClock, exchangeInstant } from '../../../shared/domain/market/exchange-time.js'
import { epochMs } from '../../../shared/domain/time.js'
import { axeViolations, loadAxe } from '../support/axe.js'
import { until } from '../../harness/system/until.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { overflows } from '../support/overflow.js'
import { waitForInputDelay } from '../support/settle.js'
import { pressTheme } from '../support/theme.js'

/** Basketball is played every day from 13:00 in New York; a game takes two and a half hours. */
const PLAYED = 14 * 60 + 10
/** The second game begins at 14:50. */
const OVER = 17 * 60 + 45

test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'sports', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(() => desk.close())

const markets = (): Locator => desk.page.getByTestId('markets')
const games = (): Locator => markets().getByRole('grid', { name: 'Games' })
const game = (): Locator => markets().getByTestId('game')

/** Moves the exchange's clock to a minute of its present day. */
async function moveTo(minute: number): Promise<void> {
  const { exchangeTime } = await desk.truth()
  const { day } = exchangeClock(epochMs(exchangeTime))
  const to = exchangeInstant(day, minute)
  // The exchange plays every step of the hours between; on a busy machine it answers late.
  await desk.practice({ command: 'clock', to }).catch(() => undefined)
  await until(
    'the exchange has reached the minute',
    async () => ((await desk.truth().catch(() => null))?.exchangeTime ?? 0) >= to,
    { ms: 60_000 },
  )
}

/** Returns the points of both sides in the row of the first game. */
const points = async (): Promise<readonly number[]> =>
  Promise.all(
    ['away', 'home'].map(async (side) =>
      Number(await games().locator(`.grid-row [data-column="${side}"]`).first().textContent()),
    ),
  )

test('A game shows its score, its period and its plays while it is played', async () => {
  const { page } = desk
  await moveTo(PLAYED)
  await page.getByRole('tab', { name: 'Markets' }).click()
  await markets().getByRole('radio', { name: 'Sports' }).click()
  await markets()
    .getByRole('combobox', { name: 'Competition' })
    .selectOption({ label: 'Pro Basketball (M)' })
  const first = games().locator('.grid-row').first()
  await expect(first.locator('[data-column="state"]')).toHaveText(/^Q[1-4] \d+:\d\d$/)
  await expect(game().getByRole('list', { name: 'Plays, newest first' })).toContainText(/makes a/)

  // The parts of the panel agree with each other, and all of them move with the exchange's clock.
  const [away = 0, home = 0] = await points()
  expect(away + home).toBeGreaterThan(20)
  await moveTo(PLAYED + 30)
  await expect
    .poll(async () => (await points()).reduce((sum, side) => sum + side, 0))
    .toBeGreaterThan(away + home + 10)
  const agree = async (): Promise<boolean> => {
    const totals = await game().locator('.game-total').allTextContents()
    return `${await points()}` === `${totals.map(Number)}`
  }
  await expect.poll(agree).toBe(true)
  await loadAxe(page)
  for (const theme of ['light', 'contrast', 'dark'] as const) {
    await pressTheme(page, theme)
    expect(await axeViolations(page, '[data-testid="markets"]'), theme).toEqual([])
    expect(await overflows(page), theme).toEqual([])
    await desk.screenshot(`live-${theme}`)
  }
})

test('A press on a price of a game makes an order for its question, and the result pays it', async () => {
  const { page } = desk
  const session = (await page.evaluate('countersign.invoke("session.get", {})')) as {
    readonly value: { readonly accounts: readonly { accountId: string; product: string }[] }
  }
  const accountId =
    session.value.accounts.find(({ product }) => product === 'events')?.accountId ?? ''
  await page.evaluate(`countersign.invoke("session.select-account", { accountId: "${accountId}" })`)
  // Who wins the first game is nearly certain by now; the second has yet to begin.
  await games().locator('.grid-row').nth(1).locator('[data-column="state"]').click()
  await expect(game()).toContainText('Scheduled')
  const question = game().getByRole('grid').locator('.grid-row').last()
  await expect(question.locator('[data-column="yes-ask"]')).toHaveText(/^0\.\d\d$/)
  await question.locator('[data-column="yes-ask"]').click()
  await expect(page.getByRole('form', { name: /KXNBAGAME.* Yes/ })).toBeVisible()
  await page.getByTestId('ticket-quantity').fill('10')
  const price = page.getByTestId('ticket-limitPrice')
  await expect(price).toHaveValue(/^0\.\d{1,2}$/)
  // A little above the offer, so that it fills while the price moves.
  await price.fill((Number(await price.inputValue()) + 0.03).toFixed(2))
  await waitForInputDelay(page)
  await desk.send()
  await desk.tab('Positions')
  const positionRow = page
    .getByRole('treegrid', { name: 'Positions' })
    .getByRole('row', { name: /KXNBAGAME/ })
  await expect(positionRow).toBeVisible()
  await desk.screenshot('held')

  await moveTo(OVER)
  await markets().getByRole('radio', { name: 'Ended' }).click()
  await expect(games().locator('.grid-row [data-column="state"]').first()).toHaveText('Final')
  // The chosen game has ended; its winner decides what the position is worth.
  await expect(game()).toContainText(/won/)
  // Nobody bids or offers any more, so its questions have no prices to trade at.
  for (const column of ['yes-bid', 'yes-ask', 'no-bid', 'no-ask']) {
    await expect(
      game().getByRole('grid').locator(`.grid-row [data-column="${column}"]`).last(),
    ).toHaveText('—')
  }
  await expect(positionRow).toHaveCount(0)
  const { positions } = await desk.truth()
  expect(JSON.stringify(positions[accountId] ?? [])).not.toContain('KXNBAGAME')
  await desk.screenshot('ended')
})

test('The event of a game shows its score above the questions, in Spanish too', async () => {
  const { page } = desk
  await page.evaluate('countersign.invoke("preferences.set", { language: "es" })')
  await page.reload()
  await page.getByRole('tab', { name: 'Mercados' }).click()
  await expect(markets().getByTestId('game')).toBeVisible()
  await loadAxe(page)
  expect(await overflows(page)).toEqual([])
  await desk.screenshot('es-sports')
  await markets().getByRole('radio', { name: 'Eventos' }).click()
  await markets().getByRole('combobox', { name: 'Categoría' }).selectOption({ label: 'Sports' })
  await markets()
    .getByRole('combobox', { name: 'Serie' })
    .selectOption({ label: 'Professional basketball game' })
  await expect(markets().getByTestId('game-line')).toBeVisible()
  expect(await axeViolations(page, '[data-testid="markets"]')).toEqual([])
  await desk.screenshot('es-events')
})
