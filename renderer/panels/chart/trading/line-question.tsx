import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { useLocked } from '../../../stores/context.js'
import { SHOWN_MS } from '../../../stores/submit/submit-guard.js'
import { useText } from '../../../language/window-text.js'
import { useAccountNames } from '../../../ui/accounts/use-account-names.js'
import { Button } from '../../../ui/button.js'
import { ConfirmButton } from '../../../ui/confirm/confirm-button.js'
import { focusNearest, focusPath } from '../../../ui/focus/focus-path.js'
import { formatOrder } from '../../../ui/orders/order-actions.js'
import type { PendingConfirmation } from '../../../ui/orders/order-changes.js'

export interface LineQuestionBoxProps {
  readonly confirmation: PendingConfirmation
  /** Its distance from the top of the plot, in px. */
  readonly top: number
  /** True when it is above the line, where there is more room. */
  readonly isAbove: boolean
  readonly onClose: () => void
}

/**
 * The confirmation of a change, beside the line that was moved. It has the focus; Escape and a
 * press outside close it.
 */
export function LineQuestionBox({ confirmation, top, isAbove, onClose }: LineQuestionBoxProps) {
  const text = useText()
  const accountName = useAccountNames()
  const locked = useLocked()
  const box = useRef<HTMLDivElement>(null)
  useFocusHere(box, onClose)
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation()
    if (event.key === 'Escape') onClose()
  }
  const { title, order, lines, variant, confirmLabel, send } = confirmation
  return (
    <div
      ref={box}
      className={`trade-question ${isAbove ? 'above' : ''}`}
      role="dialog"
      aria-label={title(text)}
      inert={locked}
      style={{ top }}
      onKeyDown={onKeyDown}
      data-testid="line-question"
    >
      <strong>{title(text)}</strong>
      <p>{formatOrder(order, text)}</p>
      <p className="dim">{accountName(order.accountId)}</p>
      {lines(text).map((line) => (
        <p key={line} className="tnum">
          {line}
        </p>
      ))}
      <div className="trade-answers">
        <Button size="small" onClick={onClose}>
          {text.dialog.back}
        </Button>
        <ConfirmButton
          size="small"
          variant={variant}
          onConfirm={() => {
            onClose()
            send()
          }}
        >
          {confirmLabel(text)}
        </ConfirmButton>
      </div>
    </div>
  )
}

/** Focuses the confirming button, and returns the focus; closes at a press outside. */
function useFocusHere(box: { readonly current: HTMLElement | null }, onClose: () => void): void {
  const latest = useRef(onClose)
  latest.current = onClose
  useLayoutEffect(() => {
    const before = focusPath(document)
    box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    const opened = performance.now()
    // The second press of a double click, or of a hurried hand, was meant for what opened it.
    const outside = (event: PointerEvent): void => {
      if (performance.now() - opened < SHOWN_MS) return
      if (event.target instanceof Node && box.current?.contains(event.target) === false) {
        latest.current()
      }
    }
    document.addEventListener('pointerdown', outside, true)
    return () => {
      document.removeEventListener('pointerdown', outside, true)
      focusNearest(before)
    }
  }, [box])
}
