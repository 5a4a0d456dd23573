import { useState } from 'react'
import { useDesk, useSlice } from '../../stores/context.js'
import { setPreferences } from '../../stores/preferences.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'

const { steps } = text.tour

/**
 * Four steps for the first start, in a strip of their own: they cover nothing, block nothing and go
 * away for good.
 */
export function Tour() {
  const desk = useDesk()
  // It speaks of the practice exchange; on an account it would be wrong.
  const practice = useSlice(
    desk.above,
    (state) => state.value === null || state.value.current?.environment === 'practice',
  )
  const wanted =
    useSlice(desk.preferences, (state) => state.value !== null && !state.value.tourDone) && practice
  const [at, setAt] = useState(0)
  const step = steps[at]
  if (!wanted || step === undefined) return null
  const done = (): void => {
    setAt(0)
    void setPreferences(desk.preferences, desk.invoke, { tourDone: true })
  }
  const last = at === steps.length - 1
  return (
    <section
      className="tour"
      aria-label={text.tour.title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') done()
      }}
    >
      <span className="badge tnum">{text.tour.step(at + 1, steps.length)}</span>
      <p aria-live="polite">
        <strong>{step[0]}.</strong> {step[1]}
      </p>
      <div className="tour-foot">
        {!last && (
          <Button look="quiet" size="small" onClick={done}>
            {text.tour.skip}
          </Button>
        )}
        {at > 0 && (
          <Button size="small" onClick={() => setAt(at - 1)}>
            {text.tour.back}
          </Button>
        )}
        <Button look="primary" size="small" onClick={() => (last ? done() : setAt(at + 1))}>
          {last ? text.tour.finish : text.tour.next}
        </Button>
      </div>
    </section>
  )
}
