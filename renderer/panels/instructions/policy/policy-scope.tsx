import type { Account } from '../../../../shared/domain/account/account.js'
import type { AccountId } from '../../../../shared/domain/ids.js'
import type { Policy } from '../../../../shared/domain/instructions/policy.js'
import { useMainWindow, useSlice } from '../../../stores/context.js'
import { text } from '../../../text/en.js'
import { Field, Select, TextInput } from '../../../ui/field.js'
import type { PolicyDraft } from './policy-draft.js'

const messages = text.instructions.policy
const NO_ACCOUNTS: readonly Account[] = []
const PRODUCTS = [
  'stock',
  'option',
  'futures',
  'crypto',
  'event',
] as const satisfies readonly Policy['products'][number][]
const MAY = ['place', 'replace', 'cancel'] as const satisfies readonly (keyof Policy['may'])[]
const toggled = <T,>(list: readonly T[], value: T): T[] =>
  list.includes(value) ? list.filter((item) => item !== value) : [...list, value]

export interface PolicyScopeProps {
  readonly draft: PolicyDraft
  /** True when the accounts are those of shadow practice beside a live profile. */
  readonly isPracticeOnly: boolean
  /** The problem with the list of symbols. */
  readonly problem: string | null
  readonly onChange: (part: Partial<PolicyDraft>) => void
}

/** What an assistant may see, and which of it it may request to trade. */
export function PolicyScope({ draft, isPracticeOnly, problem, onChange }: PolicyScopeProps) {
  const { session, assistants } = useMainWindow()
  const ownSession = useSlice(session, (state) => state.value)
  const shadowAccounts = useSlice(
    assistants,
    (state) => state.value?.shadow.accounts ?? NO_ACCOUNTS,
  )
  const accounts =
    isPracticeOnly && ownSession?.environment !== 'practice'
      ? shadowAccounts
      : (ownSession?.accounts ?? NO_ACCOUNTS)
  const chosen =
    draft.accounts === 'all' ? accounts.map((account) => account.accountId) : draft.accounts
  const choose = (accountId: AccountId): void => onChange({ accounts: toggled(chosen, accountId) })
  return (
    <>
      <div className="policy-choices">
        <fieldset>
          <legend>{messages.may}</legend>
          {MAY.map((action) => (
            <label key={action} className="choice flush">
              <input
                type="checkbox"
                checked={draft.may[action]}
                onChange={(event) =>
                  onChange({ may: { ...draft.may, [action]: event.target.checked } })
                }
              />
              {messages.mayOf[action]}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>{messages.products}</legend>
          {PRODUCTS.map((product) => (
            <label key={product} className="choice flush">
              <input
                type="checkbox"
                checked={draft.products.includes(product)}
                onChange={() => onChange({ products: toggled(draft.products, product) })}
              />
              {messages.productOf[product]}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>{messages.accounts}</legend>
          <label className="choice flush">
            <input
              type="checkbox"
              checked={draft.accounts === 'all'}
              onChange={(event) =>
                onChange({ accounts: event.target.checked ? 'all' : [...chosen] })
              }
            />
            {messages.allAccounts}
          </label>
          {draft.accounts !== 'all' &&
            accounts.map((account) => (
              <label key={account.accountId} className="choice flush">
                <input
                  type="checkbox"
                  checked={chosen.includes(account.accountId)}
                  onChange={() => choose(account.accountId)}
                />
                {account.label}
              </label>
            ))}
        </fieldset>
      </div>
      <div className="policy-grid wide">
        <Field label={messages.symbols} problem={problem}>
          {(wiring) => (
            <TextInput
              {...wiring}
              data-testid="policy-symbols"
              placeholder={messages.symbolsHint}
              value={draft.symbols}
              onChange={(event) => onChange({ symbols: event.target.value })}
            />
          )}
        </Field>
        <Field label={messages.balances}>
          {(wiring) => (
            <Select
              {...wiring}
              data-testid="policy-balances"
              value={draft.balances}
              options={[
                { value: 'shown', label: messages.shown },
                { value: 'hidden', label: messages.hidden },
              ]}
              onValue={(balances) => onChange({ balances })}
            />
          )}
        </Field>
      </div>
    </>
  )
}
