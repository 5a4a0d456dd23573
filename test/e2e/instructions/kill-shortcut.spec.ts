import { expect, test } from '@playwright/test'
import type { AssistantsView } from '../../../shared/domain/instructions/assistants-view.js'
import {
  screenUnavailableReason,
  startScreen,
  type OwnScreen,
} from '../../harness/windows/own-screen.js'
import { callTool, connectHttp, openEndpoint, pairAssistant, stockOrder } from './assistant-page.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { invoke } from '../support/bridge.js'

let screen: OwnScreen
let desk: MainWindowPage
const NO_SCREEN = screenUnavailableReason('xdotool', 'xev')
test.skip(NO_SCREEN !== null, NO_SCREEN ?? '')
test.beforeAll(async () => {
  screen = await startScreen()
  desk = await openMainWindow({
    suite: 'instructions-keys',
    keyStore: 'none',
    env: { DISPLAY: screen.display },
  })
  await desk.ready()
  await desk.choose('AAPL')
})
test.afterAll(async () => {
  await desk?.close()
  await screen?.stop()
})

test('REL-36: the kill-switch shortcut halts assistants while another program has the focus', {
  tag: '@long',
}, async () => {
  const client = await connectHttp(
    await openEndpoint(desk, 9),
    (await pairAssistant(desk, 'Night desk')).token,
  )
  const placed = await callTool(client, 'place_stock_instruction', await stockOrder(desk, '3'))
  screen.open('xev', '-name', 'another-program')
  await expect
    .poll(() =>
      screen.run('xdotool', 'search', '--onlyvisible', '--name', 'another-program').trim(),
    )
    .not.toBe('')
  screen.run(
    'xdotool',
    'search',
    '--onlyvisible',
    '--name',
    'another-program',
    'windowfocus',
    '--sync',
  )
  const focused = () =>
    desk.app.evaluate(
      ({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().filter((browserWindow) => browserWindow.isFocused()).length,
    )
  await expect.poll(focused).toBe(0)

  screen.run('xdotool', 'key', 'ctrl+alt+shift+h')
  await expect
    .poll(async () => ((await invoke(desk, 'assistants.get', {})).value as AssistantsView).halt)
    .toMatchObject({ scope: 'assistants', phase: 'clear', withdrawn: 1, working: 0, unknown: 0 })
  // Countersign shows the remaining orders without taking the focus.
  await expect(desk.page.getByTestId('kill-left')).toContainText('0 working, 0 unknown')
  expect(await focused()).toBe(0)
  expect(placed.status).toBe('PENDING')
})
