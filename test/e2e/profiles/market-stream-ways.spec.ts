import { expect, test, type Locator } from '@playwright/test'
import type { BrokerVariant } from '../../../shared/practice/broker-variant.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'

/** A network that closes the ways to live prices, one after another. */

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'market-stream-ways', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(() => desk?.close())

const market = (): Locator => desk.page.locator('[data-channel="market"]')

/** Lets the network do this with new connections, and ends the present one. */
async function network(marketStream: BrokerVariant['marketStream']): Promise<void> {
  await desk.practice({ command: 'broker-variant', change: { marketStream } })
  await desk.practice({ command: 'end-streams', channel: 'market', how: 'kill' })
}

/** Expects of the prices of the next seconds that the chart shows those of the ticket. */
async function expectOnePrice(): Promise<void> {
  const shownPrices = (): Promise<readonly (string | null | undefined)[]> =>
    desk.page.evaluate(() =>
      ['[data-testid=chart-close]', '.ticket-last'].map(
        (place) => document.querySelector(place)?.textContent,
      ),
    )
  const prices = new Set<string>()
  const contradictions: string[] = []
  await expect
    .poll(
      async () => {
        const [chart, ticket] = await shownPrices()
        prices.add(chart ?? '')
        if (chart !== ticket) contradictions.push(`${chart} beside ${ticket}`)
        return prices.size
      },
      { intervals: [200], timeout: 60_000 },
    )
    .toBeGreaterThan(2)
  expect(contradictions).toEqual([])
}

test('REL-52: prices come inside a WebSocket where a network closes their port, and the status bar says so', async () => {
  test.setTimeout(120_000)
  await expect(market()).toHaveAttribute('data-way', 'tls')
  await network({ tls: 'cut', webSocket: 'open' })
  await expect(market()).toHaveAttribute('data-way', 'websocket', { timeout: 60_000 })
  await expect(market()).toHaveAttribute('data-state', 'live')
  await market().hover()
  await expect(desk.page.getByText('By the stream inside a WebSocket')).toBeVisible()
  await desk.screenshot('websocket')
})

test('REL-52: prices are read and show their age where every way is closed, until one opens', async () => {
  test.setTimeout(180_000)
  await network({ tls: 'refused', webSocket: 'refused' })
  await expect(market()).toHaveAttribute('data-way', 'polling', { timeout: 60_000 })
  await expect(market()).not.toHaveAttribute('data-state', 'live')
  await expectOnePrice()
  await expect(market()).toContainText('every 3 s')
  await expect(desk.page.locator('.main-window')).toHaveAttribute('data-quotes', 'old')
  await desk.page.mouse.move(0, 0)
  await market().hover()
  await expect(desk.page.getByText('prices are read every 3 s')).toBeVisible()
  await desk.screenshot('polling')
  await network({ tls: 'open', webSocket: 'open' })
  await expect(market()).toHaveAttribute('data-state', 'live', { timeout: 90_000 })
  await expect(market()).not.toHaveAttribute('data-way', 'polling')
})
