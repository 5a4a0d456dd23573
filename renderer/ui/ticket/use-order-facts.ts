import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Account, Balance, Position } from '../../../shared/domain/account/account.js'
import { tradesClass } from '../../../shared/domain/instruments/account-products.js'
import { eq, type Quantity } from '../../../shared/domain/decimal.js'
import { exchangeClock } from '../../../shared/domain/market/exchange-time.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { useFreshness, useMainWindow, useSelectedAccount, useSlice } from '../../stores/context.js'
import { useThrottledQuote } from '../../stores/throttled/use-throttled-quote.js'
import type { RowStore } from '../../stores/row-store.js'
import { useThrottled } from '../../stores/throttled/use-throttled.js'
import { useAccounts } from '../accounts/use-account-names.js'
import type { InstrumentState } from '../reading/use-instrument.js'
import { mirroredQuote } from './model/estimate.js'
import { heldQuantity, stoppedAt, type TradedInstrument } from './model/holding.js'

const POSITIONS_MS = 500
const BALANCE_MS = 500

/** What an order trades, in whichever account. */
type OrderedProduct = Omit<TradedInstrument, 'accountId'>

/**
 * Returns the balance of the selected account; null while there is none. One that was just read is
 * shown at once, as everywhere; the moves of prices within it matter less to an order.
 */
export function useBalance(): Balance | null {
  const { balance } = useMainWindow()
  const source = useMemo(
    () => ({
      read: () => balance.getState().value,
      subscribe: (changed: () => void) => balance.subscribe(changed),
      isOther: (shown: Balance | null, next: Balance | null) =>
        shown?.accountId !== next?.accountId || shown?.asOf !== next?.asOf,
    }),
    [balance],
  )
  const shown = useThrottled(source, BALANCE_MS)
  const accountId = useSelectedAccount()
  // For a moment after a switch of accounts the balance still belongs to the other account.
  return shown?.accountId === accountId ? shown : null
}

/** Returns the broker's data on the symbol; null until it is loaded. */
export const knownInstrument = (instrument: InstrumentState) =>
  instrument.phase === 'ready' ? instrument.instrument : null

/**
 * Returns the quote of what is traded, at most every `everyMs`: an event market quotes "yes".
 */
export function useTradedQuote(
  { symbol, assetClass, outcome }: OrderedProduct,
  everyMs: number,
): Quote | undefined {
  const quote = useThrottledQuote(symbol, everyMs)
  const isMirrored = assetClass === 'event' && outcome === 'no'
  return useMemo(
    () => (quote !== undefined && isMirrored ? mirroredQuote(quote) : quote),
    [quote, isMirrored],
  )
}

/** True when other sizes are held, or sizes of another moment. */
const areOtherSizes = (shown: readonly Position[], next: readonly Position[]): boolean =>
  shown.length !== next.length ||
  shown.some((position, index) => {
    const other = next[index]
    return (
      other?.positionId !== position.positionId ||
      other.valuedAt !== position.valuedAt ||
      !eq(other.quantity, position.quantity)
    )
  })

const NO_POSITIONS: readonly Position[] = []

/** True for the moment after a switch of accounts in which the rows still are the other one's. */
const areOfOther = (positions: readonly Position[], account: AccountId | null): boolean =>
  positions.length > 0 && positions.every(({ accountId }) => accountId !== account)

/**
 * Returns the positions of the selected account; null while they are not here yet. Other sizes are
 * shown at once, as in the table of positions.
 *
 * @param isNeeded false while nothing is made of them: their prices then render nothing
 */
export function useAccountPositions(isNeeded = true): readonly Position[] | null {
  const accountId = useSelectedAccount()
  const store = useMainWindow().positions
  const source = useMemo(
    () => ({
      read: () => (isNeeded ? store.all() : NO_POSITIONS),
      subscribe: (changed: () => void) => (isNeeded ? store.onAny(changed) : () => undefined),
      isOther: areOtherSizes,
    }),
    [store, isNeeded],
  )
  const positions = useThrottled(source, POSITIONS_MS)
  const isLoading = useFreshness(store) === 'loading' || areOfOther(positions, accountId)
  return isLoading || accountId === null ? null : positions
}

type PositionsFigure<T> = (positions: readonly Position[], accountId: AccountId) => T

/** Returns a reader that computes the figure once for the same positions. */
function figureReader<T>(
  positions: Pick<RowStore<string, Position>, 'all' | 'freshness'>,
  accountId: AccountId | null,
  figureOf: PositionsFigure<T>,
): () => T | null {
  let latest: { readonly rows: readonly Position[]; readonly figure: T | null } | null = null
  return () => {
    const rows = positions.all()
    if (accountId === null || positions.freshness() === 'loading') return null
    if (latest?.rows !== rows) {
      latest = { rows, figure: areOfOther(rows, accountId) ? null : figureOf(rows, accountId) }
    }
    return latest.figure
  }
}

/**
 * Returns a figure of the positions of the selected account: at once, and without a rendering while
 * it stays the same. Null while they are not here yet.
 *
 * @param figureOf must be stable
 */
function usePositionsFigure<T extends Quantity | EpochMs | null>(
  figureOf: PositionsFigure<T>,
): T | null {
  const accountId = useSelectedAccount()
  const { positions } = useMainWindow()
  const snapshot = useMemo(
    () => figureReader(positions, accountId, figureOf),
    [positions, accountId, figureOf],
  )
  return useSyncExternalStore(
    useCallback((wake) => positions.onAny(wake), [positions]),
    snapshot,
  )
}

/** Returns the units in the selected account; null while its positions are not here yet. */
export function useHeld({ symbol, assetClass, outcome }: OrderedProduct): Quantity | null {
  return usePositionsFigure(
    useCallback(
      (positions, accountId) => heldQuantity(positions, { accountId, symbol, assetClass, outcome }),
      [symbol, assetClass, outcome],
    ),
  )
}

/**
 * Returns the time at which {@link useHeld} stopped, while the position has changed and was not
 * read since; null while it is current.
 */
export function useHeldAt({ symbol, assetClass, outcome }: OrderedProduct): EpochMs | null {
  return usePositionsFigure(
    useCallback(
      (positions, accountId) => stoppedAt(positions, { accountId, symbol, assetClass, outcome }),
      [symbol, assetClass, outcome],
    ),
  )
}

/** Returns the accounts for the order's product when the selected account is for another. */
export function useOtherAccounts({
  assetClass,
}: Pick<OrderedProduct, 'assetClass'>): readonly Account[] | null {
  const accounts = useAccounts()
  const selected = useSelectedAccount()
  return useMemo(() => {
    const account = accounts.find(({ accountId }) => accountId === selected)
    return account === undefined || tradesClass(account.product, assetClass)
      ? null
      : accounts.filter(({ product }) => tradesClass(product, assetClass))
  }, [accounts, selected, assetClass])
}

/** Returns the exchange's day, yyyy-MM-dd. */
export function useToday(): string {
  const { now, session } = useMainWindow()
  const offset = useSlice(session, (state) => state.value?.exchangeOffsetMs ?? 0)
  return exchangeClock(epochMs(now() + offset)).day
}

/** Returns whether the selected account lends; undefined while there is none. */
export function useAccountType(): Account['type'] | undefined {
  return useSlice(
    useMainWindow().session,
    ({ value }) =>
      value?.accounts.find(({ accountId }) => accountId === value.selectedAccount)?.type,
  )
}
