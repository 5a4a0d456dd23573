import {
  ACCOUNT_CLASSES,
  ACCOUNT_LABELS,
  ORDER_LABELS,
  tradesClass,
} from '../../../shared/domain/account/account-products.js'
import type { Account, AccountProduct } from '../../../shared/domain/account/account.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import type { Denial } from './risk-limits.js'

const productFor = (assetClass: AssetClass): AccountProduct =>
  (Object.keys(ACCOUNT_CLASSES) as AccountProduct[]).find((product) =>
    tradesClass(product, assetClass),
  ) ?? 'securities'

/**
 * Returns why an account does not accept an order; null when it does. Checked locally, because the
 * provider's refusal would come later and in its own words.
 */
export function accountDenial(
  account: Pick<Account, 'product'> | undefined,
  assetClass: AssetClass,
): Denial | null {
  if (account === undefined) return { code: 'wrong-account', message: 'This account is not known' }
  if (tradesClass(account.product, assetClass)) return null
  return {
    code: 'wrong-account',
    message: `This account trades ${ACCOUNT_LABELS[account.product]}: ${ORDER_LABELS[assetClass]} belongs in an account for ${ACCOUNT_LABELS[productFor(assetClass)]}`,
  }
}
