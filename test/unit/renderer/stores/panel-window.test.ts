import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  copyEntries,
  entriesOfPanel,
  openEntries,
  panelWindow,
} from '../../../../renderer/stores/instances/panel-window.js'
import { createMainWindow, type MainWindow } from '../../../../renderer/stores/main-window.js'
import { nextPanelId, panelKind, panelNumber } from '../../../../renderer/stores/panel-id.js'
import {
  linkPanel,
  pinnedGroup,
  prefillTicket,
  selectSymbol,
  symbolOf,
} from '../../../../renderer/stores/selection.js'
import { setSetting, setTableView } from '../../../../renderer/stores/view-state.js'
import { symbol } from '../../../../shared/domain/ids.js'

const [AAPL, MSFT, SPY] = [symbol('AAPL'), symbol('MSFT'), symbol('SPY')]
let desk: MainWindow
beforeEach(() => {
  desk = createMainWindow({
    invoke: vi.fn() as never,
    openStream: vi.fn() as never,
    now: () => 0,
    after: () => () => undefined,
  })
})
const shownSymbol = (panel: string) => symbolOf(panelWindow(desk, panel).selection.getState())

describe('the id of a panel', () => {
  it('is that of its kind for the first one, and numbered for the others', () => {
    expect(nextPanelId('chart', [])).toBe('chart')
    expect(nextPanelId('chart', ['chart', 'chart:3'])).toBe('chart:2')
    expect([panelKind('chart:12'), panelNumber('chart:12')]).toEqual(['chart', 12])
    expect([panelKind('time-sales'), panelNumber('time-sales')]).toEqual(['time-sales', 1])
    expect(panelKind('chart:0')).toBe('chart:0')
  })
})

describe('link groups', () => {
  it('show a chosen symbol in every panel of the group, and in no other', () => {
    linkPanel(desk.selection, 'chart:2', 'amber')
    linkPanel(desk.selection, 'depth', 'amber')
    selectSymbol(panelWindow(desk, 'chart').selection, AAPL)
    selectSymbol(panelWindow(desk, 'depth').selection, MSFT)
    expect([
      shownSymbol('chart'),
      shownSymbol('ticket'),
      shownSymbol('chart:2'),
      shownSymbol('depth'),
    ]).toEqual([AAPL, AAPL, MSFT, MSFT])
  })

  it('keep the symbol of a panel that joins an empty group or is pinned', () => {
    selectSymbol(desk.selection, AAPL)
    linkPanel(desk.selection, 'chart:2', 'teal')
    linkPanel(desk.selection, 'depth', pinnedGroup('depth'))
    selectSymbol(desk.selection, SPY)
    expect([shownSymbol('chart'), shownSymbol('chart:2'), shownSymbol('depth')]).toEqual([
      SPY,
      AAPL,
      AAPL,
    ])
    // Back in the first group it shows what the group shows.
    linkPanel(desk.selection, 'depth', 'blue')
    expect(shownSymbol('depth')).toBe(SPY)
  })

  it('trade in the ticket what the group of the ticket shows', () => {
    linkPanel(desk.selection, 'ticket', 'violet')
    selectSymbol(panelWindow(desk, 'chart').selection, AAPL)
    prefillTicket(panelWindow(desk, 'chart').selection, { symbol: MSFT, side: 'buy' })
    expect([shownSymbol('chart'), shownSymbol('ticket')]).toEqual([AAPL, MSFT])
  })

  it('tell subscribers of a panel about its own state, and keep one object per state', () => {
    const own = panelWindow(desk, 'chart:2').selection
    expect(own.getState()).toBe(own.getState())
    const symbols: (string | null)[] = []
    own.subscribe((state) => symbols.push(symbolOf(state)))
    linkPanel(desk.selection, 'chart:2', 'rose')
    selectSymbol(own, MSFT)
    selectSymbol(desk.selection, AAPL)
    expect(symbols).toEqual([null, MSFT, MSFT])
  })
})

describe('the settings of a panel', () => {
  it('are its own from the second one of a kind on; the first keeps the stored names', () => {
    setSetting(panelWindow(desk, 'chart').view, 'chart.timespan', 'D')
    const second = panelWindow(desk, 'chart:2').view
    expect(second.getState().settings).toEqual({})
    setSetting(second, 'chart.timespan', 'M1')
    setTableView(panelWindow(desk, 'watchlist:2').view, 'watchlist', { sort: null })
    expect(desk.view.getState().settings).toEqual({
      'chart.timespan': 'D',
      'chart:2/chart.timespan': 'M1',
    })
    expect(Object.keys(desk.view.getState().tables)).toEqual(['watchlist:2/watchlist'])
    expect(second.getState().settings).toEqual({ 'chart.timespan': 'M1' })
  })

  it('begin as a copy of the panel that was opened again, without those of an earlier one', () => {
    setSetting(desk.view, 'chart.timespan', 'W')
    setSetting(desk.view, 'depth.levels', '20')
    setSetting(desk.view, 'chart:2/chart.style', 'line')
    copyEntries(desk.view, 'chart', 'chart:2')
    expect(panelWindow(desk, 'chart:2').view.getState().settings).toEqual({
      'chart.timespan': 'W',
    })
  })

  it('leave with a panel that moves, under the names of its kind only', () => {
    setSetting(desk.view, 'tape.min-size', '100')
    setSetting(desk.view, 'chart.timespan', 'W')
    expect(entriesOfPanel(desk.view.getState(), 'time-sales').settings).toEqual({
      'tape.min-size': '100',
    })
  })

  it('are forgotten with panels that are not open any more', () => {
    const all = { 'chart.style': 'a', 'chart:2/chart.style': 'b', 'chart:3/chart.style': 'c' }
    expect(openEntries(all, ['chart', 'chart:3'])).toEqual({
      'chart.style': 'a',
      'chart:3/chart.style': 'c',
    })
  })
})
