import { waitsUntil } from '../../../../shared/domain/market/first-trade.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { exchangeDayTime } from '../../../format/time.js'
import { useText } from '../../../language/window-text.js'
import { useMainWindow, useSlice } from '../../../stores/context.js'
import { useNow } from '../../use-now.js'

const EVERY_MS = 1_000

/** Says that an order waits for the open of its market, and when that is; nothing else. */
export function OpeningNote({ draft }: { readonly draft: OrderDraft }) {
  const { session, now } = useMainWindow()
  const text = useText()
  const offset = useSlice(session, (state) => state.value?.exchangeOffsetMs ?? 0)
  const opens = waitsUntil(draft, epochMs(useNow(now, EVERY_MS) + offset))
  if (opens === null) return null
  return (
    <p className="ticket-note warn" data-testid="waits-for-open">
      {text.ticket.dialog.waits(exchangeDayTime(opens))}
    </p>
  )
}
