import { X } from 'lucide-react'
import {
  useId,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'
import { useLocked } from '../stores/context.js'
import { useText } from '../language/window-text.js'
import { IconButton } from './button.js'
import { focusNearest, focusPath } from './focus/focus-path.js'
import { openModal } from './focus/modal-stack.js'

export interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  /** Closes for a press beside the dialog, unless it was meant for something else. */
  readonly onPressOutside?: (() => void) | undefined
  readonly children: ReactNode
  readonly foot?: ReactNode
  readonly wide?: boolean
  /** `large`: for a list beside a form. */
  readonly size?: 'normal' | 'large'
  /** A class of its own on the box. */
  readonly className?: string
  /** False for a dialog with its own first line (the palette). */
  readonly head?: boolean
}

const FOCUSABLE =
  'button:not([disabled]):not([tabindex="-1"]), input:not([disabled]), textarea:not([disabled]), select:not([disabled]), [href], [tabindex="0"]'

/**
 * A modal dialog: the page behind it is inert, focus stays inside, Escape and a click outside close
 * it, then focus returns to where it was, or to what contained it.
 */
export function Dialog({
  title,
  onClose,
  onPressOutside = onClose,
  children,
  foot,
  wide = false,
  size = 'normal',
  head = true,
  className = '',
}: DialogProps) {
  const text = useText()
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const locked = useLocked()
  useFocusInside(box, locked)
  useLostFocusKeys(box, locked, onClose)
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation()
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Tab') wrapTab(event, box.current)
  }
  // Rendered at the end of the document: a panel with CSS containment would also contain a fixed
  // box.
  return createPortal(
    <div
      className="scrim"
      inert={locked}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onPressOutside()
      }}
    >
      <div
        ref={box}
        className={`dialog ${size === 'large' ? 'large' : wide ? 'wide' : ''} ${className}`}
        role="dialog"
        aria-modal
        tabIndex={-1}
        aria-labelledby={head ? id : undefined}
        aria-label={head ? undefined : title}
        onKeyDown={onKeyDown}
      >
        {head && (
          <div className="dialog-head">
            <h2 id={id}>{title}</h2>
            <IconButton icon={X} label={text.dialog.close} onClick={onClose} />
          </div>
        )}
        <div className="dialog-body">{children}</div>
        {foot !== undefined && <div className="dialog-foot">{foot}</div>}
      </div>
    </div>,
    document.body,
  )
}

/** Moves the focus into the dialog, and back to where it was when the dialog closes. */
function useFocusInside(box: RefObject<HTMLElement | null>, locked: boolean): void {
  useLayoutEffect(() => {
    const before = focusPath(document)
    const close = box.current === null ? null : openModal(box.current)
    return () => {
      close?.()
      focusNearest(before)
    }
  }, [box])
  // Focus before the paint, so that a key pressed as soon as the dialog shows is not lost. Behind
  // the lock it is not visible, so do not focus.
  useLayoutEffect(() => {
    if (locked) return
    const wanted =
      box.current?.querySelector<HTMLElement>('[data-autofocus]') ??
      box.current?.querySelector<HTMLElement>(`.dialog-body :is(${FOCUSABLE})`)
    ;(wanted ?? box.current)?.focus()
  }, [box, locked])
}

/**
 * Handles keys while the focus is lost, to a button that was disabled or to nothing: Escape still
 * closes, and Tab leads back in.
 */
function useLostFocusKeys(
  box: RefObject<HTMLElement | null>,
  locked: boolean,
  onClose: () => void,
): void {
  const latest = useRef(onClose)
  latest.current = onClose
  useLayoutEffect(() => {
    if (locked) return undefined
    const outside = (event: globalThis.KeyboardEvent): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) === true) return
      if (event.key === 'Escape') latest.current()
      else if (event.key === 'Tab') {
        event.preventDefault()
        box.current?.querySelector<HTMLElement>(FOCUSABLE)?.focus()
      }
    }
    document.addEventListener('keydown', outside)
    return () => document.removeEventListener('keydown', outside)
  }, [box, locked])
}

/** Moves the focus from the last control to the first, and back, when Tab would leave. */
function wrapTab(event: KeyboardEvent, box: HTMLElement | null): void {
  const stops = [...(box?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])]
  const first = stops[0]
  const last = stops.at(-1)
  if (first === undefined || last === undefined) return
  const leaving = event.shiftKey
    ? document.activeElement === first || document.activeElement === box
    : document.activeElement === last
  if (!leaving) return
  event.preventDefault()
  ;(event.shiftKey ? last : first).focus()
}
