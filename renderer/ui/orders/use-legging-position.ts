import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { NamedPosition } from '../../../shared/domain/account/account.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { decimalText } from '../../../shared/domain/decimal.js'
import { leggingPosition, type OrderWithLeg } from '../../format/order-draft.js'
import { otherPositionsOf, type OtherPositions } from '../../stores/other-positions.js'
import { useMainWindow, useOnReachable, useSelectedAccount } from '../../stores/context.js'
import type { MainWindow } from '../../stores/main-window.js'

const isLegged = ({ terms }: OrderWithLeg): boolean => (terms?.legging?.positionId ?? null) !== null

/** Returns the held position of an order, of the selected account or of another one. */
function findPosition(
  order: OrderWithLeg,
  positions: MainWindow['positions'],
  others: OtherPositions,
): NamedPosition | undefined {
  const positionId = order.terms?.legging?.positionId ?? null
  return positionId === null || order.accountId === null
    ? undefined
    : (leggingPosition(order, positions.all()) ?? others.get(order.accountId, positionId))
}

/** The held positions of orders, as one value that changes only with their names and sizes. */
class LeggedPositions {
  readonly #positions: MainWindow['positions']
  readonly #others: OtherPositions
  readonly #orders: readonly OrderWithLeg[]
  #names: string | null = null
  #find: (order: OrderWithLeg) => NamedPosition | undefined = () => undefined

  constructor(mainWindow: MainWindow, orders: readonly OrderWithLeg[]) {
    this.#positions = mainWindow.positions
    this.#others = otherPositionsOf(mainWindow)
    this.#orders = orders.filter(isLegged)
  }

  readonly subscribe = (wake: () => void): Disposer => {
    if (this.#orders.length === 0) return () => undefined
    const stops = [this.#positions.onAny(wake), this.#others.onChanged(wake)]
    return () => {
      for (const stop of stops) stop()
    }
  }

  readonly find = (): ((order: OrderWithLeg) => NamedPosition | undefined) => {
    const found = this.#orders.map((order) => findPosition(order, this.#positions, this.#others))
    const names = found
      .map((position) =>
        position === undefined ? '' : `${position.positionId} ${decimalText(position.quantity)}`,
      )
      .join()
    if (names !== this.#names) {
      this.#names = names
      this.#find = (order) => findPosition(order, this.#positions, this.#others)
    }
    return this.#find
  }

  /** Reads again what could not be read before. */
  readonly retry = (selected: OrderWithLeg['accountId']): void => {
    this.#others.retryNow()
    this.requestOthers(selected)
  }

  /** Reads the positions of the accounts that are not selected. */
  readonly requestOthers = (selected: OrderWithLeg['accountId']): void => {
    for (const { accountId, terms } of this.#orders) {
      const positionId = terms?.legging?.positionId ?? null
      if (accountId !== null && positionId !== null && accountId !== selected) {
        void this.#others.request(accountId, positionId)
      }
    }
  }
}

/** Returns what finds the held positions of orders, of whichever account they are. */
export function useLeggingPositions(
  orders: readonly OrderWithLeg[],
): (order: OrderWithLeg) => NamedPosition | undefined {
  const mainWindow = useMainWindow()
  const selected = useSelectedAccount()
  const legged = useMemo(() => new LeggedPositions(mainWindow, orders), [mainWindow, orders])
  useEffect(() => legged.requestOthers(selected), [legged, selected])
  useOnReachable(() => legged.retry(selected))
  return useSyncExternalStore(legged.subscribe, legged.find)
}

/** Returns the held position to which an order adds a leg, or from which it takes one. */
export function useLeggingPosition(order: OrderWithLeg): NamedPosition | undefined {
  const { accountId } = order
  const positionId = order.terms?.legging?.positionId ?? null
  const orders = useMemo(
    () => [{ accountId, terms: { legging: { positionId } } }],
    [accountId, positionId],
  )
  return useLeggingPositions(orders)(order)
}
