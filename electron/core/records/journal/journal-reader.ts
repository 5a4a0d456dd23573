import type {
  CashActivity,
  Execution,
  Transfer,
} from '../../../../shared/domain/account/activity.js'
import type { Position } from '../../../../shared/domain/account/account.js'
import { singleLegPositions } from '../../../../shared/domain/account/single-leg-positions.js'
import { ZERO_QUANTITY, isZero } from '../../../../shared/domain/decimal.js'
import type { AccountId, ClientOrderId, Symbol } from '../../../../shared/domain/ids.js'
import { positionInstrumentKey } from '../../../../shared/domain/instruments/instrument-key.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { DAY_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { OrderObservation } from '../../orders/order-observation.js'
import type { OrderReadsPort } from '../../orders/order-reads-port.js'
import type { PortfolioPort } from '../../portfolio/portfolio-port.js'
import {
  providerFailure,
  type ProviderFailure,
  type ProviderResult,
} from '../../provider-failure.js'
import { EARLIEST_RECORD } from '../record-queries.js'
import type { RecordPage, RecordsPort } from '../records-port.js'
import {
  JOURNAL_KINDS,
  toActivities,
  type JournalRecords,
  type RecordedActivity,
  type RecordedFill,
  type RecordedHolding,
  type RecordedOrder,
  type RecordedTransfer,
} from './journal-records.js'
import { readTransfers } from './transfer-reader.js'
import { fillOfOrder, recordedOrder, type OrderFacts } from './recorded-order.js'
import { readPages } from '../../read-pages.js'

/** Records may be listed late, and activities are dated by day: this much is read again. */
const REREAD_MS = 7 * DAY_MS
/** An order may fill long after it was placed, by which the history is sorted. */
const ORDER_LIFE_MS = 90 * DAY_MS
/** A transfer may settle long after it was requested, by which the list is sorted. */
const TRANSFER_LIFE_MS = 90 * DAY_MS
/** Fewer unknown orders than this are read one by one. */
const FEW_ORDERS = 4
/** Tries to read positions between two equal lists of executions. */
const MAX_ROUNDS = 3
/**
 * ASSUMPTION: the broker lists executions for US accounts (TRADING-4.8). Where it refuses the list,
 * the filled orders of the history stand for their executions.
 */
const REFUSED: ReadonlySet<ProviderFailure['kind']> = new Set(['refused', 'not-entitled'])

export interface JournalReaderDeps {
  readonly records: (() => Promise<RecordsPort>) | undefined
  readonly orders: Pick<OrderReadsPort, 'history' | 'detail'>
  readonly positions: PortfolioPort['positions']
  readonly facts: OrderFacts
  /** Returns how many shares became how many; null where nothing says it. */
  readonly splitRatio: (symbol: Symbol, day: string) => Promise<RecordedActivity['ratio']>
  readonly exchangeNow: () => EpochMs
}

/** What a round of reading has found so far. */
interface Round {
  readonly accountId: AccountId
  readonly from: EpochMs
  readonly onRecords: (count: number) => void
  records: number
  unreadable: number
}

/** Reads what the broker recorded on an account: everything first, afterwards what is new. */
export class JournalReader {
  readonly #deps: JournalReaderDeps

  constructor(deps: JournalReaderDeps) {
    this.#deps = deps
  }

  /** Reads the records and joins them with those that were read before. */
  async read(
    accountId: AccountId,
    stored: JournalRecords | null,
    onRecords: (count: number) => void,
  ): ProviderResult<JournalRecords> {
    const from = stored === null ? EARLIEST_RECORD : epochMs(stored.readAt - REREAD_MS)
    const round: Round = { accountId, from, onRecords, records: 0, unreadable: 0 }
    const activities = await this.#activities(round)
    if (!activities.ok) return activities
    const fillsResult = await this.#fillsWithHoldings(round)
    if (!fillsResult.ok) return fillsResult
    const fills = joined(stored?.fills ?? [], fillsResult.value.fills)
    const orders = await this.#orders(round, fills, stored?.orders ?? [])
    if (!orders.ok) return orders
    const transfers = await this.#transfers(round, stored?.transfers ?? null)
    if (!transfers.ok) return transfers
    return ok({
      accountId,
      readAt: fillsResult.value.readAt,
      fills,
      orders: orders.value,
      activities: await this.#withRatios(joined(stored?.activities ?? [], activities.value)),
      transfers: transfers.value,
      holdings: fillsResult.value.holdings,
      unreadable: round.unreadable,
    })
  }

