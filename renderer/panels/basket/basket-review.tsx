import { useRef, type MouseEvent } from 'react'
import { createPortal } from 'react-dom'
import { draftInstrument, formatDraft, formatTerms } from '../../format/order-draft.js'
import { legLines } from '../../format/instrument-name.js'
import { useText } from '../../language/window-text.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { basketOf, comboOf, type BasketEntry } from '../../stores/submit/basket.js'
import { useAccountNames } from '../../ui/accounts/use-account-names.js'
import { Button } from '../../ui/button.js'
import { ignoreHeldKey } from '../../ui/confirm/press-guard.js'
import { useFreshDialog } from '../../ui/confirm/use-fresh-dialog.js'
import { Dialog } from '../../ui/dialog.js'

/**
 * Shows every order as it will be sent, and a button that sends them. The press that opened the
 * dialog cannot also press it.
 */
export function BasketReview({
  entries,
  onClose,
}: {
  readonly entries: readonly BasketEntry[]
  readonly onClose: () => void
}) {
  const text = useText()
  const basket = basketOf(useMainWindow())
  const mode = useSlice(basket.state, (state) => state.mode)
  const main = useRef<HTMLButtonElement>(null)
  const { shownMs, closeOnPurpose } = useFreshDialog(main, onClose)
  const send = (event: MouseEvent): void => {
    if (basket.submit({ repeat: false, clicks: event.detail, shownMs: shownMs() })) onClose()
  }
  return createPortal(
    <Dialog
      title={text.basket.title}
      onClose={closeOnPurpose}
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
      <ReviewList entries={entries} mode={mode} />
      <p>{text.basket.meanings[mode]}</p>
      <p className="dim">{text.basket.note}</p>
    </Dialog>,
    document.body,
  )
}

function ReviewList({
  entries,
  mode,
}: {
  readonly entries: readonly BasketEntry[]
  readonly mode: Parameters<typeof comboOf>[1]
}) {
  const text = useText()
  const accountName = useAccountNames()
  const combo = comboOf(entries, mode)
  return (
    <ol className="basket-review">
      {entries.map(({ id, draft }, index) => {
        const role = combo?.orders[index]?.role
        return (
          <li key={id}>
            <strong className={draft.side === 'buy' ? 'up' : 'down'}>
              {formatDraft(draft, text)}
            </strong>
            {legLines(draftInstrument(draft), text.instruments).map((line) => (
              <span key={line} className="tnum" data-testid="basket-leg">
                {line}
              </span>
            ))}
            <span className="tnum">{formatTerms(draft, text)}</span>
            <span className="dim">
              {accountName(draft.accountId)}
              {role !== undefined && ` · ${text.orders.roles[role]}`}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
