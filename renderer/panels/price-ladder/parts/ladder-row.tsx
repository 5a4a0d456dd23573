import { X } from 'lucide-react'
import { memo } from 'react'
import { dec, gte, type Quantity } from '../../../../shared/domain/decimal.js'
import type { PanelText } from '../../../../shared/messages/window-text.js'
import { formatCompact, formatQuantity } from '../../../format/decimal.js'
import { orderTitle, priceKind } from '../../../format/order-title.js'
import { useListedSteps } from '../../../format/listed-steps.js'
import { ownMoney, ownQuantity, useIsPrivate } from '../../../format/own.js'
import { formatSymbolPrice } from '../../../format/product-price.js'
import { usePanelText } from '../../../language/panel-text.js'
import { useMainWindow, useSlice } from '../../../stores/context.js'
import { orderChangesOf } from '../../../ui/orders/order-changes.js'
import { Signed } from '../../../ui/signed.js'
import type { LadderSide } from '../model/click-order.js'
import type { LadderOrder, LadderRow } from '../model/ladder-rows.js'
import { LABEL_HINT, explain } from '../../../ui/hints/hint.js'

/** A longer size does not fit its column, and a part of it would read as a smaller one. */
const SIZE_CHARS = 7
const THOUSAND = dec('1000')

/** Writes a size of the book: exact where it fits, shortened where not. */
function sizeText(size: Quantity | null): string {
  if (size === null) return ''
  const exact = formatQuantity(size)
  return exact.length > SIZE_CHARS && gte(size, THOUSAND) ? formatCompact(size) : exact
}

export interface LadderRowProps {
  readonly id: string
  readonly row: LadderRow
  readonly symbol: string
  readonly currency: string
  readonly hasCursor: boolean
  /** The column in which an order would be dropped here; null where none is. */
  readonly target: LadderSide | null
  readonly isArmed: boolean
}

/** One price. A row that did not change is not rendered again. */
export const LadderRowView = memo(function LadderRowView(props: LadderRowProps) {
  const { id, row, symbol, currency, hasCursor, target, isArmed } = props
  const windowText = usePanelText()
  const text = windowText.priceLadder
  useIsPrivate()
  useListedSteps()
  const volume = row.volume === null ? '' : formatQuantity(row.volume)
  return (
    <div
      id={id}
      role="row"
      className="ladder-row"
      aria-label={hasCursor ? formatRow(row, symbol, windowText) : undefined}
      aria-selected={hasCursor}
      data-row={row.row}
      data-price={formatSymbolPrice(row.price, symbol).replaceAll(',', '')}
      data-last={row.isLast || undefined}
      data-average={row.isAverage || undefined}
    >
      <span role="gridcell" className="ladder-volume" {...explain(text.headHints.volume)}>
        {volume}
      </span>
      <OrdersCell side="buy" orders={row.buys} isTarget={target === 'buy'} isArmed={isArmed} />
      <span
        role="gridcell"
        className="ladder-size bid"
        data-side="buy"
        data-best={row.isBestBid || undefined}
        style={{ backgroundSize: `${row.bidShare}% 16px` }}
      >
        {sizeText(row.bid)}
      </span>
      <PriceCell row={row} symbol={symbol} />
      <span
        role="gridcell"
        className="ladder-size ask"
        data-side="sell"
        data-best={row.isBestAsk || undefined}
        style={{ backgroundSize: `${row.askShare}% 16px` }}
      >
        {sizeText(row.ask)}
      </span>
      <OrdersCell side="sell" orders={row.sells} isTarget={target === 'sell'} isArmed={isArmed} />
      <span role="gridcell" className="ladder-pnl">
        {row.pnl !== null && (
          <Signed value={row.pnl} tone="pnl">
            {ownMoney(row.pnl, currency, true)}
          </Signed>
        )}
      </span>
    </div>
  )
})

/** The price with the marks of the day, the last trade and the average cost. */
function PriceCell({ row, symbol }: Pick<LadderRowProps, 'row' | 'symbol'>) {
  const text = usePanelText().priceLadder
  const names = [
    ...row.marks.map((mark) => text.markNames[mark]),
    ...(row.isAverage ? [text.average] : []),
    ...(!row.isLast
      ? []
      : [row.lastSize === null ? text.last : text.lastTrade(formatQuantity(row.lastSize))]),
  ]
  return (
    <span
      role="gridcell"
      className="ladder-price"
      {...explain(names.length === 0 ? undefined : names.join(' · '))}
      style={{ backgroundSize: `${row.volumeShare}% 100%` }}
    >
      <span className="ladder-marks">{row.marks.map((mark) => text.marks[mark]).join(' ')}</span>
      <span className="ladder-figure">{formatSymbolPrice(row.price, symbol)}</span>
      <span className="ladder-last-size">
        {row.lastSize === null ? '' : formatQuantity(row.lastSize)}
      </span>
    </span>
  )
}

