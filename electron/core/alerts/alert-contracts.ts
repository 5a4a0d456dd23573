import type { AlertId } from '../../../shared/domain/alerts/alert.js'
import { isTimeAlert } from '../../../shared/domain/alerts/drawing-alert.js'
import type { WatchedContract } from '../conditions/contract-watch.js'
import type { AlertRecord } from './alert-record.js'

/** Returns the instrument that an alert is about; none for an account and an order. */
export function watchedContracts(record: AlertRecord): readonly WatchedContract<AlertId>[] {
  const { id: owner, condition, armedAt } = record
  if (!('instrument' in condition)) return []
  const { symbol, assetClass } = condition.instrument
  return [{ owner, symbol, assetClass, armedAt, hasOldPrices: hasOldPrices(record) }]
}

/** True for an alert on prices of a stock, which a split changes; ratios and times stay. */
function hasOldPrices({ condition }: AlertRecord): boolean {
  if (!('instrument' in condition) || condition.instrument.assetClass !== 'stock') return false
  switch (condition.kind) {
    case 'price':
    case 'volume':
      return true
    case 'change':
      return false
    case 'indicator':
      return condition.comparison === 'level'
    case 'drawing':
      return !isTimeAlert(condition)
  }
}
