import type { Price } from '../decimal.js'
import type { Symbol } from '../ids.js'
import { occSymbol, parseOcc, type OptionType } from '../instruments/option.js'
import type { Position } from './account.js'

/** The terms of one option contract. */
export interface HeldContract {
  readonly type: OptionType
  readonly strike: Price
  readonly expiration: string
}

/** Returns the one option contract of a position; null for a combination and other products. */
export function contractOf({ legs }: Position): HeldContract | null {
  const [leg, ...more] = legs ?? []
  const option = leg?.option
  return option == null ||
    more.length > 0 ||
    option.type === null ||
    option.type === 'unknown' ||
    option.strike === null ||
    option.expiration === null
    ? null
    : { type: option.type, strike: option.strike, expiration: option.expiration }
}

/** Returns the symbol of what is held: of its one contract, else the position's own. */
export function contractSymbol(position: Position): Symbol {
  const contract = contractOf(position)
  if (contract === null) return position.symbol
  // The broker may name a leg by its root or by its contract.
  const named = position.legs?.[0]?.symbol ?? position.symbol
  return parseOcc(named) === null
    ? (occSymbol({ root: named, ...contract }) ?? position.symbol)
    : named
}
