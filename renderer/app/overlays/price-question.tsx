import { useRef } from 'react'
import type { QuestionedPrice } from '../../../shared/domain/orders/price-question.js'
import { formatDraft } from '../../format/order-draft.js'
import { formatProductPrice } from '../../format/product-price.js'
import { formatAge } from '../../format/time.js'
import { usePanelText } from '../../language/panel-text.js'
import { useText } from '../../language/window-text.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import type { PendingPrices } from '../../stores/submit/price-questions.js'
import { useAccountNames } from '../../ui/accounts/use-account-names.js'
import { Button } from '../../ui/button.js'
import { ConfirmButton } from '../../ui/confirm/confirm-button.js'
import { useFreshDialog } from '../../ui/confirm/use-fresh-dialog.js'
import { Dialog } from '../../ui/dialog.js'
import { pageClock, useNow } from '../../ui/use-now.js'

/** How often the ages of the prices are written again, in ms. */
const AGE_MS = 1_000

/** Asks about prices that are not current, one press's orders at a time. */
export function PriceQuestion() {
  const { priceQuestions } = useMainWindow()
  const pending = useSlice(priceQuestions.state, (state) => state.pending[0] ?? null)
  // Another question is another dialog, so that no press for the one before counts for it.
  const key = pending?.questions[0]?.id
  return pending === null ? null : <PriceDialog key={key} pending={pending} />
}

function PriceDialog({ pending }: { readonly pending: PendingPrices }) {
  const text = useText()
  const messages = usePanelText().priceQuestion
  const main = useRef<HTMLButtonElement>(null)
  const onClose = (): void => pending.settle(false)
  const { pressOutside } = useFreshDialog(main, onClose)
  const laterMs = Math.max(0, useNow(pageClock, AGE_MS) - pending.receivedAt)
  const prices = pending.questions.flatMap((question) => question.prices)
  const count = pending.questions.length
  const [first] = prices
  const variant =
    prices.length > 1 || first === undefined
      ? 'danger primary'
      : first.draft.side === 'buy'
        ? 'buy'
        : 'sell'
  return (
    <Dialog
      title={messages.title(count)}
      onClose={onClose}
      onPressOutside={pressOutside}
      className="price-question"
      foot={
        <>
          <Button ref={main} data-autofocus data-testid="price-question-back" onClick={onClose}>
            {text.ticket.dialog.back}
          </Button>
          <ConfirmButton
            variant={variant}
            data-autofocus={undefined}
            data-testid="price-question-send"
            onConfirm={() => pending.settle(true)}
          >
            {messages.send(count)}
          </ConfirmButton>
        </>
      }
    >
      <div className="stack">
        <p className="note warn" role="alert">
          {messages.notSent(count)} {count === 1 ? messages.atMarket : messages.atMarketSeveral}
        </p>
        {prices.map((price, index) => (
          <Price key={index} price={price} laterMs={laterMs} />
        ))}
      </div>
    </Dialog>
  )
}

/** An order, its last price and how old that is. */
function Price({ price, laterMs }: { readonly price: QuestionedPrice; readonly laterMs: number }) {
  const text = useText()
  const messages = usePanelText().priceQuestion
  const accountName = useAccountNames()
  const { draft, last, bid, ask, ageMs } = price
  const hasPrice = last !== null || bid !== null || ask !== null
  const write = (value: typeof last): string => formatProductPrice(value, draft)
  return (
    <section data-testid="price-question-order">
      <p className={`review-order ${draft.side === 'buy' ? 'up' : 'down'}`}>
        {formatDraft(draft, text)}
      </p>
      <dl className="review-lines">
        <Line label={text.ticket.dialog.rows.account} value={accountName(draft.accountId)} />
        <Line label={messages.last} value={last === null ? messages.noPrice : write(last)} />
        {(bid !== null || ask !== null) && (
          <Line label={messages.bidAsk} value={`${write(bid)} / ${write(ask)}`} />
        )}
        {hasPrice && (
          <Line
            label={messages.age}
            value={
              ageMs === null ? messages.neverConfirmed : messages.old(formatAge(ageMs + laterMs))
            }
          />
        )}
      </dl>
      {!hasPrice && <p className="dim">{messages.noValue}</p>}
    </section>
  )
}

function Line({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="ticket-line">
      <dt>{label}</dt>
      <dd className="tnum">{value}</dd>
    </div>
  )
}
