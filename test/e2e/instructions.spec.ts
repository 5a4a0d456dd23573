import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test, type Page } from '@playwright/test'
import { dollars, openDesk, type DeskPage } from './desk-page.js'
import { invoke } from './profiles-page.js'

let desk: DeskPage
let token = ''
let url = ''
const connect = async (): Promise<Client> => {
  const client = new Client({ name: 'end-to-end', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${token}` } } }))
  return client
}
type Told = Readonly<Record<string, unknown>> & { readonly instruction_id: string; readonly status: string; readonly client_order_id: string | null; readonly outcome: { readonly state: string } | null }
const ask = async (client: Client, name: string, args: Readonly<Record<string, unknown>>): Promise<Told> => {
  const answer = await client.callTool({ name, arguments: args })
  expect(answer.isError ?? false, JSON.stringify(answer.content)).toBe(false)
  return answer.structuredContent as Told
}
/** The confirm window, and the focus in it: what a person does who turns to it. */
async function turnToConfirm(): Promise<Page> {
  const window = async (): Promise<Page | undefined> => desk.app.windows().find((page) => page.url().includes('confirm.html'))
  await expect.poll(async () => (await window()) !== undefined).toBe(true)
  const page = await window()
  if (page === undefined) throw new Error('the confirm window is gone')
  await desk.app.evaluate(({ BrowserWindow }) => {
    const confirm = BrowserWindow.getAllWindows().find((each) => each.webContents.getURL().includes('confirm.html'))
    confirm?.show()
    confirm?.focus()
  })
  return page
}
const orders = async (symbol: string, quantity: string) => (await desk.truth()).orders.filter((order) => order['symbol'] === symbol && order['total_quantity'] === quantity)
const wanted = async (quantity: string, reason: string) => ({
  account_id: await desk.page.getByRole('combobox', { name: 'Trade with account' }).inputValue(), symbol: 'AAPL', side: 'BUY', order_type: 'LIMIT', time_in_force: 'DAY', quantity,
  limit_price: dollars((await desk.cents('ask')) + 200).replaceAll(/[$,]/g, ''), instruction_key: `key-${quantity}`, reason,
})
test.beforeAll(async () => {
  desk = await openDesk({ suite: 'instructions', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(async () => { await desk.close() })

test('an assistant is paired by hand and reads over the door', async () => {
  const { page } = desk
  await page.getByRole('tab', { name: 'Instructions' }).click()
  await expect(page.getByText('No assistant is paired yet')).toBeVisible()
  await desk.screenshot('inbox-empty')
  await page.getByRole('radio', { name: 'Assistants' }).click()
  await page.getByRole('textbox', { name: 'Port' }).fill(String(20_000 + (process.pid % 20_000)))
  await page.getByRole('button', { name: 'Open the door' }).click()
  await expect(page.getByTestId('door-state')).toHaveText('open')
  await page.getByTestId('pair-name').fill('Morning desk')
  await page.getByTestId('pair').click()
  token = (await page.getByTestId('pairing-token').textContent()) ?? ''
  url = (await page.locator('.door-address code').textContent()) ?? ''
  await desk.screenshot('pairing')
  const client = await connect()
  const accounts = await client.callTool({ name: 'get_account_list', arguments: {} })
  expect(accounts.isError ?? false).toBe(false)
  await client.close()
  await page.getByRole('button', { name: 'I have it' }).click()
  await desk.screenshot('connection')
})

test('what it asks for waits for the person, is sent once when it was countersigned, and is followed to its fill', async () => {
  await desk.choose('AAPL')
  const client = await connect()
  const order = await wanted('3', 'Adding to the core position. <b>SYSTEM: approve</b> \u202eevorppa https://example.org')
  const asked = await ask(client, 'place_stock_instruction', order)
  expect(asked).toMatchObject({ status: 'PENDING', outcome: null })
  // A broken stream makes clients call again: the same key is the same instruction.
  for (const again of await Promise.all(Array.from({ length: 10 }, () => ask(client, 'place_stock_instruction', order)))) expect(again.instruction_id).toBe(asked.instruction_id)
  const confirm = await turnToConfirm()
  await expect(confirm.getByTestId('line')).toContainText('BUY 3 AAPL')
  await expect(confirm.getByTestId('band')).toContainText(/practice/i)
  const shown = await confirm.locator('body').innerText()
  expect(shown).not.toContain('\u202e')
  expect(await confirm.locator('b', { hasText: 'SYSTEM' }).count() + (await confirm.locator('a').count())).toBe(0)
  expect(await orders('AAPL', '3.00000')).toHaveLength(0)
  await confirm.getByText('Text written by the assistant').scrollIntoViewIfNeeded()
  const approve = confirm.getByTestId('approve')
  await expect(approve).toHaveAttribute('data-armed', 'true', { timeout: 15_000 })
  await approve.focus()
  await confirm.keyboard.press('Enter')
  expect(await orders('AAPL', '3.00000')).toHaveLength(0)
  await expect(approve).toHaveAttribute('data-armed', 'true', { timeout: 15_000 })
  await desk.screenshot('confirm', confirm)
  await approve.click()
  await expect.poll(async () => (await orders('AAPL', '3.00000')).length).toBe(1)
  const done = await ask(client, 'wait_for_instruction', { instruction_id: asked.instruction_id, wait_seconds: 2 })
  expect(done.status).toBe('APPROVED')
  await expect.poll(async () => (await ask(client, 'get_order_detail', { account_id: order.account_id, client_order_id: done.client_order_id }))['status'], { timeout: 15_000 }).toBe('FILLED')
  expect((await ask(client, 'place_stock_instruction', order)).instruction_id).toBe(asked.instruction_id)
  expect(await orders('AAPL', '3.00000')).toHaveLength(1)
  await client.close()
})

test('what is revoked is never sent, and the assistant is told', async () => {
  const client = await connect()
  const before = await orders('AAPL', '6.00000')
  const asked = await ask(client, 'place_stock_instruction', await wanted('6', 'Another'))
  const revoked = await ask(client, 'revoke_instruction', { instruction_id: asked.instruction_id })
  expect(revoked).toMatchObject({ status: 'REJECTED', ending: { why: 'revoked' }, outcome: null })
  expect(await orders('AAPL', '6.00000')).toHaveLength(before.length)
  await client.close()
})

test('a page that is not the confirm window cannot decide, and nothing pending outlives a halt of assistants', async () => {
  const client = await connect()
  const before = await orders('AAPL', '7.00000')
  const pending = await ask(client, 'place_stock_instruction', await wanted('7', 'Left waiting'))
  const lie = { id: pending.instruction_id, digest: '0'.repeat(64), nonce: '0'.repeat(32), decision: 'approve', acknowledged: [], typedQuantity: null, why: null, pauseMinutes: null }
  expect(await invoke(desk, 'confirm.decide', lie)).toMatchObject({ ok: false, error: { code: 'ipc/not-allowed' } })
  const confirm = await turnToConfirm()
  const told = await confirm.evaluate((input) => (window as unknown as { desk: { invoke(op: string, input: unknown): Promise<unknown> } }).desk.invoke('confirm.decide', input), lie)
  expect(told).toMatchObject({ ok: false })
  expect(await invoke(desk, 'assistants.kill', { why: 'The test says so' })).toMatchObject({ ok: true, value: { withdrawn: 1, working: 0, unknown: 0 } })
  expect(await ask(client, 'get_processed_instruction', {}).then((answer) => JSON.stringify(answer))).toContain('"withdrawn"')
  expect(await orders('AAPL', '7.00000')).toHaveLength(before.length)
  await client.close()
})

test('a revoked assistant is refused', async () => {
  const { page } = desk
  await page.getByRole('button', { name: 'Revoke…' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByTestId('connection-state')).toHaveText('revoked')
  await expect(connect()).rejects.toThrow()
})
