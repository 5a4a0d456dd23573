import type { Quantity } from '../../../../shared/domain/decimal.js'
import type { AnyInstrument } from '../../../../shared/domain/instruments/any-instrument.js'
import type { OrderFault } from '../../../../shared/domain/orders/trade-outcome.js'
import type { TicketFinding } from '../../../ui/ticket/model/build-draft.js'
import type { TradedMarket } from '../../../ui/ticket/traded-market.js'
import type { TicketAction, TicketForm } from '../../../ui/ticket/model/ticket-form.js'

export interface BlockedField {
  readonly field: OrderFault['field']
  readonly reasonId: string
}

/** Returns the id of the sentence that says what is wrong with a field; null while nothing is. */
export const reasonFor = (
  blocked: BlockedField | null,
  field: OrderFault['field'],
): string | null => (blocked?.field === field ? blocked.reasonId : null)

/** What every field of the ticket shows and changes. */
export interface FieldsProps {
  readonly form: TicketForm
  readonly act: (action: TicketAction) => void
  readonly findings: readonly TicketFinding[]
  /** True once the person has tried to send: empty fields then show a problem. */
  readonly attempted: boolean
  /** The field that blocks the order, and the id of the sentence that says why; null for none. */
  readonly blocked: BlockedField | null
  readonly market: TradedMarket
  readonly held: Quantity
  /** The part of it that no working order closes already, without a sign. */
  readonly free: Quantity
  /** Null until the broker's data is loaded. */
  readonly instrument: AnyInstrument | null
}
