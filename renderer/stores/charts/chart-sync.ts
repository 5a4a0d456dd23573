import { setSetting, settingOf, type ViewState, type ViewStore } from '../view-state.js'

/** What the charts of a window share; the choices are saved in the workspace. */
export const CHART_SYNCS = ['symbol', 'timespan', 'crosshair'] as const
export type ChartSync = (typeof CHART_SYNCS)[number]

const STATES = ['on', 'off'] as const
const INITIAL: Readonly<Record<ChartSync, (typeof STATES)[number]>> = {
  symbol: 'off',
  timespan: 'off',
  crosshair: 'on',
}
const nameOf = (sync: ChartSync): string => `charts.sync-${sync}`

/** Returns whether the charts share something; reads the settings of the window, not of a panel. */
export const syncs = (view: Pick<ViewState, 'settings'>, sync: ChartSync): boolean =>
  settingOf(view, nameOf(sync), STATES, INITIAL[sync]) === 'on'

export const setSync = (view: ViewStore, sync: ChartSync, isOn: boolean): void =>
  setSetting(view, nameOf(sync), isOn ? 'on' : 'off')
