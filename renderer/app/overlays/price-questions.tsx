import { lazy, Suspense } from 'react'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { LateBoundary } from '../../ui/late/late-boundary.js'

// Loaded on demand: prices are current in most sessions.
const PriceQuestion = lazy(async () => ({
  default: (await import('./price-question.js')).PriceQuestion,
}))

/** The question about a price that is not current, above everything else; none most of the time. */
export function PriceQuestions() {
  const { priceQuestions } = useMainWindow()
  const hasQuestion = useSlice(priceQuestions.state, ({ pending }) => pending.length > 0)
  if (!hasQuestion) return null
  // What cannot be shown is not sent.
  const onFailed = (): void => {
    for (const { settle } of priceQuestions.state.getState().pending) settle(false)
  }
  return (
    <LateBoundary part="price-question" onFailed={onFailed}>
      <Suspense fallback={null}>
        <PriceQuestion />
      </Suspense>
    </LateBoundary>
  )
}
