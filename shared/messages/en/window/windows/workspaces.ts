/** Workspaces, link groups, and panels in windows of their own. */
const LINKS = {
  blue: 'Link group 1, blue',
  amber: 'Link group 2, amber',
  violet: 'Link group 3, violet',
  teal: 'Link group 4, teal',
  rose: 'Link group 5, rose',
  olive: 'Link group 6, olive',
} as const

export const workspacesText = {
  menu: 'Workspace',
  manage: 'Workspaces…',
  undoLayout: 'Undo layout change',
  panelMenuCommand: 'Panel menu: link group, own window',
  panelMenu: (panel: string) => `Menu of ${panel}`,
  linkName: (link: keyof typeof LINKS | null) => (link === null ? 'Not linked' : LINKS[link]),
  linkMenu: 'Link group',
  another: 'Open another beside it',
  anotherCommand: 'Open another panel of this kind',
  ownWindow: 'Open in own window',
  closePanel: 'Close panel',
  returnPanel: 'Return panel to main window',
  returnAll: 'Return all panels to the main window',
  returnPanels: 'Return to main window',
  returnHint:
    'Closes this window and docks its panels in the main window. Closing it does the same.',
  unknownPanels: (count: number) =>
    count === 1
      ? 'A panel of this workspace does not exist in this version and was left out.'
      : `${count} panels of this workspace do not exist in this version and were left out.`,
  crashed: 'This window failed and was loaded again.',
  crashedHint:
    'Orders, alerts and the other windows were not affected. What you had entered in a ticket is back.',
  windowGone: 'This window is not part of the workspace any more.',
  mainWindowOnly: 'In the main window',
  mainWindowOnlyHint:
    'This is done in the main window. Halting, locking and the kill switch work in every window.',
  windowLabel: 'Window with panels',
  charts: {
    one: 'Charts: 1',
    two: 'Charts: 2',
    four: 'Charts: 4',
    symbol: (isOn: boolean) => (isOn ? 'Sync chart symbols: on' : 'Sync chart symbols: off'),
    timespan: (isOn: boolean) => (isOn ? 'Sync chart intervals: on' : 'Sync chart intervals: off'),
    crosshair: (isOn: boolean) => (isOn ? 'Sync crosshairs: on' : 'Sync crosshairs: off'),
  },
}
