import type { EventOutcome } from '../../shared/domain/instruments/event-contract.js'
import type { Symbol } from '../../shared/domain/ids.js'
import { occSymbol, parseOcc } from '../../shared/domain/instruments/option.js'
import type { NamedInstrument } from './instrument-name.js'

/** What a row of a table is in the ticket. */
export interface TicketInstrument {
  readonly symbol: Symbol
  readonly outcome?: EventOutcome
}

/**
 * Returns the symbol by which the ticket, the chart and quotes know an instrument: an option by its
 * OCC symbol, an event market with the outcome. Null for a combination, which has no symbol of its
 * own.
 */
export function ticketInstrument({
  symbol,
  assetClass,
  legs,
  outcome,
}: NamedInstrument): TicketInstrument | null {
  if (assetClass === 'event') {
    return outcome === null || outcome === 'unknown'
      ? { symbol: symbol as Symbol }
      : { symbol: symbol as Symbol, outcome }
  }
  if (assetClass !== 'option') return { symbol: symbol as Symbol }
  const [leg, ...more] = legs
  if (leg === undefined || leg.option === null || more.length > 0) return null
  if (parseOcc(leg.symbol) !== null) return { symbol: leg.symbol as Symbol }
  const { type, strike, expiration } = leg.option
  if (type === null || type === 'unknown' || strike === null || expiration === null) return null
  const occ = occSymbol({ root: leg.symbol, type, strike, expiration })
  return occ === null ? null : { symbol: occ }
}
