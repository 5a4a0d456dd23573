import { useState } from 'react'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { setPreferences } from '../../stores/preferences.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { connectAccount } from '../connect/guide-progress.js'

/**
 * A four-step tour for the first start, in a strip of its own, which first offers to connect an
 * account. It covers and blocks nothing, and never returns once dismissed.
 */
export function Tour() {
  const text = useText()
  const steps = text.tour.steps
  const mainWindow = useMainWindow()
  // The text describes the practice exchange, so the tour is shown only there.
  const practice = useSlice(
    mainWindow.appState,
    (state) => state.value === null || state.value.current?.environment === 'practice',
  )
  const wanted =
    useSlice(mainWindow.preferences, (state) => state.value !== null && !state.value.tourDone) &&
    practice
  const [stepIndex, setStepIndex] = useState(0)
  const step = steps[stepIndex]
  if (!wanted || step === undefined) return null
  const done = (): void => {
    setStepIndex(0)
    void setPreferences(mainWindow.preferences, mainWindow.invoke, { tourDone: true })
  }
  const last = stepIndex === steps.length - 1
  return (
    <section
      className="tour"
      aria-label={text.tour.title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') done()
      }}
    >
      <span className="badge tnum">{text.tour.step(stepIndex + 1, steps.length)}</span>
      <p aria-live="polite">
        <strong>{step[0]}.</strong> {step[1]}
      </p>
      <div className="tour-foot">
        {!last && (
          <Button variant="quiet" size="small" onClick={done}>
            {text.tour.skip}
          </Button>
        )}
        {stepIndex === 0 && (
          <Button size="small" onClick={() => connectAccount(mainWindow)}>
            {text.connect.connect}
          </Button>
        )}
        {stepIndex > 0 && (
          <Button size="small" onClick={() => setStepIndex(stepIndex - 1)}>
            {text.tour.back}
          </Button>
        )}
        <Button
          variant="primary"
          size="small"
          onClick={() => (last ? done() : setStepIndex(stepIndex + 1))}
        >
          {last ? text.tour.finish : stepIndex === 0 ? text.connect.stay : text.tour.next}
        </Button>
      </div>
    </section>
  )
}
