import { refusedHours, waitsUntil } from '../../../../shared/domain/market/first-trade.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { exchangeDayTime } from '../../../format/time.js'
import { useText } from '../../../language/window-text.js'
import { useMainWindow, useSlice } from '../../../stores/context.js'
import { useNow } from '../../use-now.js'

const EVERY_MS = 1_000

/**
 * Says that an order waits for the open of its market, and when that is, or that the broker refuses
 * it at this hour; nothing else.
 */
export function OpeningNote({ draft }: { readonly draft: OrderDraft }) {
  const { session, now } = useMainWindow()
  const text = useText()
  const offset = useSlice(session, (state) => state.value?.exchangeOffsetMs ?? 0)
  const exchangeNow = epochMs(useNow(now, EVERY_MS) + offset)
  const refused = refusedHours(draft, exchangeNow)
  const opens = waitsUntil(draft, exchangeNow)
  if (refused !== null) {
    return (
      <p className="ticket-note bad" data-testid="refused-hours">
        {text.ticket.dialog.refusedHours[refused]}
      </p>
    )
  }
  if (opens === null) return null
  return (
    <p className="ticket-note warn" data-testid="waits-for-open">
      {text.ticket.dialog.waits(exchangeDayTime(opens))}
    </p>
  )
}
