import type { EventOutcome } from '../../shared/domain/instruments/event-contract.js'
import type { Symbol } from '../../shared/domain/ids.js'
import { contractSymbol } from '../../shared/domain/instruments/instrument-key.js'
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
export function ticketInstrument(named: NamedInstrument): TicketInstrument | null {
  const symbol = contractSymbol(named)
  if (symbol === null) return null
  const { assetClass, outcome } = named
  return assetClass !== 'event' || outcome === null || outcome === 'unknown'
    ? { symbol }
    : { symbol, outcome }
}
