import { TableRowsSplit } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { AnyInstrument } from '../../../../shared/domain/instruments/any-instrument.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { formatOptionalMessage } from '../../../format/message.js'
import { useListedSteps } from '../../../format/listed-steps.js'
import { formatSymbolPrice } from '../../../format/product-price.js'
import { usePanelText } from '../../../language/panel-text.js'
import type { Gesture } from '../../../stores/submit/submit-guard.js'
import { usePreview } from '../../../stores/submit/use-preview.js'
import { useAccountNames } from '../../../ui/accounts/use-account-names.js'
import { OrderConfirmationDialog } from '../../../ui/orders/order-confirmation-dialog.js'
import { useMarketRead } from '../../../ui/reading/use-market-read.js'
import { Empty, NotKnown } from '../../../ui/states.js'
import { isBlocked, summaryOf } from '../../../ui/ticket/model/summary-model.js'
import { OutcomeCard } from '../../../ui/ticket/review/ticket-outcome.js'
import { Review } from '../../../ui/ticket/review/ticket-review.js'
import { useReminders } from '../../../ui/ticket/use-reminders.js'
import { marketClick, useLadder, type LadderModel } from '../hooks/use-ladder.js'
import type { LadderSending } from '../hooks/use-ladder-send.js'
import type { OwnChanges } from '../hooks/use-own-changes.js'
import type { LadderInstrument } from '../model/ladder-draft.js'
import { CancelDialog } from './cancel-dialog.js'
import { LadderControls } from './ladder-controls.js'
import { LadderGrid } from './ladder-grid.js'
import { LadderHead } from './ladder-head.js'

export interface LadderProps {
  readonly traded: LadderInstrument
  readonly instrument: AnyInstrument
}

/** With a longer name than this, the hint of a click needs two lines. */
const LONG_NAME = 8

/** The ladder of one instrument: everything around its rows. */
export function Ladder({ traded, instrument }: LadderProps) {
  const text = usePanelText().priceLadder
  const ladder = useLadder(traded, instrument)
  const { arming, changes, own, rows, scale, scroll, sending, name } = ladder
  const widest = usePriceChars(traded.symbol, rows.shown)
  return (
    <section
      ref={ladder.root}
      className="ladder"
      aria-label={text.label(name)}
      data-testid="price-ladder"
      data-armed={arming.isArmed}
      data-stale={ladder.isStale}
      data-drawn={rows.shown.length > 0}
      data-has-position={own.position !== null}
      data-long-name={name.length > LONG_NAME || undefined}
      data-clear-of-toasts
      style={{ '--price-chars': widest } as CSSProperties}
    >
      <LadderHead
        traded={traded}
        instrument={instrument}
        name={name}
        settings={ladder.settings}
        ticks={scale.ticks}
        isArmed={arming.isArmed}
        confirms={sending.confirms}
        block={ladder.block}
        reason={arming.reason}
        isStale={ladder.isStale}
        onArm={arming.set}
        onCenter={scroll.center}
      />
      <LadderControls
        assetClass={traded.assetClass}
        hint={ladder.hint}
        refusal={ladder.refusal}
        position={own.position}
        lines={own.lines}
        isArmed={arming.isArmed}
        settledMs={ladder.settledMs}
        onMarket={(side, gesture) => sending.press(marketClick(side), gesture)}
        onMarketHover={ladder.setMarketHover}
        onCancel={changes.cancel}
      />
      {ladder.isTouchOnly && <TouchNote symbol={traded.symbol} />}
      <LadderPlace traded={traded} ladder={ladder} />
      <div className="ladder-outcome">
        {sending.sent !== null && <OutcomeCard sent={sending.sent} onDismiss={sending.dismiss} />}
      </div>
      <span className="sr-only" role="status" aria-live="polite">
        {ladder.cursorHint}
      </span>
      <Dialogs changes={changes} sending={sending} />
    </section>
  )
}

