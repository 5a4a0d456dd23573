import type { Account, Balance } from '../../../../shared/domain/account/account.js'
import { MAX_ACCOUNT_NAME, type AccountFigure } from '../../../../shared/domain/alerts/alert.js'
import type { AlertAccount } from '../../../../shared/domain/alerts/alert.schema.js'
import type { ConditionOf } from '../../../../shared/domain/alerts/alert-rules.js'
import { fromInteger, sub, type Decimal } from '../../../../shared/domain/decimal.js'
import { plainLine } from '../../../../shared/domain/text-safety.js'
import type { AlertRecord } from '../alert-record.js'
import type { FigureRules } from '../figure-groups.js'

type AccountCondition = ConditionOf<'account'>

/** Returns a figure of a balance; null where the broker does not report it. */
export function accountFigure(figure: AccountFigure, balance: Balance): Decimal | null {
  switch (figure) {
    case 'dayPnl':
      return balance.dayPnl
    case 'netLiquidation':
      return balance.netLiquidation
    case 'cash':
      return balance.totalCash
    case 'unrealizedPnl':
      return balance.unrealizedPnl
    case 'buyingPower':
      return (
        balance.currencies.find(({ currency }) => currency === balance.currency)?.buyingPower ??
        null
      )
    case 'marginExcess': {
      const { netLiquidation, maintenanceMargin } = balance
      return netLiquidation === null || maintenanceMargin === null
        ? null
        : sub(netLiquidation, maintenanceMargin)
    }
    case 'marginCalls':
      return fromInteger(balance.openMarginCalls.length)
  }
}

/** Returns the condition of an alert about an account. */
export function accountCondition({ condition }: Pick<AlertRecord, 'condition'>): AccountCondition {
  if (condition.kind === 'account') return condition
  throw new Error('this alert is not about an account')
}

export const accountOf = (record: Pick<AlertRecord, 'condition'>): AlertAccount =>
  accountCondition(record).account

export const ACCOUNT_RULES: FigureRules<AccountFigure, Balance> = {
  figureOf: (record) => accountCondition(record).figure,
  read: accountFigure,
  isOfDay: (figure) => figure === 'dayPnl',
}

/** The figures that change with prices: without current ones they prove nothing. */
export const PRICED_FIGURES: ReadonlySet<AccountFigure> = new Set([
  'dayPnl',
  'netLiquidation',
  'unrealizedPnl',
  'marginExcess',
])

const LAST_DIGITS = 4

/** Names an account by its label and the last digits of its number. */
export const accountName = ({ label, accountNumber }: Account): string =>
  plainLine(`${label} ···${accountNumber.slice(-LAST_DIGITS)}`, MAX_ACCOUNT_NAME)
