import { alertRulesOf } from '../../../shared/domain/alerts/alert-kinds.js'
import type { AlertId } from '../../../shared/domain/alerts/alert.js'
import type { WatchedContract } from '../conditions/contract-watch.js'
import type { AlertRecord } from './alert-record.js'

/** Returns the instrument that an alert is about; none for an account and an order. */
export function watchedContracts(record: AlertRecord): readonly WatchedContract<AlertId>[] {
  const { id: owner, condition, armedAt } = record
  if (!('instrument' in condition)) return []
  const { symbol, assetClass } = condition.instrument
  // A split changes prices and share counts of a stock; ratios and times stay.
  const hasOldPrices = assetClass === 'stock' && alertRulesOf(condition).hasPrices(condition)
  return [{ owner, symbol, assetClass, armedAt, hasOldPrices }]
}
