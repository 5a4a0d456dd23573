import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  closeOverlay,
  createLayoutStore,
  offerOverlay,
  OVERLAYS,
  showOverlay,
} from '../../../renderer/stores/layout.js'
import { switchProfile } from '../../../renderer/app/profiles/switching.js'
import type { MainWindow } from '../../../renderer/stores/main-window.js'
import type { ProfileSummary } from '../../../shared/domain/app/app-state.js'

/** Creates a layout store with a profile switch in progress that ends on `done`. */
function slow() {
  const layout = createLayoutStore()
  let answer: (reply: { ok: true }) => void = () => undefined
  const replied = new Promise((resolve) => {
    answer = resolve
  })
  const mainWindow = {
    layout,
    appState: { getState: () => ({ value: null }) },
    invoke: () => replied,
  } as unknown as MainWindow
  showOverlay(layout, 'profiles')
  switchProfile(mainWindow, { id: 'p', environment: 'practice' } as unknown as ProfileSummary)
  return {
    layout,
    async done() {
      answer({ ok: true })
      await replied
      await Promise.resolve()
    },
  }
}

it('a profile switch that ends late does not close a halt shown meanwhile', async () => {
  const { layout, done } = slow()
  showOverlay(layout, 'kill')
  await done()
  expect(layout.getState().overlay).toBe('kill')
})

it('a profile switch closes the overlay it was chosen from', async () => {
  const { layout, done } = slow()
  await done()
  expect(layout.getState().overlay).toBeNull()
})

describe.each(OVERLAYS)('the overlay %s', (overlay) => {
  it.each(OVERLAYS)('closed late does not close %s, which was opened meanwhile', (next) => {
    const layout = createLayoutStore()
    showOverlay(layout, overlay)
    const { shown } = layout.getState()
    showOverlay(layout, next)
    closeOverlay(layout, shown)
    expect(layout.getState().overlay).toBe(next)
  })

  it('closed late does not close its own later opening', () => {
    const layout = createLayoutStore()
    showOverlay(layout, overlay)
    const { shown } = layout.getState()
    closeOverlay(layout, shown)
    expect(layout.getState().overlay).toBeNull()
    showOverlay(layout, overlay)
    closeOverlay(layout, shown)
    expect(layout.getState().overlay).toBe(overlay)
  })

  it('stays open when a reply would ask for the passphrase', () => {
    const layout = createLayoutStore()
    showOverlay(layout, overlay)
    expect(offerOverlay(layout, 'step-up')).toBe(false)
    expect(layout.getState().overlay).toBe(overlay)
  })
})

it('the passphrase dialog opens where no overlay is open', () => {
  const layout = createLayoutStore()
  expect(offerOverlay(layout, 'step-up')).toBe(true)
  expect(layout.getState().overlay).toBe('step-up')
})

it('components open and close overlays only through the layout store', () => {
  const renderer = join(import.meta.dirname, '../../../renderer')
  const sources = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && path !== join('stores', 'layout.ts'),
  )
  const pathsMatching = (pattern: RegExp): readonly string[] =>
    sources.filter((path) => pattern.test(readFileSync(join(renderer, path), 'utf8'))).toSorted()
  expect(sources.length).toBeGreaterThan(100)
  expect(pathsMatching(/setState\([^)]*\b(?:overlay|shown):/)).toEqual([])
  // Only the hook, which closes the overlay it was rendered with, and the profile switch, which
  // closes the overlay it was chosen from.
  expect(pathsMatching(/\bcloseOverlay\(/)).toEqual([
    join('app', 'profiles', 'switching.ts'),
    join('stores', 'context.ts'),
  ])
})
