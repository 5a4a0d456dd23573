import type { EpochMs } from '../../../shared/domain/time.js'
import { formatAge } from '../../format/time.js'
import { useText } from '../../language/window-text.js'
import { useMainWindow } from '../../stores/context.js'
import { useEvery } from '../every.js'

/** A figure that is newer than this is as new as the live ones beside it. */
const OLD_MS = 2_000

/** The age of a figure that is older than its neighbors, which follow prices; nothing while new. */
export function FigureAge({ time, hint }: { readonly time: EpochMs; readonly hint: string }) {
  const text = useText().account
  const { now } = useMainWindow()
  useEvery(1_000)
  const ageMs = now() - time
  return ageMs < OLD_MS ? null : (
    <>
      {' '}
      <span className="dim tnum figure-age" title={hint} data-testid="figure-age">
        {text.readAgo(formatAge(ageMs))}
      </span>
    </>
  )
}
