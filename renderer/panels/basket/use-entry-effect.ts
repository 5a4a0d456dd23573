import { useMemo } from 'react'
import { dec } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import {
  legContract,
  orderContractSymbol,
  underlyingSymbol,
} from '../../../shared/domain/instruments/instrument-key.js'
import type { OrderEffect } from '../../../shared/domain/orders/effect/effect-types.js'
import { positionEffect } from '../../../shared/domain/orders/effect/exit-effect.js'
import type { EffectKind } from '../../../shared/domain/orders/effect/leg-changes.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { OrderPreview } from '../../../shared/domain/orders/trade-outcome.js'
import { useMainWindow, useSelectedAccount, useSlice } from '../../stores/context.js'
import { useInstrument } from '../../ui/reading/use-instrument.js'
import { useQuotes } from '../../ui/reading/use-quotes.js'
import {
  knownInstrument,
  useAccountPositions,
  useAccountType,
} from '../../ui/ticket/use-order-facts.js'
import { entryEffect } from './review-effect.js'

const USD = 'USD'
const ONE = dec('1')

/** Returns the contracts that an order trades. */
const contractsOf = (draft: OrderDraft): readonly Symbol[] => {
  const own = orderContractSymbol(draft)
  const legs = draft.terms?.legs ?? []
  return own === null ? legs.flatMap((leg) => legContract(leg) ?? []) : [own]
}

/**
 * Returns what a prepared order does to the selected account; to no account where it is for
 * another one, whose positions the window does not have.
 */
export function useEntryEffect(
  draft: OrderDraft,
  estimate: OrderPreview | null | undefined,
): OrderEffect {
  const isSelected = useSelectedAccount() === draft.accountId
  const positions = useAccountPositions()
  const type = useAccountType()
  const balance = useSlice(
    useMainWindow().balance,
    ({ value }) => value?.currencies.find(({ currency }) => currency === USD) ?? null,
  )
  const contracts = contractsOf(draft)
  const underlying = underlyingSymbol(draft)
  const [instrument] = useInstrument(contracts[0] ?? underlying)
  const quoteOf = useQuotes([...contracts, underlying])
  const account = isSelected
    ? { positions, balance, type }
    : { positions: null, balance: null, type: undefined }
  return entryEffect(draft, estimate, account, { instrument: knownInstrument(instrument), quoteOf })
}

/** Returns what a prepared order is to the positions of the selected account. */
export function useEntryKind(draft: OrderDraft): EffectKind {
  const isSelected = useSelectedAccount() === draft.accountId
  const positions = useAccountPositions()
  return useMemo(
    () =>
      positionEffect({
        draft,
        positions: isSelected ? positions : null,
        price: null,
        multiplier: ONE,
      }).kind,
    [draft, isSelected, positions],
  )
}
