import { ChevronDown, ChevronUp } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { Decimal } from '../../../../shared/domain/decimal.js'
import { Field, TextInput } from '../../../ui/field.js'
import { readInput, writeInput } from '../../../ui/ticket/model/number-input.js'
import { INPUT_LOCALE } from '../../../ui/ticket/model/ticket-store.js'

export interface ExactFieldProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly onValue: (text: string) => void
  /**
   * Returns the value one step (or `times` steps) up or down; `from` is null while no valid number
   * is typed.
   */
  readonly step: (from: Decimal | null, direction: 1 | -1, times: number) => Decimal | null
  readonly problem: string | null
  /** The id of a problem text elsewhere. */
  readonly problemId?: string | null
  readonly hint?: string | null
  /** Small buttons or choices on the label's line. */
  readonly labelActions?: ReactNode
  readonly suffix?: string | undefined
}

const TIMES: Readonly<Record<string, readonly [1 | -1, number]>> = {
  ArrowUp: [1, 1],
  ArrowDown: [-1, 1],
  PageUp: [1, 10],
  PageDown: [-1, 10],
}

/**
 * A price or size typed as text. Arrow keys step it by tick or lot, ten at a time with Shift or
 * Page; the mouse wheel is ignored on purpose.
 */
export function ExactField({
  label,
  name,
  value,
  onValue,
  step,
  problem,
  problemId = null,
  hint = null,
  labelActions,
  suffix,
}: ExactFieldProps) {
  const move = (direction: 1 | -1, times: number): void => {
    const reading = readInput(value, INPUT_LOCALE)
    // Leave invalid text for the person to correct.
    if (reading.kind === 'invalid') return
    const next = step(reading.kind === 'value' ? reading.value : null, direction, times)
    if (next !== null) onValue(writeInput(next, INPUT_LOCALE))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const [direction, times] = TIMES[event.key] ?? []
    if (direction === undefined || times === undefined) return
    event.preventDefault()
    move(direction, event.shiftKey ? 10 : times)
  }
  return (
    <div className="ticket-field">
      {labelActions !== undefined && <div className="ticket-inline">{labelActions}</div>}
      <Field label={label} problem={problem} problemId={problemId} hint={hint}>
        {(wiring) => (
          <div className="number">
            <TextInput
              {...wiring}
              className="num"
              inputMode="decimal"
              name={name}
              data-testid={`ticket-${name}`}
              data-first-focus={name === 'quantity' ? true : undefined}
              value={value}
              onChange={(event) => onValue(event.target.value)}
              onFocus={(event) => event.target.select()}
              onKeyDown={onKeyDown}
            />
            {suffix !== undefined && (
              <span className="ticket-suffix" aria-hidden>
                {suffix}
              </span>
            )}
            <span className="number-steps" aria-hidden>
              <button type="button" tabIndex={-1} onClick={() => move(1, 1)}>
                <ChevronUp size={10} />
              </button>
              <button type="button" tabIndex={-1} onClick={() => move(-1, 1)}>
                <ChevronDown size={10} />
              </button>
            </span>
          </div>
        )}
      </Field>
    </div>
  )
}
