import { expect, test } from '@playwright/test'
import { PANELS } from '../../../../renderer/panels/registry.js'
import { openMainWindow, type MainWindowPage } from '../../support/main-window-page.js'
import { overflows } from '../../support/overflow.js'
import { showPanel } from '../../support/palette.js'
import { waitForInputDelay } from '../../support/settle.js'
import { LANGUAGES, APPEARANCES, restartIn, SIZES, TEXTS, wear } from './picture-set.js'

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'set-panels', keyStore: 'none' })
  await desk.ready()
  await desk.choose('NVDA')
})
test.afterAll(async () => {
  await desk.close()
})

/** Shows a panel and waits until it has something to show. */
async function show(id: string, title: string): Promise<void> {
  const { page } = desk
  await showPanel(page, title)
  await expect(page.locator(`[data-panel="${id}"]`)).toBeVisible()
  await expect(page.locator(`[data-panel="${id}"] .skeleton`)).toHaveCount(0)
  await page.mouse.move(700, 2)
  await waitForInputDelay(page)
}

for (const [width, height] of SIZES) {
  for (const language of LANGUAGES) {
    test(`Every panel at ${width}×${height}, and no text is cut off: ${language}`, {
      tag: '@long',
    }, async () => {
      test.setTimeout(600_000)
      await restartIn(desk, language, [width, height])
      const problems: string[] = []
      for (const { id } of PANELS) {
        await show(id, TEXTS[language].panelTitles[id])
        problems.push(...(await overflows(desk.page)).map((line) => `${id}: ${line}`))
        for (const appearance of APPEARANCES) {
          await wear(desk.page, appearance)
          await desk.screenshot(`${width}-${language}-${appearance.name}-${id}`)
        }
      }
      expect(problems).toEqual([])
    })
  }
}
