import { ChevronDown, ChevronRight } from 'lucide-react'
import { useText } from '../../../language/window-text.js'
import { LABEL_HINT } from '../../hints/hint.js'

/** Shows or hides the rows below; the keyboard does it with the arrow keys on the row. */
export function TreeToggle({
  expanded,
  onToggle,
}: {
  readonly expanded: boolean
  readonly onToggle: () => void
}) {
  const text = useText().table
  const label = expanded ? text.collapse : text.expand
  const Icon = expanded ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      className="tree-toggle"
      tabIndex={-1}
      aria-label={label}
      {...LABEL_HINT}
      onClick={onToggle}
    >
      <Icon size={12} aria-hidden />
    </button>
  )
}
