import type { OpName } from '../../../shared/ipc/contract.js'
import { PANEL_PREFERENCES } from '../../../shared/ipc/workspaces/panel-operations.js'

/**
 * Returns whether a window with panels may send this input of an operation that it may call: it can
 * halt but not resume, and it cannot change how orders and approvals are confirmed (SEC-08).
 */
export function mayPanelSend(op: OpName, input: unknown): boolean {
  if (typeof input !== 'object' || input === null) return true
  if (op === 'session.set-trading') return 'state' in input && input.state === 'halted'
  if (op !== 'preferences.set') return true
  return Object.entries(input).every(
    ([name, value]) => value === undefined || PANEL_PREFERENCES.includes(name),
  )
}
