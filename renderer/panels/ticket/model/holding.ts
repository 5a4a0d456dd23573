import type { Position } from '../../../../shared/domain/account/account.js'
import { singleLegPositions } from '../../../../shared/domain/account/single-leg-positions.js'
import { add, ZERO_QUANTITY, type Quantity } from '../../../../shared/domain/decimal.js'
import type { AccountId, Symbol } from '../../../../shared/domain/ids.js'
import type { EventOutcome } from '../../../../shared/domain/instruments/event-contract.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { occSymbol, parseOcc } from '../../../../shared/domain/instruments/option.js'

/** What the ticket trades: an option by its OCC symbol, an event market by its outcome. */
export interface TradedInstrument {
  readonly accountId: AccountId
  readonly symbol: Symbol
  readonly assetClass: AssetClass
  readonly outcome: EventOutcome
}

/** Returns the OCC symbol of a position with a single leg; null for any other. */
function contractOf({ legs }: Position): Symbol | null {
  const [leg, ...more] = legs ?? []
  if (leg === undefined || more.length > 0) return null
  if (parseOcc(leg.symbol) !== null) return leg.symbol
  const { type, strike, expiration } = leg.option ?? {}
  return type === undefined || type === null || type === 'unknown' || !strike || !expiration
    ? null
    : occSymbol({ root: leg.symbol, type, strike, expiration })
}

/** One name for one contract: OCC symbols may be padded with spaces. */
const unpadded = (symbol: string): string => symbol.replaceAll(' ', '')

function isHeld(position: Position, { symbol, assetClass, outcome }: TradedInstrument): boolean {
  if (position.assetClass !== assetClass) return false
  if (assetClass === 'option') {
    const contract = contractOf(position)
    return contract !== null && unpadded(contract) === unpadded(symbol)
  }
  if (assetClass === 'event' && position.outcome !== outcome) return false
  return position.symbol === symbol
}

/**
 * Sums the units of one instrument in one account, negative when short. Options count by contract,
 * also those that are legs of a strategy; other products of the same symbol do not count.
 */
export const heldQuantity = (positions: readonly Position[], traded: TradedInstrument): Quantity =>
  positions
    .filter(({ accountId }) => accountId === traded.accountId)
    .flatMap((position) => singleLegPositions(position) ?? [])
    .filter((position) => isHeld(position, traded))
    .reduce((total, position) => add(total, position.quantity), ZERO_QUANTITY)
