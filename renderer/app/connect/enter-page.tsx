import { useState } from 'react'
import { neededFields, type CredentialField } from '../../../shared/domain/app/profile.js'
import { usePanelText } from '../../language/panel-text.js'
import { Button } from '../../ui/button.js'
import { Field, Problem, SecretInput, TextInput } from '../../ui/field.js'
import { useRequest } from '../../ui/use-request.js'
import type { GuideProps } from './guide-props.js'

type Entered = Partial<Record<CredentialField, string>>

/** The fields of the registration in the broker's words. Entries go to main and are dropped. */
export function EnterPage({ guide }: { readonly guide: GuideProps }) {
  const text = usePanelText()
  const messages = text.connect
  const [entered, setEntered] = useState<Entered>({})
  const { request, busy, problem } = useRequest()
  const fields = neededFields(guide.access)
  const stored = (field: CredentialField): boolean =>
    guide.view?.credentials.some((credential) => credential.field === field && credential.set) ===
    true
  const isComplete = fields.every((field) => stored(field) || (entered[field] ?? '').trim() !== '')
  const save = async (): Promise<void> => {
    const profile = await guide.ensure()
    if (profile === null) return
    for (const field of fields) {
      const value = (entered[field] ?? '').trim()
      if (value === '') continue
      const next = await request('credentials.set', { id: profile.profile.id, field, value })
      if (next === null) return
      guide.setView(next)
    }
    setEntered({})
    guide.testAndProceed()
  }
  const hint = guide.target.environment === 'production' ? messages.intro.production : null
  return (
    <form
      className="connect-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete) void save()
      }}
    >
      <div className="connect-body">
        {hint !== null && <p>{hint}</p>}
        <p>
          {messages.enter.intro}
          {guide.view?.secrets.store === 'key-store' && <> {messages.enter.safe}</>}
        </p>
        {guide.view?.secrets.store === 'memory' && (
          <p className="note warn">{text.profiles.memory}</p>
        )}
        {fields.map((field, index) => (
          <Entry
            key={field}
            field={field}
            isFirst={index === 0}
            isStored={stored(field)}
            value={entered[field] ?? ''}
            onValue={(value) => setEntered((now) => ({ ...now, [field]: value }))}
          />
        ))}
        <Problem message={problem ?? guide.problem} />
      </div>
      <div className="connect-foot row-apart">
        <Button onClick={() => guide.go('register')}>{messages.back}</Button>
        <Button type="submit" variant="primary" disabled={busy || guide.busy || !isComplete}>
          {guide.target.environment === 'sandbox'
            ? messages.enter.saveAndOpen
            : messages.enter.save}
        </Button>
      </div>
    </form>
  )
}

function Entry({
  field,
  isFirst,
  isStored,
  value,
  onValue,
}: {
  readonly field: CredentialField
  readonly isFirst: boolean
  readonly isStored: boolean
  readonly value: string
  readonly onValue: (value: string) => void
}) {
  const text = usePanelText()
  return (
    <Field label={text.profiles.fields[field]} hint={isStored ? text.connect.enter.stored : null}>
      {(wiring) => {
        const entry = {
          ...wiring,
          value,
          'data-testid': `enter-${field}`,
          ...(isFirst ? { 'data-autofocus': true } : {}),
        }
        return field === 'scope' ? (
          <TextInput {...entry} onChange={(event) => onValue(event.target.value)} />
        ) : (
          <SecretInput {...entry} onValue={onValue} />
        )
      }}
    </Field>
  )
}
