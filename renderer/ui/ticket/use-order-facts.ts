import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Account, Balance, Position } from '../../../shared/domain/account/account.js'
import { tradesClass } from '../../../shared/domain/instruments/account-products.js'
import { eq, type Quantity } from '../../../shared/domain/decimal.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { useMainWindow, useSelectedAccount, useSlice } from '../../stores/context.js'
import type { MainWindow } from '../../stores/main-window.js'
import type { RowStore } from '../../stores/row-store.js'
import { throttled, type ThrottledValue } from '../../stores/throttled/use-throttled.js'
import { useAccounts } from '../accounts/use-account-names.js'
import type { InstrumentState } from '../reading/use-instrument.js'
import { heldQuantity, stoppedAt, type TradedInstrument } from './model/holding.js'

const POSITIONS_MS = 500
const BALANCE_MS = 500

/** What an order trades, in whichever account. */
type OrderedProduct = Omit<TradedInstrument, 'accountId'>

/**
 * Returns the balance of the selected account as a value outside React; null while there is none.
 * One that was just read is shown at once, as everywhere; the moves of prices within it matter less
 * to an order.
 */
export function selectedBalance(
  { balance }: Pick<MainWindow, 'balance'>,
  accountId: AccountId | null,
): ThrottledValue<Balance | null> {
  const value = throttled(
    {
      read: () => balance.getState().value,
      subscribe: (changed) => balance.subscribe(changed),
      isOther: (before, next) =>
        before?.accountId !== next?.accountId || before?.asOf !== next?.asOf,
    },
    BALANCE_MS,
  )
  return {
    // For a moment after a switch of accounts the balance still belongs to the other account.
    read: () => {
      const latest = value.read()
      return latest?.accountId === accountId ? latest : null
    },
    subscribe: value.subscribe,
  }
}

/** Returns the balance of the selected account at its pace; null while there is none. */
export function useBalance(): Balance | null {
  const mainWindow = useMainWindow()
  const accountId = useSelectedAccount()
  const value = useMemo(() => selectedBalance(mainWindow, accountId), [mainWindow, accountId])
  return useSyncExternalStore(value.subscribe, value.read)
}

/** Returns when the balance of the selected account was received; null while there is none. */
export function useBalanceTime(): EpochMs | null {
  const accountId = useSelectedAccount()
  return useSlice(useMainWindow().balance, ({ value }) =>
    value?.accountId === accountId ? (value?.asOf ?? null) : null,
  )
}

/** Returns the broker's data on the symbol; null until it is loaded. */
export const knownInstrument = (instrument: InstrumentState) =>
  instrument.phase === 'ready' ? instrument.instrument : null

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
 * Returns the positions of the selected account as a value outside React; null while they are not
 * here yet. Other sizes are shown at once, as in the table of positions.
 *
 * @param isNeeded false while nothing is made of them: their prices then change nothing
 */
export function accountPositions(
  store: RowStore<string, Position>,
  accountId: AccountId | null,
  isNeeded: boolean,
): ThrottledValue<readonly Position[] | null> {
  const value = throttled(
    {
      read: () => (isNeeded ? store.all() : NO_POSITIONS),
      subscribe: (changed) => (isNeeded ? store.onAny(changed) : () => undefined),
      isOther: areOtherSizes,
    },
    POSITIONS_MS,
  )
  return {
    read() {
      const positions = value.read()
      const isLoading = store.freshness() === 'loading' || areOfOther(positions, accountId)
      return isLoading || accountId === null ? null : positions
    },
    subscribe(changed) {
      const endPositions = value.subscribe(changed)
      let freshness = store.freshness()
      const endFreshness = store.onAny(() => {
        if (store.freshness() === freshness) return
        freshness = store.freshness()
        changed()
      })
      return () => {
        endPositions()
        endFreshness()
      }
    },
  }
}

/** Returns the positions of the selected account at their pace; null while they are not here. */
export function useAccountPositions(): readonly Position[] | null {
  const { positions } = useMainWindow()
  const accountId = useSelectedAccount()
  const value = useMemo(() => accountPositions(positions, accountId, true), [positions, accountId])
  return useSyncExternalStore(value.subscribe, value.read)
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

/** Returns whether the selected account lends; undefined while there is none. */
export function useAccountType(): Account['type'] | undefined {
  return useSlice(
    useMainWindow().session,
    ({ value }) =>
      value?.accounts.find(({ accountId }) => accountId === value.selectedAccount)?.type,
  )
}
