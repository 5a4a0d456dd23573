import { TableRowsSplit } from 'lucide-react'
import { useEffect } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import { symbolClass } from '../../../shared/domain/instruments/symbol-class.js'
import { describeError } from '../../language/error-message.js'
import { usePanelText } from '../../language/panel-text.js'
import {
  useActiveSymbol,
  useConnected,
  useMainWindow,
  useSelectedAccount,
  useSlice,
} from '../../stores/context.js'
import { armedPanelsOf } from '../../stores/submit/armed-panels.js'
import { Button } from '../../ui/button.js'
import { useInstrument } from '../../ui/reading/use-instrument.js'
import { Empty, NotConnected, Skeleton } from '../../ui/states.js'
import { knownInstrument, useHeld } from '../../ui/ticket/use-order-facts.js'
import { Ladder } from './parts/ladder.js'
import './price-ladder.css'

/** The price ladder of the symbol of the panel's link group. */
export function PriceLadderPanel() {
  const text = usePanelText().priceLadder
  const symbol = useActiveSymbol()
  useDisarmWhenClosed()
  if (symbol === null) {
    return <Empty icon={TableRowsSplit} title={text.pick} hint={text.pickHint} />
  }
  return <TradedLadder key={symbol} symbol={symbol} />
}

/** Disarms the panel when it closes or moves to another window. */
function useDisarmWhenClosed(): void {
  const mainWindow = useMainWindow()
  const panel = useSlice(mainWindow.selection, (state) => state.panel) ?? ''
  useEffect(() => () => armedPanelsOf(mainWindow).disarm(panel, 'closed'), [mainWindow, panel])
}

/** The ladder once the instrument is known. */
function TradedLadder({ symbol }: { readonly symbol: Symbol }) {
  const text = usePanelText()
  const connected = useConnected()
  const accountId = useSelectedAccount()
  const chosen = useSlice(useMainWindow().selection, (state) => state.outcome)
  const [state, reload] = useInstrument(symbol)
  const instrument = knownInstrument(state)
  const assetClass = instrument?.assetClass ?? symbolClass(symbol)
  const outcome = assetClass === 'event' ? chosen : 'yes'
  const holding = useHeld({ symbol, assetClass, outcome })
  if (state.phase === 'failed') {
    const error = state.error === null ? null : describeError(state.error)
    return (
      <Empty
        icon={TableRowsSplit}
        title={error?.title ?? text.priceLadder.unknown}
        hint={error === null ? text.priceLadder.unknownHint : error.detail}
      >
        {error !== null && <Button onClick={reload}>{text.app.tryAgain}</Button>}
      </Empty>
    )
  }
  if (instrument === null) {
    return connected ? <Skeleton rows={12} /> : <NotConnected icon={TableRowsSplit} />
  }
  return (
    <Ladder
      key={outcome}
      traded={{ symbol, outcome, accountId, instrument, assetClass, held: holding }}
      instrument={instrument}
    />
  )
}
