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
/** How the window was told to the queue, each change once. */
const told = async (): Promise<readonly boolean[]> =>
  (await run.windows())
    .map(({ visible }) => visible)
    .filter((visible, at, all) => at === 0 || visible !== all[at - 1])
const last = async (): Promise<boolean | undefined> => (await told()).at(-1)
const titleIs = () =>
  run.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((each) => each.webContents.getURL().includes('confirm'))
      ?.webContents.getTitle(),
  )

for (const how of ['crashes', 'is loaded anew'] as const) {
  test(`SEC-25, rule 8: while its page ${how}, main takes the window for one that shows nothing, until the card is drawn again`, async () => {
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
    const before = (await told()).length
    await run.forget()
    await run.app.evaluate(({ BrowserWindow }, crash) => {
      const confirm = BrowserWindow.getAllWindows().find((each) =>
        each.webContents.getURL().includes('confirm'),
      )
      if (crash) confirm?.webContents.forcefullyCrashRenderer()
      else confirm?.webContents.reload()
    }, how === 'crashes')
    await expect.poll(async () => (await told()).slice(before)).toEqual([false, true])
    // By then it stands there again, and the page has told main so itself.
    expect(await titleIs()).toBe(LINE)
    await expect.poll(async () => (await run.asked('confirm.shown')).length).toBeGreaterThan(0)
    expect(await run.asked('confirm.decide')).toEqual([])
  })
}
