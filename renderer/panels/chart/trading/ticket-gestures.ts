import { TrendingDown, TrendingUp } from 'lucide-react'
import { BellPlus, Copy } from 'lucide-react'
import type { Price } from '../../../../shared/domain/decimal.js'
import { gt, lt } from '../../../../shared/domain/decimal.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import { symbolClass } from '../../../../shared/domain/instruments/symbol-class.js'
import { linksExits } from '../../../../shared/domain/orders/exits.js'
import { stopTypeOf } from '../../../../shared/domain/orders/order-types.js'
import type { WindowText } from '../../../../shared/messages/window-text.js'
import { formatSymbolPrice } from '../../../format/product-price.js'
import type { ShownOutcome } from '../../../chart/market/shown-outcome.js'
import type { PositionLine } from '../../../chart/trading/trade-lines.js'
import { requestAlert } from '../../../stores/alert-requests.js'
import { openPanel } from '../../../stores/layout.js'
import type { MainWindow } from '../../../stores/main-window.js'
import { prefillTicket, type TicketPrefill } from '../../../stores/selection.js'
import { ticketLinkOf } from '../../../stores/submit/ticket-link.js'
import type { MenuGroup } from '../../../ui/menus/menu-groups.js'
import type { Exit } from './use-drops.js'

/** Fills the ticket and brings it to the front. Nothing is sent. */
function fillTicket(mainWindow: MainWindow, prefill: Omit<TicketPrefill, 'nonce'>): void {
  prefillTicket(mainWindow.selection, prefill)
  openPanel(mainWindow.layout, 'ticket')
}

/** What an order of the chart of an event market trades. */
const outcomeOf = (outcome: ShownOutcome): Pick<TicketPrefill, 'outcome'> =>
  outcome === null ? {} : { outcome }

const pricesOf = ({ type, price }: Exit) => ({
  ...(type === 'stop' ? {} : { limitPrice: price }),
  ...(type === 'limit' ? {} : { stopPrice: price }),
})

/** Fills the ticket with an order that closes a position at a price. */
export function fillExit(
  mainWindow: MainWindow,
  symbol: Symbol,
  { side, quantity, position: { outcome } }: PositionLine,
  exit: Exit,
): void {
  fillTicket(mainWindow, {
    symbol,
    side,
    quantity,
    type: exit.type,
    closing: true,
    ...pricesOf(exit),
    ...outcomeOf(outcome === 'yes' || outcome === 'no' ? outcome : null),
  })
}

/** A target and a stop of one position. */
interface ExitPair {
  readonly target: Price
  readonly stop: Price
}

/**
 * Returns the target and the stop that a dropped exit makes with the one in the ticket, where the
 * product has orders of which one cancels the other; null otherwise.
 */
export function exitPair(
  mainWindow: MainWindow,
  symbol: Symbol,
  { side }: PositionLine,
  { type, price }: Exit,
): ExitPair | null {
  const shown = ticketLinkOf(mainWindow).getState().link?.shown
  const isExit = shown?.symbol === symbol && shown.closing && shown.side === side
  if (shown === undefined || !isExit || !linksExits(symbolClass(symbol), side)) return null
  const field = type === 'limit' ? 'stopPrice' : 'limitPrice'
  const other = shown.prices.find((entry) => entry.field === field)?.price
  const isOther = shown.type === (type === 'limit' ? 'stop' : 'limit')
  if (other === undefined || !isOther) return null
  return type === 'limit' ? { target: price, stop: other } : { target: other, stop: price }
}

/** Returns the choice between both exits, linked, and only the one that was dropped. */
export function exitMenu(
  mainWindow: MainWindow,
  symbol: Symbol,
  {
    line,
    exit,
    pair,
    text: { chartTrading: text },
  }: {
    readonly line: PositionLine
    readonly exit: Exit
    readonly pair: ExitPair
    readonly text: WindowText
  },
): readonly MenuGroup[] {
  return [
    [
      {
        id: 'link',
        label: text.link,
        run: () =>
          fillTicket(mainWindow, {
            symbol,
            side: line.side,
            quantity: line.quantity,
            type: 'limit',
            limitPrice: pair.target,
            stopLoss: pair.stop,
            exits: true,
            closing: true,
          }),
      },
      {
        id: 'only',
        label: text.only(exit.type === 'limit' ? text.exit.limit : text.exit.stop),
        run: () => fillExit(mainWindow, symbol, line, exit),
      },
    ],
  ]
}

export interface PriceMenuContext {
  readonly mainWindow: MainWindow
  readonly symbol: Symbol
  readonly outcome: ShownOutcome
  readonly price: Price
  readonly last: Price | null
  /** Why no order is prepared; null for no reason. */
  readonly off: string | null
  readonly copy: (text: string) => void
  readonly text: WindowText
}

/** Returns what the menu of a price offers. Orders are prepared in the ticket, not sent. */
export function priceMenu(context: PriceMenuContext): readonly MenuGroup[] {
  const { mainWindow, symbol, outcome, price, copy, text } = context
  const priceText = formatSymbolPrice(price, symbol)
  const copied = priceText.replaceAll(',', '')
  return [
    orderEntries(context, priceText),
    [
      {
        id: 'alert',
        label: text.alerts.hereAt(priceText),
        icon: BellPlus,
        run: () =>
          requestAlert(
            mainWindow,
            { assetClass: symbolClass(symbol), symbol },
            price,
            outcome ?? 'yes',
          ),
      },
      {
        id: 'copy',
        label: `${text.chartTrading.copy} ${priceText}`,
        icon: Copy,
        run: () => copy(copied),
      },
    ],
  ]
}

/** Limit orders on both sides, and the stop that is possible on this side of the market. */
function orderEntries(
  { mainWindow, symbol, outcome, price, last, off, text }: PriceMenuContext,
  priceText: string,
): MenuGroup {
  const messages = text.chartTrading
  const stopType = stopTypeOf(symbolClass(symbol))
  const entry = (side: 'buy' | 'sell', type: Exit['type'], label: string): MenuGroup[number] => ({
    id: `${side}-${type}`,
    label,
    icon: side === 'buy' ? TrendingUp : TrendingDown,
    disabled: off !== null,
    run: () =>
      fillTicket(mainWindow, {
        symbol,
        side,
        type,
        ...pricesOf({ type, price }),
        ...outcomeOf(outcome),
      }),
  })
  const stops =
    last === null || stopType === null
      ? []
      : gt(price, last)
        ? [entry('buy', stopType, messages.buyStop(priceText))]
        : lt(price, last)
          ? [entry('sell', stopType, messages.sellStop(priceText))]
          : []
  const why = off === null ? [] : [{ id: 'off', label: off, disabled: true, run: () => undefined }]
  return [
    ...why,
    entry('buy', 'limit', messages.buyLimit(priceText)),
    entry('sell', 'limit', messages.sellLimit(priceText)),
    ...stops,
  ]
}
