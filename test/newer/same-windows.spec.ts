import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { ROOT } from '../../build/lib/paths.mjs'
import { PANELS } from '../../renderer/panels/registry.js'
import { text } from '../../shared/messages/en/window/index.js'
import { openMainWindow, type MainWindowPage } from '../e2e/support/main-window-page.js'
import { showPanel } from '../e2e/support/palette.js'
import { waitForInputDelay } from '../e2e/support/settle.js'
import { layoutDifferences, layoutOf, type PanelLayout } from './layout-parts.js'

const RESULTS = join(ROOT, 'test-results', 'newer')
/** The share of a panel's parts that may differ: those that live figures make wider or hide. */
const MAX_SHARE = 0.1

const RUNTIMES = { older: 'electron', newer: 'browser' } as const
type Runtime = keyof typeof RUNTIMES

const open = async (runtime: Runtime): Promise<MainWindowPage> => {
  const desk = await openMainWindow({
    suite: `same-windows-${runtime}`,
    keyStore: 'none',
    windows: RUNTIMES[runtime],
  })
  await desk.ready()
  await desk.choose('NVDA')
  return desk
}

/** Shows each panel once; returns its layout by its id. */
async function layoutsOn(runtime: Runtime): Promise<ReadonlyMap<string, PanelLayout>> {
  const desk = await open(runtime)
  const layouts = new Map<string, PanelLayout>()
  try {
    for (const { id } of PANELS) {
      await showPanel(desk.page, text.panelTitles[id])
      await expect(desk.page.locator(`[data-panel="${id}"]`)).toBeVisible()
      await expect(desk.page.locator(`[data-panel="${id}"] .skeleton`)).toHaveCount(0)
      await desk.page.mouse.move(700, 2)
      await waitForInputDelay(desk.page)
      layouts.set(id, await layoutOf(desk.page, id))
      await desk.screenshot(id)
    }
  } finally {
    await desk.close()
  }
  return layouts
}

test('REL-51: every panel looks in a newer Chromium as it does in the test runtime', async () => {
  const older = await layoutsOn('older')
  const newer = await layoutsOn('newer')
  const lines: string[] = []
  const different: string[] = []
  for (const { id } of PANELS) {
    const [expected, actual] = [older.get(id), newer.get(id)]
    if (expected === undefined || actual === undefined) throw new Error(`${id} was not shown`)
    const differences = layoutDifferences(expected, actual)
    lines.push(...differences.map((line) => `${id}: ${line}`))
    const isEmpty = (expected.textLength === 0) !== (actual.textLength === 0)
    const isApart = differences.some((line) => line.startsWith('panel:'))
    const share = differences.length / Math.max(1, expected.parts.length)
    if (isEmpty || isApart || share > MAX_SHARE) different.push(id, ...differences)
  }
  mkdirSync(RESULTS, { recursive: true })
  writeFileSync(join(RESULTS, 'layout-differences.txt'), `${lines.join('\n')}\n`)
  expect(different).toEqual([])
})
