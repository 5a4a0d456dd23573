import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Position } from '../../../shared/domain/account/account.js'
import { eq, type Price } from '../../../shared/domain/decimal.js'
import {
  positionInstrumentKey,
  type InstrumentKey,
} from '../../../shared/domain/instruments/instrument-key.js'
import { useMainWindow } from '../../stores/context.js'

type IsSame = (shown: Position, next: Position) => boolean

/** Returns the positions in an instrument: with each price, in the frame of every other place. */
export const usePositionsIn = (key: InstrumentKey | null): readonly Position[] =>
  usePositions(key, isSameRow)

/** The same for what shows no figure that follows the price: it changes with sizes and costs. */
export const useSizesIn = (key: InstrumentKey | null): readonly Position[] =>
  usePositions(key, isSameSize)

const isSameRow: IsSame = (shown, next) => shown === next

const isSameSize: IsSame = (shown, next) =>
  shown.positionId === next.positionId &&
  shown.accountId === next.accountId &&
  eq(shown.quantity, next.quantity) &&
  isSameCost(shown.averageCost, next.averageCost)

const isSameCost = (shown: Price | null, next: Price | null): boolean =>
  shown === null ? next === null : next !== null && eq(shown, next)

function usePositions(key: InstrumentKey | null, isSame: IsSame): readonly Position[] {
  const { positions } = useMainWindow()
  const readPositions = useMemo(
    () => positionReader(() => positions.all(), key, isSame),
    [positions, key, isSame],
  )
  return useSyncExternalStore(
    useCallback((wake) => positions.onAny(wake), [positions]),
    readPositions,
  )
}

/** Returns a reader of the positions in an instrument: the same list while each row is the same. */
function positionReader(
  all: () => readonly Position[],
  key: InstrumentKey | null,
  isSame: IsSame,
): () => readonly Position[] {
  let latest: readonly Position[] = []
  return () => {
    const next = all().filter((row) => positionInstrumentKey(row) === key)
    const isEqual =
      next.length === latest.length &&
      next.every((row, index) => {
        const before = latest[index]
        return before !== undefined && isSame(before, row)
      })
    if (!isEqual) latest = next
    return latest
  }
}
