import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import type { AssistantsView } from '../../../shared/domain/instructions/assistants-view.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { invoke } from '../support/bridge.js'
import {
  approveCard,
  callTool,
  closeCard,
  connectHttp,
  endpointIsOpen,
  focusConfirmWindow,
  openEndpoint,
  pairAssistant,
  stockOrder,
} from './assistant-page.js'

const GARBAGE = 'this is not ours\nat all\n'
const FILES = ['connections.json', 'instructions.journal', 'trades.journal'] as const

const viewOf = async (desk: MainWindowPage): Promise<AssistantsView> =>
  (await invoke(desk, 'assistants.get', {})).value as AssistantsView

test('REL-38: damaged files of assistants are set aside, shown, and halt assistants', async () => {
  const userData = freshUserData()
  const folder = path.join(userData, 'practice', 'assistants')
  mkdirSync(folder, { recursive: true })
  for (const name of FILES) writeFileSync(path.join(folder, name), GARBAGE)
  writeFileSync(path.join(userData, 'assistants.json'), GARBAGE)
  const desk = await openMainWindow({ suite: 'damaged-files', keyStore: 'none', userData })
  try {
    await desk.ready()
    const notices = desk.page.locator('.notices')
    for (const name of [...FILES, 'assistants.json']) {
      await expect(notices.getByText(name, { exact: false }).first()).toBeVisible()
    }
    await expect.poll(async () => (await viewOf(desk)).halt?.scope).toBe('assistants')
    await desk.screenshot('reported')
    const contents = readdirSync(folder).map((name) =>
      readFileSync(path.join(folder, name), 'utf8'),
    )
    expect(contents.filter((content) => content === GARBAGE)).toHaveLength(FILES.length)
    // The person looked and resumes assistants.
    const released = await invoke(desk, 'assistants.release', {})
    expect(released.ok).toBe(true)
    expect((await viewOf(desk)).halt).toBeNull()
  } finally {
    await desk.close()
    await removeFolder(userData)
  }
})

/** Calls the endpoint until it accepts a call; returns what it answered before. */
async function answersUntilReady(url: string, token: string, signal: AbortSignal) {
  const answers = new Set<string>()
  while (!signal.aborted) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      })
      const text = await response.text()
      if (response.status !== 503) break
      answers.add(text)
    } catch {
      // The program does not listen yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return [...answers]
}

test('REL-43, CONFIRM-54: a request to cancel a sent order survives a restart, also in a profile that an earlier version halted for it', async () => {
  const userData = freshUserData()
  const open = (): Promise<MainWindowPage> =>
    openMainWindow({ suite: 'damaged-files', keyStore: 'none', userData })
  let desk = await open()
  try {
    await desk.ready()
    await desk.choose('AAPL')
    const url = await openEndpoint(desk, 77)
    const { token } = await pairAssistant(desk, 'Helper')
    const client = await connectHttp(url, token)
    const order = await stockOrder(desk, '1', { limit_price: '1.00', instruction_key: 'low' })
    const placed = await callTool(client, 'place_stock_instruction', {
      ...order,
      limit_price: String(Math.floor((await desk.cents('ask')) / 105)),
    })
    const confirm = await focusConfirmWindow(desk)
    await approveCard(desk, confirm)
    await closeCard(confirm)
    const { client_order_id } = await callTool(client, 'wait_for_instruction', {
      instruction_id: placed.instruction_id,
      wait_seconds: 5,
    })
    const canceled = await callTool(client, 'cancel_instruction', {
      account_id: order.account_id,
      client_order_id,
      reason: '',
    })
    expect(canceled.status).toBe('PENDING')
    await client.close()
    await desk.close()

    // The version before this one could not read the entry and halted assistants for it.
    const journal = path.join(userData, 'practice', 'assistants', 'instructions.journal')
    expect(readFileSync(journal, 'utf8')).toContain('sentAt')
    const register = path.join(userData, 'practice', 'assistant-files.json')
    const stored = JSON.parse(readFileSync(register, 'utf8')) as object
    const damage = { file: 'instructions.journal', problem: 'records', aside: null, at: 1 }
    writeFileSync(register, JSON.stringify({ ...stored, damaged: [damage] }))

    const stop = new AbortController()
    const answers = answersUntilReady(url, token, stop.signal)
    desk = await open()
    await desk.ready()
    await endpointIsOpen(desk)
    for (const text of await answers) expect(text).toContain('is starting')
    stop.abort()
    await expect.poll(async () => (await viewOf(desk)).halt).toBeNull()
    const notices = desk.page.locator('.notices')
    await expect(notices.getByText('can be read again', { exact: false })).toBeVisible()
    await expect(notices.getByText('cannot be read', { exact: false })).toHaveCount(0)
    await desk.screenshot('repaired')
    const retry = await connectHttp(url, token)
    const processed = JSON.stringify(
      await retry.callTool({ name: 'get_processed_instruction', arguments: {} }),
    )
    expect(processed).toContain(canceled.instruction_id)
    const next = await callTool(retry, 'place_stock_instruction', {
      ...order,
      limit_price: String(Math.floor((await desk.cents('ask')) / 105)),
      quantity: '2',
      instruction_key: 'after',
    })
    expect(next.status).toBe('PENDING')
    await retry.close()

    // It is said once.
    await desk.close()
    desk = await open()
    await desk.ready()
    await expect.poll(async () => (await viewOf(desk)).halt).toBeNull()
    await expect(desk.page.getByText('can be read again', { exact: false })).toHaveCount(0)
  } finally {
    await desk.close()
    await removeFolder(userData)
  }
})
