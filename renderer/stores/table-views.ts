/** The tables whose arrangement is saved. An id is stored: never reuse one. */
export type TableId =
  | 'watchlist'
  | 'orders'
  | 'positions'
  | 'all-positions'
  | 'fills'
  | 'balances'
  | 'options'
  | 'contracts'
  | 'stocks'
  | 'crypto'
  | 'events'
  | 'games'
  | 'game-markets'
  | 'accounts'
  | 'screener-movers'
  | 'screener-active'
  | 'screener-year'
  | 'screener-dividends'
  | 'screener-sector'
  | 'sectors'
  | 'calendar'
  | 'alerts'
  | 'alert-history'
  | `company-${string}`
  | 'cash-activities'
  | 'transfers'
  | 'executions'
  | 'order-history'
  | 'fill-history'
  | 'journal-trips'
  | 'journal-lots'
  | 'journal-open-lots'
  | 'request-log'
  | 'institution'
  | 'institution-events'

/** The column that a table is sorted by. */
export interface SortBy {
  readonly id: string
  readonly desc: boolean
}

/** What the person set of one column; absent members follow the column's own default. */
export interface ColumnView {
  readonly id: string
  readonly hidden?: boolean | undefined
  /** In px. */
  readonly width?: number | undefined
  /** Pinned columns stay in view at the start of the table. */
  readonly pinned?: boolean | undefined
}

/** The person's arrangement of one table. */
export interface TableView {
  /** In display order; empty while the person has arranged nothing. */
  readonly columns: readonly ColumnView[]
  /** Null for no sorting; absent for the table's own. */
  readonly sort?: SortBy | null | undefined
}

/** The narrowest and the widest column that a person can set, in px. */
export const MIN_COLUMN_PX = 32
export const MAX_COLUMN_PX = 900