  /**
   * Reads positions between two lists of executions: where these are equal, they agree, at the time
   * of the second list.
   */
  async #fillsWithHoldings(round: Round): ProviderResult<{
    readonly readAt: EpochMs
    readonly fills: readonly RecordedFill[]
    readonly holdings: readonly RecordedHolding[]
  }> {
    let before = await this.#fills(round)
    for (let rounds = 0; before.ok && rounds < MAX_ROUNDS; rounds += 1) {
      const positions = await this.#deps.positions(round.accountId, 'background')
      if (!positions.ok) return positions
      const readAt = this.#deps.exchangeNow()
      const recent = { ...round, from: epochMs(readAt - DAY_MS) }
      const after = await this.#fills(recent)
      if (!after.ok) return after
      const known = new Set(before.value.map(({ id }) => id))
      if (after.value.every(({ id }) => known.has(id))) {
        const holdings = await this.#holdings(positions.value.positions)
        round.unreadable += positions.value.unreadable.length
        return ok({ readAt, fills: before.value, holdings })
      }
      before = ok(joined(before.value, after.value))
    }
    return before.ok ? err(unsettled()) : before
  }

  async #holdings(positions: readonly Position[]): Promise<readonly RecordedHolding[]> {
    const single = positions.flatMap((position) => singleLegPositions(position) ?? [])
    const holdings: RecordedHolding[] = []
    for (const position of single) {
      const key = positionInstrumentKey(position)
      if (key === null) continue
      const { quantity, averageCost } = position
      const multiplier =
        position.multiplier ?? (await this.#deps.facts.multiplierOf(position)) ?? null
      holdings.push({ key, quantity, averageCost, multiplier })
    }
    return holdings
  }

  async #fills(round: Round): ProviderResult<readonly RecordedFill[]> {
    const executions = await this.#pages<Execution>(round, (port, cursor) =>
      port.executions(round.accountId, this.#range(round.from), cursor, 'background'),
    )
    if (executions.ok) return ok(executions.value.map(toFill))
    if (!REFUSED.has(executions.error.kind)) return executions
    const orders = await this.#history(round, EARLIEST_RECORD, () => true)
    return orders.ok ? ok(orders.value.flatMap((seen) => fillOfOrder(seen) ?? [])) : orders
  }

  async #activities(round: Round): ProviderResult<readonly RecordedActivity[]> {
    const activities = await this.#pages<CashActivity>(round, (port, cursor) =>
      port.cashActivities(
        round.accountId,
        { ...this.#range(round.from), kinds: [...JOURNAL_KINDS] },
        cursor,
      ),
    )
    return activities.ok ? ok(activities.value.flatMap(toActivities)) : activities
  }

  async #transfers(
    round: Round,
    stored: readonly RecordedTransfer[] | null,
  ): ProviderResult<readonly RecordedTransfer[]> {
    const port = await this.#deps.records?.()
    if (port === undefined) return ok(stored ?? [])
    const from = stored === null ? EARLIEST_RECORD : epochMs(round.from - TRANSFER_LIFE_MS)
    const transfers = await readTransfers(
      round.accountId,
      port,
      (read) => this.#pages<Transfer>(round, read),
      { range: this.#range(from), stored: stored ?? [] },
    )
    if (!transfers.ok) return transfers
    round.unreadable += transfers.value.unreadable
    return ok(transfers.value.transfers)
  }

  #range(from: EpochMs) {
    return { from, to: null, now: this.#deps.exchangeNow() }
  }

  /** Reads a list to its end. */
  async #pages<T>(
    round: Round,
    readPage: (port: RecordsPort, cursor: string | null) => ProviderResult<RecordPage<T>>,
  ): ProviderResult<readonly T[]> {
    const port = await this.#deps.records?.()
    if (port === undefined) {
      return err(providerFailure('not-entitled', message('session.notOffered')))
    }
    const rows: T[] = []
    const end = await readPages(
      (cursor) => readPage(port, cursor),
      (page) => {
        for (const row of page.rows) rows.push(row)
        round.unreadable += page.unreadable
        this.#count(round, page.rows.length)
        return true
      },
    )
    return end.ok ? ok(rows) : end
  }

  #count(round: Round, rows: number): void {
    round.records += rows
    round.onRecords(round.records)
  }

  /** Finds out what the orders of fills traded and paid. Final ones do not change any more. */
  async #orders(
    round: Round,
    fills: readonly RecordedFill[],
    stored: readonly RecordedOrder[],
  ): ProviderResult<readonly RecordedOrder[]> {
    const { facts } = this.#deps
    const ordersById = new Map(
      stored
        .filter(({ isFinal }) => isFinal)
        // The order journal may know an order that it did not know, or had not read, before.
        .map((order) => [
          order.id,
          order.source.kind === 'elsewhere'
            ? { ...order, source: facts.sourceOf(order.id) }
            : order,
        ]),
    )
    const missing = (): readonly ClientOrderId[] => [
      ...new Set(fills.flatMap(({ order }) => (ordersById.has(order) ? [] : [order]))),
    ]
    const add = async (seen: OrderObservation): Promise<void> => {
      if (ordersById.has(seen.clientOrderId)) return
      ordersById.set(seen.clientOrderId, await recordedOrder(seen, facts))
    }
    if (missing().length > FEW_ORDERS) {
      const from = stored.length === 0 ? EARLIEST_RECORD : epochMs(round.from - ORDER_LIFE_MS)
      const wanted = new Set(missing())
      const observations = await this.#history(round, from, (seen) => {
        for (const { clientOrderId } of seen) wanted.delete(clientOrderId)
        return wanted.size > 0
      })
      if (!observations.ok) return observations
      const needed = new Set(missing())
      for (const seen of observations.value) if (needed.has(seen.clientOrderId)) await add(seen)
    }
    for (const id of missing()) {
      const answer = await this.#deps.orders.detail(round.accountId, id, 'watch')
      if (!answer.ok) return answer
      if (answer.value.seen === 'found') await add(answer.value.observation)
    }
    return ok([...ordersById.values()])
  }

  /** Reads the order history, newest first, while more is needed. */
  async #history(
    round: Round,
    from: EpochMs,
    isNeeded: (page: readonly OrderObservation[]) => boolean,
  ): ProviderResult<readonly OrderObservation[]> {
    const observations: OrderObservation[] = []
    const { orders } = this.#deps
    const range = { from, to: null }
    const end = await readPages(
      (cursor) => orders.history(round.accountId, range, cursor, 'watch'),
      (page) => {
        for (const seen of page.orders) observations.push(seen)
        this.#count(round, page.orders.length)
        return isNeeded(page.orders)
      },
    )
    if (!end.ok) return end
    return ok(observations.filter(({ filledQuantity }) => !isZero(filledQuantity ?? ZERO_QUANTITY)))
  }

  async #withRatios(activities: readonly RecordedActivity[]): Promise<readonly RecordedActivity[]> {
    const withRatios: RecordedActivity[] = []
    for (const activity of activities) {
      const { subKind, symbol, day, ratio } = activity
      const isMissing = subKind.endsWith('_SPLIT') && ratio === null
      withRatios.push(
        isMissing ? { ...activity, ratio: await this.#deps.splitRatio(symbol, day) } : activity,
      )
    }
    return withRatios
  }
}

const unsettled = (): ProviderFailure =>
  providerFailure('unavailable', message('session.tradesUnsettled'))

/** Joins records by their ids, oldest first; what was read last replaces what was read before. */
function joined<T extends { readonly id: string; readonly time: EpochMs }>(
  stored: readonly T[],
  found: readonly T[],
): readonly T[] {
  const all = new Map(stored.map((record) => [record.id, record]))
  // The broker lists the newest first; records of one instant stay in their order.
  for (const record of found.toReversed()) all.set(record.id, record)
  return [...all.values()].sort((a, b) => a.time - b.time)
}

const toFill = (row: Execution): RecordedFill => ({
  id: row.executionId,
  order: row.clientOrderId,
  time: row.time,
  isBuy: row.side === 'unknown' ? null : row.side === 'buy',
  quantity: row.quantity,
  price: row.price,
})
