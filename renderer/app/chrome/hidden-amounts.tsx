import { EyeOff } from 'lucide-react'
import { useIsPrivate } from '../../format/own.js'
import { useText } from '../../language/window-text.js'
import { useMainWindow } from '../../stores/context.js'
import { setPreferences } from '../../stores/preferences.js'
import { explain } from '../../ui/hints/hint.js'

/** Shown while amounts are hidden; a press shows them. */
export function HiddenAmounts() {
  const text = useText().privacy
  const { preferences, invoke } = useMainWindow()
  if (!useIsPrivate()) return null
  return (
    <button
      type="button"
      className="status-item status-button"
      data-testid="amounts-hidden"
      {...explain(text.badgeHint)}
      onClick={() => void setPreferences(preferences, invoke, { privacyMode: false })}
    >
      <EyeOff size={12} aria-hidden />
      {text.badge}
    </button>
  )
}
