import { CandlestickChart, TrendingDown, TrendingUp } from 'lucide-react'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { WindowText } from '../../../shared/messages/window/window-text.js'
import { openPanel } from '../../stores/layout.js'
import type { MainWindow } from '../../stores/main-window.js'
import { prefillTicket, selectSymbol } from '../../stores/selection.js'
import type { MenuGroup } from './context-menu.js'

/** Opens the ticket for a symbol, with a side; nothing is sent. */
export function openTicket(
  { selection, layout }: Pick<MainWindow, 'selection' | 'layout'>,
  symbol: Symbol,
  side: 'buy' | 'sell',
): void {
  prefillTicket(selection, { symbol, side })
  openPanel(layout, 'ticket')
}

/** Returns what a menu offers for a symbol. The ticket trades stocks, so others get no order. */
export function symbolMenu(
  mainWindow: Pick<MainWindow, 'selection' | 'layout'>,
  { symbol, assetClass }: { readonly symbol: Symbol; readonly assetClass: AssetClass },
  { table: text }: WindowText,
): MenuGroup {
  const orders: MenuGroup =
    assetClass === 'stock'
      ? [
          {
            id: 'buy',
            label: text.buy(symbol),
            icon: TrendingUp,
            run: () => openTicket(mainWindow, symbol, 'buy'),
          },
          {
            id: 'sell',
            label: text.sell(symbol),
            icon: TrendingDown,
            run: () => openTicket(mainWindow, symbol, 'sell'),
          },
        ]
      : []
  return [
    ...orders,
    {
      id: 'chart',
      label: text.chart,
      icon: CandlestickChart,
      run() {
        selectSymbol(mainWindow.selection, symbol)
        openPanel(mainWindow.layout, 'chart')
      },
    },
  ]
}
