import type { Position } from '../../account/account.js'
import { singleLegPositions } from '../../account/single-leg-positions.js'
import { add, isZero, ZERO, type Decimal } from '../../decimal.js'
import type { AccountId } from '../../ids.js'
import { optionOf, type OptionTerms } from '../../instruments/instrument-key.js'
import { parseOcc, rootOf } from '../../instruments/option.js'
import { STANDARD_MULTIPLIER } from '../strategy-payoff.js'

/** One option contract that is held or sold short. */
export interface OptionHolding {
  /** Null where the broker does not describe the contract. */
  readonly terms: OptionTerms | null
  /** Contracts; negative for short. */
  readonly contracts: Decimal
  /** Shares that one contract delivers. */
  readonly multiplier: Decimal
  /** The price of one share of it; null while it is not known. */
  readonly mark: Decimal | null
  /** The position that it is a part of; null for one that only an order opens. */
  readonly position: Position | null
}

/** The shares and options of one underlying in one account. */
export interface UnderlyingHoldings {
  /** Negative for short. */
  readonly shares: Decimal
  readonly options: readonly OptionHolding[]
  /** False where a combination is held whose legs the broker does not report. */
  readonly isComplete: boolean
}

/** Returns the terms of a contract that is held; null where they are not known. */
export function termsOf(position: Position): OptionTerms | null {
  const occ = parseOcc(position.legs?.[0]?.symbol ?? '') ?? parseOcc(position.symbol)
  return (
    optionOf(position) ??
    (occ === null
      ? null
      : { type: occ.type, strike: occ.strike as OptionTerms['strike'], expiration: occ.expiration })
  )
}

/** Returns what an account holds of one underlying, by its ticker. */
export function holdingsOf(
  positions: readonly Position[],
  accountId: AccountId,
  underlying: string,
): UnderlyingHoldings {
  let shares: Decimal = ZERO
  let isComplete = true
  const options: OptionHolding[] = []
  for (const position of positions) {
    if (position.accountId !== accountId || rootOf(position.symbol) !== rootOf(underlying)) continue
    if (position.assetClass === 'stock') shares = add<Decimal>(shares, position.quantity)
    if (position.assetClass !== 'option') continue
    const parts = (position.legs ?? []).length === 0 ? [position] : singleLegPositions(position)
    if (parts === null) isComplete = false
    for (const part of parts ?? []) {
      if (isZero(part.quantity)) continue
      options.push({
        terms: termsOf(part),
        contracts: part.quantity,
        multiplier: part.multiplier ?? STANDARD_MULTIPLIER,
        mark: part.lastPrice,
        position,
      })
    }
  }
  return { shares, options, isComplete }
}
