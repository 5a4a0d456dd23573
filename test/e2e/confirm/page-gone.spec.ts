import { expect, test } from '@playwright/test'
import { openConfirm, sampleCard, viewOf, type ConfirmRun } from './confirm-page.js'

let run: ConfirmRun
test.beforeAll(async () => {
  run = await openConfirm('confirm-gone')
})
test.afterAll(async () => {
  await run?.close()
})

const LINE = 'BUY 1 MSFT (Microsoft Corp., NASDAQ), market, day'
/** The visibility values reported to the queue, without repetitions. */
const visibilityChanges = async (): Promise<readonly boolean[]> =>
  (await run.windows())
    .map(({ visible }) => visible)
    .filter((visible, index, all) => index === 0 || visible !== all[index - 1])
const last = async (): Promise<boolean | undefined> => (await visibilityChanges()).at(-1)
const titleIs = () =>
  run.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((browserWindow) => browserWindow.webContents.getURL().includes('confirm'))
      ?.webContents.getTitle(),
  )

for (const failure of ['crashes', 'is reloaded'] as const) {
  test(`SEC-25, CONFIRM-8: while its page ${failure}, the window counts as hidden until the redraw`, async () => {
    await run.put(
      viewOf(
        sampleCard({
          line: LINE,
          arming: { nonce: 'a'.repeat(32), armed: true, armsInMs: 0, blocked: 'none' },
        }),
      ),
      true,
    )
    await expect.poll(last).toBe(true)
    await expect.poll(titleIs).toBe(LINE)
    const before = (await visibilityChanges()).length
    await run.clearCalls()
    await run.app.evaluate(({ BrowserWindow }, crash) => {
      const confirm = BrowserWindow.getAllWindows().find((browserWindow) =>
        browserWindow.webContents.getURL().includes('confirm'),
      )
      if (crash) confirm?.webContents.forcefullyCrashRenderer()
      else confirm?.webContents.reload()
    }, failure === 'crashes')
    await expect.poll(async () => (await visibilityChanges()).slice(before)).toEqual([false, true])
    // By now the card is shown again, and the page has reported it to main.
    expect(await titleIs()).toBe(LINE)
    await expect.poll(async () => (await run.calls('confirm.shown')).length).toBeGreaterThan(0)
    expect(await run.calls('confirm.decide')).toEqual([])
  })
}
