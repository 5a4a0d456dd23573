import { useEffect, useState, type MouseEvent } from 'react'
import { Button, type ButtonProps } from '../button.js'
import { ignoreHeldKey } from './press-guard.js'
import { SHOWN_MS } from '../../stores/submit/submit-guard.js'

export interface ConfirmButtonProps extends Omit<ButtonProps, 'onClick' | 'onKeyDown'> {
  readonly onConfirm: () => void
}

/**
 * The button of a dialog that does what the person asked for. It has the focus, so that Enter
 * confirms. A press that was meant for what opened the dialog does not count: a held key, the later
 * clicks of a double click, and any press in the first moments.
 */
export function ConfirmButton({ onConfirm, ...buttonProps }: ConfirmButtonProps) {
  const isNew = useIsNew()
  const onClick = (event: MouseEvent): void => {
    if (!isNew && event.detail <= 1) onConfirm()
  }
  return (
    <Button
      data-autofocus
      aria-disabled={isNew ? true : undefined}
      data-new={isNew ? true : undefined}
      onClick={onClick}
      onKeyDown={ignoreHeldKey}
      {...buttonProps}
    />
  )
}

/** Returns true until the button has been on screen long enough to be read. */
function useIsNew(): boolean {
  const [isNew, setIsNew] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setIsNew(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])
  return isNew
}
