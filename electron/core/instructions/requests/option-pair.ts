import { eq, gt, lt, type Quantity } from '../../../../shared/domain/decimal.js'
import type { AccountId, TradingSymbol } from '../../../../shared/domain/ids.js'
import type { OptionTerms } from '../../../../shared/domain/instruments/instrument-key.js'
import type { DraftLeg } from '../../../../shared/domain/orders/order-terms.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'

/** A leg of a pair: the root that the order names, and the contract. */
export interface PairLeg {
  readonly root: TradingSymbol
  readonly contract: OptionTerms
}

export interface OptionPair {
  readonly accountId: AccountId
  readonly symbol: TradingSymbol
  readonly quantity: Quantity
  readonly bought: PairLeg
  readonly sold: PairLeg
}

/**
 * True when the first contract costs more than the second of its type, whatever the market says:
 * the later expiration, the lower call, the higher put.
 */
function costsMore(a: OptionTerms, b: OptionTerms): boolean {
  if (a.expiration !== b.expiration) return a.expiration > b.expiration
  return a.type === 'call' ? lt(a.strike, b.strike) : gt(a.strike, b.strike)
}

const strategyOf = (a: OptionTerms, b: OptionTerms): 'vertical' | 'calendar' | 'diagonal' => {
  if (a.expiration === b.expiration) return 'vertical'
  return eq(a.strike, b.strike) ? 'calendar' : 'diagonal'
}

/**
 * Returns one order that buys one contract and sells another of the same type, without its net
 * limit price. It is a sale, for a credit, when the contract that is sold costs more.
 */
export function pairDraft({ accountId, symbol, quantity, bought, sold }: OptionPair): OrderDraft {
  const leg = (side: 'buy' | 'sell', { root, contract }: PairLeg): DraftLeg => ({
    symbol: root,
    side,
    quantity,
    option: contract,
  })
  return {
    accountId,
    assetClass: 'option',
    symbol,
    side: costsMore(sold.contract, bought.contract) ? 'sell' : 'buy',
    type: 'limit',
    timeInForce: 'day',
    session: 'core',
    size: { kind: 'quantity', quantity },
    limitPrice: null,
    stopPrice: null,
    trail: null,
    expireDate: null,
    terms: {
      strategy: strategyOf(bought.contract, sold.contract),
      legs: [leg('buy', bought), leg('sell', sold)],
    },
  }
}
