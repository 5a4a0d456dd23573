import { z } from 'zod'
import { AlertEdit, type AlertsView } from '../domain/alerts/alert.schema.js'
import { op, returns, type ContractEntry } from './entry.js'

/** The operations about alerts. */
export const alertsContract = {
  /** Changes the person's alerts. It is on disk when the reply arrives. */
  'alerts.edit': op({
    in: z.strictObject({ edit: AlertEdit }),
    out: returns<AlertsView>(),
    surfaces: ['main'],
    effect: 'session',
  }),
} as const satisfies Record<string, ContractEntry>
