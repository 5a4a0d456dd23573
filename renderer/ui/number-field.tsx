import { ChevronDown, ChevronUp } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { add, decimalText, isNegative, mul, dec, parseDecimal, sub, type Decimal } from '../../shared/domain/decimal.js'
import { Field, TextInput } from './field.js'

export interface NumberFieldProps {
  readonly label: string
  /** What the person typed, as text: nothing is rewritten under their hands. */
  readonly value: string
  readonly onValue: (text: string) => void
  /** One step of the arrow keys; ten with Shift. */
  readonly step: Decimal
  readonly problem?: string | null
  readonly hint?: string | null
  readonly disabled?: boolean
  readonly autoFocus?: boolean
}

const TEN = dec('10')

/** The text after one step up or down; null when the result would be below zero or the text is no number. */
export function stepped(text: string, step: Decimal, direction: 'up' | 'down', times: Decimal = dec('1')): string | null {
  const value = text.trim() === '' ? dec('0') : parseDecimal(text.trim().replaceAll(',', ''))
  if (value === null) return null
  const by = mul(step, times)
  const next = direction === 'up' ? add(value, by) : sub(value, by)
  return isNegative(next) ? null : decimalText(next)
}

/** An exact number typed as text. Arrow keys and the two small buttons step it; the wheel does nothing, on purpose. */
export function NumberField({ label, value, onValue, step, problem, hint, disabled = false, autoFocus = false }: NumberFieldProps) {
  const move = (direction: 'up' | 'down', times?: Decimal): void => {
    const next = stepped(value, step, direction, times)
    if (next !== null) onValue(next)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    move(event.key === 'ArrowUp' ? 'up' : 'down', event.shiftKey ? TEN : undefined)
  }
  return (
    <Field label={label} problem={problem ?? null} hint={hint ?? null}>
      {(wiring) => (
        <div className="number">
          <TextInput {...wiring} className="num" inputMode="decimal" value={value} disabled={disabled} autoFocus={autoFocus} onChange={(event) => onValue(event.target.value)} onKeyDown={onKeyDown} />
          <span className="number-steps" aria-hidden>
            <button type="button" tabIndex={-1} disabled={disabled} onClick={() => move('up')}><ChevronUp size={10} /></button>
            <button type="button" tabIndex={-1} disabled={disabled} onClick={() => move('down')}><ChevronDown size={10} /></button>
          </span>
        </div>
      )}
    </Field>
  )
}
