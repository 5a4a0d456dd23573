import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { until } from '../../harness/system/until.js'
import { invoke } from '../support/bridge.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { runCommand, showPanel } from '../support/palette.js'

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'panel-pictures', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(async () => {
  await desk.close()
})

/** Answers the next dialog with this file, and returns its size in pixels once it is written. */
async function savedSize(file: string): Promise<{ width: number; height: number; bytes: number }> {
  await desk.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = (() => Promise.resolve({ canceled: false, filePath })) as never
  }, file)
  await runCommand(desk.page, 'Save picture of the panel…')
  const png = await until('the picture is written', () => {
    try {
      const content = readFileSync(file)
      return content.subarray(-8, -4).toString('latin1') === 'IEND' ? content : null
    } catch {
      return null
    }
  })
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), bytes: png.length }
}

test('A picture of a panel has its size and content, as a file and on the clipboard', async () => {
  const { page } = desk
  await showPanel(page, 'Positions')
  await expect(desk.positionRow('SPY').first()).toBeVisible()
  const box = await page.locator('[data-panel="positions"]').boundingBox()
  if (box === null) throw new Error('the panel is not shown')
  const saved = await savedSize(path.join(desk.userData, 'positions.png'))
  expect(Math.abs(saved.width - box.width)).toBeLessThanOrEqual(2)
  expect(Math.abs(saved.height - box.height)).toBeLessThanOrEqual(2)
  // A blank picture of this size compresses to a few hundred bytes.
  expect(saved.bytes).toBeGreaterThan(5_000)

  await runCommand(page, 'Copy picture of the panel')
  await expect(page.getByText('Picture copied')).toBeVisible()
})

test('A picture of the chart has a caption above it', async () => {
  const { page } = desk
  await showPanel(page, 'Chart')
  await expect(page.getByTestId('chart-picture').locator('canvas').first()).toBeVisible()
  const box = await page.getByTestId('chart-picture').boundingBox()
  const saved = await savedSize(path.join(desk.userData, 'chart.png'))
  expect(saved.height).toBeGreaterThan(box?.height ?? 0)
  expect(saved.bytes).toBeGreaterThan(5_000)
})

test('A picture outside the window is refused', async () => {
  const reply = await invoke(desk, 'picture.take', {
    source: { kind: 'area', x: 9_000, y: 0, width: 100, height: 100 },
    name: 'orders',
    target: 'clipboard',
  })
  expect(reply).toMatchObject({ ok: false, error: { code: 'storage/failed' } })
})
