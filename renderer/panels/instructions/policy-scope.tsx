import type { Account } from '../../../shared/domain/account.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import type { Policy } from '../../../shared/ipc/instructions.js'
import { useDesk, useSlice } from '../../stores/context.js'
import { text } from '../../text/en.js'
import { Field, Select, TextInput } from '../../ui/field.js'
import type { PolicyDraft } from './policy-draft.js'

const words = text.instructions.policy
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
  list.includes(value) ? list.filter((each) => each !== value) : [...list, value]

export interface PolicyScopeProps {
  readonly draft: PolicyDraft
  /** Its accounts are those of practice, beside a live profile. */
  readonly practises: boolean
  /** What is wrong with the list of symbols. */
  readonly problem: string | null
  readonly onChange: (part: Partial<PolicyDraft>) => void
}

/** What an assistant may see, and what of it it may ask to trade. */
export function PolicyScope({ draft, practises, problem, onChange }: PolicyScopeProps) {
  const { session, assistants } = useDesk()
  const here = useSlice(session, (state) => state.value)
  const beside = useSlice(assistants, (state) => state.value?.beside.accounts ?? NO_ACCOUNTS)
  const accounts =
    practises && here?.environment !== 'practice' ? beside : (here?.accounts ?? NO_ACCOUNTS)
  const chosen = draft.accounts === 'all' ? accounts.map((each) => each.accountId) : draft.accounts
  const choose = (accountId: AccountId): void => onChange({ accounts: toggled(chosen, accountId) })
  return (
    <>
      <div className="policy-choices">
        <fieldset>
          <legend>{words.may}</legend>
          {MAY.map((each) => (
            <label key={each} className="choice flush">
              <input
                type="checkbox"
                checked={draft.may[each]}
                onChange={(event) =>
                  onChange({ may: { ...draft.may, [each]: event.target.checked } })
                }
              />
              {words.mayOf[each]}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>{words.products}</legend>
          {PRODUCTS.map((each) => (
            <label key={each} className="choice flush">
              <input
                type="checkbox"
                checked={draft.products.includes(each)}
                onChange={() => onChange({ products: toggled(draft.products, each) })}
              />
              {words.productOf[each]}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>{words.accounts}</legend>
          <label className="choice flush">
            <input
              type="checkbox"
              checked={draft.accounts === 'all'}
              onChange={(event) =>
                onChange({ accounts: event.target.checked ? 'all' : [...chosen] })
              }
            />
            {words.allAccounts}
          </label>
          {draft.accounts !== 'all' &&
            accounts.map((each) => (
              <label key={each.accountId} className="choice flush">
                <input
                  type="checkbox"
                  checked={chosen.includes(each.accountId)}
                  onChange={() => choose(each.accountId)}
                />
                {each.label}
              </label>
            ))}
        </fieldset>
      </div>
      <div className="policy-grid wide">
        <Field label={words.symbols} problem={problem}>
          {(wiring) => (
            <TextInput
              {...wiring}
              data-testid="policy-symbols"
              placeholder={words.symbolsHint}
              value={draft.symbols}
              onChange={(event) => onChange({ symbols: event.target.value })}
            />
          )}
        </Field>
        <Field label={words.balances}>
          {(wiring) => (
            <Select
              {...wiring}
              data-testid="policy-balances"
              value={draft.balances}
              options={[
                { value: 'shown', label: words.shown },
                { value: 'hidden', label: words.hidden },
              ]}
              onValue={(balances) => onChange({ balances })}
            />
          )}
        </Field>
      </div>
    </>
  )
}
