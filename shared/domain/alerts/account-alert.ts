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
