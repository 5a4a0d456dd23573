/** Every panel's name: kept in saved workspaces, so never reuse one for something else. */
export const PANEL_IDS = [
  'watchlist',
  'chart',
  'positions',
  'orders',
  'fills',
  'ticket',
  'depth',
  'time-sales',
  'account',
  'session',
  'instructions',
] as const
export type PanelId = (typeof PANEL_IDS)[number]

/** Where a panel stands in the default workspace; panels of one place are its tabs. */
export type Placement = 'left' | 'centre' | 'blotter' | 'right' | 'book'
