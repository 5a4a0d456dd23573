import { exchangeStamp, timeHint } from '../format/time.js'
import { useMainWindow } from '../stores/context.js'
import { explain } from './hints/hint.js'

/** A time at the exchange; the tooltip shows the full time and local time. */
export function Stamp({ time }: { readonly time: number }) {
  const { session, now } = useMainWindow()
  const exchangeNow = now() + (session.getState().value?.exchangeOffsetMs ?? 0)
  return (
    <time className="tnum" dateTime={new Date(time).toISOString()} {...explain(timeHint(time))}>
      {exchangeStamp(time, exchangeNow)}
    </time>
  )
}
