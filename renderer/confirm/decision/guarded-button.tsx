import { useRef, type RefObject } from 'react'
import { Button, type ButtonProps } from '../../ui/button.js'
import { isMeant, SETTLE_MS } from '../state/press.js'

export interface GuardedButtonProps
  extends Omit<ButtonProps, 'onClick' | 'onMouseDown' | 'onKeyDown'> {
  /** When the card was first painted. */
  readonly shownAt: RefObject<number>
  readonly onPress: () => void
}

/**
 * A button that hears only what was meant for the card in front of it: a click or key that began on
 * the one before does nothing (CONFIRM-15).
 */
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
        // `detail` counts the mouse's clicks; the keyboard's have none.
        if (nativeEvent.detail > 0 && began.current < shownAt.current + SETTLE_MS) return
        onPress()
      }}
    />
  )
}
