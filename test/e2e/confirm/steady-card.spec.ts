import type { Client } from '@modelcontextprotocol/client'
import { expect, test } from '@playwright/test'
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
/** From this age on, a quote that does not change is labeled, which is a change of the card. */
const LABELED_MS = 8_000

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

test('CONFIRM-51: approve stays armed through every new estimate while nothing that is shown changes', async () => {
  await callTool(client, 'place_stock_instruction', await stockOrder(desk, '41'))
  const confirm = await focusConfirmWindow(desk)
  await readCard(confirm, 'BUY 41 AAPL')
  await desk.practice({ command: 'clock', speed: 0 })
  await confirm.waitForTimeout(LABELED_MS)
  await waitUntilArmed(desk, confirm)
  const samples = await confirm.evaluate(async (ms) => {
    const { countersign } = window as unknown as Bridge
    const found: { readonly armed: boolean; readonly asOf: number }[] = []
    for (const end = performance.now() + ms; performance.now() < end; ) {
      const { card } = (await countersign.invoke('confirm.get', {})).value
      if (card !== null) found.push({ armed: card.arming.armed, asOf: card.asOf })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return found
  }, READ_MS)
  const share = samples.filter(({ armed }) => armed).length / samples.length
  expect(share).toBeGreaterThan(0.97)
  // The estimate was requested again meanwhile, several times.
  expect(new Set(samples.map(({ asOf }) => asOf)).size).toBeGreaterThan(3)
})
