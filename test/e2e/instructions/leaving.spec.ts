import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { TestHooks } from '../../harness/program/test-hooks.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import {
  screenUnavailableReason,
  startScreen,
  type OwnScreen,
} from '../../harness/windows/own-screen.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { dollars, openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { answerWith, questionsOf } from '../support/native-questions.js'
import { callTool, connectHttp, openEndpoint, pairAssistant, stockOrder } from './assistant-page.js'

/** Every way out of the program while an order works, one is in flight, and one is requested. */
let screen: OwnScreen
let desk: MainWindowPage
const userData = freshUserData()
const NO_SCREEN = screenUnavailableReason('xdotool')
test.skip(NO_SCREEN !== null, NO_SCREEN ?? '')
test.beforeAll(async () => {
  screen = await startScreen()
  desk = await open()
  await desk.ready()
})
test.afterAll(async () => {
  await desk?.close()
  await screen?.stop()
  await removeFolder(userData)
})

const open = (): Promise<MainWindowPage> =>
  openMainWindow({
    suite: 'leaving',
    keyStore: 'none',
    userData,
    env: { DISPLAY: screen.display },
  })

const exitOf = (run: MainWindowPage): Promise<number | null> =>
  new Promise((resolve) => run.app.process().once('exit', (code) => resolve(code)))

/** Sends an order of three shares far below the market. */
async function sendFarBelow(symbol: string): Promise<void> {
  await desk.choose(symbol)
  await desk.fill('quantity', '3')
  await desk.fill('limitPrice', dollars((await desk.cents('bid')) - 900))
  await desk.send()
}

/** Opens what the question has to name: an order that works, one in flight, an instruction. */
async function openMatters(): Promise<void> {
  await sendFarBelow('MSFT')
  await desk.tab('Orders')
  await expect(desk.orderRow('MSFT').first()).toContainText('Working')
  await desk.practice({
    command: 'fault',
    fault: { kind: 'drop-before-effect', operation: 'trading.orders.place' },
  })
  await desk.practice({
    command: 'fault',
    fault: { kind: 'delay', operation: 'trading.orders.get', ms: 600_000, count: null },
  })
  await sendFarBelow('NVDA')
  await expect(desk.orderRow('NVDA').first()).toContainText('Unknown')
  const { token } = await pairAssistant(desk, 'Night desk')
  const client = await connectHttp(await openEndpoint(desk, 17), token)
  await desk.choose('XOM')
  await callTool(client, 'place_stock_instruction', await stockOrder(desk, '5', { symbol: 'XOM' }))
}

/** Focuses the main window and presses keys on its screen, as a person at the keyboard does. */
async function press(keys: string): Promise<void> {
  const focus = (): Promise<void> =>
    desk.app.evaluate(({ BrowserWindow }) => {
      const main = BrowserWindow.getAllWindows().find(
        (browserWindow) => !browserWindow.webContents.getURL().includes('confirm.html'),
      )
      main?.show()
      main?.focus()
    })
  // The confirm window may be in front; only the main window closes the program.
  const front = async (): Promise<string> => {
    await focus()
    return screen.run('xdotool', 'getactivewindow', 'getwindowname').trim()
  }
  await expect.poll(front).not.toContain('Confirm')
  screen.run('xdotool', 'key', keys)
}

const tray = (item: Parameters<TestHooks['chooseInTray']>[0]): Promise<void> =>
  desk.app.evaluate(
    (_electron, id) =>
      (globalThis as unknown as { countersignTest: TestHooks }).countersignTest.chooseInTray(id),
    item,
  )

const WAYS: Readonly<Record<string, () => Promise<unknown>>> = {
  // A window of an assistant's order may come to the front between the focus and the keys.
  'the close button of the window': () =>
    expect(async () => {
      await press('alt+F4')
      await expect
        .poll(async () => (await questionsOf(desk)).length, { timeout: 3_000 })
        .toBeGreaterThan(0)
    }).toPass(),
  'Quit in the tray': () => tray('quit'),
  'the end of the program by code': () => desk.app.evaluate(({ app }) => app.quit()),
  'a request of the system to end': () => Promise.resolve(desk.app.process().kill('SIGTERM')),
}

test('Every way out asks first, and says what happens to orders and instructions', async () => {
  await openMatters()
  for (const [way, leave] of Object.entries(WAYS)) {
    await answerWith(desk, 'Stay')
    await leave()
    await expect
      .poll(async () => (await questionsOf(desk)).length, { message: way })
      .toBeGreaterThan(0)
    const [question] = await questionsOf(desk)
    expect(question?.message, way).toBe('Quit Countersign?')
    expect(question?.detail, way).toMatch(/1 practice order stays working \(MSFT\)/)
    expect(question?.detail, way).toMatch(/1 order has a request .*\(NVDA\)/)
    expect(question?.detail, way).toMatch(/1 pending instruction of an assistant is withdrawn/)
    expect(question?.buttons, way).toEqual(['Quit', 'Cancel orders and quit', 'Stay'])
    await expect(desk.orderRow('MSFT').first(), way).toContainText('Working')
  }
})

test('A repeated signal ends in order without an answer, and the next start has every order', async () => {
  await desk.app.evaluate(({ dialog }) => {
    dialog.showMessageBox = () => new Promise(() => undefined)
  })
  const ended = exitOf(desk)
  // The second one comes too soon to count. After the last the program has no handler any more, so
  // that a further signal would end it at once.
  let signals = 3
  const repeat = setInterval(() => {
    desk.app.process().kill('SIGTERM')
    signals -= 1
    if (signals === 0) clearInterval(repeat)
  }, 600)
  expect(await ended).toBe(0)
  // The exchange removes its lock last: it has saved its accounts, and the next start repeats none
  // of its log.
  expect(existsSync(join(userData, 'practice', 'exchange', 'in-use.lock'))).toBe(false)

  desk = await open()
  await desk.ready()
  await desk.tab('Orders')
  await expect(desk.orderRow('MSFT').first()).toContainText('Working')
  await expect(desk.orderRow('NVDA').first()).toBeVisible()
  await desk.screenshot('next-start')
  const { orders, requests } = await desk.truth()
  expect(requests['trading.orders.place'] ?? 0).toBe(0)
  expect(
    orders.filter((order) => order['symbol'] === 'XOM' && order['total_quantity'] === '5.00000'),
  ).toEqual([])
})
