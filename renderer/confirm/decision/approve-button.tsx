import { LoaderCircle, PenLine } from 'lucide-react'
import { useLayoutEffect, useState, type RefObject } from 'react'
import { createPress, type PressTarget } from '../state/press.js'

export interface ApproveButtonProps {
  readonly label: string
  readonly note: string | null
  readonly armed: boolean
  readonly sending: boolean
  readonly danger: boolean
  /** Names what a press says yes to. */
  readonly token: string
  readonly shownAt: RefObject<number>
  /** Id of the words that say why it is not ready. */
  readonly describedBy: string
  readonly onApprove: () => void
}

/**
 * The one button that countersigns. It stays in place and in the order of the Tab key while it is
 * not ready, so that nothing moves under
 * a hand; what counts as a press is decided by `press.ts`, never by a click.
 */
export function ApproveButton(props: ApproveButtonProps) {
  const { label, note, armed, sending, danger, token, shownAt, describedBy, onApprove } = props
  const [press] = useState(createPress)
  const target = (): PressTarget => ({ armed: armed && !sending, token, shownAt: shownAt.current })

  // Both before the card is painted: what is pressed on seeing it is heard.
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
  // Another card, other numbers or a new count: what was begun was meant for something else.
  useLayoutEffect(() => press.cancel(), [press, token, armed])

  return (
    <button
      type="button"
      className={`button approve ${danger ? 'dangerous' : ''}`}
      data-testid="approve"
      data-armed={armed && !sending}
      aria-disabled={!armed || sending}
      aria-describedby={describedBy}
      onMouseDown={({ nativeEvent }) => press.pointerDown(nativeEvent, target())}
      onMouseUp={({ nativeEvent }) => {
        if (press.pointerUp(nativeEvent, target())) onApprove()
      }}
      onKeyDown={(event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return
        // Neither key may become a click of the browser's own making.
        event.preventDefault()
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
      <span className="approve-words">
        <span>{label}</span>
        {note !== null && <span className="approve-note tnum">{note}</span>}
      </span>
    </button>
  )
}