/** Returns the characters of the widest price that is shown: the first or the last one. */
function usePriceChars(symbol: string, shown: LadderModel['rows']['shown']): number {
  useListedSteps()
  return [shown[0], shown.at(-1)].reduce(
    (most, row) => Math.max(most, formatSymbolPrice(row?.price, symbol).length),
    0,
  )
}

/** The rows of prices, with what is said over them. */
function LadderPlace({ traded, ladder }: { traded: LadderInstrument; ladder: LadderModel }) {
  const text = usePanelText().priceLadder
  const { arming, changes, own, sending } = ladder
  return (
    <div className="ladder-place">
      <LadderGrid
        body={ladder.body}
        label={text.label(ladder.name)}
        symbol={traded.symbol}
        currency={own.position?.currency ?? 'USD'}
        rows={ladder.rows.shown}
        scale={ladder.scale}
        scroll={ladder.scroll}
        drag={ladder.drag}
        isArmed={arming.isArmed}
        settledMs={ladder.settledMs}
        cursor={ladder.cursor}
        onCursor={ladder.setCursor}
        onHover={ladder.setHover}
        onPress={(place, gesture) => sending.press(ladder.clickOf(place), gesture)}
        onCancel={changes.cancel}
        blockOf={(line) => (arming.isArmed ? changes.blockOf(line) : text.unarmed)}
        onBlocked={changes.warn}
        onDisarm={() => arming.set(false)}
      />
      <MarketOutside ladder={ladder} />
      {!ladder.hasPrices && <NoRows symbol={traded.symbol} isLoading={ladder.isLoading} />}
    </div>
  )
}

/** Says that only the best prices are known: the product has no book, or it could not be read. */
function TouchNote({ symbol }: { readonly symbol: Symbol }) {
  const text = usePanelText().priceLadder
  const depthRead = useMarketRead('depth', symbol)
  if (depthRead.state === 'reading') return null
  return (
    <p className="ladder-note dim" role="note">
      {depthRead.state === 'read'
        ? text.touchOnly
        : text.bookUnknown(formatOptionalMessage(depthRead.problem) ?? '')}
    </p>
  )
}

/** Says where the market is while it is not among the rows, and leads to it. */
function MarketOutside({ ladder: { outside, scroll } }: { readonly ladder: LadderModel }) {
  const text = usePanelText().priceLadder
  if (outside === null) return null
  return (
    <button
      type="button"
      className={`ladder-outside ${outside}`}
      data-testid="ladder-outside"
      onClick={scroll.center}
    >
      {text.outside[outside]}
    </button>
  )
}

/** Covers the rows while there are none to show. */
function NoRows({ symbol, isLoading }: { readonly symbol: Symbol; readonly isLoading: boolean }) {
  const text = usePanelText().priceLadder
  const depthRead = useMarketRead('depth', symbol)
  return (
    <div className="ladder-cover">
      {isLoading || depthRead.state !== 'read' ? (
        <NotKnown
          icon={TableRowsSplit}
          title={text.pricesUnknown}
          problem={isLoading ? null : depthRead.problem}
          rows={12}
        />
      ) : (
        <Empty icon={TableRowsSplit} title={text.noPrices} hint={text.noPricesHint} />
      )}
    </div>
  )
}

function Dialogs({
  changes,
  sending,
}: {
  readonly changes: OwnChanges
  readonly sending: LadderSending
}) {
  return (
    <>
      {changes.confirmation !== null && (
        <OrderConfirmationDialog confirmation={changes.confirmation} onClose={changes.close} />
      )}
      {changes.canceling !== null && (
        <CancelDialog
          orders={changes.canceling}
          onClose={changes.close}
          onConfirm={changes.cancelNow}
        />
      )}
      {sending.reviewing !== null && (
        <LadderReview
          key={JSON.stringify(sending.reviewing)}
          draft={sending.reviewing}
          facts={sending.facts}
          onSend={sending.confirm}
          onClose={sending.closeReview}
        />
      )}
    </>
  )
}

/** The review of the ticket for an order of the ladder, with the broker's preview. */
function LadderReview({
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
