import { useId, useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { Card } from '../../../shared/domain/instructions/card.js'
import type { Amendment } from '../../../shared/domain/instructions/instruction.schema.js'
import { decimalText, eq, isPositive, trim } from '../../../shared/domain/decimal.js'
import { plainLine } from '../../../shared/domain/text-safety.js'
import { useConfirmText } from '../../language/confirm-text.js'
import { Button } from '../../ui/button.js'
import { typedNumber } from '../../../shared/domain/typed-number.js'

/** The sheet that is open over the page. */
export type Sheet = 'none' | 'why' | 'change'

const MAX_REASON_CHARS = 280
type Editable = keyof Card['editable']
const EDITABLE: readonly Editable[] = ['quantity', 'amount', 'limitPrice', 'stopPrice']

interface SheetProps {
  readonly title: string
  readonly onBack: () => void
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** A sheet over the bottom of the page: it blocks approve while open and moves nothing above it. */
function SheetForm({ title, onBack, onSubmit, children }: SheetProps) {
  const id = useId()
  const box = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    box.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form
      ref={box}
      className="sheet"
      aria-labelledby={id}
      data-testid="sheet"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onBack()
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </form>
  )
}

export interface WhySheetProps {
  readonly onBack: () => void
  readonly onDeny: (why: string | null, pause: boolean) => void
}

/** Declines with a reason, which the assistant receives as data (CONFIRM-32). */
export function WhySheet({ onBack, onDeny }: WhySheetProps) {
  const text = useConfirmText()
  const [why, setWhy] = useState('')
  const [pause, setPause] = useState(false)
  const id = useId()
  const reason = plainLine(why, MAX_REASON_CHARS)
  return (
    <SheetForm
      title={text.whySheet.title}
      onBack={onBack}
      onSubmit={() => onDeny(reason === '' ? null : reason, pause)}
    >
      <label className="field-label" htmlFor={id}>
        {text.whySheet.label}
      </label>
      <textarea
        id={id}
        className="input why"
        rows={2}
        maxLength={MAX_REASON_CHARS}
        value={why}
        onChange={({ target }) => setWhy(target.value)}
        // The reason is a single line, so Enter does nothing; it must not submit the refusal by
        // accident.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <div className="sheet-foot">
        <label className="check">
          <input
            type="checkbox"
            checked={pause}
            onChange={({ target }) => setPause(target.checked)}
          />
          {text.whySheet.pause}
        </label>
        <span className="grow dim tnum">{text.whySheet.left(MAX_REASON_CHARS - why.length)}</span>
        <Button onClick={onBack}>{text.whySheet.back}</Button>
        <Button type="submit" variant="danger">
          {text.whySheet.deny}
        </Button>
      </div>
    </SheetForm>
  )
}

/** Parses the typed values into an amendment, or into an error message. */
export function amendmentOf(
  card: Pick<Card, 'editable'>,
  typed: Readonly<Partial<Record<Editable, string>>>,
): Amendment | 'not-a-number' | 'same' {
  const entered = EDITABLE.flatMap((name) => {
    const [current, given] = [card.editable[name], typed[name]]
    return current === null || given === undefined
      ? []
      : [{ name, stands: current, value: typedNumber(given) }]
  })
  if (entered.some(({ value }) => value === null || !isPositive(value))) return 'not-a-number'
  const changed = entered.flatMap(({ name, stands: current, value }) =>
    value === null || eq(value, current) ? [] : [[name, trim(value)] as const],
  )
  return changed.length === 0 ? 'same' : (Object.fromEntries(changed) as Amendment)
}

/** Returns true for typed text that is not a valid size or price. */
const isWrong = (typed: string | undefined): boolean => {
  const value = typed === undefined ? null : typedNumber(typed)
  return typed !== undefined && (value === null || !isPositive(value))
}

export interface ChangeSheetProps {
  readonly card: Card
  readonly onBack: () => void
  readonly onChange: (amendment: Amendment) => void
}

/** Amends size or price, which creates a new card to decide on. Approves nothing. */
export function ChangeSheet({ card, onBack, onChange }: ChangeSheetProps) {
  const text = useConfirmText()
  const [typed, setTyped] = useState<Partial<Record<Editable, string>>>({})
  const [fault, setFault] = useState<'not-a-number' | 'same' | null>(null)
  const id = useId()
  const submit = (): void => {
    const amendment = amendmentOf(card, typed)
    if (amendment === 'not-a-number' || amendment === 'same') return setFault(amendment)
    return onChange(amendment)
  }
  const { notNumber, same } = text.changeSheet
  const problem = fault === null ? null : fault === 'same' ? same : notNumber
  return (
    <SheetForm title={text.changeSheet.title} onBack={onBack} onSubmit={submit}>
      <div className="change-fields">
        {EDITABLE.map((name) => {
          const current = card.editable[name]
          return current === null ? null : (
            <div key={name} className="field">
              <label className="field-label" htmlFor={`${id}-${name}`}>
                {text.changeSheet[name]}
              </label>
              <input
                id={`${id}-${name}`}
                className="input num"
                inputMode="decimal"
                autoComplete="off"
                data-testid={`change-${name}`}
                aria-invalid={problem !== null && isWrong(typed[name])}
                aria-describedby={`${id}-note`}
                value={typed[name] ?? decimalText(current)}
                onChange={({ target }) => {
                  setFault(null)
                  setTyped({ ...typed, [name]: target.value })
                }}
              />
            </div>
          )
        })}
      </div>
      <div className="sheet-foot">
        <p
          id={`${id}-note`}
          role={problem === null ? undefined : 'alert'}
          className={`grow ${problem === null ? 'dim' : 'field-problem'}`}
        >
          {problem ?? text.changeSheet.note}
        </p>
        <Button onClick={onBack}>{text.changeSheet.back}</Button>
        <Button type="submit" variant="primary">
          {text.changeSheet.see}
        </Button>
      </div>
    </SheetForm>
  )
}

export const isEditable = (card: Card): boolean =>
  EDITABLE.some((name) => card.editable[name] !== null)
