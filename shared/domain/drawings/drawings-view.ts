import type { InstrumentKey } from '../instruments/instrument-key.js'
import type { Drawing, DrawingSource, DrawingStyle } from './drawing.schema.js'

/** How many drawings an instrument has. */
export interface DrawingCount {
  readonly key: InstrumentKey
  readonly count: number
}

/** The stored drawings of one instrument, as the window shows them. */
export interface DrawingsView {
  readonly key: InstrumentKey
  /** `unreadable`: the file exists and cannot be read now, so nothing is changed. */
  readonly state: 'loading' | 'ready' | 'unreadable'
  /** Increases with every change. */
  readonly revision: number
  /** Oldest first: newer ones are drawn over older ones. */
  readonly drawings: readonly Drawing[]
  /** The instruments that have drawings, this one included. */
  readonly counts: readonly DrawingCount[]
  /** False while the last change is not on disk. */
  readonly isStored: boolean
}

export const USUAL_STYLE: DrawingStyle = { color: 'blue', width: 2, dash: 'solid', fill: true }
export const PERSON: DrawingSource = { kind: 'person' }
