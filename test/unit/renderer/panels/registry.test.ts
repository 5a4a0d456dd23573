import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { FRONT_PANELS as BUNDLED_PANELS } from '../../../../build/vite.mjs'
import { COMMANDS } from '../../../../renderer/app/commands/commands.js'
import { FRONT_PANELS, panelOf, PANELS } from '../../../../renderer/panels/registry.js'
import { text } from '../../../../shared/messages/en/window/index.js'

const RENDERER = fileURLToPath(new URL('../../../../renderer', import.meta.url))
const FOLDER = join(RENDERER, 'panels')

const folders = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** Returns the topics that the files of a panel open themselves. */
function openedTopics(panel: string): readonly string[] {
  return readdirSync(join(FOLDER, panel), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join(FOLDER, panel, path), 'utf8'))
    .flatMap((source) => [...source.matchAll(/openStream\(\[\{ kind: '([a-z-]+)'/g)])
    .map((match) => match[1] ?? '')
}

describe('the registry of panels', () => {
  it('lists every panel folder once', () =>
    expect(PANELS.map(({ id }) => id).toSorted()).toEqual(folders.toSorted()))

  it('loads the panels that a first start shows, as the one file that the build makes of them', () => {
    expect(FRONT_PANELS.map(({ id }) => id)).toEqual(BUNDLED_PANELS)
    expect(FRONT_PANELS.map(({ id }) => id)).not.toContain('screeners')
  })

  it('has a panel for every title', () =>
    expect(PANELS.map(({ id }) => id).toSorted()).toEqual(Object.keys(text.panelTitles).toSorted()))

  it('has every panel that the source opens by its id', () => {
    const source = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => readFileSync(join(RENDERER, path), 'utf8'))
      .join('\n')
    const opened = [...source.matchAll(/openPanel\([\w.]+, '([a-z-]+)'\)|anchor: '([a-z-]+)'/g)]
    const ids = new Set(opened.map((match) => match[1] ?? match[2] ?? ''))
    expect(ids.size).toBeGreaterThan(2)
    for (const id of ids) expect([id, panelOf(id) !== undefined]).toEqual([id, true])
  })

  it.each(folders)('knows every topic that %s opens', (folder) =>
    expect(panelOf(folder)?.topics).toEqual(expect.arrayContaining([...openedTopics(folder)])),
  )

  it('keeps the shortcuts that people know', () =>
    expect(Object.fromEntries(PANELS.map(({ id, shortcut }) => [id, shortcut]))).toEqual({
      watchlist: 'Alt+1',
      chart: 'Alt+2',
      positions: 'Alt+3',
      orders: 'Alt+4',
      fills: 'Alt+5',
      account: 'Alt+6',
      ticket: 'Alt+7',
      depth: 'Alt+8',
      'time-sales': 'Alt+9',
      journal: null,
      'price-ladder': null,
      options: null,
      basket: null,
      strategy: null,
      markets: null,
      screeners: null,
      practice: null,
      company: null,
      news: null,
      calendar: null,
      alerts: null,
      instructions: null,
      session: null,
      activity: null,
      history: null,
      log: null,
      institution: null,
    }))

  it('makes a command of every panel, with its shortcut', () => {
    for (const panel of PANELS) {
      const command = COMMANDS.find(({ id }) => id === `panel:${panel.id}`)
      expect(command).toMatchObject({ chord: panel.shortcut })
      expect(command?.title(text)).toBe(text.panelTitles[panel.id])
    }
  })
})
