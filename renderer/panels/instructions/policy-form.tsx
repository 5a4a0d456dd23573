import { useState } from 'react'
import type { Account } from '../../../shared/domain/account.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import type { ConnectionView, Policy } from '../../../shared/ipc/instructions.js'
import { useDesk, useSlice } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Field, Select, TextInput } from '../../ui/field.js'
import { AMOUNTS, COUNTS, draftOf, policyOf, problemsOf, type PolicyDraft } from './policy-draft.js'
import { useCall } from './use-call.js'

const words = text.instructions.policy
const NO_ACCOUNTS: readonly Account[] = []
const PRODUCTS = ['stock', 'option', 'futures', 'crypto', 'event'] as const satisfies readonly Policy['products'][number][]
const MAY = ['place', 'replace', 'cancel'] as const satisfies readonly (keyof Policy['may'])[]
const toggled = <T,>(list: readonly T[], value: T): T[] => (list.includes(value) ? list.filter((each) => each !== value) : [...list, value])

/** Scope and limits of one assistant. Main decides by them; whatever was waiting is withdrawn when they change. */
export function PolicyForm({ connection }: { readonly connection: ConnectionView }) {
  const { session, toasts } = useDesk()
  const accounts = useSlice(session, (state) => state.value?.accounts ?? NO_ACCOUNTS)
  const { call, busy } = useCall()
  const [draft, setDraft] = useState<PolicyDraft | null>(null)
  const shown = draft ?? draftOf(connection.policy)
  const problems = problemsOf(shown)
  const policy = policyOf(shown)
  const change = (part: Partial<PolicyDraft>): void => setDraft({ ...shown, ...part })
  const chosen = shown.accounts === 'all' ? accounts.map((each) => each.accountId) : shown.accounts
  const choose = (accountId: AccountId): void => change({ accounts: toggled(chosen, accountId) })
  const save = (made: Policy): void => void call('assistants.policy', { id: connection.id, policy: made }).then((done) => {
    if (done === null) return
    setDraft(null)
    toast(toasts, 'good', words.saved)
  })
  const input = (name: (typeof AMOUNTS)[number] | (typeof COUNTS)[number] | 'maxQuantity', problem: string) => (
    <Field key={name} label={words[name]} problem={problems.has(name) ? problem : null} hint={name === 'maxSymbolDay' || name === 'maxProductDay' || name === 'maxQuantity' ? words.empty : null}>
      {(wiring) => <TextInput {...wiring} className="tnum" inputMode="decimal" data-testid={`policy-${name}`} value={shown[name]} onChange={(event) => change({ [name]: event.target.value })} />}
    </Field>
  )
  return (
    <form className="policy" onSubmit={(event) => { event.preventDefault(); if (policy !== null && draft !== null && !busy) save(policy) }}>
      <fieldset><legend>{words.accounts}</legend>
        <label className="choice flush"><input type="checkbox" checked={shown.accounts === 'all'} onChange={(event) => change({ accounts: event.target.checked ? 'all' : [...chosen] })} />{words.allAccounts}</label>
        {shown.accounts !== 'all' && accounts.map((each) => <label key={each.accountId} className="choice flush"><input type="checkbox" checked={chosen.includes(each.accountId)} onChange={() => choose(each.accountId)} />{each.label}</label>)}
      </fieldset>
      <fieldset><legend>{words.may}</legend>
        {MAY.map((each) => <label key={each} className="choice flush"><input type="checkbox" checked={shown.may[each]} onChange={(event) => change({ may: { ...shown.may, [each]: event.target.checked } })} />{words.mayOf[each]}</label>)}
      </fieldset>
      <fieldset><legend>{words.products}</legend>
        {PRODUCTS.map((each) => <label key={each} className="choice flush"><input type="checkbox" checked={shown.products.includes(each)} onChange={() => change({ products: toggled(shown.products, each) })} />{words.productOf[each]}</label>)}
      </fieldset>
      <div className="form-grid">
        {AMOUNTS.map((name) => input(name, words.money))}
        {input('maxQuantity', words.money)}
        {COUNTS.map((name) => input(name, words.whole))}
        <Field label={words.balances}>{(wiring) => <Select {...wiring} value={shown.balances} options={[{ value: 'shown', label: words.shown }, { value: 'hidden', label: words.hidden }]} onValue={(balances) => change({ balances })} />}</Field>
        <Field label={words.hours}>{(wiring) => <Select {...wiring} value={shown.hours} options={(['regular', 'extended', 'any'] as const).map((value) => ({ value, label: words.hoursOf[value] }))} onValue={(hours) => change({ hours })} />}</Field>
        <Field label={words.symbols} hint={words.symbolsHint}>{(wiring) => <TextInput {...wiring} value={shown.symbols} onChange={(event) => change({ symbols: event.target.value })} />}</Field>
      </div>
      <div className="row-end">
        {draft !== null && <Button look="quiet" onClick={() => setDraft(null)}>{words.undo}</Button>}
        <Button type="submit" look="primary" disabled={draft === null || policy === null || busy}>{words.save}</Button>
      </div>
    </form>
  )
}
