export type { BarData, BarQuery, ExtendedHours, Listing, Market, MarketOptions, SnapshotData, TapePrint } from './types.js'
