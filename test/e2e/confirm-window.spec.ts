import { expect, test, type Page } from '@playwright/test'
import { openConfirm, type ConfirmRun } from './confirm-page.js'

let run: ConfirmRun
let page: Page
test.beforeAll(async () => { run = await openConfirm('confirm-window') })
test.afterAll(async () => { await run.close() })

test('appears', async () => {
  await run.ready()
  page = await run.confirm()
  await run.screenshot('plain', page)
  await expect(page.getByRole('alertdialog')).toBeVisible()
})
