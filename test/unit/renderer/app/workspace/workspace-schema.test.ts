import { describe, expect, it } from 'vitest'
import {
  readWorkspace,
  unknownPanels,
  WORKSPACE_VERSION,
  writeWorkspace,
  type Workspace,
} from '../../../../../renderer/app/workspace/workspace-schema.js'

const WORKSPACE: Workspace = {
  version: WORKSPACE_VERSION,
  dock: {
    grid: { root: { type: 'branch', data: [] }, width: 1, height: 1, orientation: 'HORIZONTAL' },
    panels: { chart: { id: 'chart', contentComponent: 'chart', title: 'Chart' } },
    activeGroup: '1',
  },
  symbols: { blue: 'AAPL', amber: null, 'pinned:chart:2': 'MSFT' },
  links: { 'chart:2': 'pinned:chart:2', depth: 'olive' },
  tables: {
    orders: {
      columns: [
        { id: 'symbol', pinned: true, width: 90 },
        { id: 'fees', hidden: false },
      ],
      sort: { id: 'placed', desc: true },
    },
  },
  settings: { 'chart.timespan': 'D' },
  recent: ['symbol:AAPL'],
  homes: {
    'chart:2': {
      tabs: ['chart:2'],
      before: ['chart'],
      after: [],
      isRow: true,
      sizes: [700, 400],
      index: 1,
    },
  },
}
const changed = (change: object): string => JSON.stringify({ ...WORKSPACE, ...change })

describe('a saved workspace', () => {
  it('is restored as it was saved', () =>
    expect(readWorkspace(writeWorkspace(WORKSPACE))).toEqual(WORKSPACE))

  it.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['a version from the future', changed({ version: WORKSPACE_VERSION + 1 })],
    ['a version that was never released', changed({ version: 0 })],
    ['no version', changed({ version: undefined })],
    ['a version in words', changed({ version: '1' })],
    ['panels of another shape', changed({ dock: { grid: {}, panels: [] } })],
    ['no grid', changed({ dock: { panels: {} } })],
    ['unknown members', changed({ extra: 1 })],
    ['a symbol that is no text', changed({ symbols: { blue: 7, amber: null, violet: null } })],
  ])('is refused when it is %s', (_what, saved) => expect(readWorkspace(saved)).toBeNull())

  it('keeps the layout when an arrangement of columns cannot be read', () => {
    const tooMany = { columns: Array.from({ length: 61 }, (_, index) => ({ id: `c${index}` })) }
    const tables = { orders: tooMany, fills: { columns: [{ id: 'time', width: 120 }] } }
    expect(readWorkspace(changed({ tables }))).toEqual({
      ...WORKSPACE,
      tables: { orders: { columns: [] }, fills: { columns: [{ id: 'time', width: 120 }] } },
    })
    expect(readWorkspace(changed({ tables: 'x', settings: [] }))).toEqual({
      ...WORKSPACE,
      tables: {},
      settings: {},
    })
  })

  it('loses the panels that this version does not have, and names them', () => {
    const leaf = (...views: readonly string[]) => ({
      type: 'leaf',
      size: 1,
      data: { id: views.join(), views, activeView: views[0] },
    })
    const dock = {
      ...WORKSPACE.dock,
      grid: {
        root: { type: 'branch', data: [leaf('hologram', 'chart'), leaf('hologram:2')] },
      },
      panels: {
        chart: { id: 'chart', contentComponent: 'chart' },
        hologram: { id: 'hologram', contentComponent: 'hologram' },
        'hologram:2': { id: 'hologram:2', contentComponent: 'hologram' },
      },
    }
    const saved = changed({ dock })
    expect(unknownPanels(saved)).toEqual(['hologram'])
    expect(readWorkspace(saved)?.dock).toMatchObject({
      grid: {
        root: { data: [{ data: { views: ['chart'], activeView: 'chart' } }] },
      },
      panels: { chart: { id: 'chart' } },
    })
    expect(readWorkspace(saved)?.dock?.panels).not.toHaveProperty('hologram')
    expect(unknownPanels(writeWorkspace(WORKSPACE))).toEqual([])
  })

  it('has no dock when none of its panels is known', () => {
    const saved = changed({
      dock: { grid: {}, panels: { x: { id: 'x', contentComponent: 'hologram' } } },
    })
    expect(readWorkspace(saved)).toMatchObject({ dock: null })
  })
})
