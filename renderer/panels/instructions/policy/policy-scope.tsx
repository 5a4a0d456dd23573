import type { Account } from '../../../../shared/domain/account/account.js'
import type { Policy } from '../../../../shared/domain/instructions/policy.schema.js'
import { useMainWindow, useSlice } from '../../../stores/context.js'
import { usePanelText } from '../../../language/panel-text.js'
import { useAccounts } from '../../../ui/accounts/use-account-names.js'
import { Field, Select, TextInput } from '../../../ui/field.js'
import type { PolicyDraft } from './policy-draft.js'
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
  /** True when the accounts belong to shadow practice beside a live profile. */
  readonly isPracticeOnly: boolean
  /** The problem with the list of symbols. */
  readonly problem: string | null
  readonly onChange: (part: Partial<PolicyDraft>) => void
}

/** What an assistant may see, and which of it it may request to trade. */
export function PolicyScope({ draft, isPracticeOnly, problem, onChange }: PolicyScopeProps) {
  const messages = usePanelText().instructions.policy
  return (
    <>
      <div className="policy-choices">
        <fieldset>
          <legend>{messages.may}</legend>
          {MAY.map((action) => (
            <Check
              key={action}
              label={messages.mayOf[action]}
              checked={draft.may[action]}
              onChange={(on) => onChange({ may: { ...draft.may, [action]: on } })}
            />
          ))}
        </fieldset>
        <fieldset>
          <legend>{messages.products}</legend>
          {PRODUCTS.map((product) => (
            <Check
              key={product}
              label={messages.productOf[product]}
              checked={draft.products.includes(product)}
              onChange={() => onChange({ products: toggled(draft.products, product) })}
            />
          ))}
        </fieldset>
        <AccountChoice draft={draft} isPracticeOnly={isPracticeOnly} onChange={onChange} />
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

function AccountChoice({
  draft,
  isPracticeOnly,
  onChange,
}: Pick<PolicyScopeProps, 'draft' | 'isPracticeOnly' | 'onChange'>) {
  const messages = usePanelText().instructions.policy
  const accounts = useScopeAccounts(isPracticeOnly)
  const chosen =
    draft.accounts === 'all' ? accounts.map((account) => account.accountId) : draft.accounts
  return (
    <fieldset>
      <legend>{messages.accounts}</legend>
      <Check
        label={messages.allAccounts}
        checked={draft.accounts === 'all'}
        onChange={(on) => onChange({ accounts: on ? 'all' : [...chosen] })}
      />
      {draft.accounts !== 'all' &&
        accounts.map(({ accountId, label }) => (
          <Check
            key={accountId}
            label={label}
            checked={chosen.includes(accountId)}
            onChange={() => onChange({ accounts: toggled(chosen, accountId) })}
          />
        ))}
    </fieldset>
  )
}

/** Returns the accounts to choose from: the session's, or shadow practice's beside it. */
function useScopeAccounts(isPracticeOnly: boolean): readonly Account[] {
  const { session, assistants } = useMainWindow()
  const environment = useSlice(session, (state) => state.value?.environment)
  const ownAccounts = useAccounts()
  const shadowAccounts = useSlice(
    assistants,
    (state) => state.value?.shadow.accounts ?? NO_ACCOUNTS,
  )
  return isPracticeOnly && environment !== 'practice' ? shadowAccounts : ownAccounts
}

function Check({
  label,
  checked,
  onChange,
}: {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (on: boolean) => void
}) {
  return (
    <label className="choice flush">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}
