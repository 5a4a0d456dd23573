import type { DraftProblem } from '../../domain/orders/order-rules.js'

/**
 * The error in a draft and how to correct it. The ticket shows these messages, and the order
 * gateway uses them in its refusals.
 */
export const draft = {
  'symbol-missing': 'Choose a symbol.',
  'quantity-not-positive': 'Enter a quantity above zero.',
  'quantity-precision': 'A quantity has at most five decimal places.',
  'quantity-whole': 'Whole shares only for this order.',
  'amount-not-positive': 'Enter an amount above zero.',
  'amount-precision': 'An amount has at most two decimal places.',
  'amount-needs-market': 'Only market orders can be sized in dollars.',
  'limit-price-missing': 'Enter a limit price.',
  'limit-price-not-positive': 'The limit price must be above zero.',
  'limit-price-tick':
    'The limit price is between two price steps: use cents, or hundredths of a cent below one dollar.',
  'stop-price-missing': 'Enter a stop price.',
  'stop-price-not-positive': 'The stop price must be above zero.',
  'stop-price-tick':
    'The stop price is between two price steps: use cents, or hundredths of a cent below one dollar.',
  'trail-missing': 'Enter how far the stop trails.',
  'trail-not-positive': 'The trail must be above zero.',
  'trail-too-large': 'The trail cannot be more than 100%.',
  'time-in-force-not-allowed': 'This time in force is not offered for this order type.',
  'session-not-allowed': 'Only limit orders trade outside regular hours.',
  'type-not-offered': 'This order type is not offered here.',
  'asset-class-not-offered': 'Only stocks and ETFs can be traded here.',
  'short-needs-quantity': 'A short sale is sized in shares.',
  'price-not-used': 'This order type does not use that price.',
  'expire-date-missing': 'Enter the day the order expires.',
  'amount-not-offered': 'This order is sized by quantity, not by an amount.',
  'quantity-places': 'The quantity has more decimal places than this product allows.',
  'quantity-out-of-bounds': 'The quantity is outside the limits of this product.',
  'amount-out-of-bounds': 'The order value is outside the limits of this product for one order.',
  'contracts-whole': 'Whole contracts only.',
  'price-step': 'The price is between two price steps of this product.',
  'price-out-of-range': 'The price is outside the range of this market.',
  'short-not-offered': 'This product is bought and sold, not sold short.',
  'terms-not-used': 'The order has terms that this product does not use.',
  'legs-missing': 'Enter the options of the order.',
  'legs-mismatch': 'The legs do not match the order.',
  'strategy-mismatch': 'The legs are another strategy than the one named.',
  'combination-limit-only': 'Combinations are limit orders.',
  'intent-mismatch': 'Opening or closing does not match the side of the order.',
  'legging-mismatch':
    'Legging adds one leg to a position, which becomes a strategy that the broker names, or removes one leg.',
  'outcome-missing': 'Choose yes or no.',
  'trade-mode-mismatch':
    'Orders by amount only buy, fill or kill; otherwise enter a quantity of contracts.',
  'algo-mismatch':
    'Algorithms work on market and limit orders of whole shares, for the day and in regular hours.',
  'algo-percent':
    'The share of the volume is a whole number from 1 to 20, and only where the algorithm uses it.',
  'algo-times': 'The end of an algorithm is after its start.',
} as const satisfies Readonly<Record<DraftProblem, string>>
