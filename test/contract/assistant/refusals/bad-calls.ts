import type { BadCall } from './bad-call.js'
import { BRACKET_CALLS, LINKED_CALLS, PROTECT_CALLS } from './bracket-calls.js'
import { BATCH_CALLS, CHANGE_CALLS } from './change-calls.js'
import { OPTION_CALLS } from './option-calls.js'
import { ALGO_CALLS, PRODUCT_CALLS } from './product-calls.js'
import { READ_CALLS } from './read-calls.js'
import { STOCK_CALLS } from './stock-calls.js'
import { WAITING_CALLS } from './waiting-calls.js'

/** Every bad call of the table. */
export const BAD_CALLS: readonly BadCall[] = [
  ...STOCK_CALLS,
  ...OPTION_CALLS,
  ...BRACKET_CALLS,
  ...LINKED_CALLS,
  ...PROTECT_CALLS,
  ...ALGO_CALLS,
  ...PRODUCT_CALLS,
  ...CHANGE_CALLS,
  ...BATCH_CALLS,
  ...READ_CALLS,
  ...WAITING_CALLS,
]
