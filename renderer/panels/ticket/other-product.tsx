import { PencilOff } from 'lucide-react'
import type { Account, AccountProduct } from '../../../shared/domain/account/account.js'
import { tradesClass } from '../../../shared/domain/account/account-products.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import { useText } from '../../language/window-text.js'
import { Empty } from '../../ui/states.js'

/**
 * Returns the product of the selected account when it is not stocks; null when the ticket can be
 * used, or while the product is unknown.
 */
export function otherProduct(
  accounts: readonly Account[] | undefined,
  accountId: AccountId | null,
): AccountProduct | null {
  const product = accounts?.find((account) => account.accountId === accountId)?.product
  return product === undefined || tradesClass(product, 'stock') ? null : product
}

/** Shown instead of the ticket: this account would refuse any order for a stock. */
export function OtherProduct({ product }: { readonly product: AccountProduct }) {
  const text = useText()
  return (
    <Empty
      icon={PencilOff}
      title={text.ticket.otherProduct(product)}
      hint={text.ticket.otherProductHint}
    />
  )
}
