import type { Position } from '../../../../shared/domain/account/account.js'
import { singleLegPositions } from '../../../../shared/domain/account/single-leg-positions.js'
import { add, ZERO_QUANTITY, type Quantity } from '../../../../shared/domain/decimal.js'
import type { AccountId, Symbol } from '../../../../shared/domain/ids.js'
import type { EventOutcome } from '../../../../shared/domain/instruments/event-contract.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import {
  orderInstrumentKey,
  positionInstrumentKey,
} from '../../../../shared/domain/instruments/instrument-key.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'

/** What the ticket trades: an option by its OCC symbol, an event market by its outcome. */
export interface TradedInstrument {
  readonly accountId: AccountId
  readonly symbol: Symbol
  readonly assetClass: AssetClass
  readonly outcome: EventOutcome
}

/**
 * Sums the units of one instrument in one account, negative when short. Options count by contract,
 * also those that are legs of a strategy; other products of the same symbol do not count.
 */
export function heldQuantity(positions: readonly Position[], traded: TradedInstrument): Quantity {
  return heldParts(positions, traded).reduce(
    (total, position) => add(total, position.quantity),
    ZERO_QUANTITY,
  )
}

/**
 * Returns the time at which the figures of a position stopped, while they stand still; null while
 * they are current.
 */
export function stoppedAt(
  positions: readonly Position[],
  traded: TradedInstrument,
): EpochMs | null {
  const moments = heldParts(positions, traded).flatMap(({ valuedAt }) => valuedAt ?? [])
  return moments.length === 0 ? null : epochMs(Math.min(...moments))
}

/** Returns the positions of one contract, also those that are legs of a strategy. */
function heldParts(
  positions: readonly Position[],
  { accountId, symbol, assetClass, outcome }: TradedInstrument,
): readonly Position[] {
  const key = orderInstrumentKey({ assetClass, symbol, terms: { legs: [], outcome } })
  return positions
    .filter((position) => position.accountId === accountId)
    .flatMap((position) => singleLegPositions(position) ?? [])
    .filter((position) => key !== null && positionInstrumentKey(position) === key)
}
