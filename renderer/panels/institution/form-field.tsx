import type {
  ConsoleField,
  ConsoleProblem,
} from '../../../shared/domain/institution/institution-view.js'
import { usePanelText } from '../../language/panel-text.js'
import { Field, Select, TextInput, type FieldWiring } from '../../ui/field.js'

/** The broker's name of a field: its path; in a list, all but the first have their number. */
const labelOf = ({ path, required }: ConsoleField): string => {
  const name = path
    .replace(/^0\./, '')
    .replace(/\.(\d+)\./g, (_match, index: string) =>
      index === '0' ? '.' : ` (${Number(index) + 1}).`,
    )
  return `${name}${required ? ' *' : ''}`
}

/** One field of a request, with what is wrong with it. */
export function FormField({
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
  const messages = usePanelText().institution
  const { kind, filled, choices } = field
  const hint = filled
    ? messages.filled
    : kind === 'list' || kind === 'json' || kind === 'number'
      ? [messages.kinds[kind], choices.join(', ')].filter((part) => part !== '').join(' ')
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
  const messages = usePanelText().institution
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
