import { contract, type OpName } from '../contract.js'
import type { Surface } from '../entry.js'
import { PANEL_OPERATIONS } from './panel-operations.js'

/** Returns whether a window of this kind may call an operation. */
export function mayCall(surface: Surface, op: OpName): boolean {
  const surfaces: readonly Surface[] = contract[op].surfaces
  if (surfaces.includes(surface)) return true
  return surface === 'panel' && surfaces.includes('main') && PANEL_OPERATIONS.has(op)
}
