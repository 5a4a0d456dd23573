import { expect, test } from '@playwright/test'
import { PANELS } from '../../../renderer/panels/registry.js'
import { FULL } from '../../harness/system/effort.js'
import { axeViolations, loadAxe } from '../support/axe.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { overflows } from '../support/overflow.js'
import { showPanel } from '../support/palette.js'
import { waitForInputDelay } from '../support/settle.js'
import { pressTheme } from '../support/theme.js'
import { LANGUAGES, TEXTS, type Language } from './pictures/picture-set.js'
import { untranslated } from '../support/untranslated.js'

const THEMES = ['dark', 'light', 'contrast'] as const
type Theme = (typeof THEMES)[number]
const SIZES = [
  [1_366, 768],
  [1_440, 900],
  [1_920, 1_080],
] as const

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'every-panel', keyStore: 'none' })
  await desk.ready()
  await desk.choose('NVDA')
  await loadAxe(desk.page)
})
test.afterAll(async () => {
  await desk.close()
})

interface PreferencesBridge {
  readonly countersign: { invoke(op: string, input: object): Promise<unknown> }
}

/** Changes preferences as Settings does, without its dialog. */
async function prefer(change: {
  readonly theme?: Theme
  readonly language?: Language
}): Promise<void> {
  const { page } = desk
  await page.evaluate(
    (input) =>
      (window as unknown as PreferencesBridge).countersign.invoke('preferences.set', input),
    change,
  )
  await page.reload()
  // Which panels are in front depends on those that were shown before.
  await expect(page.locator('.statusbar time')).toBeVisible()
  await expect(page.locator('.statusbar')).toContainText(/\d\.\d\d/)
  await loadAxe(page)
}

/** Shows a panel through the palette, which lists every panel by its title. */
async function show(id: string, title: string): Promise<void> {
  const { page } = desk
  await showPanel(page, title)
  await expect(page.locator(`[data-panel="${id}"]`)).toBeVisible()
  await expect(page.locator(`[data-panel="${id}"] .skeleton`)).toHaveCount(0)
  await page.mouse.move(700, 2)
  await waitForInputDelay(page)
}

/** Returns what is wrong with the shown panel in a theme. */
async function problemsOf(id: string, theme: Theme): Promise<readonly string[]> {
  const { page } = desk
  await pressTheme(page, theme)
  const violations = await axeViolations(page, `[data-panel="${id}"]`)
  const found = [...violations, ...(await overflows(page))]
  return found.map((line) => `${id}, ${theme}: ${line}`)
}

/**
 * Returns the themes in which a panel is checked: all at length; otherwise one, which differs
 * between neighbors and languages, because the themes' colors are the same in every panel.
 */
const themesOf = (index: number, language: Language): readonly Theme[] =>
  FULL ? THEMES : [THEMES[(index + LANGUAGES.indexOf(language)) % THEMES.length] ?? 'dark']

for (const language of LANGUAGES) {
  test(`axe finds no violation in any panel, and no text is cut off: ${language}`, async () => {
    test.setTimeout(240_000)
    const { page } = desk
    await page.setViewportSize({ width: 1_440, height: 900 })
    await prefer({ theme: 'dark', language })
    const problems: string[] = []
    for (const [index, { id }] of PANELS.entries()) {
      await show(id, TEXTS[language].panelTitles[id])
      const wrong = await untranslated(page, language, `[data-panel="${id}"]`)
      problems.push(...wrong.map((line) => `${id}: ${line}`))
      for (const theme of themesOf(index, language)) {
        problems.push(...(await problemsOf(id, theme)))
        await desk.screenshot(`1440-${theme}-${language}-${id}`)
      }
    }
    expect(problems).toEqual([])
  })
}

for (const [width, height] of SIZES) {
  test(`No text is cut off in any panel at ${width}×${height}`, { tag: '@long' }, async () => {
    await desk.page.setViewportSize({ width, height })
    await prefer({ theme: 'dark', language: 'en' })
    const problems: string[] = []
    for (const { id } of PANELS) {
      await show(id, TEXTS.en.panelTitles[id])
      problems.push(...(await overflows(desk.page)).map((line) => `${id}: ${line}`))
      await desk.screenshot(`${width}-dark-en-${id}`)
    }
    expect(problems).toEqual([])
  })
}
