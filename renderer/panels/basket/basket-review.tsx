import { useRef, type MouseEvent } from 'react'
import { createPortal } from 'react-dom'
import { draftInstrument, formatDraft, formatTerms } from '../../format/order-draft.js'
import { legLines } from '../../format/instrument-name.js'
import { useText } from '../../language/window-text.js'
import type { OrderEffect } from '../../../shared/domain/orders/effect/effect-types.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { WindowText } from '../../../shared/messages/window/window-text.js'
import { useMainWindow, useSelectedAccount, useSlice } from '../../stores/context.js'
import { basketOf, comboOf, type BasketEntry } from '../../stores/submit/basket.js'
import { useAccountNames } from '../../ui/accounts/use-account-names.js'
import { Button } from '../../ui/button.js'
import { ignoreHeldKey } from '../../ui/confirm/press-guard.js'
import { useFreshDialog } from '../../ui/confirm/use-fresh-dialog.js'
import { Dialog } from '../../ui/dialog.js'
import { useAccountPositions } from '../../ui/ticket/use-order-facts.js'
import { effectRows, entryEffect, type ReviewAccount } from './review-effect.js'
import type { Estimates } from './use-estimates.js'
import '../../ui/ticket/ticket-parts.css'

const USD = 'USD'

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
      <ReviewList entries={entries} estimates={estimates} mode={mode} />
      <p>{text.basket.meanings[mode]}</p>
      <p className="dim">{text.basket.note}</p>
    </Dialog>,
    document.body,
  )
}

/** Names an order by what it is to the position: a close, a roll, or as it is sent. */
function titleOf(draft: OrderDraft, { kind }: OrderEffect, text: WindowText): string {
  const strategy = draft.terms?.strategy
  if (strategy === undefined || (draft.terms?.legs ?? []).length < 2) {
    return formatDraft(draft, text)
  }
  if (kind === 'roll') return text.strategy.rolled(draft.symbol)
  return kind === 'close' || kind === 'reduce'
    ? text.strategy.closed(draft.symbol, text.strategy.names[strategy])
    : formatDraft(draft, text)
}

/** Returns the selected account, if the order is for it. */
function useReviewAccount(): (draft: OrderDraft) => ReviewAccount {
  const selected = useSelectedAccount()
  const positions = useAccountPositions()
  const balance = useSlice(
    useMainWindow().balance,
    ({ value }) => value?.currencies.find(({ currency }) => currency === USD) ?? null,
  )
  return ({ accountId }) =>
    accountId === selected ? { positions, balance } : { positions: null, balance: null }
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
  const text = useText()
  const accountName = useAccountNames()
  const combo = comboOf(entries, mode)
  const accountOf = useReviewAccount()
  return (
    <ol className="basket-review">
      {entries.map(({ id, draft }, index) => {
        const role = combo?.orders[index]?.role
        const estimate = estimates.get(id)
        const effect = entryEffect(draft, estimate, accountOf(draft))
        return (
          <li key={id}>
            <strong className={draft.side === 'buy' ? 'up' : 'down'}>
              {titleOf(draft, effect, text)}
            </strong>
            {legLines(draftInstrument(draft), text.instruments).map((line) => (
              <span key={line} className="tnum" data-testid="basket-leg">
                {line}
              </span>
            ))}
            <span className="tnum">{formatTerms(draft, text)}</span>
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
      })}
    </ol>
  )
}
