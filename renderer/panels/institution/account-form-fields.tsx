import { useCallback, useEffect } from 'react'
import type { ProfileId } from '../../../shared/domain/app/profile.js'
import type {
  ConsoleAccountForm,
  ConsoleFields,
  ConsoleProblem,
} from '../../../shared/domain/institution/institution-view.js'
import type { Invoke } from '../../bridge/client.js'
import { errorLine } from '../../language/error-message.js'
import { usePanelText } from '../../language/panel-text.js'
import { Button } from '../../ui/button.js'
import { useRead } from '../../ui/reading/use-read.js'
import { Skeleton } from '../../ui/states.js'
import { FormField } from './form-field.js'

const DATA = /^(forms\.\d+)\.json_data$/

/** Returns the place of the form whose data a field is; null for another field. */
export const formPlaceOf = (path: string): string | null => DATA.exec(path)?.[1] ?? null

export interface AccountFormFieldsProps {
  readonly profile: ProfileId
  /** The place of the form in the request, as "forms.0". */
  readonly place: string
  readonly fields: ConsoleFields
  readonly problems: readonly ConsoleProblem[]
  readonly onFields: (fields: ConsoleFields) => void
}

/** The fields of the account form that was chosen, as the broker describes it. */
export function AccountFormFields(props: AccountFormFieldsProps) {
  const code = props.fields[`${props.place}.form_info.form_code`] ?? ''
  return code === '' ? null : <ChosenForm key={code} {...props} code={code} />
}

function ChosenForm({
  profile,
  place,
  fields,
  problems,
  onFields,
  code,
}: AccountFormFieldsProps & { readonly code: string }) {
  const { institution: messages, states } = usePanelText()
  const read = useCallback(
    (invoke: Invoke) => invoke('institution.form', { profile, code }),
    [profile, code],
  )
  const state = useRead<ConsoleAccountForm>(code, read)
  const form = state.phase === 'ready' ? state.value : null
  const path = `${place}.form_info.version`
  useEffect(() => {
    if (form !== null && (fields[path] ?? '') === '') onFields(begun(form, place, fields))
  }, [form, path, place, fields, onFields])
  if (state.phase === 'loading') return <Skeleton rows={4} />
  if (state.phase === 'failed') {
    return (
      <p className="down" role="alert">
        {messages.formUnread(errorLine(state.error))}{' '}
        <Button size="small" onClick={state.reload}>
          {states.retry}
        </Button>
      </p>
    )
  }
  return (
    <fieldset className="institution-account-form" aria-label={state.value.code}>
      <legend>
        {state.value.name} <span className="dim">{state.value.version}</span>
      </legend>
      <div className="form-grid">
        {state.value.fields.map((field) => {
          const full = `${place}.json_data.${field.path}`
          return (
            <FormField
              key={full}
              field={field}
              value={fields[full] ?? ''}
              problem={problems.find((found) => found.path === full)}
              onValue={(value) => onFields({ ...fields, [full]: value })}
            />
          )
        })}
      </div>
    </fieldset>
  )
}

/** Returns the fields with the form's version, and the one choice of those that have only one. */
function begun(form: ConsoleAccountForm, place: string, fields: ConsoleFields): ConsoleFields {
  const only = form.fields.flatMap(({ path, choices }) =>
    choices.length === 1 ? [[`${place}.json_data.${path}`, choices[0] ?? '']] : [],
  )
  return {
    ...(Object.fromEntries(only) as ConsoleFields),
    ...fields,
    [`${place}.form_info.version`]: form.version,
  }
}
