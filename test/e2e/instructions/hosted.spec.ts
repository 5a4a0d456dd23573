import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import type { AssistantsView } from '../../../shared/domain/instructions/assistants-view.js'
import { connectAssistant, type Assistant } from '../../contract/practice/mcp/assistant.js'
import {
  verifyAudit,
  approveCard,
  ordersOf,
  closeCard,
  readCard,
  stockOrder,
  focusConfirmWindow,
} from './assistant-page.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { invoke } from '../support/bridge.js'
import { freePort } from '../../harness/system/free-port.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
let assistant: Assistant | null = null

test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'hosted-instructions', keyStore: 'none' })
  await desk.ready()
  await desk.choose('AAPL')
})
test.afterAll(async () => {
  await assistant?.close()
  await desk.close()
})

const client = (): Assistant => {
  if (assistant === null) throw new Error('nobody is signed in')
  return assistant
}
const ask = async (quantity: string, reason: string): Promise<string> => {
  const { failed, value } = await client().tool(
    'place_stock_instruction',
    await stockOrder(desk, quantity, { reason }),
  )
  expect([failed, value]).toMatchObject([false, { status: 'PENDING' }])
  return String(value['instruction_id'])
}
const processed = async (id: string) =>
  (
    (await client().tool('get_processed_instruction', { instruction_id: id })).value[
      'instructions'
    ] as Record<string, unknown>[]
  )[0]

test('A client signs in at the address of the hosted server and is listed as an assistant', async () => {
  const { page } = desk
  await page.getByRole('tab', { name: 'Instructions' }).click()
  await page.getByRole('radio', { name: 'Assistants' }).click()
  const server = page.getByRole('region', { name: 'Hosted by the broker' })
  await expect(server.getByTestId('hosted-state')).toHaveText('off')
  await server.getByRole('textbox', { name: 'Hosted port' }).fill(String(await freePort()))
  await server.getByRole('button', { name: 'Serve' }).click()
  await expect(server.getByTestId('hosted-state')).toHaveText('serving')
  const url = (await server.getByTestId('hosted-url').textContent()) ?? ''
  const hosted = async () =>
    ((await invoke(desk, 'assistants.get', {})).value as AssistantsView).hosted
  await expect.poll(hosted).toMatchObject({ url, synced: true })
  const view = { hosted: await hosted() }
  const account = await page.getByRole('combobox', { name: 'Trade with account' }).inputValue()
  assistant = await connectAssistant(
    { ca: readFileSync(view.hosted?.caFile ?? '', 'utf8'), hosts: { api: new URL(url).origin } },
    { accounts: [account] },
    { name: 'Cloud helper', url },
  )
  await expect(page.getByTestId('hosted-scope')).toContainText('order requests')
  await expect(page.getByTestId('hosted-scope')).toContainText('1 account')
  // The person chose its tools at the broker.
  await expect(page.getByRole('group', { name: 'Products' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Tools' })).toHaveCount(0)
  await desk.screenshot('hosted-client')
})

test('A hosted client’s request becomes a card, is sent once approved, and fills', async () => {
  const id = await ask('3', 'Adding to the core position.')
  const confirm = await focusConfirmWindow(desk)
  await readCard(confirm, 'BUY 3 AAPL')
  await expect(confirm.locator('body')).toContainText('Cloud helper')
  await expect(confirm.locator('body')).toContainText('The broker’s service')
  expect(await ordersOf(desk, 'AAPL', '3')).toHaveLength(0)
  await desk.screenshot('hosted-card', confirm)
  await approveCard(desk, confirm)
  await expect.poll(async () => (await processed(id))?.['status']).toBe('APPROVED')
  const order = await processed(id)
  await expect
    .poll(async () =>
      JSON.stringify(
        (
          await client().tool('get_order_detail', {
            account_id: (await stockOrder(desk, '3')).account_id,
            client_order_id: order?.['client_order_id'],
          })
        ).value,
      ),
    )
    .toContain('FILLED')
  expect(await ordersOf(desk, 'AAPL', '3')).toHaveLength(1)
  await closeCard(confirm)
})

test('A denied request is never sent, and the client can read that', async () => {
  const id = await ask('4', 'Another.')
  const confirm = await focusConfirmWindow(desk)
  await readCard(confirm, 'BUY 4 AAPL')
  await confirm.getByTestId('deny').click()
  await expect.poll(async () => (await processed(id))?.['status']).toBe('REJECTED')
  expect(await ordersOf(desk, 'AAPL', '4')).toHaveLength(0)
  await verifyAudit(desk)
})

test('A client revoked in Countersign is signed out at the broker', async () => {
  const view = (await invoke(desk, 'assistants.get', {})).value as AssistantsView
  const hosted = view.connections.find((connection) => connection.hosted !== undefined)
  expect(await invoke(desk, 'assistants.revoke', { id: hosted?.id })).toMatchObject({ ok: true })
  await expect(desk.page.getByTestId('connection-state')).toHaveText('revoked')
  await expect
    .poll(() =>
      client()
        .tool('get_account_list')
        .then(
          () => 'let in',
          () => 'signed out',
        ),
    )
    .toBe('signed out')
})
