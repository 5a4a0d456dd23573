import type { ExchangeDay } from '../../../../shared/domain/market/exchange-time.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { Occasion } from '../../ledger/journal.js'
import { valueCents, type Cents } from '../../ledger/money.js'
import { partCost, type Asset } from '../../ledger/position.js'
import type { Transfer } from '../../ledger/transfers.js'
import { STOCK_SCALE, type PriceUnits, type SizeUnits } from '../../model/units.js'
import type { Slices } from '../state/exchange-state.js'

/** One asset of a transfer, signed: negative leaves the account. */
interface Moved {
  readonly asset: Asset
  readonly size: SizeUnits
  /** The price that becomes the cost of what comes in; null for what leaves. */
  readonly price: PriceUnits | null
}

/** Returns the assets that a transfer moves when it settles. */
export function assetsOf({ acats, coins, direction }: Transfer): readonly Moved[] {
  const sign = direction === 'INCOMING' ? 1 : -1
  const shares = (acats?.shares ?? []).map(
    ({ symbol, size, price }): Moved => ({
      asset: { product: 'EQUITY', symbol, outcome: null, scale: STOCK_SCALE },
      size: sign * size,
      price: sign > 0 ? price : null,
    }),
  )
  if (coins === null) return shares
  const { symbol, scale, size, feeSize, price } = coins
  return [
    ...shares,
    {
      asset: { product: 'CRYPTO', symbol, outcome: null, scale },
      size: sign * (size + feeSize),
      price,
    },
  ]
}

/** Returns the size of an asset that no open order holds. */
export function freeSize(
  state: Slices<'ledger' | 'orders'>,
  accountId: string,
  symbol: string,
): SizeUnits {
  let free = state.ledger.held(accountId, symbol)
  for (const order of state.orders.open.values()) {
    if (order.accountId === accountId && order.view.terms.symbol === symbol) {
      free -= order.heldShares
    }
  }
  return free
}

/** What leaves the account takes its share of the position's cost with it. */
function costOf(state: Slices<'ledger'>, accountId: string, { asset, size, price }: Moved): Cents {
  if (price !== null) return valueCents(price, size, asset.scale)
  const position = state.ledger.position(accountId, asset.symbol)
  return position === undefined || position.size === 0 ? 0 : partCost(position, size)
}

/** Books what a settled transfer moves, at the present time. */
export function moveAssets(
  state: Slices<'markets' | 'ledger' | 'clock' | 'deps'>,
  transfer: Transfer,
  day: ExchangeDay,
  time: EpochMs = epochMs(state.clock.time),
): void {
  const { accountId, acats } = transfer
  const occasion: Occasion = { time, day, type: 'TRANSFER', subType: subTypeOf(transfer) }
  const cents = acats?.cents ?? 0
  if (cents !== 0) state.ledger.move({ ...occasion, accountId, symbol: null, cents })
  for (const moved of assetsOf(transfer)) {
    const { asset, size } = moved
    const mark =
      state.markets.find(asset.symbol)?.close ??
      state.deps.reference(asset.symbol)?.last ??
      moved.price ??
      0
    state.ledger.receive({
      ...occasion,
      accountId,
      asset,
      size,
      cost: costOf(state, accountId, moved),
      mark,
    })
  }
}

const subTypeOf = ({ method, direction }: Transfer): string => {
  const way = direction === 'INCOMING' ? 'IN' : 'OUT'
  return method === 'ACATS' ? `ACATS_${way}` : `CRYPTO_TRANSFER_${way}`
}
