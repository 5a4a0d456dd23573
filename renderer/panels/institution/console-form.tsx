import type { ProfileId } from '../../../shared/domain/app/profile.js'
import type {
  ConsoleFields,
  ConsoleOperation,
  ConsoleProblem,
} from '../../../shared/domain/institution/institution-view.js'
import { usePanelText } from '../../language/panel-text.js'
import { Button } from '../../ui/button.js'
import { Problem } from '../../ui/field.js'
import { AccountFormFields, formPlaceOf } from './account-form-fields.js'
import { FormField } from './form-field.js'

export interface ConsoleFormProps {
  readonly profile: ProfileId
  readonly operation: ConsoleOperation
  readonly fields: ConsoleFields
  readonly problems: readonly ConsoleProblem[]
  /** Why the form could not be sent at all; null without a failure. */
  readonly failure: string | null
  readonly busy: boolean
  readonly onFields: (fields: ConsoleFields) => void
  readonly onSubmit: () => void
}

/** The fields of an operation, as its request has them, and what is wrong with each. */
export function ConsoleForm({
  profile,
  operation,
  fields,
  problems,
  failure,
  busy,
  onFields,
  onSubmit,
}: ConsoleFormProps) {
  const messages = usePanelText().institution
  return (
    <form
      className="institution-form"
      aria-label={operation.name}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {operation.fields.length > 0 && (
        <div className="form-grid">
          {operation.fields.map((field) => {
            const place = formPlaceOf(field.path)
            return place === null ? (
              <FormField
                key={field.path}
                field={field}
                value={fields[field.path] ?? ''}
                problem={problems.find(({ path }) => path === field.path)}
                onValue={(value) => onFields({ ...fields, [field.path]: value })}
              />
            ) : (
              <AccountFormFields
                key={field.path}
                {...{ profile, place, fields, problems, onFields }}
              />
            )
          })}
        </div>
      )}
      <div className="row-wrap">
        <Button
          type="submit"
          size="small"
          variant={operation.isWrite ? 'plain' : 'primary'}
          disabled={busy}
        >
          {operation.isWrite ? messages.review : messages.read}
        </Button>
        {operation.fields.length > 0 && <span className="dim">{messages.fieldsHint}</span>}
        <Problem message={failure} />
      </div>
    </form>
  )
}
