import { useCallback, useSyncExternalStore } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { useMainWindow } from '../../stores/context.js'
import { PriceAge } from '../accounts/figure-age.js'

/** Returns when a quote that no stream carries was read; null for one that is streamed. */
export function usePolledAt(symbol: Symbol): EpochMs | null {
  const { rows } = useMainWindow().quotes
  return useSyncExternalStore(
    useCallback((changed) => rows.onRow(symbol, changed), [rows, symbol]),
    () => rows.get(symbol)?.polledAt ?? null,
  )
}

/** The age of a quote beside its price, where it is neither streamed nor read in time. */
export function QuoteAge({ symbol }: { readonly symbol: Symbol }) {
  const polledAt = usePolledAt(symbol)
  return polledAt === null ? null : <PriceAge pricedAt={polledAt} />
}
