import {
  ACCOUNT_CLASSES,
  tradesClass,
} from '../../../shared/domain/instruments/account-products.js'
import type { AccountProduct } from '../../../shared/domain/instruments/account-products.js'
import type { Account } from '../../../shared/domain/account/account.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import type { Denial } from './risk-limits.js'
import { message } from '../../../shared/messages/make-message.js'

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
  if (account === undefined) {
    return { code: 'wrong-account', message: message('risk.accountUnknown') }
  }
  if (tradesClass(account.product, assetClass)) return null
  return {
    code: 'wrong-account',
    message: message('risk.accountTrades', {
      product: account.product,
      assetClass,
      needed: productFor(assetClass),
    }),
  }
}
