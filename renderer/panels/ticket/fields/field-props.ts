import type { Quantity } from '../../../../shared/domain/decimal.js'
import type { AnyInstrument } from '../../../../shared/domain/instruments/any-instrument.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import type { TicketFinding } from '../../../ui/ticket/model/build-draft.js'
import type { TicketAction, TicketForm } from '../../../ui/ticket/model/ticket-form.js'

/** What every field of the ticket shows and changes. */
export interface FieldsProps {
  readonly form: TicketForm
  readonly act: (action: TicketAction) => void
  readonly findings: readonly TicketFinding[]
  /** True once the person has tried to send: empty fields then show a problem. */
  readonly attempted: boolean
  readonly quote: Quote | undefined
  readonly held: Quantity
  /** Null until the broker's data is loaded. */
  readonly instrument: AnyInstrument | null
}
