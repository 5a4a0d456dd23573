import { LockKeyhole } from 'lucide-react'
import { ownText } from '../../format/own.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { useText } from '../../language/window-text.js'
import { lockOutReason, lockOutTitle } from './lock-out-text.js'

/** The lock-outs of all accounts, each with its reason, its end, and what still passes. */
export function LockOutNotice() {
  const text = useText().limits
  const { session } = useMainWindow()
  const lockOuts = useSlice(session, (state) => state.value?.lockOuts) ?? []
  const accounts = useSlice(session, (state) => state.value?.accounts) ?? []
  return lockOuts.map((lockOut) => {
    const account = accounts.find(({ accountId }) => accountId === lockOut.accountId)
    return (
      <div key={lockOut.accountId} className="notice bad" data-testid="locked-out">
        <LockKeyhole size={15} aria-hidden />
        <p>
          <strong>{lockOutTitle(lockOut, ownText(account?.accountNumber ?? ''), text)}</strong>{' '}
          {lockOutReason(lockOut, text)} {text.lockedPasses} {text.lockedFinal}
        </p>
      </div>
    )
  })
}
