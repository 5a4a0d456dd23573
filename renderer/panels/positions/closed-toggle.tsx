import { useSetting } from '../../stores/context.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'

const CHOICES = ['shown', 'hidden'] as const

/** Returns whether rows closed today are shown, which is saved, and a function to change it. */
export function useClosedShown(): readonly [boolean, () => void] {
  const [saved, setSaved] = useSetting('positions.closed', CHOICES, 'shown')
  const isShown = saved === 'shown'
  return [isShown, () => setSaved(isShown ? 'hidden' : 'shown')]
}

/** The button that shows or hides the rows closed today. */
export function ClosedToggle() {
  const text = useText()
  const [isShown, toggle] = useClosedShown()
  return (
    <Button size="small" aria-pressed={isShown} onClick={toggle}>
      {text.positions.closedToday}
    </Button>
  )
}
