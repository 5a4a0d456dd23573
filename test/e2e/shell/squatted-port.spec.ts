import { expect, test } from '@playwright/test'
import { startStranger } from '../../security/private-address/stranger.js'
import { freePort } from '../../harness/system/free-port.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { overflows } from '../support/overflow.js'
import { invoke } from '../support/bridge.js'
import {
  callTool,
  connectBridge,
  pairAssistant,
  programSnippet,
} from '../instructions/assistant-page.js'

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'squatted-port', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(() => desk.close())

test('SEC-30: a stranger on the port is said, gets no key, and the keys are renewed', async () => {
  const { page } = desk
  const stranger = await startStranger()
  const pairing = await pairAssistant(desk, 'Morning desk')
  await page.getByRole('tab', { name: 'Instructions' }).click()
  await page.getByRole('radio', { name: /^Assistants/ }).click()
  await page.getByRole('button', { name: 'Enable access' }).click()
  await expect(page.getByTestId('endpoint-state')).toHaveText('on')
  await expect(page.getByTestId('http-state')).toHaveText('off')
  await desk.screenshot('socket-only')

  // Assistants that start the bridge need no port, whoever listens on it.
  const client = await connectBridge(programSnippet(pairing))
  expect(await callTool(client, 'get_clock', {})).toBeTruthy()
  expect(stranger.calls()).toBe(0)

  await page.getByRole('textbox', { name: 'Port', exact: true }).fill(String(stranger.port))
  await page.getByRole('button', { name: 'Enable HTTP' }).click()
  await expect(page.getByTestId('http-state')).toHaveText('port in use')
  // It is said once; the panel says what to do.
  await expect(page.getByText(`It listens on port ${stranger.port}`)).toHaveCount(1)
  await expect(page.getByText('Another program')).toHaveCount(1)
  await expect(page.getByRole('alert').filter({ hasText: 'Renew its key' })).toBeVisible()
  await desk.screenshot('stranger')
  await page.getByRole('button', { name: 'Renew the key of Morning desk' }).click()
  const token = page.getByTestId('pairing-token')
  await expect(token).toBeInViewport()
  expect(await token.textContent()).not.toBe(pairing.token)
  await desk.screenshot('renewed')

  // The key that the stranger may know is refused; the new one works.
  const refused = await client.callTool({ name: 'get_clock', arguments: {} }).catch(String)
  expect(JSON.stringify(refused)).toContain('Pair this assistant again')
  await client.close()
  expect(stranger.received()).toBe('')

  await chooseLanguage(page, 'es')
  await expect(page.getByTestId('http-state')).toHaveText('puerto ocupado')
  await desk.screenshot('stranger-spanish')
  expect(await overflows(page)).toEqual([])
  await chooseLanguage(page, 'en')

  await page.getByRole('textbox', { name: 'Port', exact: true }).fill(String(await freePort(30)))
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(page.getByTestId('http-state')).toHaveText('on')
  expect(await invoke(desk, 'assistants.get', {})).toMatchObject({
    value: { endpoint: { state: 'listening', http: { on: true, state: 'listening' } } },
  })
  await stranger.close()
})