/** Orders beside each other in one cell; more are counted. */
const MAX_SHOWN = 2

function OrdersCell({
  side,
  orders,
  isTarget,
  isArmed,
}: {
  readonly side: LadderSide
  readonly orders: readonly LadderOrder[]
  readonly isTarget: boolean
  readonly isArmed: boolean
}) {
  const text = usePanelText()
  const hidden = orders.slice(MAX_SHOWN)
  return (
    <span
      role="gridcell"
      className={`ladder-orders ${side}`}
      data-side={side}
      data-target={isTarget || undefined}
    >
      {orders.slice(0, MAX_SHOWN).map((order) => (
        <OrderChip key={order.line.id} order={order} isArmed={isArmed} />
      ))}
      {hidden.length > 0 && (
        <span
          className="ladder-more"
          {...explain(
            hidden
              .map(({ line }) => orderTitle({ ...line, type: line.order.type }, text))
              .join('\n'),
          )}
        >
          {text.priceLadder.more(hidden.length)}
        </span>
      )}
    </span>
  )
}

/** An own order at one of its prices: a handle that is dragged, and a button that cancels it. */
function OrderChip({
  order: { line, ahead },
  isArmed,
}: {
  readonly order: LadderOrder
  readonly isArmed: boolean
}) {
  const text = usePanelText()
  const messages = text.priceLadder
  useIsPrivate()
  useListedSteps()
  const changes = orderChangesOf(useMainWindow())
  const { order } = line
  const sent = useSlice(changes.state, (state) => state.changes[order.clientOrderId])
  const refusal = useSlice(changes.state, (state) => state.refusals[order.clientOrderId])
  const title = orderTitle({ ...line, type: order.type }, text)
  const kind = shortKind(line, text)
  const state = sent === undefined ? 'rest' : sent.kind === 'cancel' ? 'canceling' : 'changing'
  const hints = [
    isArmed ? messages.moveHint(title) : messages.moveArmHint(title),
    ...(ahead === null ? [] : [messages.aheadHint(ownQuantity(ahead))]),
    ...(refusal === undefined ? [] : [text.chartTrading.notChanged(refusal(text))]),
  ]
  return (
    <span
      className={`ladder-order ${line.side === 'buy' ? 'buy' : 'sell'}`}
      data-testid="ladder-order"
      data-line={line.id}
      data-state={state}
      data-refused={refusal !== undefined || undefined}
      {...explain(hints.join('\n'))}
    >
      <span className="ladder-handle" data-handle={line.id}>
        {kind !== '' && <small>{kind} </small>}
        {line.quantity === null ? text.chartTrading.unknownSize : ownQuantity(line.quantity)}
        {ahead !== null && (
          <small className="ladder-ahead" data-testid="ladder-ahead">
            {' '}
            {messages.aheadShort(ownQuantity(ahead))}
          </small>
        )}
      </span>
      <button
        type="button"
        className="ladder-cancel"
        tabIndex={-1}
        aria-label={messages.cancelOrder(title)}
        {...LABEL_HINT}
        disabled={state === 'canceling'}
        data-cancel={line.id}
        data-testid="ladder-cancel"
      >
        <X size={10} aria-hidden />
      </button>
    </span>
  )
}

/** Returns the short form of what an order is at this price; empty for a plain limit. */
function shortKind({ order, field }: LadderOrder['line'], text: PanelText): string {
  const { kinds } = text.chartTrading
  const kind = priceKind(order.type, field, text)
  const short = text.priceLadder.kinds
  if (kind === kinds.stop) return short.stop
  if (kind === kinds.trigger) return short.trigger
  if (kind === kinds['stop-limit']) return short['stop-limit']
  return kind === kinds.trailing ? short.trailing : short.limit
}

/** Returns a row as a screen reader says it. */
function formatRow(
  { price, bid, ask, buys, sells }: LadderRow,
  symbol: string,
  text: PanelText,
): string {
  const { rowLabel, ahead: formatAhead } = text.priceLadder
  return [
    formatSymbolPrice(price, symbol),
    ...(bid === null ? [] : [rowLabel.bid(formatQuantity(bid))]),
    ...(ask === null ? [] : [rowLabel.ask(formatQuantity(ask))]),
    ...[...buys, ...sells].map(({ line, ahead }) => {
      const title = orderTitle({ ...line, type: line.order.type }, text)
      const place = ahead === null ? '' : `, ${formatAhead(ownQuantity(ahead))}`
      return rowLabel.own(`${title}${place}`)
    }),
  ].join(', ')
}
