import { add, type Decimal } from '../../../../shared/domain/decimal.js'
import type { AccountId } from '../../../../shared/domain/ids.js'
import {
  keyParts,
  legInstrumentKeys,
} from '../../../../shared/domain/instruments/instrument-key.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { StrategyOrder } from '../../records/journal/ledger/strategy-fills.js'
import type { RecordsPort } from '../../records/records-port.js'
import type { DayFill } from './day-fills.js'
import { isStrategy } from './day-trades.js'
import { readPages } from '../../read-pages.js'

export interface LegCashDeps {
  /** Undefined where the broker offers no records. */
  readonly records: (() => Promise<RecordsPort>) | undefined
  readonly exchangeNow: () => EpochMs
}

const nameOf = (symbol: string, time: EpochMs): string => `${symbol} ${time}`

/**
 * The cash that the broker booked for the legs of strategies. Executions have the net price of the
 * whole; what each leg cost is in the cash movements of the same instant.
 */
export class LegCash {
  readonly #deps: LegCashDeps
  readonly #booked = new Map<AccountId, ReadonlyMap<string, Decimal>>()

  constructor(deps: LegCashDeps) {
    this.#deps = deps
  }

  /** Returns the cash of legs at instants, read again while a fill of a strategy lacks it. */
  async readCash(
    accountId: AccountId,
    fills: readonly DayFill[],
    from: EpochMs,
  ): Promise<StrategyOrder['cashOf']> {
    const isMissing = (known: ReadonlyMap<string, Decimal> | undefined): boolean =>
      fills
        .filter(isStrategy)
        .some(({ instrument, time }) =>
          legInstrumentKeys(instrument).some(
            ({ key }) => known?.has(nameOf(keyParts(key).symbol, time)) !== true,
          ),
        )
    const known = this.#booked.get(accountId)
    const booked = isMissing(known) ? ((await this.#read(accountId, from)) ?? known) : known
    if (booked !== undefined) this.#booked.set(accountId, booked)
    return (key, time) => booked?.get(nameOf(keyParts(key).symbol, time)) ?? null
  }

  /** Forgets what was read, such as after a sign-out. */
  clear(): void {
    this.#booked.clear()
  }

  /** Reads the cash of trades since an instant; null where it could not be read. */
  async #read(accountId: AccountId, from: EpochMs): Promise<ReadonlyMap<string, Decimal> | null> {
    const port = await this.#deps.records?.()
    if (port === undefined) return null
    const booked = new Map<string, Decimal>()
    const now = this.#deps.exchangeNow()
    const query = { from, to: null, now, kinds: ['trade' as const], why: 'background' as const }
    const end = await readPages(
      (cursor) => port.cashActivities(accountId, query, cursor),
      ({ rows }) => {
        for (const { symbol, time, amount } of rows) {
          if (symbol === null) continue
          const name = nameOf(symbol, time)
          const before = booked.get(name)
          booked.set(name, before === undefined ? amount : add<Decimal>(before, amount))
        }
        return true
      },
    )
    return end.ok ? booked : null
  }
}
