import { Clock3 } from 'lucide-react'
import type { EpochMs } from '../../../shared/domain/time.js'
import { formatAge } from '../../format/time.js'
import { useText } from '../../language/window-text.js'
import { useAge } from '../use-age.js'

/** A figure that is newer than this is as new as the live ones beside it. */
const OLD_MS = 2_000

interface FigureAgeProps {
  readonly time: EpochMs
  readonly hint: string
}

/** The age of a figure that is older than its neighbors, which follow prices; nothing while new. */
export function FigureAge({ time, hint }: FigureAgeProps) {
  const text = useText().account
  const ageMs = useAge(time)
  return ageMs < OLD_MS ? null : (
    <>
      {' '}
      <span className="dim tnum figure-age" title={hint} data-testid="figure-age">
        {text.readAgo(formatAge(ageMs))}
      </span>
    </>
  )
}

/** The same as a mark before a figure in a table, whose cells have no room for the words. */
export function CellAge({ time, hint }: FigureAgeProps) {
  const { readAgo } = useText().account
  const ageMs = useAge(time)
  if (ageMs < OLD_MS) return null
  const age = formatAge(ageMs)
  return (
    <span className="old-price dim" title={`${readAgo(age)}: ${hint}`} data-testid="cell-age">
      <Clock3 size={10} aria-hidden />
      <span className="sr-only">{age}</span>{' '}
    </span>
  )
}
