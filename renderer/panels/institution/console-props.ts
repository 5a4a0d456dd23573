import type { ProfileId } from '../../../shared/domain/app/profile.js'
import type { ConsoleOperation } from '../../../shared/domain/institution/institution-view.js'

/** An operation, and the institution that it is called for. */
export interface ConsoleOperationProps {
  readonly profile: ProfileId
  readonly operation: ConsoleOperation
}
