/**
 * The id of every panel. Ids are stored in saved workspaces, so never reuse one for another panel.
 */
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

/**
 * The position of a panel in the default workspace; panels with the same placement are tabs of one
 * group.
 */
export type Placement = 'left' | 'centre' | 'blotter' | 'right' | 'book'
