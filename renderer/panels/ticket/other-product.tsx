import { PencilOff } from 'lucide-react'
import type { Account, AccountProduct } from '../../../shared/domain/account/account.js'
import { tradesClass } from '../../../shared/domain/account/account-products.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import { text } from '../../text/en.js'
import { Empty } from '../../ui/states.js'

/**
 * What the selected account trades where that is not stocks; null where the ticket can order from
 * it, and while it is not known.
 */
export function otherProduct(
  accounts: readonly Account[] | undefined,
  accountId: AccountId | null,
): AccountProduct | null {
  const product = accounts?.find((account) => account.accountId === accountId)?.product
  return product === undefined || tradesClass(product, 'stock') ? null : product
}

/** In the place of the ticket: an order for a stock from this account could only be refused. */
export function OtherProduct({ product }: { readonly product: AccountProduct }) {
  return (
    <Empty
      icon={PencilOff}
      title={text.ticket.otherProduct(product)}
      hint={text.ticket.otherProductHint}
    />
  )
}
