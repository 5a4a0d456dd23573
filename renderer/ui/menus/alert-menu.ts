import { BellPlus } from 'lucide-react'
import type { Price } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import { symbolClass } from '../../../shared/domain/instruments/symbol-class.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import { formatSymbolPrice } from '../../format/product-price.js'
import { requestAlert } from '../../stores/alerts/alert-requests.js'
import type { MainWindow } from '../../stores/main-window.js'
import type { MenuGroup } from './menu-groups.js'

/** Returns the entry that opens the form of a new alert, at a price where there is one. */
export const alertMenu = (
  mainWindow: Pick<MainWindow, 'alertRequests' | 'layout'>,
  symbol: Symbol,
  { alerts: text }: WindowText,
  price: Price | null = null,
): MenuGroup => [
  {
    id: 'alert',
    label: price === null ? text.here : text.hereAt(formatSymbolPrice(price, symbol)),
    icon: BellPlus,
    run: () => requestAlert(mainWindow, { assetClass: symbolClass(symbol), symbol }, price),
  },
]
