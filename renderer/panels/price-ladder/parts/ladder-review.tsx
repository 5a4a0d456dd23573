import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { Gesture } from '../../../stores/submit/submit-guard.js'
import { usePreview } from '../../../stores/submit/use-preview.js'
import { useAccountNames } from '../../../ui/accounts/use-account-names.js'
import { isBlocked, summaryOf } from '../../../ui/ticket/model/summary-model.js'
import { Review } from '../../../ui/ticket/review/ticket-review.js'
import { useReminders } from '../../../ui/ticket/use-reminders.js'
import type { LadderSending } from '../hooks/use-ladder-send.js'

/** The review of the ticket for an order of the ladder, with the broker's preview. */
export function LadderReview({
  draft,
  facts,
  onSend,
  onClose,
}: {
  readonly draft: OrderDraft
  readonly facts: LadderSending['facts']
  readonly onSend: (draft: OrderDraft, gesture: Gesture, skipFromNow: boolean) => void
  readonly onClose: () => void
}) {
  const accountName = useAccountNames()
  const [preview] = usePreview(draft)
  const reminders = useReminders(draft)
  const summary = summaryOf({ ...facts, draft, preview })
  return (
    <Review
      order={{ draft, combo: null }}
      account={accountName(draft.accountId)}
      summary={summary}
      reminders={reminders}
      onSend={(gesture, skipFromNow) => {
        if (!isBlocked(summary)) onSend(draft, gesture, skipFromNow)
      }}
      onClose={onClose}
    />
  )
}
