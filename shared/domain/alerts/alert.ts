import type { Brand } from '../brand.js'

export type AlertId = Brand<string, 'AlertId'>

/** `through`: in either direction. */
export const PRICE_CROSSINGS = ['above', 'below', 'through'] as const
export type PriceCrossing = (typeof PRICE_CROSSINGS)[number]
export const CHANGE_CROSSINGS = ['above', 'below'] as const
export type ChangeCrossing = (typeof CHANGE_CROSSINGS)[number]

/**
 * `off`: switched off by the person. `fired`: it fired once. `expired`: its time is over. `ended`:
 * with its drawing or its contract, or by a split of its stock.
 */
export const ALERT_STATES = ['active', 'off', 'fired', 'expired', 'ended'] as const
export type AlertState = (typeof ALERT_STATES)[number]

/** True for an alert that does not fire any more unless the person switches it on. */
export const isEnded = (state: AlertState): boolean => state === 'fired' || state === 'expired'

/**
 * Why conditions were not evaluated: Countersign was not running, no current data came, or the
 * broker did not report the figure.
 */
export const ALERT_GAP_REASONS = ['closed', 'offline', 'unknown'] as const
export type AlertGapReason = (typeof ALERT_GAP_REASONS)[number]

/** How far the quote that an alert fired by was from the present. */
export const QUOTE_DELAYS = ['current', 'late', 'delayed'] as const

/** What an entry of the history says. */
export const ALERT_EVENT_KINDS = ['fired', 'expired', 'ended'] as const

export const MAX_ALERTS = 1_000
export const MAX_ALERT_EVENTS = 200
export const MAX_ALERT_NOTE = 200
export const MAX_WAKE_LABEL = 300
export const MIN_REPEAT_MS = 1_000
export const MAX_REPEAT_MS = 7 * 86_400_000

/**
 * The figures of an account that an alert compares with a level. `marginExcess`: the net
 * liquidation less the maintenance margin. `marginCalls`: the number of open margin calls.
 */
export const ACCOUNT_FIGURES = [
  'dayPnl',
  'netLiquidation',
  'cash',
  'buyingPower',
  'unrealizedPnl',
  'marginExcess',
  'marginCalls',
] as const
export type AccountFigure = (typeof ACCOUNT_FIGURES)[number]

export const MAX_ACCOUNT_NAME = 100

/**
 * What may happen to an order at the broker. `cancelled`: by the broker or elsewhere, never on a
 * request that was sent from here. `expired`: canceled by the broker once its time in force was
 * over.
 */
export const ORDER_ALERT_EVENTS = [
  'filled',
  'partially-filled',
  'cancelled',
  'rejected',
  'expired',
] as const
export type OrderAlertEvent = (typeof ORDER_ALERT_EVENTS)[number]
