import type { Client } from '@modelcontextprotocol/client'
import { expect, test, type Page } from '@playwright/test'
import type { ConfirmView } from '../../../shared/domain/instructions/card.js'
import {
  callTool,
  connectPaired,
  focusConfirmWindow,
  readCard,
  stockOrder,
  waitUntilArmed,
} from '../instructions/assistant-page.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'

interface Bridge {
  readonly countersign: {
    invoke(op: 'confirm.get', input: object): Promise<{ readonly value: ConfirmView }>
  }
}

const READ_MS = 30_000

let desk: MainWindowPage
let client: Client
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'steady-card', keyStore: 'none' })
  await desk.ready()
  await desk.choose('AAPL')
  client = await connectPaired(desk, 'Morning desk', 22, { validMinutes: 15 })
})
test.afterAll(async () => {
  await client.close()
  await desk.close()
})

interface Sample {
  readonly armed: boolean
  readonly asOf: number
  readonly bid: string
}

/** Reads the shown card twenty times a second. */
const samplesOf = (confirm: Page): Promise<readonly Sample[]> =>
  confirm.evaluate(async (ms) => {
    const { countersign } = window as unknown as Bridge
    const samples: Sample[] = []
    for (const end = performance.now() + ms; performance.now() < end; ) {
      const { card } = (await countersign.invoke('confirm.get', {})).value
      if (card !== null) {
        const bid = JSON.stringify(card.market.find(({ id }) => id === 'bid')?.value)
        samples.push({ armed: card.arming.armed, asOf: card.asOf, bid })
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return samples
  }, READ_MS)

const armedShare = (samples: readonly Sample[]): number =>
  samples.filter(({ armed }) => armed).length / samples.length
const distinct = (values: readonly unknown[]): number => new Set(values).size

test('CONFIRM-51: approve stays armed while the market moves and nothing else that is shown changes', async () => {
  await callTool(client, 'place_stock_instruction', await stockOrder(desk, '41'))
  const confirm = await focusConfirmWindow(desk)
  await readCard(confirm, 'BUY 41 AAPL')
  await waitUntilArmed(desk, confirm)
  const samples = await samplesOf(confirm)
  expect(armedShare(samples)).toBeGreaterThan(0.97)
  expect(distinct(samples.map(({ bid }) => bid))).toBeGreaterThan(2)
})

test('CONFIRM-51: approve stays armed through every new estimate while the market stands still', async () => {
  const confirm = await focusConfirmWindow(desk)
  await desk.practice({ command: 'clock', speed: 0 })
  await waitUntilArmed(desk, confirm)
  const samples = await samplesOf(confirm)
  expect(armedShare(samples)).toBeGreaterThan(0.97)
  // The estimate was requested again meanwhile, several times.
  expect(distinct(samples.map(({ asOf }) => asOf))).toBeGreaterThan(3)
})
