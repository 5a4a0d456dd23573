import type { DrawingId } from '../../../shared/domain/drawings/drawing.js'
import type { Anchor, Drawing } from '../../../shared/domain/drawings/drawing.schema.js'
import type { DrawingKind } from '../../../shared/domain/drawings/drawing-kinds.js'

/** What the person does with drawings on one chart now. */
export interface ControllerState {
  /** The chosen tool; null for the pointer. */
  readonly tool: DrawingKind | null
  /** The points that are placed of a new drawing. */
  readonly placed: readonly Anchor[]
  /** Where the next point would be. */
  readonly preview: Anchor | null
  /** The next point is placed by keys. */
  readonly cursor: Anchor | null
  readonly selected: DrawingId | null
  readonly hovered: DrawingId | null
  /** The chosen handle of the selected drawing, for keys. */
  readonly handle: number | null
  /** The selected drawing while it is moved. */
  readonly moving: Drawing | null
  /** The drawing whose text is written; it is not stored before it has one. */
  readonly writing: { readonly drawing: Drawing; readonly isNew: boolean } | null
}

export const IDLE: ControllerState = {
  tool: null,
  placed: [],
  preview: null,
  cursor: null,
  selected: null,
  hovered: null,
  handle: null,
  moving: null,
  writing: null,
}

/** The keys that are held with a press or a move. */
export interface Modifiers {
  /** Switches the magnet for this move. */
  readonly ctrl: boolean
  /** Constrains to steps of 45 degrees. */
  readonly shift: boolean
}
