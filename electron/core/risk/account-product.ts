import { ACCOUNT_CLASSES, ACCOUNT_WORDS, ORDER_WORDS, tradesClass } from '../../../shared/domain/account-products.js'
import type { Account, AccountProduct } from '../../../shared/domain/account.js'
import type { AssetClass } from '../../../shared/domain/instrument.js'
import type { Order, OrderChange, OrderType } from '../../../shared/domain/order.js'
import type { Denial } from './limits.js'

const productFor = (assetClass: AssetClass): AccountProduct => (Object.keys(ACCOUNT_CLASSES) as AccountProduct[]).find((product) => tradesClass(product, assetClass)) ?? 'securities'

/** Why an account does not take an order; null when it does. The provider's own refusal would come too late, and in its own words. */
export function accountDenial(account: Pick<Account, 'product'> | undefined, assetClass: AssetClass): Denial | null {
  if (account === undefined) return { code: 'wrong-account', message: 'This account is not known' }
  if (tradesClass(account.product, assetClass)) return null
  return { code: 'wrong-account', message: `This account trades ${ACCOUNT_WORDS[account.product]}: ${ORDER_WORDS[assetClass]} belongs in an account for ${ACCOUNT_WORDS[productFor(assetClass)]}` }
}

interface Changeable {
  readonly members: readonly (keyof OrderChange)[]
  /** The type that the order may become. */
  readonly becomes: OrderType | null
}

/** What of a futures order may be replaced, by its type (contract/trading.md 4.5). */
const FUTURES: Readonly<Partial<Record<OrderType, Changeable>>> = {
  market: { members: ['quantity'], becomes: null },
  limit: { members: ['timeInForce', 'quantity', 'limitPrice'], becomes: 'market' },
  stop: { members: ['timeInForce', 'quantity', 'stopPrice'], becomes: 'market' },
  'stop-limit': { members: ['timeInForce', 'quantity', 'limitPrice', 'stopPrice'], becomes: 'limit' },
  'trailing-stop': { members: ['trail'], becomes: null },
}

const WORDS: Readonly<Record<keyof OrderChange, string>> = {
  type: 'order type', timeInForce: 'time in force', quantity: 'quantity', limitPrice: 'limit price', stopPrice: 'stop price', trail: 'trail',
}

/** Why a product does not let an order be changed in this way (contract/trading.md 4.5); null when it does. */
export function replaceDenial(order: Pick<Order, 'assetClass' | 'type'>, change: OrderChange): Denial | null {
  if (order.assetClass === 'crypto') return { code: 'not-replaceable', message: 'Crypto orders cannot be replaced: cancel it and place another' }
  if (order.assetClass !== 'futures') return null
  const rule = FUTURES[order.type]
  const asked = (Object.keys(change) as (keyof OrderChange)[]).filter((member) => change[member] !== undefined)
  const fixed = asked.find((member) => (member === 'type' ? change.type !== order.type && change.type !== rule?.becomes : rule?.members.includes(member) !== true))
  return fixed === undefined ? null : { code: 'not-replaceable', message: `A ${order.type} order of futures keeps its ${WORDS[fixed]}: cancel it and place another` }
}
