import type { ComboProblem } from '../../domain/orders/combo-rules.js'

/** Why linked orders do not fit together, and how to correct it. */
export const combo = {
  'roles-mixed': 'These orders do not form a bracket, an OCO, an OTO or an OTOCO.',
  'order-count':
    'Too few or too many linked orders: an entry takes one take profit and one stop loss, an OCO two to six orders, an OTO or OTOCO one order first and then one to six.',
  'type-not-allowed': 'This order type cannot be used in this place of the linked orders.',
  'products-mixed': 'Linked orders are all of one product.',
  'product-not-offered':
    'Take profit and stop loss are for stocks and single options; OCO, OTO and OTOCO for stocks only.',
  'account-mixed': 'Linked orders are all in one account.',
  'quantity-only': 'Linked orders are sized by quantity, not by an amount.',
  'algorithm-not-offered': 'An order of an algorithm cannot be linked.',
  'exit-symbol': 'Take profit and stop loss trade the same instrument as the entry.',
  'exit-side': 'Take profit and stop loss close what the entry opens; without an entry they sell.',
  'exit-quantity': 'Take profit and stop loss cannot be larger than the entry.',
  'target-not-winning':
    'The take profit must be on the winning side of the entry: above a buy, below a sale.',
  'stop-not-losing':
    'The stop loss must be on the losing side of the entry: below a buy, above a sale.',
  'stop-not-below-target':
    'The stop loss must be on the other side of the market than the take profit.',
} as const satisfies Record<ComboProblem, string>
