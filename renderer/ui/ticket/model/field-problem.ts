import type { WindowText } from '../../../../shared/messages/window-text.js'
import { isMissing, type TicketField, type TicketFinding } from './build-draft.js'

/**
 * Returns the message for a field, or null. Empty fields have none until the person tried to send.
 */
export function problemOf(
  findings: readonly TicketFinding[],
  field: TicketField,
  attempted: boolean,
  text: WindowText['ticket'],
): string | null {
  const found = findings.find(
    (finding) => finding.field === field && (attempted || !isMissing(finding)),
  )
  return found === undefined ? null : text.problems[found.problem]
}
