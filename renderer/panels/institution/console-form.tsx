import type {
  ConsoleField,
  ConsoleFields,
  ConsoleOperation,
  ConsoleProblem,
} from '../../../shared/domain/institution/institution-view.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { Field, Problem, Select, TextInput, type FieldWiring } from '../../ui/field.js'

export interface ConsoleFormProps {
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
  operation,
  fields,
  problems,
  failure,
  busy,
  onFields,
  onSubmit,
}: ConsoleFormProps) {
  const messages = useText().institution
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
          {operation.fields.map((field) => (
            <FormField
              key={field.path}
              field={field}
              value={fields[field.path] ?? ''}
              problem={problems.find(({ path }) => path === field.path)}
              onValue={(value) => onFields({ ...fields, [field.path]: value })}
            />
          ))}
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

/** The broker's name of a field: its path; in a list, all but the first have their number. */
const labelOf = ({ path, required }: ConsoleField): string => {
  const name = path
    .replace(/^0\./, '')
    .replace(/\.(\d+)\./g, (_match, index: string) =>
      index === '0' ? '.' : ` (${Number(index) + 1}).`,
    )
  return `${name}${required ? ' *' : ''}`
}

function FormField({
  field,
  value,
  problem,
  onValue,
}: {
  readonly field: ConsoleField
  readonly value: string
  readonly problem: ConsoleProblem | undefined
  readonly onValue: (value: string) => void
}) {
  const messages = useText().institution
  const { kind, filled } = field
  const hint = filled
    ? messages.filled
    : kind === 'list' || kind === 'json' || kind === 'number'
      ? messages.kinds[kind]
      : null
  const wrong =
    problem === undefined
      ? null
      : problem.kind === 'missing'
        ? messages.missing
        : messages.wrong(problem.detail)
  return (
    <Field label={labelOf(field)} hint={hint} problem={wrong}>
      {(wiring) => <FieldInput field={field} value={value} wiring={wiring} onValue={onValue} />}
    </Field>
  )
}

function FieldInput({
  field: { kind, choices, required, maxChars },
  value,
  wiring,
  onValue,
}: {
  readonly field: ConsoleField
  readonly value: string
  readonly wiring: FieldWiring
  readonly onValue: (value: string) => void
}) {
  const messages = useText().institution
  if (kind === 'choice' || kind === 'yes-no') {
    return (
      <Select
        {...wiring}
        value={value}
        options={[
          { value: '', label: messages.noChoice },
          ...choices.map((choice) => ({ value: choice, label: choice })),
        ]}
        aria-required={required}
        onValue={onValue}
      />
    )
  }
  if (kind === 'json') {
    return (
      <textarea
        {...wiring}
        className="input area"
        rows={3}
        spellCheck={false}
        aria-required={required}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    )
  }
  return (
    <TextInput
      {...wiring}
      value={value}
      aria-required={required}
      {...(maxChars === null ? {} : { maxLength: maxChars })}
      onChange={(event) => onValue(event.target.value)}
    />
  )
}
