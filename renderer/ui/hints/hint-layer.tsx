import { lazy, Suspense, useLayoutEffect, useState } from 'react'
import { LateBoundary } from '../late/late-boundary.js'
import { watchHints, type ShownHint } from './hint-watch.js'

const HintBubble = lazy(async () => ({ default: (await import('./hint-bubble.js')).HintBubble }))

/** Shows the hint of the element under the pointer, the focus or a finger: one in each window. */
export function HintLayer() {
  const [shown, setShown] = useState<ShownHint | null>(null)
  useLayoutEffect(() => watchHints(document, setShown), [])
  return shown === null ? null : (
    <LateBoundary part="hint" quiet>
      <Suspense>
        <HintBubble hint={shown} />
      </Suspense>
    </LateBoundary>
  )
}
