import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import type { Refusal } from '../api/refusals.js'
import { refuse } from '../api/refusals.js'
import type { Slices } from '../state/exchange-state.js'

/** True while trading in a symbol is halted. */
export const isHalted = ({ switches }: Slices<'switches'>, symbol: string): boolean =>
  switches.haltedSymbols.includes(symbol)

/** Returns the refusal of a new or changed order in a halted symbol (ASSUMPTIONS.halts). */
export const refusedByHalt = (state: Slices<'switches'>, symbol: string): Refusal | null =>
  isHalted(state, symbol)
    ? refuse(ASSUMPTIONS.halts.refusal, `Trading in ${symbol} is halted.`)
    : null
