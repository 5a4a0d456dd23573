import { ArrowLeftRight } from 'lucide-react'
import type { Account } from '../../../shared/domain/account/account.js'
import { errorLine } from '../../language/error-message.js'
import { useProblem } from '../../language/use-problem.js'
import { useText } from '../../language/window-text.js'
import { accountName } from '../../format/account-name.js'
import { useMainWindow } from '../../stores/context.js'
import { Button } from '../button.js'
import { Empty } from '../states.js'

export interface AccountChoiceProps {
  /** The traded instrument, as a trader names it. */
  readonly name: string
  /** The accounts that trade it. */
  readonly accounts: readonly Account[]
}

/** Shown instead of the order's fields: the selected account would refuse any order for it. */
export function AccountChoice({ name, accounts }: AccountChoiceProps) {
  const text = useText()
  const { invoke } = useMainWindow()
  const [failed, setFailed] = useProblem()
  const select = async ({ accountId }: Account): Promise<void> => {
    const reply = await invoke('session.select-account', { accountId })
    setFailed(reply.ok ? null : () => errorLine(reply.error))
  }
  if (accounts.length === 0) {
    return (
      <Empty
        icon={ArrowLeftRight}
        title={text.ticket.noAccount(name)}
        hint={text.ticket.noAccountHint}
      />
    )
  }
  return (
    <Empty
      icon={ArrowLeftRight}
      title={text.ticket.otherAccount(name)}
      hint={text.ticket.otherAccountHint}
    >
      {accounts.map((account) => (
        <Button
          key={account.accountId}
          variant={account === accounts[0] ? 'primary' : 'plain'}
          onClick={() => void select(account)}
          data-testid="ticket-use-account"
        >
          {text.ticket.useAccount(accountName(account))}
        </Button>
      ))}
      {failed !== null && (
        <p className="field-problem" role="alert">
          {failed}
        </p>
      )}
    </Empty>
  )
}
