import { useLayoutEffect, useRef } from 'react'
import { MAX_DRAWING_TEXT } from '../../../../shared/domain/drawings/drawing.js'
import type { Drawing } from '../../../../shared/domain/drawings/drawing.schema.js'
import type { Point } from '../../../chart/drawings/chart-scales.js'
import { useText } from '../../../language/window-text.js'
import { explain } from '../../../ui/hints/hint.js'

export interface DrawingTextProps {
  readonly drawing: Drawing
  readonly place: Point
  readonly onDone: (text: string) => void
  readonly onCancel: () => void
}

/** The text of a drawing, written at its place. Leaving the field saves it, as Enter does. */
export function DrawingText({ drawing, place, onDone, onCancel }: DrawingTextProps) {
  const text = useText().drawings
  const field = useRef<HTMLTextAreaElement>(null)
  const isOver = useRef(false)
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }, [])
  const end = (run: () => void): void => {
    if (isOver.current) return
    isOver.current = true
    run()
  }
  return (
    <textarea
      ref={field}
      className="input drawing-text"
      aria-label={text.text}
      {...explain(text.textHint)}
      defaultValue={drawing.text}
      maxLength={MAX_DRAWING_TEXT}
      rows={2}
      style={{ left: place.x, top: place.y }}
      onBlur={(event) => end(() => onDone(event.target.value.trim()))}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') end(onCancel)
        else if (event.key === 'Enter' && !event.shiftKey) {
          event.preventDefault()
          const { value } = event.currentTarget
          end(() => onDone(value.trim()))
        }
      }}
    />
  )
}
