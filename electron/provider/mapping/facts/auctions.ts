import { asPrice, asQuantity, type Decimal } from '../../../../shared/domain/decimal.js'
import type { AuctionState, Imbalance } from '../../../../shared/domain/reference/fundamentals.js'
import type { STOCK_EXTRA_OPERATIONS } from '../../../../shared/wire/families/market-data/stock-extras.js'
import type { ResponseOf } from '../../../../shared/wire/operation.js'
import { orUnknown, tableReader } from '../values.js'

type Snapshot = ResponseOf<typeof STOCK_EXTRA_OPERATIONS.noiiSnapshot>
type Bar = ResponseOf<typeof STOCK_EXTRA_OPERATIONS.noiiBars>[number]

const sideOf = orUnknown(
  tableReader<'buy' | 'sell' | 'none'>({
    B: 'buy',
    BUY: 'buy',
    S: 'sell',
    SELL: 'sell',
    N: 'none',
    NONE: 'none',
  }),
)

const maybePrice = (value: Decimal | null) => (value === null ? null : asPrice(value))
const maybeQuantity = (value: Decimal | null) => (value === null ? null : asQuantity(value))

/** Converts a state of an auction before it takes place (MARKET-1). */
export const toAuctionState = (record: Bar): AuctionState => ({
  time: record.imbalance_time,
  reference: maybePrice(record.imbalance_ref_price),
  near: maybePrice(record.imbalance_near_price),
  far: maybePrice(record.imbalance_far_price),
})

/** Converts the newest state with its shares; sides as Nasdaq codes them. */
export const toImbalance = (record: Snapshot): Imbalance => ({
  ...toAuctionState(record),
  paired: maybeQuantity(record.paired_shares),
  unpaired: maybeQuantity(record.imbalance_shares),
  side: sideOf(record.imbalance_side),
  variation: record.imbalance_var_indicator,
})
