import { Clock } from 'lucide-react'
import { useConfirmText } from '../../language/confirm-text.js'
import { clockText } from '../state/countdown.js'

const SOON_MS = 30_000

export interface ExpiryProps {
  readonly leftMs: number
  readonly totalMs: number
  readonly ended: boolean
  readonly waiting: number
  readonly row: { readonly index: number; readonly count: number } | null
}

/**
 * Shows the time until the instruction expires, as text and bar, and the number of cards behind it
 * (CONFIRM-9).
 */
export function Expiry({ leftMs, totalMs, ended, waiting, row }: ExpiryProps) {
  const text = useConfirmText()
  const over = !ended && leftMs <= 0
  return (
    <div className={`top ${!ended && leftMs <= SOON_MS ? 'soon' : ''}`}>
      <p className="top-line tnum">
        {waiting > 0 && <span>{text.waiting(waiting)}</span>}
        {row !== null && <span>{text.rowOf(row.index, row.count)}</span>}
        <span className="grow" />
        {!ended && (
          <span role="timer" className="expires" data-testid="expires">
            <Clock size={13} aria-hidden />
            {over ? text.expired : text.expiresIn(clockText(leftMs))}
          </span>
        )}
      </p>
      <div className="expiry" aria-hidden>
        <span
          className="expiry-bar"
          style={{
            transform: `scaleX(${ended || totalMs <= 0 ? 0 : Math.min(1, leftMs / totalMs)})`,
          }}
        />
      </div>
    </div>
  )
}
