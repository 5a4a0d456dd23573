import { z } from 'zod'
import { op, type Entry } from '../entry.js'
import { zAlertEdit, zAlertsView } from './alerts.js'

/** The operations about alerts. */
export const alertsContract = {
  /** Changes the person's alerts. It is on disk when the reply arrives. */
  'alerts.edit': op({
    in: z.strictObject({ edit: zAlertEdit }),
    out: zAlertsView,
    surfaces: ['main'],
    effect: 'session',
  }),
} as const satisfies Record<string, Entry>
