import type { InstructionAction } from '../../../../../shared/domain/instructions/instruction.schema.js'
import type { Denial, DenialCode } from '../../../risk/risk-limits.js'

/**
 * Denials that time alone may lift before a person decides: an identical order within the last
 * second.
 */
const PASSING: ReadonlySet<DenialCode> = new Set(['duplicate'])

/**
 * Returns the denial for which a request is refused at once; null where a person may decide. A
 * price that is not current is a danger of a new order, which the person acknowledges on its card;
 * of a change it is a refusal.
 */
export const lastingDenial = (
  denials: readonly Denial[],
  kind: InstructionAction['kind'],
): Denial | null =>
  denials.find(
    ({ code, stalePrice }) => !PASSING.has(code) && (stalePrice === undefined || kind !== 'place'),
  ) ?? null
