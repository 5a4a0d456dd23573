import type { AlertsView } from '../../domain/alerts/alert.js'
import { returns, op, type Entry } from '../entry.js'
import { z } from 'zod'
import { zAlertEdit } from './alerts.js'

/** The operations about alerts. */
export const alertsContract = {
  /** Changes the person's alerts. It is on disk when the reply arrives. */
  'alerts.edit': op({
    in: z.strictObject({ edit: zAlertEdit }),
    out: returns<AlertsView>(),
    surfaces: ['main'],
    effect: 'session',
  }),
} as const satisfies Record<string, Entry>
