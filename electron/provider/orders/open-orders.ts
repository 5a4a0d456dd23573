import type { AccountId } from '../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { ORDER_OPERATIONS } from '../../../shared/wire/families/trading/orders.js'
import type { ResponseOf } from '../../../shared/wire/operation.js'
import type { OrderPage, OrderReadsPort } from '../../core/orders/order-reads-port.js'
import type { ApiVersion } from '../http/api-versions.js'
import type { CallFailure } from '../http/call-failure.js'
import type { Caller } from '../http/caller.js'
import type { ClockPort } from '../../core/ports.js'
import { toProviderFailure } from '../http/provider-failure.js'
import { toObservations } from '../mapping/orders.js'

type Answer = ResponseOf<typeof ORDER_OPERATIONS.listOpenOrders>

/**
 * The version in which open orders are listed. ASSUMPTION (TRADING-1): v2 takes a page size of up
 * to 100, v3 sends pages of a fixed size (10). At two requests per two seconds an account with
 * 1,000 open orders is read in 10 s instead of 100 s.
 */
const WIDE_VERSION: ApiVersion = 'v2'

/**
 * How long a page may wait for its turn, in ms: longer than the longest window of a budget, so that
 * a list of more pages than a window allows is read to its end.
 */
const PAGE_WAIT_MS = 70_000

/** Converts a page of order groups; `cursor` requests the next page. */
export const orderPage = (
  account: AccountId,
  answer: Answer,
  now: EpochMs,
  cursor: string | null = answer.pagination_key ?? null,
): OrderPage => ({ orders: toObservations(account, answer.data, now), cursor })

/** The cursor of a page names the version that understands it: `v2:<key>` or `v3:<key>`. */
const CURSOR = /^(v2|v3):(.*)$/su

/**
 * True when the provider refused the request itself, so that another version may be accepted; a
 * connection that broke in the middle of an answer (no status) says nothing about the version.
 */
const isRefused = ({ class: kind, code, status }: CallFailure): boolean =>
  kind === 'definitive' || (code === 'malformed' && status !== null)

/**
 * Reads pages of the open orders, as large as the provider allows. A provider that refuses the wide
 * pages is asked for small ones from then on.
 */
export function openOrdersOf(caller: Caller, clock: ClockPort): OrderReadsPort['openOrders'] {
  let hasWidePages = true
  const read = async (
    version: ApiVersion,
    account: AccountId,
    key: string | undefined,
    priority: 'settle' | 'watch',
  ): Promise<Result<OrderPage, CallFailure>> => {
    const answer = await caller.call(
      ORDER_OPERATIONS.listOpenOrders,
      { account_id: account, ...(key === undefined ? {} : { pagination_key: key }) },
      {
        version,
        priority: priority === 'settle' ? 'critical' : 'background',
        maxWaitMs: PAGE_WAIT_MS,
      },
    )
    if (!answer.ok) return answer
    const next = answer.value.pagination_key ?? null
    return ok(
      orderPage(account, answer.value, clock.now(), next === null ? null : `${version}:${next}`),
    )
  }
  return async function openOrders(account, cursor, priority) {
    const [, version, key] = CURSOR.exec(cursor ?? '') ?? []
    const first = version === undefined ? (hasWidePages ? WIDE_VERSION : 'v3') : version
    let page = await read(first as ApiVersion, account, key, priority)
    if (!page.ok && cursor === null && first === WIDE_VERSION && isRefused(page.error)) {
      page = await read('v3', account, undefined, priority)
      hasWidePages = !page.ok
    }
    return page.ok ? page : err(toProviderFailure(page.error))
  }
}
