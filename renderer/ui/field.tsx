import { useId, useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { explain, LABEL_HINT, type HintText } from './hints/hint.js'

export interface FieldProps {
  readonly label: string
  readonly hint?: string | null
  /** The problem text; marks the input as invalid. */
  readonly problem?: string | null
  /** The id of a problem text elsewhere, which marks the input as invalid too. */
  readonly problemId?: string | null
  /** Receives the ids that link the input to its label, hint and problem. */
  readonly children: (wiring: FieldWiring) => ReactNode
}

export interface FieldWiring {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

/** A labeled input with its hint and its problem underneath. */
export function Field({
  label,
  hint = null,
  problem = null,
  problemId = null,
  children,
}: FieldProps) {
  const id = useId()
  const note = problem ?? hint
  const notes = [note === null ? null : `${id}-note`, problemId].filter((found) => found !== null)
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': problem !== null || problemId !== null,
        'aria-describedby': notes.length === 0 ? undefined : notes.join(' '),
      })}
      {note !== null && (
        <p id={`${id}-note`} className={problem === null ? 'field-hint' : 'field-problem'}>
          {note}
        </p>
      )}
    </div>
  )
}

/** The message of a failed request, beside the form that sent it; nothing when there is none. */
export function Problem({ message }: { readonly message: string | null }) {
  return message === null ? null : (
    <p className="field-problem" role="alert">
      {message}
    </p>
  )
}

/** The properties of a field; what it is for is a hint, on hover and focus. */
type InputProps = Omit<ComponentProps<'input'>, 'title'> & { readonly hint?: HintText }

export function TextInput({ className = '', hint, ...inputProps }: InputProps) {
  return (
    <input
      className={`input ${className}`}
      {...explain(hint)}
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      {...inputProps}
    />
  )
}

export interface SecretInputProps extends Omit<InputProps, 'value' | 'onChange' | 'type'> {
  /** The form's value; the field is emptied when this becomes ''. */
  readonly value: string
  readonly onValue: (value: string) => void
}

/**
 * A field for a secret. The input is uncontrolled, since React would copy a controlled value into
 * the page's markup.
 */
export function SecretInput({ value, onValue, ...inputProps }: SecretInputProps) {
  const input = useRef<HTMLInputElement>(null)
  // Run before the paint: later, it would erase text typed since.
  useLayoutEffect(() => {
    if (value === '' && input.current !== null) input.current.value = ''
  }, [value])
  return (
    <TextInput
      {...inputProps}
      ref={input}
      type="password"
      onChange={(event) => onValue(event.target.value)}
    />
  )
}

export interface SelectProps<T extends string>
  extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'className' | 'title'> {
  readonly value: T
  readonly hint?: HintText
  readonly options: readonly {
    readonly value: T
    readonly label: string
    readonly disabled?: boolean
  }[]
  readonly onValue: (value: T) => void
}

export function Select<T extends string>({
  value,
  options,
  onValue,
  hint,
  ...selectProps
}: SelectProps<T>) {
  return (
    <select
      className="select"
      value={value}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.target.value)
        if (chosen !== undefined) onValue(chosen.value)
      }}
      {...(hint === selectProps['aria-label'] ? LABEL_HINT : explain(hint))}
      {...selectProps}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
