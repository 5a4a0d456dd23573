import * as z from 'zod/mini'
import { LOST } from '../../../stores/submit/recover-outcome.js'
import { zSavedDraft, zSavedOutcome } from '../../../stores/submit/saved-order.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { Sent } from '../../../stores/submit/submit-order.js'
import type { TicketForm } from './form-values.js'
import { emptyForm } from './ticket-form.js'

const zSaved = z.object({
  forms: z.record(z.string(), z.record(z.string(), z.union([z.string(), z.boolean()]))),
  sent: z.record(
    z.string(),
    z.object({
      draft: zSavedDraft,
      combo: z.nullable(z.looseObject({ orders: z.array(z.looseObject({ draft: zSavedDraft })) })),
      ticket: z.string(),
      outcome: zSavedOutcome,
    }),
  ),
})

export interface SavedTicket {
  readonly forms: Readonly<Record<string, TicketForm>>
  readonly sent: Readonly<Record<string, Sent>>
}

/**
 * Returns what was typed and sent before a reload; null when nothing was saved. An order whose
 * reply was lost with the page may exist.
 */
export function readTicket(saved: unknown): SavedTicket | null {
  const ticket = zSaved.safeParse(saved)
  if (!ticket.success) return null
  const { forms, sent } = ticket.data as unknown as SavedTicket
  return {
    forms: mapValues(forms, (form, symbol) => ({ ...emptyForm(symbol as Symbol), ...form })),
    sent: mapValues(sent, (entry) =>
      entry.outcome.kind === 'sending' ? { ...entry, outcome: LOST } : entry,
    ),
  }
}

const mapValues = <T>(
  record: Readonly<Record<string, T>>,
  change: (value: T, key: string) => T,
): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))
