import { z } from 'zod'
import { DrawingEdit } from '../domain/drawings/drawing.schema.js'
import { op, returns, type ContractEntry } from './entry.js'
import { zNamedInstrument } from './records/journal.js'

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
