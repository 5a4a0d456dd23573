import { useRef, type MouseEvent } from 'react'
import { createPortal } from 'react-dom'
import { draftInstrument, formatTerms } from '../../format/order-draft.js'
import { legLines } from '../../format/instrument-name.js'
import { usePanelText } from '../../language/panel-text.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { ComboRole } from '../../../shared/domain/orders/order-types.js'
import type { OrderPreview } from '../../../shared/domain/orders/trade-outcome.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { basketOf, comboOf, type BasketEntry } from '../../stores/submit/basket.js'
import { useAccountNames } from '../../ui/accounts/use-account-names.js'
import { Button } from '../../ui/button.js'
import { ignoreHeldKey } from '../../ui/confirm/press-guard.js'
import { useFreshDialog } from '../../ui/confirm/use-fresh-dialog.js'
import { Dialog } from '../../ui/dialog.js'
import { OpeningNote } from '../../ui/ticket/review/opening-note.js'
import { effectRows, entryTitle } from './review-effect.js'
import { useEntryEffect } from './use-entry-effect.js'
import type { Estimates } from './use-estimates.js'
import '../../ui/ticket/ticket-parts.css'
import { useLeggingPosition } from '../../ui/orders/use-legging-position.js'

/**
 * Shows every order as it will be sent, and a button that sends them. The press that opened the
 * dialog cannot also press it.
 */
export function BasketReview({
  entries,
  estimates,
  onClose,
}: {
  readonly entries: readonly BasketEntry[]
  readonly estimates: Estimates
  readonly onClose: () => void
}) {
  const text = usePanelText()
  const basket = basketOf(useMainWindow())
  const mode = useSlice(basket.state, (state) => state.mode)
  const main = useRef<HTMLButtonElement>(null)
  const { shownMs, pressOutside } = useFreshDialog(main, onClose)
  const send = (event: MouseEvent): void => {
    if (basket.submit({ repeat: false, clicks: event.detail, shownMs: shownMs() })) onClose()
  }
  return createPortal(
    <Dialog
      title={text.basket.title}
      onClose={onClose}
      onPressOutside={pressOutside}
      foot={
        <>
          <Button onClick={onClose}>{text.basket.back}</Button>
          <Button
            ref={main}
            variant="primary"
            data-autofocus
            data-testid="basket-send"
            onClick={send}
            onKeyDown={ignoreHeldKey}
          >
            {text.basket.send(entries.length)}
          </Button>
        </>
      }
    >
      <ReviewList entries={entries} estimates={estimates} mode={mode} />
      <p>{text.basket.meanings[mode]}</p>
      <p className="dim">{text.basket.note}</p>
    </Dialog>,
    document.body,
  )
}

function ReviewList({
  entries,
  estimates,
  mode,
}: {
  readonly entries: readonly BasketEntry[]
  readonly estimates: Estimates
  readonly mode: Parameters<typeof comboOf>[1]
}) {
  const combo = comboOf(entries, mode)
  return (
    <ol className="basket-review">
      {entries.map(({ id, draft }, index) => (
        <ReviewEntry
          key={id}
          draft={draft}
          estimate={estimates.get(id)}
          role={combo?.orders[index]?.role}
        />
      ))}
    </ol>
  )
}

/** True for an order that works as soon as it is sent; the others wait for a fill. */
const isFirst = (role: ComboRole | undefined): boolean =>
  role === undefined || role === 'master' || role === 'oco'

/** One order as it will be sent, with what it costs and does. */
function ReviewEntry({
  draft,
  estimate,
  role,
}: {
  readonly draft: OrderDraft
  readonly estimate: OrderPreview | null | undefined
  readonly role: ComboRole | undefined
}) {
  const text = usePanelText()
  const accountName = useAccountNames()
  const effect = useEntryEffect(draft, estimate)
  const position = useLeggingPosition(draft)
  return (
    <li>
      <strong className={draft.side === 'buy' ? 'up' : 'down'}>
        {entryTitle(draft, effect, text)}
      </strong>
      {legLines(draftInstrument(draft), text.instruments).map((line) => (
        <span key={line} className="tnum" data-testid="basket-leg">
          {line}
        </span>
      ))}
      <span className="tnum">{formatTerms(draft, text, position)}</span>
      {isFirst(role) && <OpeningNote draft={draft} />}
      <dl className="review-lines">
        {effectRows(draft, estimate, effect, text).map(([label, value]) => (
          <div key={label} className="ticket-line">
            <dt>{label}</dt>
            <dd className="tnum">{value}</dd>
          </div>
        ))}
      </dl>
      <span className="dim">
        {accountName(draft.accountId)}
        {role !== undefined && ` · ${text.orders.roles[role]}`}
      </span>
    </li>
  )
}
