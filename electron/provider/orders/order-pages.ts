import { accountId } from '../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { ORDER_OPERATIONS } from '../../../shared/wire/families/trading/orders.js'
import { isoTime } from '../../../shared/wire/fields.js'
import type { RequestOf } from '../../../shared/wire/operation.js'
import type { OrderPage, OrderReadsPort } from '../../core/orders/order-reads-port.js'
import type { ApiVersion } from '../payload/api-versions.js'
import type { CallFailure } from '../http/call-failure.js'
import type { Caller, CallOptions } from '../http/caller.js'
import type { ClockPort } from '../../core/ports.js'
import { toProviderFailure } from '../http/provider-failure.js'
import { toObservations } from '../mapping/orders.js'

/**
 * The version in which lists of orders are read. ASSUMPTION (TRADING-1): v2 takes a page size of up
 * to 100, v3 sends pages of a fixed size (10). At two requests per two seconds an account with
 * 1,000 open orders is read in 10 s instead of 100 s, and so is a history of 1,000 orders.
 */
const WIDE_VERSION: ApiVersion = 'v2'

/**
 * How long a page may wait for its turn, in ms: longer than the longest window of a budget, so that
 * a list of more pages than a window allows is read to its end.
 */
const PAGE_WAIT_MS = 70_000

interface Source {
  readonly caller: Caller
  readonly clock: ClockPort
}

type ListOperation =
  | typeof ORDER_OPERATIONS.listOpenOrders
  | typeof ORDER_OPERATIONS.listOrderHistory

/** Reads one page of orders. */
async function readOrderPage<O extends ListOperation>(
  { caller, clock }: Source,
  operation: O,
  params: RequestOf<O>,
  options: CallOptions = {},
): Promise<Result<OrderPage, CallFailure>> {
  let unreadable = 0
  const answer = await caller.call<ListOperation>(operation, params, {
    ...options,
    onUnreadable: (rows) => {
      unreadable = rows.length
    },
  })
  if (!answer.ok) return answer
  const { data, pagination_key: cursor } = answer.value
  const account = accountId(params.account_id)
  return ok({
    orders: toObservations(account, data, clock.now()),
    cursor: cursor ?? null,
    unreadable,
  })
}

/** The cursor of a page names the version that understands it: `v2:<key>` or `v3:<key>`. */
const CURSOR = /^(v2|v3):(.*)$/su

/**
 * True when the provider refused the request itself, so that another version may be accepted; a
 * connection that broke in the middle of an answer (no status) says nothing about the version.
 */
const isRefused = ({ class: kind, code, status }: CallFailure): boolean =>
  kind === 'definitive' || (code === 'malformed' && status !== null)

type Page = Result<OrderPage, CallFailure>

/**
 * Reads pages of a list of orders, as large as the provider allows. A provider whose wide pages are
 * refused, or less readable than its small ones, is asked for small ones from then on.
 */
class WidePages<O extends ListOperation> {
  readonly #source: Source
  readonly #operation: O
  #hasWidePages = true
  #hasCompared = false

  constructor(source: Source, operation: O) {
    this.#source = source
    this.#operation = operation
  }

  /** Returns one page; a null `cursor` requests the first. */
  async read(params: RequestOf<O>, cursor: string | null, options: CallOptions): Promise<Page> {
    return cursor === null ? this.#first(params, options) : this.#next(params, cursor, options)
  }

  async #first(params: RequestOf<O>, options: CallOptions): Promise<Page> {
    if (!this.#hasWidePages) return this.#page('v3', params, undefined, options)
    const wide = await this.#page(WIDE_VERSION, params, undefined, options)
    if (wide.ok ? wide.value.unreadable === 0 || this.#hasCompared : !isRefused(wide.error)) {
      return wide
    }
    const small = await this.#page('v3', params, undefined, options)
    this.#hasCompared = wide.ok
    if (wide.ok && (!small.ok || small.value.unreadable >= wide.value.unreadable)) return wide
    this.#hasWidePages = !small.ok
    return small
  }

  #next(params: RequestOf<O>, cursor: string, options: CallOptions): Promise<Page> {
    const [, version, key] = CURSOR.exec(cursor) ?? []
    return this.#page(version === WIDE_VERSION ? WIDE_VERSION : 'v3', params, key, options)
  }

  async #page(
    version: ApiVersion,
    params: RequestOf<O>,
    key: string | undefined,
    options: CallOptions,
  ): Promise<Page> {
    const query = key === undefined ? params : { ...params, pagination_key: key }
    const page = await readOrderPage(this.#source, this.#operation, query, { ...options, version })
    if (!page.ok) return page
    const next = page.value.cursor
    return ok({ ...page.value, cursor: next === null ? null : `${version}:${next}` })
  }
}

/** Creates the reader of open orders. */
export function openOrdersOf(caller: Caller, clock: ClockPort): OrderReadsPort['openOrders'] {
  const pages = new WidePages({ caller, clock }, ORDER_OPERATIONS.listOpenOrders)
  return async (account, cursor, priority) => {
    const page = await pages.read({ account_id: account }, cursor, {
      priority: priority === 'settle' ? 'critical' : 'background',
      maxWaitMs: PAGE_WAIT_MS,
    })
    return page.ok ? page : err(toProviderFailure(page.error))
  }
}

/** Creates the reader of the order history. */
export function orderHistoryOf(caller: Caller, clock: ClockPort): OrderReadsPort['history'] {
  const pages = new WidePages({ caller, clock }, ORDER_OPERATIONS.listOrderHistory)
  return async (account, { from, to }, cursor) => {
    const query = {
      account_id: account,
      ...(from === null ? {} : { start_time: isoTime(from) }),
      ...(to === null ? {} : { end_time: isoTime(to) }),
    }
    const page = await pages.read(query, cursor, {})
    return page.ok ? page : err(toProviderFailure(page.error))
  }
}
