import { useState } from 'react'
import { useDesk, useSlice } from '../../stores/context.js'
import { setPreferences } from '../../stores/preferences.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'

const { steps } = text.tour

/** Four cards for the first start. They block nothing and go away for good. */
export function Tour() {
  const desk = useDesk()
  const wanted = useSlice(desk.preferences, (state) => state.value !== null && !state.value.tourDone)
  const [at, setAt] = useState(0)
  const step = steps[at]
  if (!wanted || step === undefined) return null
  const done = (): void => {
    setAt(0)
    void setPreferences(desk.preferences, desk.invoke, { tourDone: true })
  }
  const last = at === steps.length - 1
  return (
    <section className="tour" aria-label={text.tour.title} onKeyDown={(event) => { if (event.key === 'Escape') done() }}>
      <h2>{step[0]}</h2>
      <p>{step[1]}</p>
      <div className="tour-foot">
        <span className="dim tnum">{text.tour.step(at + 1, steps.length)}</span>
        {!last && <Button look="quiet" onClick={done}>{text.tour.skip}</Button>}
        {at > 0 && <Button onClick={() => setAt(at - 1)}>{text.tour.back}</Button>}
        <Button look="primary" onClick={() => (last ? done() : setAt(at + 1))}>{last ? text.tour.finish : text.tour.next}</Button>
      </div>
    </section>
  )
}
