import { LoaderCircle, PenLine } from 'lucide-react'
import { useLayoutEffect, useState, type RefObject } from 'react'
import { createPress, type PressTarget } from '../state/press.js'

export interface ApproveButtonProps {
  readonly label: string
  readonly note: string | null
  readonly armed: boolean
  readonly sending: boolean
  readonly danger: boolean
  /** Identifies the content that a press approves. */
  readonly token: string
  readonly shownAt: RefObject<number>
  /** Id of the element that says why approve is not ready. */
  readonly describedBy: string
  readonly onApprove: () => void
  /** A press on the button while it is off. */
  readonly onEarly: () => void
}

/**
 * The approve button. While not ready it stays in place and in the Tab order, so that nothing moves
 * under the pointer. `press.ts` decides which input counts as a press; a click event never does.
 */
export function ApproveButton(props: ApproveButtonProps) {
  const { label, note, armed, sending, danger, token, shownAt, describedBy, onApprove, onEarly } =
    props
  const [press] = useState(createPress)
  const target = (): PressTarget => ({ armed: armed && !sending, token, shownAt: shownAt.current })
  const early = (isPress: boolean): void => {
    if (isPress && !armed && !sending) onEarly()
  }

  // Attach before the card is painted, so that a press made on seeing it is received.
  useLayoutEffect(() => {
    const down = (event: MouseEvent): void => press.anyPointerDown(event.timeStamp)
    const cancel = (): void => press.cancel()
    window.addEventListener('mousedown', down, true)
    window.addEventListener('blur', cancel)
    document.addEventListener('mouseup', cancel)
    return () => {
      window.removeEventListener('mousedown', down, true)
      window.removeEventListener('blur', cancel)
      document.removeEventListener('mouseup', cancel)
    }
  }, [press])
  // Cancel a press that began on another card, other numbers or an earlier arming.
  useLayoutEffect(() => press.cancel(), [press, token, armed])

  return (
    <button
      type="button"
      className={`button approve ${danger ? 'dangerous' : ''}`}
      data-testid="approve"
      data-armed={armed && !sending}
      aria-disabled={!armed || sending}
      aria-describedby={describedBy}
      onMouseDown={({ nativeEvent }) => {
        early(nativeEvent.isTrusted && nativeEvent.button === 0)
        press.pointerDown(nativeEvent, target())
      }}
      onMouseUp={({ nativeEvent }) => {
        if (press.pointerUp(nativeEvent, target())) onApprove()
      }}
      onKeyDown={(event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return
        // Neither key may become a synthesized click.
        event.preventDefault()
        early(event.isTrusted && event.key === ' ' && !event.repeat)
        press.keyDown(event.nativeEvent, target())
      }}
      onKeyUp={(event) => {
        if (event.key !== ' ') return
        event.preventDefault()
        if (press.keyUp(event.nativeEvent, target())) onApprove()
      }}
      onBlur={() => press.cancel()}
      onClick={(event) => event.preventDefault()}
    >
      {sending ? (
        <LoaderCircle className="turning" size={16} aria-hidden />
      ) : (
        <PenLine size={16} aria-hidden />
      )}
      <span className="approve-label">
        <span>{label}</span>
        {note !== null && <span className="approve-note tnum">{note}</span>}
      </span>
    </button>
  )
}
