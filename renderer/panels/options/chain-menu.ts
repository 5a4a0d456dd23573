import { CandlestickChart, Minus, Plus, TrendingDown, TrendingUp } from 'lucide-react'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { ChainRow } from '../../../shared/domain/instruments/option-chain.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { instrumentName, symbolInstrument } from '../../format/instrument-name.js'
import { openPanel } from '../../stores/layout.js'
import type { MainWindow } from '../../stores/main-window.js'
import { selectSymbol } from '../../stores/selection.js'
import { strategyBuilderOf, type NewLeg } from '../../stores/submit/strategy.js'
import type { MenuGroup } from '../../ui/menus/menu-groups.js'
import { openTicket } from '../../ui/menus/symbol-menu.js'

/** Returns what the menu of a strike offers: orders and the chart of its call and of its put. */
export const chainMenu = (
  mainWindow: MainWindow,
  underlying: Symbol,
  { call, put }: ChainRow,
  text: PanelText,
): readonly MenuGroup[] =>
  [call, put]
    .filter((symbol) => symbol !== null)
    .map((symbol) => contractMenu(mainWindow, underlying, symbol, text))

function contractMenu(
  mainWindow: MainWindow,
  underlying: Symbol,
  symbol: Symbol,
  { table, options, instruments, strategy }: PanelText,
): MenuGroup {
  const name = instrumentName(symbolInstrument(symbol, 'option'), instruments)
  return [
    {
      id: `buy-${symbol}`,
      label: table.buy(name),
      icon: TrendingUp,
      run: () => openTicket(mainWindow, symbol, 'buy'),
    },
    {
      id: `sell-${symbol}`,
      label: table.sell(name),
      icon: TrendingDown,
      run: () => openTicket(mainWindow, symbol, 'sell'),
    },
    {
      id: `leg-buy-${symbol}`,
      label: strategy.addBuy(name),
      icon: Plus,
      run: () => addLeg(mainWindow, { symbol, underlying, side: 'buy' }),
    },
    {
      id: `leg-sell-${symbol}`,
      label: strategy.addSell(name),
      icon: Minus,
      run: () => addLeg(mainWindow, { symbol, underlying, side: 'sell' }),
    },
    {
      id: `chart-${symbol}`,
      label: options.chart(name),
      icon: CandlestickChart,
      run() {
        selectSymbol(mainWindow.selection, symbol)
        openPanel(mainWindow.layout, 'chart')
      },
    },
  ]
}

/** Adds a leg to the strategy that is being built, and shows it. */
export function addLeg(mainWindow: MainWindow, leg: NewLeg): void {
  strategyBuilderOf(mainWindow).add(leg)
  openPanel(mainWindow.layout, 'strategy')
}
