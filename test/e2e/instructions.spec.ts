import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from '@playwright/test'
import { openDesk, type DeskPage } from './desk-page.js'

let desk: DeskPage
test.beforeAll(async () => {
  desk = await openDesk({ suite: 'instructions', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(async () => { await desk.close() })

test('an assistant is paired by hand, reads over the door, and is refused once it is revoked', async () => {
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
  const token = (await page.getByTestId('pairing-token').textContent()) ?? ''
  const url = (await page.locator('.door-address code').textContent()) ?? ''
  await desk.screenshot('pairing')
  const connect = async (): Promise<Client> => {
    const client = new Client({ name: 'end-to-end', version: '1.0.0' })
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${token}` } } }))
    return client
  }
  const client = await connect()
  const accounts = await client.callTool({ name: 'get_account_list', arguments: {} })
  expect(accounts.isError ?? false).toBe(false)
  await client.close()
  await page.getByRole('button', { name: 'I have it' }).click()
  await desk.screenshot('connection')
  await page.getByRole('button', { name: 'Revoke…' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByTestId('connection-state')).toHaveText('revoked')
  await expect(connect()).rejects.toThrow()
})
