import { type AlertsView, AlertEdit } from '../domain/alerts/alert.schema.js'
import { returns, op, type ContractEntry } from './entry.js'
import { z } from 'zod'
import { DrawingEdit } from '../domain/drawings/drawing.schema.js'
import { zNamedInstrument } from './records/journal.js'

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

/** The operations about drawings on charts. */
export const drawingsContract = {
  /**
   * Adds, changes or removes drawings of an instrument as the person. Who made a drawing and when
   * is decided in main, whatever the edit says.
   */
  'drawings.edit': op({
    in: z.strictObject({ key: zNamedInstrument, edit: DrawingEdit }),
    out: returns<{ readonly revision: number }>(),
    surfaces: ['main'],
    effect: 'session',
  }),
} as const satisfies Record<string, ContractEntry>
