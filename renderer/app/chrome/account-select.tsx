import type { Account, UnsupportedAccount } from '../../../shared/domain/account/account.js'
import { accountName } from '../../format/account-name.js'
import { ownText } from '../../format/own.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { toastError } from '../../stores/toasts.js'
import { useText } from '../../language/window-text.js'
import { describeError } from '../../language/error-message.js'
import { LABEL_HINT } from '../../ui/hints/hint.js'

const NONE: readonly Account[] = []
const NO_UNSUPPORTED: readonly UnsupportedAccount[] = []

/**
 * Selects the account to trade. Shows the account that main has selected, not the one just clicked.
 */
export function AccountSelect() {
  const text = useText()
  const mainWindow = useMainWindow()
  const accounts = useSlice(mainWindow.session, (state) => state.value?.accounts ?? NONE)
  const unsupported = useSlice(
    mainWindow.session,
    (state) => state.value?.unsupportedAccounts ?? NO_UNSUPPORTED,
  )
  const selected = useSlice(mainWindow.session, (state) => state.value?.selectedAccount ?? null)
  if (accounts.length + unsupported.length === 0) {
    return <span className="dim">{text.menu.noAccount}</span>
  }
  const choose = (number: string): void => {
    const account = accounts.find((candidate) => candidate.accountId === number)
    if (account === undefined) return
    void mainWindow
      .invoke('session.select-account', { accountId: account.accountId })
      .then((reply) => {
        if (!reply.ok) toastError(mainWindow.toasts, reply.error, describeError)
      })
  }
  return (
    <select
      className="account-choice"
      aria-label={text.menu.switchAccount}
      {...LABEL_HINT}
      value={selected ?? ''}
      onChange={(event) => choose(event.target.value)}
    >
      {selected === null && <option value="">{text.menu.noAccount}</option>}
      {accounts.map((account) => (
        <option key={account.accountId} value={account.accountId}>
          {accountName(account)}
        </option>
      ))}
      {unsupported.map((account) => (
        <option key={account.accountId} disabled>
          {text.menu.unsupportedAccount(ownText(account.accountNumber))}
        </option>
      ))}
    </select>
  )
}
