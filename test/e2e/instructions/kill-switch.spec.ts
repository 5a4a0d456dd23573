import type { Client } from '@modelcontextprotocol/client'
import { expect, test } from '@playwright/test'
import { asMoney, dec } from '../../../shared/domain/decimal.js'
import { epochMs } from '../../../shared/domain/time.js'
import { symbol } from '../../../shared/domain/ids.js'
import type { Pairing } from '../../../shared/domain/instructions/connection.js'
import type { TestHooks } from '../../harness/program/test-hooks.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import {
  callTool,
  verifyAudit,
  connectBridge,
  connectHttp,
  approveCard,
  endpointIsOpen,
  openEndpoint,
  ordersOf,
  pairAssistant,
  pairedConnections,
  programSnippet,
  readCard,
  refusal,
  sentOrders,
  stockOrder,
  focusConfirmWindow,
  type ToolArguments,
} from './assistant-page.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { runs } from '../../harness/system/effort.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

/** Follows one order and one halt over three runs of the app on one profile. */
const SEED = 0x5eed
let userData = ''
let desk: MainWindowPage
let url = ''
let pairings: readonly Pairing[] = []
let order: ToolArguments & { readonly account_id: string }
let instructionId = ''
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Returns a reproducible pseudo-random generator (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
const random = seeded(SEED)
/**
 * Repeats the same call from five independent callers, each with pauses of its own; every answer
 * must be the same instruction.
 */
async function repeatCall(client: Client, times: number, maxPauseMs: number): Promise<void> {
  const caller = async (): Promise<void> => {
    for (let count = 0; count < times / 5; count += 1) {
      await pause(random() * maxPauseMs)
      const result = await callTool(client, 'place_stock_instruction', order)
      instructionId ||= result.instruction_id
      expect(result.instruction_id).toBe(instructionId)
    }
  }
  await Promise.all(Array.from({ length: 5 }, caller))
}
async function start(): Promise<void> {
  desk = await openMainWindow({ suite: 'instructions-kill', userData })
  await desk.ready()
  await desk.choose('AAPL')
}

test.beforeAll(() => {
  userData = freshUserData()
})
test.afterAll(async () => {
  await desk.close()
  await removeFolder(userData)
})

test('SEC-23: repeated calls, also across a crash, give one instruction and one order', async () => {
  await start()
  url = await openEndpoint(desk, 3)
  const allow = [
    {
      symbol: symbol('JPM'),
      maxOrder: asMoney(dec('5000')),
      total: asMoney(dec('5000')),
      used: asMoney(dec('0')),
      until: epochMs(Date.now() + 3_600_000),
    },
  ]
  const paired: Pairing[] = []
  for (const name of ['First', 'Second', 'Third']) {
    paired.push(await pairAssistant(desk, name, { allow }))
  }
  pairings = paired
  const client = await connectHttp(url, paired[0]?.token ?? '')
  order = await stockOrder(desk, '3', { instruction_key: 'one-and-only', reason: 'Once' })
  const before = repeatCall(client, runs(5, 20), 200)
  const confirm = await focusConfirmWindow(desk)
  await readCard(confirm, 'BUY 3 AAPL')
  await before
  const during = repeatCall(client, runs(10, 15), 1_200)
  await approveCard(desk, confirm)
  await during
  await expect.poll(async () => (await ordersOf(desk, 'AAPL', '3')).length).toBe(1)
  await desk.kill()

  await start()
  await endpointIsOpen(desk)
  const reconnected = await connectHttp(url, paired[0]?.token ?? '')
  await repeatCall(reconnected, runs(5, 15), 150)
  expect(
    await callTool(reconnected, 'wait_for_instruction', {
      instruction_id: instructionId,
      wait_seconds: 0,
    }),
  ).toMatchObject({ status: 'APPROVED', outcome: { state: 'ACKNOWLEDGED' } })
  const all = await ordersOf(desk, 'AAPL', '3')
  expect(all).toHaveLength(1)
  expect((await desk.truth()).accepted[String(all[0]?.['client_order_id'])]).toBe(1)
  await verifyAudit(desk)
  await reconnected.close()
})

test('REL-36: the kill switch under load leaves no order working or unknown, and says so', async () => {
  const { page } = desk
  const [first, second, third] = pairings
  if (first === undefined || second === undefined || third === undefined) {
    throw new Error('three assistants')
  }
  const clients = [
    await connectHttp(url, first.token),
    await connectBridge(programSnippet(second)),
    await connectHttp(url, third.token),
  ]
  const far = { ...order, symbol: 'JPM', limit_price: '50.00', reason: 'Far below' }
  // Each assistant has auto-approved orders at the exchange, and one instruction that is pending.
  const theirs = () => sentOrders(desk, 'JPM')
  for (const [index, client] of clients.entries()) {
    for (const count of [0, 1]) {
      const result = await callTool(client, 'place_stock_instruction', {
        ...far,
        quantity: String(10 * (index + 1) + count),
        instruction_key: `working-${count}`,
      })
      // A refused request has no outcome: its reason says more than the end of a wait.
      expect(result).toMatchObject({ instruction_id: expect.any(String) })
      // Without an outcome the answer itself says why there is none.
      await expect
        .poll(async () => {
          const answer = await callTool(client, 'wait_for_instruction', {
            instruction_id: result.instruction_id,
            wait_seconds: 5,
          })
          return answer.outcome?.state ?? JSON.stringify(answer)
        })
        .toBe('ACKNOWLEDGED')
    }
    await callTool(client, 'place_stock_instruction', {
      ...far,
      symbol: 'AAPL',
      quantity: String(index + 1),
      instruction_key: 'waiting',
    })
  }
  // The exchange accepts an order at once and lists it a moment later.
  await expect
    .poll(async () => (await theirs()).map((sentOrder) => sentOrder['status']))
    .toEqual(Array.from({ length: 6 }, () => 'SUBMITTED'))
  // Requests continue meanwhile, and the exchange answers those in flight slowly.
  await desk.practice({
    command: 'fault',
    fault: { kind: 'delay', operation: 'trading.orders.place', ms: 400, count: null },
  })
  let going = true
  let refused = 0
  const load = Promise.all(
    clients.map(async (client, index) => {
      for (let count = 0; going; count += 1) {
        const more = {
          ...far,
          quantity: String(100 * (index + 1) + count),
          instruction_key: `more-${count}`,
        }
        // After the halt no key is accepted and open connections are closed: a call may be refused
        // or never be answered.
        const answer = await client
          .callTool({ name: 'place_stock_instruction', arguments: more }, { timeout: 3_000 })
          .catch(() => null)
        if (answer === null || answer.isError === true) refused += 1
        await pause(25 + random() * 50)
      }
    }),
  )
  await pause(300)
  await page.getByTestId('stop-assistants').click()
  await expect(page.getByTestId('kill-left')).toContainText('0 working, 0 unknown')
  await desk.screenshot('killed')
  const refusedBefore = refused
  await expect.poll(() => refused).toBeGreaterThan(refusedBefore)
  going = false
  await load
  await desk.practice({ command: 'clear-faults' })
  const statuses = async () => [
    ...new Set((await theirs()).map((sentOrder) => sentOrder['status'])),
  ]
  expect(await statuses()).toEqual(['CANCELLED'])
  // No order in flight arrives later.
  await pause(1_000)
  expect(await statuses()).toEqual(['CANCELLED'])
  for (const count of Object.values((await desk.truth()).accepted)) expect(count).toBe(1)
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Instructions' }).click()
  await expect(page.getByText('No pending instructions')).toBeVisible()
  await verifyAudit(desk)
  for (const client of clients) await client.close()
})

test('A halt survives a restart, also in the tray, until it is lifted and each assistant resumed', {
  tag: '@long',
}, async () => {
  const [first] = pairings
  if (first === undefined) throw new Error('an assistant')
  await desk.close()
  await start()
  await endpointIsOpen(desk)
  const { page, app } = desk
  const halted = await connectHttp(url, first.token)
  expect(JSON.stringify(await halted.callTool({ name: 'get_policy', arguments: {} }))).toContain(
    'The person halted assistants with the kill switch.',
  )
  await halted.close()
  await page.getByTestId('assistants-halted').click()
  await expect(page.getByTestId('kill-left')).toContainText('0 working, 0 unknown')
  await page.getByTestId('kill-lift').click()
  await expect(page.getByTestId('let-in')).toBeVisible()
  const client = await connectHttp(url, first.token)
  expect(
    await refusal(client, 'place_stock_instruction', {
      ...order,
      quantity: '2',
      instruction_key: 'anew',
    }),
  ).toContain('paused')
  await page.getByTestId('let-in').getByRole('button', { name: 'Resume First' }).click()
  await expect
    .poll(async () => (await pairedConnections(desk)).find(({ name }) => name === 'First')?.state)
    .toBe('active')
  // The first request, repeated once more, is still the same instruction.
  await repeatCall(client, 5, 50)
  expect(await ordersOf(desk, 'AAPL', '3')).toHaveLength(1)

  // The same switch in the tray and as a global shortcut.
  const placed = await callTool(client, 'place_stock_instruction', {
    ...order,
    quantity: '2',
    instruction_key: 'once-more',
  })
  const tray = () =>
    app.evaluate(() =>
      (globalThis as unknown as { countersignTest: TestHooks }).countersignTest.tray(),
    )
  await expect
    .poll(async () => (await tray())?.tooltip)
    .toBe('Countersign · Practice · 1 pending instruction')
  const keys = () =>
    app.evaluate(({ globalShortcut }) =>
      globalShortcut.isRegistered('CommandOrControl+Alt+Shift+H'),
    )
  expect(await keys()).toBe(true)
  await page.keyboard.press('Escape')
  await app.evaluate(() => {
    ;(globalThis as unknown as { countersignTest: TestHooks }).countersignTest.chooseInTray('stop')
  })
  await expect(page.getByTestId('kill-left')).toContainText('1 instruction withdrawn')
  await expect(page.getByTestId('kill-left')).toContainText('0 working, 0 unknown')
  expect((await tray())?.items.map(({ label }) => label)).toContain(
    'Assistants are halted: 0 working, 0 unknown',
  )
  expect(await ordersOf(desk, 'AAPL', '2')).toEqual([])
  expect(placed.status).toBe('PENDING')
  await page.getByTestId('flatten-plan').click()
  await expect(page.getByTestId('flatten')).toContainText('SELL 3 AAPL')
  await expect(page.getByTestId('flatten-send')).toBeDisabled()
  await desk.screenshot('flatten')
  await page.getByLabel('I have reviewed these orders').check()
  await page.getByTestId('flatten-send').click()
  await expect(page.getByTestId('flattened')).toContainText('At the broker')
  await verifyAudit(desk)
})
