import type { Transfer, TransferHolding } from '../../../../shared/domain/account/activity.js'
import { dec, neg, type Decimal } from '../../../../shared/domain/decimal.js'
import type { AccountId, Symbol } from '../../../../shared/domain/ids.js'
import {
  symbolKey,
  type InstrumentKey,
} from '../../../../shared/domain/instruments/instrument-key.js'
import { isAdjusted, parseOcc } from '../../../../shared/domain/instruments/option.js'
import { STANDARD_MULTIPLIER } from '../../../../shared/domain/orders/strategy-payoff.js'
import { ok, type Result } from '../../../../shared/domain/result.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { ProviderFailure } from '../../provider-failure.js'
import type { RecordPage, RecordsPort } from '../records-port.js'
import { TRANSFER } from './delivered.js'
import type { DeliveryEvent } from './journal-events.js'
import type { RecordedTransfer } from './journal-records.js'

const ONE = dec('1')
/** A broker that offers no list of transfers has none. */
const REFUSED: ReadonlySet<ProviderFailure['kind']> = new Set(['refused', 'not-entitled'])

/** The transfers of a round of reading, and how many of their holdings cannot be understood. */
export interface ReadTransfers {
  readonly transfers: readonly RecordedTransfer[]
  readonly unreadable: number
}

type Pages = (
  read: (
    port: RecordsPort,
    cursor: string | null,
  ) => Promise<Result<RecordPage<Transfer>, ProviderFailure>>,
) => Promise<Result<readonly Transfer[], ProviderFailure>>

/** What is read of the transfers, and what is known of them. */
interface TransferQuery {
  readonly range: Parameters<RecordsPort['transfers']>[1]
  /** The transfers in it that were read before. */
  readonly stored: readonly RecordedTransfer[]
}

/**
 * Reads the settled transfers of securities and coins with their holdings. A list has none of them,
 * so that each transfer is read once; a settled one does not change any more.
 */
export async function readTransfers(
  accountId: AccountId,
  port: RecordsPort,
  pages: Pages,
  { range, stored }: TransferQuery,
): Promise<Result<ReadTransfers, ProviderFailure>> {
  const listed = await pages((list, cursor) => list.transfers(accountId, range, cursor))
  if (!listed.ok) {
    return REFUSED.has(listed.error.kind) ? ok({ transfers: stored, unreadable: 0 }) : listed
  }
  const known = new Set(stored.map(({ transferId }) => transferId))
  const transfers = [...stored]
  let unreadable = 0
  for (const { transferId, status, direction } of listed.value) {
    if (status !== 'completed' || direction === 'unknown' || known.has(transferId)) continue
    const detail = await port.transfer(accountId, transferId)
    if (!detail.ok) return detail
    const moved = detail.value.positions.map((holding) => movedOf(detail.value, holding))
    const found = moved.filter((part) => part !== null)
    unreadable += moved.length - found.length
    transfers.push({ transferId, time: settledAt(detail.value), moved: found })
  }
  return ok({ transfers: transfers.toSorted((a, b) => a.time - b.time), unreadable })
}

/** The record has no instant of the settlement: its last change is the settlement itself. */
const settledAt = ({ updatedAt, createdAt }: Transfer): EpochMs => updatedAt ?? createdAt

type Moved = RecordedTransfer['moved'][number]

function movedOf({ direction }: Transfer, holding: TransferHolding): Moved | null {
  const found = instrumentOf(holding)
  if (found === null) return null
  const isIn = direction === 'in'
  const quantity: Decimal = isIn ? holding.quantity : (holding.totalQuantity ?? holding.quantity)
  return {
    ...found,
    quantity: isIn ? quantity : neg(quantity),
    price: isIn ? holding.price : null,
  }
}

/** Returns what a holding of a transfer is; null for what has no instrument here. */
function instrumentOf({
  assetClass,
  symbol,
}: TransferHolding): { readonly key: InstrumentKey; readonly multiplier: Decimal } | null {
  switch (assetClass) {
    case 'stock':
    case 'crypto':
      return { key: symbolKey(assetClass, symbol), multiplier: ONE }
    case 'option': {
      const contract = parseOcc(symbol)
      return contract === null || isAdjusted(symbol)
        ? null
        : {
            key: symbolKey('option', symbol.replaceAll(' ', '') as Symbol),
            multiplier: STANDARD_MULTIPLIER,
          }
    }
    case 'bond':
    case 'event':
    case 'fund':
    case 'futures':
    case 'unknown':
      return null
  }
}

/**
 * Returns what transfers did to what is held. What came in without a cost has none: it is counted
 * apart and never guessed.
 */
export const transferEvents = (transfers: readonly RecordedTransfer[]): readonly DeliveryEvent[] =>
  transfers.flatMap(({ transferId, time, moved }) =>
    moved.map(({ key, quantity, price, multiplier }, index): DeliveryEvent => {
      const id = `${TRANSFER}${transferId} ${index}`
      return { kind: 'delivery', id, time, key, quantity, price, multiplier }
    }),
  )
