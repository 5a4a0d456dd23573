import type { AccountId } from '../../../shared/domain/ids.js'
import { useText } from '../../language/window-text.js'
import { lockOutBadge, lockOutReason } from './lock-out-text.js'
import { useLockOut } from './use-lock-out.js'

export interface LockOutNoteProps {
  /** The account of the order; the selected one while the order is incomplete. */
  readonly accountId: AccountId | undefined
}

/** Beside a send button: says before a press that new orders of the account are refused. */
export function LockOutNote({ accountId }: LockOutNoteProps) {
  const text = useText().limits
  const lockOut = useLockOut(accountId)
  return lockOut === null ? null : (
    <p className="ticket-note bad" role="alert" data-testid="ticket-locked-out">
      <strong>{lockOutBadge(lockOut, text)}.</strong> {lockOutReason(lockOut, text)}{' '}
      {text.lockedPasses}
    </p>
  )
}
