import { useEffect, useRef, useState, type RefObject } from 'react'
import { exchangeClock, exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { WindowText } from '../../../../shared/messages/window-text.js'
import type { ChartView } from '../../../chart/chart-view.js'
import { barCount, type BarModel } from '../../../chart/bars/bar-model.js'
import { useText } from '../../../language/window-text.js'
import { useMainWindow } from '../../../stores/context.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { Field, TextInput } from '../../../ui/field.js'
import { dayText } from '../../../ui/table/columns/simple-columns.js'
import type { Bars } from '../use-bars.js'
import './chart-view.css'

export interface GoToDateProps {
  readonly bars: Bars
  readonly view: RefObject<ChartView | null>
  readonly onClose: () => void
}

type Phase = 'idle' | 'loading' | 'failed' | 'none'

/** Shows the bars of a day, and loads them before where they are not loaded yet. */
export function GoToDate({ bars, view, onClose }: GoToDateProps) {
  const { chartView: text } = useText()
  const { now, session } = useMainWindow()
  const [day, setDay] = useState('')
  const [phase, setPhase] = useState<Phase>('idle')
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const today = exchangeClock(
    epochMs(now() + (session.getState().value?.exchangeOffsetMs ?? 0)),
  ).day
  const isFuture = day > today
  const go = async (): Promise<void> => {
    if (day === '' || isFuture || phase === 'loading') return
    setPhase('loading')
    const time = exchangeInstant(day, 0)
    const found = await bars.loadBackTo(time, () => isOpen.current)
    if (!isOpen.current) return
    if (found === 'failed' || found === 'ended') return setPhase('failed')
    view.current?.showTime(time)
    if (found === 'none') return setPhase('none')
    onClose()
  }
  return (
    <Dialog
      title={text.goTo}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            variant="primary"
            aria-disabled={day === '' || isFuture || phase === 'loading'}
            onClick={() => void go()}
          >
            {text.goToShow}
          </Button>
        </>
      }
    >
      <form
        className="go-to-date"
        onSubmit={(event) => {
          event.preventDefault()
          void go()
        }}
      >
        <Field label={text.goToDate} problem={isFuture ? text.goToFuture : null}>
          {(wiring) => (
            <TextInput
              {...wiring}
              type="date"
              data-testid="go-to-day"
              max={today}
              value={day}
              onChange={(event) => setDay(event.target.value)}
            />
          )}
        </Field>
        <p className="dim" role="status">
          {statusOf(phase, bars.model, text)}
        </p>
      </form>
    </Dialog>
  )
}

/** Says what is going on, or what came of it. */
function statusOf(phase: Phase, model: BarModel, text: WindowText['chartView']): string {
  const first = model.history[0] ?? model.live
  const day = first === null ? '' : dayText(exchangeClock(first.time).day)
  switch (phase) {
    case 'idle':
      return text.goToHint
    case 'loading':
      return text.goToLoading(String(barCount(model)), day)
    case 'none':
      return text.goToNone(day)
    case 'failed':
      return text.goToFailed
  }
}
