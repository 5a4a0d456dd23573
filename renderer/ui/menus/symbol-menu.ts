import {
  Building2,
  CandlestickChart,
  ListPlus,
  Newspaper,
  TrendingDown,
  TrendingUp,
} from 'lucide-react'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { EventOutcome } from '../../../shared/domain/instruments/event-contract.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import { instrumentName, type NamedInstrument } from '../../format/instrument-name.js'
import { ticketInstrument } from '../../format/ticket-symbol.js'
import { openPanel } from '../../stores/layout.js'
import type { MainWindow } from '../../stores/main-window.js'
import { addToWatchlist } from '../../stores/preferences.js'
import { prefillTicket, selectSymbol } from '../../stores/selection.js'
import type { MenuGroup } from './menu-groups.js'

/** Opens the ticket for an instrument, with a side; nothing is sent. */
export function openTicket(
  { selection, layout }: Pick<MainWindow, 'selection' | 'layout'>,
  symbol: Symbol,
  side: 'buy' | 'sell',
  outcome?: EventOutcome,
): void {
  prefillTicket(selection, { symbol, side, ...(outcome === undefined ? {} : { outcome }) })
  openPanel(layout, 'ticket')
}

/** Shows an instrument in the panels of the first link group; a combination as its underlying. */
export function selectInstrument(
  { selection }: Pick<MainWindow, 'selection'>,
  named: NamedInstrument,
): void {
  const instrument = ticketInstrument(named)
  if (instrument?.outcome === undefined) {
    selectSymbol(selection, instrument?.symbol ?? (named.symbol as Symbol))
  } else prefillTicket(selection, { symbol: instrument.symbol, outcome: instrument.outcome })
}

/** True for the instrument that the panels of the first link group show. */
export const isShown = (named: NamedInstrument, active: Symbol | null): boolean =>
  active !== null && (ticketInstrument(named)?.symbol ?? named.symbol) === active

/** Returns what a menu offers for an instrument; a combination is not ordered as a whole. */
export function symbolMenu(
  mainWindow: Pick<MainWindow, 'selection' | 'layout'>,
  named: NamedInstrument,
  { table: text, instruments }: WindowText,
): MenuGroup {
  const instrument = ticketInstrument(named)
  const name = instrumentName(named, instruments)
  const orders: MenuGroup =
    instrument === null
      ? []
      : [
          {
            id: 'buy',
            label: text.buy(name),
            icon: TrendingUp,
            run: () => openTicket(mainWindow, instrument.symbol, 'buy', instrument.outcome),
          },
          {
            id: 'sell',
            label: text.sell(name),
            icon: TrendingDown,
            run: () => openTicket(mainWindow, instrument.symbol, 'sell', instrument.outcome),
          },
        ]
  return [
    ...orders,
    {
      id: 'chart',
      label: text.chart,
      icon: CandlestickChart,
      run() {
        selectInstrument(mainWindow, named)
        openPanel(mainWindow.layout, 'chart')
      },
    },
    ...companyEntries(mainWindow, named, text),
  ]
}

/** The panels about the company behind a stock, a fund or an option. */
function companyEntries(
  mainWindow: Pick<MainWindow, 'selection' | 'layout'>,
  named: NamedInstrument,
  text: WindowText['table'],
): MenuGroup {
  if (named.assetClass !== 'stock' && named.assetClass !== 'option') return []
  const show = (panel: 'company' | 'news'): void => {
    selectInstrument(mainWindow, named)
    openPanel(mainWindow.layout, panel)
  }
  return [
    { id: 'company', label: text.company, icon: Building2, run: () => show('company') },
    { id: 'news', label: text.news, icon: Newspaper, run: () => show('news') },
  ]
}

/** Returns what a menu offers for a symbol that may not be watched yet. */
export const watchMenu = (
  mainWindow: Pick<MainWindow, 'preferences' | 'invoke'>,
  symbol: Symbol,
  { markets: text }: WindowText,
): MenuGroup => [
  {
    id: 'watch',
    label: text.watch,
    icon: ListPlus,
    run: () => addToWatchlist(mainWindow, symbol),
  },
]
