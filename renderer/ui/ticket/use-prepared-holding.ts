import { useEffect, useMemo, useState } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { AnyInstrument } from '../../../shared/domain/instruments/any-instrument.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { useAllRows, useMainWindow } from '../../stores/context.js'
import { preparedFindings, type PreparedFinding } from './model/prepared-holding.js'
import { useAccountPositions, useAccountType } from './use-order-facts.js'

const ORDERS_MS = 200

/**
 * Returns by order of the selected account why what is held does not allow it; null where it does.
 * @param inSequence whether all may fill, so that what one closes is not free for those after it
 */
export function usePreparedHolding(
  drafts: readonly OrderDraft[],
  inSequence: boolean,
): readonly (PreparedFinding | null)[] {
  const positions = useAccountPositions()
  const type = useAccountType()
  const orders = useAllRows(useMainWindow().orders, ORDERS_MS)
  const instruments = useShares(drafts)
  return useMemo(() => {
    const account = {
      positions,
      orders,
      type,
      instrumentOf: ({ symbol }: OrderDraft) => instruments.get(symbol as Symbol) ?? null,
    }
    return inSequence
      ? preparedFindings(drafts, account)
      : drafts.map((draft) => preparedFindings([draft], account)[0] ?? null)
  }, [drafts, inSequence, positions, orders, type, instruments])
}

/** Returns the broker's data on the shares that are sold, which says whether they may be short. */
function useShares(drafts: readonly OrderDraft[]): ReadonlyMap<Symbol, AnyInstrument> {
  const { invoke } = useMainWindow()
  const [instruments, setInstruments] = useState<ReadonlyMap<Symbol, AnyInstrument>>(new Map())
  const sold = drafts.filter(({ assetClass, side }) => assetClass === 'stock' && side === 'sell')
  const key = [...new Set(sold.map(({ symbol }) => symbol))].join()
  useEffect(() => {
    let isCurrent = true
    for (const symbol of key === '' ? [] : (key.split(',') as Symbol[])) {
      void invoke('instruments.describe', { symbol }).then((reply) => {
        if (!isCurrent || !reply.ok || reply.value === null) return
        const instrument = reply.value
        setInstruments((before) => new Map(before).set(symbol, instrument))
      })
    }
    return () => {
      isCurrent = false
    }
  }, [invoke, key])
  return instruments
}
