import { useState } from 'react'
import {
  closeMinute,
  exchangeClock,
  exchangeInstant,
  tradingDay,
  type ExchangeDay,
} from '../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { useText } from '../../language/window-text.js'
import { useActiveSymbol, useClose, useMainWindow, useSlice } from '../../stores/context.js'
import { Button } from '../../ui/button.js'
import { ConfirmButton } from '../../ui/confirm/confirm-button.js'
import { Dialog } from '../../ui/dialog.js'
import { Field, Problem, Select } from '../../ui/field.js'
import { useRequest } from '../../ui/use-request.js'

/** Trading days that can be chosen: brokers store minutes of about so many. */
const MAX_DAYS = 30

/** Returns the trading days whose regular session is over, newest first. */
function pastDays(now: number): readonly ExchangeDay[] {
  const { day: today } = exchangeClock(now as EpochMs)
  // The trading day at or after today, which may not be over.
  const newest = tradingDay(today, 0)
  return Array.from({ length: MAX_DAYS + 1 }, (_, index) => tradingDay(newest, -index))
    .filter((day) => exchangeInstant(day, closeMinute(day)) <= now)
    .slice(0, MAX_DAYS)
}

/** Chooses a past day of the active symbol, and begins to replay its bars in a practice profile. */
export function ReplayBars() {
  const { replayBars: text } = useText()
  const mainWindow = useMainWindow()
  const close = useClose()
  const symbol = useActiveSymbol()
  const environment = useSlice(
    mainWindow.appState,
    (state) => state.value?.current?.environment ?? 'practice',
  )
  const [days] = useState(() =>
    pastDays(mainWindow.now() + (mainWindow.session.getState().value?.exchangeOffsetMs ?? 0)),
  )
  const [day, setDay] = useState(days[0] ?? '')
  const { request, busy, problem } = useRequest()
  if (symbol === null) return null
  const start = async (): Promise<void> => {
    const begun = await request('practice.replay-bars', { symbol, day })
    if (begun !== null) close()
  }
  return (
    <Dialog
      title={text.title(symbol)}
      onClose={close}
      foot={
        <>
          {busy && <span role="status">{text.reading}</span>}
          <Button onClick={close}>{text.cancel}</Button>
          <ConfirmButton variant="primary" disabled={busy} onConfirm={() => void start()}>
            {text.start}
          </ConfirmButton>
        </>
      }
    >
      <div className="stack">
        <p>{text.how(symbol, environment)}</p>
        <Field label={text.day} hint={text.dayHint}>
          {(wiring) => (
            <Select<ExchangeDay>
              {...wiring}
              value={day}
              onValue={setDay}
              options={days.map((past) => ({ value: past, label: past }))}
            />
          )}
        </Field>
        <ul className="bullets dim">
          {text.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <Problem message={problem} />
      </div>
    </Dialog>
  )
}
