import { useRef, type RefObject } from 'react'
import { Button, type ButtonProps } from '../../ui/button.js'
import { isMeant, SETTLE_MS } from '../state/press.js'

export interface GuardedButtonProps
  extends Omit<ButtonProps, 'onClick' | 'onMouseDown' | 'onKeyDown'> {
  /** When the card was first painted. */
  readonly shownAt: RefObject<number>
  readonly onPress: () => void
}

/** A button that ignores a click or key that began on the previous card (CONFIRM-15). */
export function GuardedButton({ shownAt, onPress, ...rest }: GuardedButtonProps) {
  const began = useRef(Number.NEGATIVE_INFINITY)
  return (
    <Button
      {...rest}
      onMouseDown={(event) => {
        began.current = event.nativeEvent.timeStamp
      }}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault()
      }}
      onClick={({ nativeEvent }) => {
        if (!isMeant(nativeEvent, shownAt.current)) return
        // `detail` counts mouse clicks; it is 0 for the keyboard.
        if (nativeEvent.detail > 0 && began.current < shownAt.current + SETTLE_MS) return
        onPress()
      }}
    />
  )
}
