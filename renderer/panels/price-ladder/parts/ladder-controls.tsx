import type { Position } from '../../../../shared/domain/account/account.js'
import { abs, isNegative } from '../../../../shared/domain/decimal.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { isReversible } from '../../../../shared/domain/orders/flatten.js'
import { formatAverageCost } from '../../../format/product-price.js'
import type { Gesture } from '../../../stores/submit/submit-guard.js'
import { ownMoney, ownQuantity } from '../../../format/own.js'
import { usePanelText } from '../../../language/panel-text.js'
import { useFreshness, useMainWindow } from '../../../stores/context.js'
import { showClosing } from '../../../stores/layout.js'
import { Button } from '../../../ui/button.js'
import { ignoreHeldKey } from '../../../ui/confirm/press-guard.js'
import { Signed } from '../../../ui/signed.js'
import type { OrderLine } from '../../../chart/trading/trade-lines.js'
import { hasMarketOrders, type LadderSide } from '../model/click-order.js'
import { explainByTab } from '../../../ui/hints/hint.js'

export interface LadderControlsProps {
  readonly assetClass: AssetClass
  /** What a click does, in words; an own order while it is moved. */
  readonly hint: string
  /** Why the last click had no effect; null for none. */
  readonly refusal: string | null
  readonly position: Position | null
  /** The orders that can be canceled. */
  readonly lines: readonly OrderLine[]
  readonly isArmed: boolean
  readonly settledMs: () => number
  readonly onMarket: (side: LadderSide, gesture: Gesture) => void
  readonly onMarketHover: (side: LadderSide | null) => void
  readonly onCancel: (orders: readonly OrderLine[]) => void
}

/** What a click does, the position, and what concerns all orders. */
export function LadderControls(props: LadderControlsProps) {
  const text = usePanelText().priceLadder
  return (
    <div className="ladder-controls">
      <p
        className={`ladder-hint tnum ${props.refusal === null ? '' : 'bad'}`}
        data-testid="ladder-hint"
        {...explainByTab(props.refusal ?? props.hint)}
        role={props.refusal === null ? undefined : 'alert'}
      >
        {props.refusal ?? props.hint}
      </p>
      <div className="ladder-actions" role="group" aria-label={text.actions}>
        <MarketButton side="buy" {...props} />
        <MarketButton side="sell" {...props} />
      </div>
      <div className="ladder-actions three">
        <CancelButton kind="buys" {...props} />
        <CancelButton kind="all" {...props} />
        <CancelButton kind="sells" {...props} />
      </div>
      <PositionLine position={props.position} />
    </div>
  )
}

function MarketButton({
  side,
  assetClass,
  isArmed,
  settledMs,
  onMarket,
  onMarketHover,
}: { readonly side: LadderSide } & LadderControlsProps) {
  const text = usePanelText().priceLadder
  const isOffered = hasMarketOrders(assetClass)
  return (
    <Button
      size="small"
      variant={isArmed && isOffered ? side : 'plain'}
      aria-disabled={!isOffered || undefined}
      hint={isOffered ? undefined : text.noMarket}
      data-testid={`ladder-market-${side}`}
      onKeyDown={ignoreHeldKey}
      onPointerEnter={() => isOffered && onMarketHover(side)}
      onPointerLeave={() => onMarketHover(null)}
      onFocus={() => isOffered && onMarketHover(side)}
      onBlur={() => onMarketHover(null)}
      onClick={(event) => {
        if (!isOffered) return
        onMarket(side, { repeat: false, clicks: event.detail, shownMs: settledMs() })
      }}
    >
      {text.atMarket[side]}
    </Button>
  )
}

function CancelButton({
  kind,
  lines,
  onCancel,
}: { readonly kind: 'buys' | 'sells' | 'all' } & Pick<LadderControlsProps, 'lines' | 'onCancel'>) {
  const { cancel } = usePanelText().priceLadder
  const cancelLines = lines.filter(
    ({ side }) => kind === 'all' || (side === 'buy') === (kind === 'buys'),
  )
  // An order with a limit and a trigger has two lines.
  const count = new Set(cancelLines.map(({ order }) => order.clientOrderId)).size
  return (
    <Button
      size="small"
      disabled={count === 0}
      data-testid={`ladder-cancel-${kind}`}
      onKeyDown={ignoreHeldKey}
      onClick={(event) => {
        if (event.detail <= 1) onCancel(cancelLines)
      }}
    >
      {count === 0 ? cancel.none[kind] : cancel[kind](count)}
    </Button>
  )
}

function PositionLine({ position }: { readonly position: Position | null }) {
  const text = usePanelText()
  const messages = text.priceLadder
  const { layout, positions } = useMainWindow()
  const isKnown = useFreshness(positions) !== 'loading'
  if (position === null) {
    return (
      <p className="ladder-position dim">
        {isKnown ? messages.noPosition : messages.positionUnknown}
      </p>
    )
  }
  const { quantity, averageCost, unrealizedPnl, currency } = position
  const side = isNegative(quantity) ? text.chartTrading.short : text.chartTrading.long
  return (
    <p className="ladder-position" data-testid="ladder-position">
      <span className="tnum">
        {messages.position(
          side,
          ownQuantity(abs(quantity)),
          formatAverageCost(averageCost, position),
        )}
      </span>
      {unrealizedPnl !== null && (
        <Signed value={unrealizedPnl} tone="pnl">
          {ownMoney(unrealizedPnl, currency, true)}
        </Signed>
      )}
      <span className="ladder-closing">
        <Button
          size="small"
          hint={messages.flattenHint}
          data-testid="ladder-flatten"
          onClick={() => showClosing(layout, { kind: 'position', position, part: 'all' })}
        >
          {messages.flatten}
        </Button>
        {isReversible(position.assetClass) && (
          <Button
            size="small"
            hint={messages.reverseHint}
            data-testid="ladder-reverse"
            onClick={() => showClosing(layout, { kind: 'position', position, part: 'reverse' })}
          >
            {messages.reverse}
          </Button>
        )}
      </span>
    </p>
  )
}
