import { useEffect, useRef, type FocusEvent } from 'react'
import { useText } from '../../language/window-text.js'
import { WATCH_FIELDS } from './fields.js'

export interface ColumnChoiceProps {
  readonly chosen: readonly string[]
  readonly onChoose: (chosen: readonly string[]) => void
  readonly onClose: () => void
}

/** Chooses the columns of the watchlist. */
export function ColumnChoice({ chosen, onChoose, onClose }: ColumnChoiceProps) {
  const text = useText()
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    box.current?.querySelector('input')?.focus()
    const outside = (event: PointerEvent): void => {
      if (
        event.target instanceof Node &&
        box.current?.parentElement?.contains(event.target) === false
      ) {
        onClose()
      }
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [onClose])
  const leave = (event: FocusEvent): void => {
    if (
      event.relatedTarget instanceof Node &&
      box.current?.parentElement?.contains(event.relatedTarget) === false
    ) {
      onClose()
    }
  }
  return (
    <fieldset
      ref={box}
      className="choices"
      aria-label={text.watchlist.columns}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
      onBlur={leave}
    >
      {WATCH_FIELDS.map((field) => (
        <label key={field.id} className="choice">
          <input
            type="checkbox"
            checked={chosen.includes(field.id)}
            onChange={(event) =>
              onChoose(
                event.target.checked
                  ? [...chosen, field.id]
                  : chosen.filter((id) => id !== field.id),
              )
            }
          />
          {text.watchlist.heads[field.id]}
        </label>
      ))}
    </fieldset>
  )
}
