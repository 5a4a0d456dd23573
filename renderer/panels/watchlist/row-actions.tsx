import { ChevronDown, ChevronUp, X } from 'lucide-react'
import type { Symbol } from '../../../shared/domain/ids.js'
import { useText } from '../../language/window-text.js'
import { IconButton } from '../../ui/button.js'

export interface WatchRowActionsProps {
  readonly symbol: Symbol
  readonly onMove: (symbol: Symbol, by: -1 | 1) => void
  readonly onRemove: (symbol: Symbol) => void
}

/**
 * Buttons on the row under the pointer or the keyboard; Alt with an arrow, and Delete, do the same.
 */
export function WatchRowActions({ symbol, onMove, onRemove }: WatchRowActionsProps) {
  const text = useText()
  return (
    <span className="row-actions">
      <IconButton
        icon={ChevronUp}
        size="small"
        tabIndex={-1}
        label={`${text.watchlist.moveUp} ${symbol}`}
        onClick={() => onMove(symbol, -1)}
      />
      <IconButton
        icon={ChevronDown}
        size="small"
        tabIndex={-1}
        label={`${text.watchlist.moveDown} ${symbol}`}
        onClick={() => onMove(symbol, 1)}
      />
      <IconButton
        icon={X}
        size="small"
        tabIndex={-1}
        label={`${text.watchlist.remove} ${symbol}`}
        onClick={() => onRemove(symbol)}
      />
    </span>
  )
}
