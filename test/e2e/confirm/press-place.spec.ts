import { expect, test, type Locator } from '@playwright/test'
import {
  screenUnavailableReason,
  startScreen,
  type OwnScreen,
} from '../../harness/windows/own-screen.js'
import { openConfirm, type ConfirmRun } from './confirm-page.js'
import { APPROVE_PLACE } from '../../../electron/app/windows/press-place.js'
import type { FakeConfirmControls } from './confirm-app/fake-confirm-service.js'

/** CONFIRM-42 with a real mouse: what main observes of a press, and where. */
let screen: OwnScreen
let run: ConfirmRun
const NO_SCREEN = screenUnavailableReason('xdotool')
test.skip(NO_SCREEN !== null, NO_SCREEN ?? '')
test.beforeAll(async () => {
  screen = await startScreen()
  run = await openConfirm('confirm-press', { env: { DISPLAY: screen.display } })
})
test.afterAll(async () => {
  await run?.close()
  await screen?.stop()
})

const presses = () =>
  run.app.evaluate(() =>
    (globalThis as unknown as { confirmTest: FakeConfirmControls }).confirmTest.presses(),
  )

/** Presses the middle of an element with the mouse of the screen. */
async function pressOnScreen(element: Locator): Promise<void> {
  const area = await run.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((window) => window.webContents.getURL().includes('confirm'))
      ?.getContentBounds(),
  )
  const box = await element.boundingBox()
  if (area === undefined || box === null) throw new Error('nothing to press')
  const x = Math.round(area.x + box.x + box.width / 2)
  const y = Math.round(area.y + box.y + box.height / 2)
  screen.run('xdotool', 'mousemove', '--sync', String(x), String(y), 'click', '1')
}

test('CONFIRM-42: main sees a mouse press, and whether it was on the place of approve', async () => {
  await run.ready()
  const page = await run.confirm()
  await pressOnScreen(page.getByTestId('approve'))
  await expect.poll(presses).toEqual(['begin approve', 'end approve'])
  await expect.poll(async () => (await run.calls('confirm.decide')).length).toBe(1)
  await run.ready()
  const before = (await presses()).length
  await pressOnScreen(page.getByTestId('line'))
  await expect
    .poll(async () => (await presses()).slice(before))
    .toEqual(['begin elsewhere', 'end elsewhere'])
  await pressOnScreen(page.getByTestId('deny'))
  await expect
    .poll(async () => (await presses()).slice(before + 2))
    .toEqual(['begin elsewhere', 'end elsewhere'])
})

for (const language of ['en', 'es'] as const) {
  test(`CONFIRM-42: approve stays on its place at every size (${language})`, async () => {
    await run.app.evaluate(
      (_electron, chosen) =>
        (globalThis as unknown as { confirmTest: FakeConfirmControls }).confirmTest.language(
          chosen,
        ),
      language,
    )
    await run.ready({ tier: 'largest' })
    const page = await run.confirm()
    for (const [width, height] of [
      [600, 820],
      [900, 600],
      [530, 500],
      [420, 700],
    ] as const) {
      await page.setViewportSize({ width, height })
      const box = await page.getByTestId('approve').boundingBox()
      if (box === null) throw new Error('there is no approve button')
      const left = width < APPROVE_PLACE.wrapsBelowWidth ? 0 : width * APPROVE_PLACE.leftShare
      const size = `${width} × ${height}`
      expect(box.x, size).toBeGreaterThanOrEqual(left)
      expect(height - box.y, size).toBeLessThanOrEqual(APPROVE_PLACE.bandTo)
      expect(height - box.y - box.height, size).toBeGreaterThanOrEqual(APPROVE_PLACE.bandFrom)
    }
  })
}
