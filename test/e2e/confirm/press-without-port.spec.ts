import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Client } from '@modelcontextprotocol/client'
import { expect, test, type Locator } from '@playwright/test'
import { appLaunch, resolveRuntime } from '../../../build/runtime/resolve.mjs'
import { freshUserData } from '../../harness/windows/electron-app.js'
import {
  screenUnavailableReason,
  startScreen,
  type OwnScreen,
} from '../../harness/windows/own-screen.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { until } from '../../harness/system/until.js'
import { openMainWindow } from '../support/main-window-page.js'
import {
  callTool,
  connectHttp,
  focusConfirmWindow,
  openEndpoint,
  pairAssistant,
  readCard,
  stockOrder,
  type ToolArguments,
} from '../instructions/assistant-page.js'

const OUT = fileURLToPath(new URL('../../../out', import.meta.url))

interface Place {
  readonly x: number
  readonly y: number
}

/**
 * CONFIRM-42 in the whole program without a debugging port, which hides where a press lands: the
 * mouse belongs to the screen, and the answer to the assistant says whether a press approved.
 */
let screen: OwnScreen
let program: ChildProcess
let client: Client
let order: ToolArguments
let approve: Place
let headline: Place
const userData = freshUserData()
const NO_SCREEN = screenUnavailableReason('xdotool')
test.skip(NO_SCREEN !== null, NO_SCREEN ?? '')
test.beforeAll(async () => {
  screen = await startScreen()
  const { url, token } = await prepare()
  const launch = appLaunch(await resolveRuntime({ quiet: true }), OUT)
  const args = [`--user-data-dir=${userData}`, '--force-device-scale-factor=1']
  program = spawn(launch.executablePath, [...launch.args, ...args, '--password-store=basic'], {
    env: environment(launch.env),
    stdio: 'ignore',
  })
  client = await until('the assistant reaches the program', () =>
    connectHttp(url, token).catch(() => undefined),
  )
})
test.afterAll(async () => {
  await client?.close().catch(() => undefined)
  await ended(program)
  await screen?.stop()
  await removeFolder(userData)
})

const environment = (base: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...base,
  DISPLAY: screen.display,
  DBUS_SESSION_BUS_ADDRESS: undefined,
  XDG_CURRENT_DESKTOP: undefined,
})

/** Ends the program as its window manager would. */
const ended = (child: ChildProcess | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (child === undefined || child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })

const middleOf = async (element: Locator): Promise<Place> => {
  const box = await element.boundingBox()
  if (box === null) throw new Error('it is not shown')
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
}

/** Pairs an assistant, and finds where the confirm window has its controls. */
async function prepare(): Promise<{ readonly url: string; readonly token: string }> {
  const desk = await openMainWindow({
    suite: 'press-without-port',
    keyStore: 'none',
    userData,
    env: { DISPLAY: screen.display },
  })
  await desk.ready()
  await desk.choose('AAPL')
  const url = await openEndpoint(desk, 21)
  const { token } = await pairAssistant(desk, 'Morning desk')
  const first = await connectHttp(url, token)
  order = await stockOrder(desk, '31')
  await callTool(first, 'place_stock_instruction', order)
  const confirm = await focusConfirmWindow(desk)
  await readCard(confirm, 'BUY 31 AAPL')
  approve = await middleOf(confirm.getByTestId('approve'))
  headline = await middleOf(confirm.getByTestId('line'))
  await confirm.getByTestId('deny').click()
  await expect(confirm.getByTestId('status')).toContainText('Declined')
  await first.close()
  await desk.close()
  return { url, token }
}

/** Brings the confirm window to the front; returns its id. */
const raised = (): Promise<string> =>
  until('the confirm window has the focus', () => {
    const [id] = screen.run('xdotool', 'search', '--onlyvisible', '--name', '^Confirm').split('\n')
    if (id === undefined || id === '') return Promise.resolve(undefined)
    screen.run('xdotool', 'windowactivate', '--sync', id)
    const focused = screen.run('xdotool', 'getwindowfocus').trim()
    return Promise.resolve(focused === id ? id : undefined)
  })

/** Presses a place of the confirm window with the mouse of the screen. */
async function press({ x, y }: Place): Promise<void> {
  const id = await raised()
  const to = ['mousemove', '--window', id, String(x), String(y)]
  screen.run('xdotool', ...to, 'click', '1')
}

test('CONFIRM-42: a press on approve approves, and a press on the headline does not', async () => {
  test.setTimeout(240_000)
  const { instruction_id } = await callTool(client, 'place_stock_instruction', {
    ...order,
    quantity: '32',
  })
  const status = async (): Promise<string> =>
    (await callTool(client, 'wait_for_instruction', { instruction_id, wait_seconds: 1 })).status
  // Longer than any card takes to arm: each of these presses would approve on the button.
  for (let turn = 0; turn < 6; turn += 1) {
    await press(headline)
    expect(await status()).toBe('PENDING')
  }
  // A press on a card that is being armed does not count, so press until one does.
  await expect(async () => {
    await press(approve)
    expect(await status()).not.toBe('PENDING')
  }).toPass({ timeout: 60_000, intervals: [500] })
  expect(
    await callTool(client, 'wait_for_instruction', { instruction_id, wait_seconds: 10 }),
  ).toMatchObject({ status: 'APPROVED', outcome: { state: 'ACKNOWLEDGED' } })
})
