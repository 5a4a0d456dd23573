import { ArrowLeftRight, CircleX, Divide, TrendingDown, TrendingUp, X, XSquare } from 'lucide-react'
import { isZero } from '../../../shared/domain/decimal.js'
import type { Position } from '../../../shared/domain/account/account.js'
import { isReversible, type ClosePart } from '../../../shared/domain/orders/flatten.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import {
  positionInstrumentKey,
  symbolKeys,
} from '../../../shared/domain/instruments/instrument-key.js'
import type { WindowText } from '../../../shared/messages/window/window-text.js'
import { requestCancel, showClosing } from '../../stores/layout.js'
import type { MainWindow } from '../../stores/main-window.js'
import { symbolOf, ticketGroup } from '../../stores/selection.js'
import { openTicket } from '../../ui/menus/symbol-menu.js'
import type { AppCommand } from './command.js'

/** Returns the symbol that the ticket trades. */
const activeSymbol = ({ selection }: MainWindow): Symbol | null => {
  const state = selection.getState()
  return symbolOf(state, ticketGroup(state))
}

/** Returns the open positions in the shown instrument: not in its options, but in both outcomes. */
const activePositions = (mainWindow: MainWindow): readonly Position[] => {
  const symbol = activeSymbol(mainWindow)
  const shown = symbol === null ? [] : symbolKeys(symbol)
  return mainWindow.positions.all().filter((position) => {
    const key = positionInstrumentKey(position)
    return key !== null && shown.includes(key) && !isZero(position.quantity)
  })
}

const nameOf = (mainWindow: MainWindow | undefined): string =>
  (mainWindow === undefined ? null : activeSymbol(mainWindow)) ?? ''

const order = (side: 'buy' | 'sell'): AppCommand => ({
  id: `trade:${side}`,
  title: ({ trading }, mainWindow) => trading[side](nameOf(mainWindow)),
  icon: side === 'buy' ? TrendingUp : TrendingDown,
  group: 'trading',
  chord: null,
  isAvailable: (mainWindow) => activeSymbol(mainWindow) !== null,
  run(mainWindow) {
    const symbol = activeSymbol(mainWindow)
    if (symbol !== null) openTicket(mainWindow, symbol, side)
  },
})

/** One position of the symbol is closed; with both outcomes of an event, the person picks a row. */
const closing = (
  part: ClosePart,
  icon: AppCommand['icon'],
  title: (text: WindowText['trading']) => (symbol: string) => string,
): AppCommand => ({
  id: `trade:${part === 'all' ? 'close' : part}`,
  title: ({ trading }, mainWindow) => title(trading)(nameOf(mainWindow)),
  icon,
  group: 'trading',
  chord: null,
  isAvailable(mainWindow) {
    const [first, ...more] = activePositions(mainWindow)
    return (
      first !== undefined &&
      more.length === 0 &&
      (part !== 'reverse' || isReversible(first.assetClass))
    )
  },
  run(mainWindow) {
    const [position] = activePositions(mainWindow)
    if (position !== undefined) {
      showClosing(mainWindow.layout, { kind: 'position', position, part })
    }
  },
})

/** Commands about orders and positions. Each opens a ticket or a review; none sends anything. */
export const TRADING: readonly AppCommand[] = [
  order('buy'),
  order('sell'),
  closing('all', X, ({ close }) => close),
  closing('half', Divide, ({ half }) => half),
  closing('reverse', ArrowLeftRight, ({ reverse }) => reverse),
  {
    id: 'trade:cancel',
    title: ({ trading }, mainWindow) => trading.cancel(nameOf(mainWindow)),
    icon: CircleX,
    group: 'trading',
    chord: null,
    isAvailable: (mainWindow) => activeSymbol(mainWindow) !== null,
    run: (mainWindow) => requestCancel(mainWindow.layout, activeSymbol(mainWindow)),
  },
  {
    id: 'trade:cancel-all',
    title: ({ trading }) => trading.cancelAll,
    icon: CircleX,
    group: 'trading',
    chord: null,
    run: (mainWindow) => requestCancel(mainWindow.layout, null),
  },
  {
    id: 'trade:flatten',
    title: ({ trading }) => trading.flatten,
    icon: XSquare,
    group: 'trading',
    chord: null,
    run: (mainWindow) => showClosing(mainWindow.layout, { kind: 'all' }),
  },
]
