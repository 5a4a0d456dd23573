import { eq, type Price } from '../../../shared/domain/decimal.js'

/** Why a drag ended without the person's doing. */
export type DragEnd = 'filled' | 'cancelled' | 'gone' | 'blocked'

/** A line that is moved. */
export interface MovedLine {
  readonly lineId: string
  readonly by: 'pointer' | 'keys'
  readonly from: Price
  readonly to: Price
}

/**
 * One drag at a time. `dropped`: the line is where it was dropped and the person has to confirm, or
 * to choose.
 */
export type DragState =
  | { readonly phase: 'idle'; readonly ended: Ended | null }
  | ({ readonly phase: 'moving' | 'dropped' } & MovedLine)

/** The last drag that was ended for the person. */
export interface Ended {
  readonly lineId: string
  readonly why: DragEnd
}

export type DragEvent =
  | {
      readonly kind: 'grab'
      readonly lineId: string
      readonly price: Price
      readonly by: MovedLine['by']
    }
  | { readonly kind: 'move'; readonly to: Price }
  | { readonly kind: 'drop' }
  /** The person gave up, or answered the question. */
  | { readonly kind: 'release' }
  /** What is moved no longer exists, or may no longer be moved. */
  | { readonly kind: 'end'; readonly why: DragEnd }

export const NO_DRAG: DragState = { phase: 'idle', ended: null }

/**
 * Applies one event to a drag. A change of the market or of the order's own figures is no event: a
 * line in the hand stays in the hand. A line that is dropped where it was is not changed.
 */
export function reduceDrag(state: DragState, event: DragEvent): DragState {
  if (state.phase === 'idle') {
    return event.kind === 'grab'
      ? { phase: 'moving', lineId: event.lineId, by: event.by, from: event.price, to: event.price }
      : state
  }
  switch (event.kind) {
    case 'grab':
      return state
    case 'move':
      return state.phase === 'moving' && !eq(state.to, event.to)
        ? { ...state, to: event.to }
        : state
    case 'drop':
      if (state.phase === 'dropped') return state
      return eq(state.from, state.to) ? NO_DRAG : { ...state, phase: 'dropped' }
    case 'release':
      return NO_DRAG
    case 'end':
      return { phase: 'idle', ended: { lineId: state.lineId, why: event.why } }
  }
}
