import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import { CODES } from '../../../../shared/wire/errors.js'
import { isoTime } from '../../../../shared/wire/fields.js'
import type { Member, WatchlistProblem } from '../../data/watchlists.js'
import { json } from '../message/answer.js'
import type { Call, Handlers, HandlerResult } from '../operations/handler.js'
import { refused, type Refusal } from '../message/refusal.js'
import { findListings } from './market-data/market-requests.js'

const { lists, instruments, nameLength } = ASSUMPTIONS.watchlists
const REFUSALS: Readonly<Record<WatchlistProblem, Refusal>> = {
  'not-found': refused(CODES.watchlistNotFound, 'The watchlist does not exist.'),
  'no-name': refused(CODES.illegalParameter, 'name is empty.'),
  'long-name': refused(CODES.illegalParameter, `name has more than ${nameLength} characters.`),
  'too-many-lists': refused(CODES.illegalParameter, `At most ${lists} watchlists are allowed.`),
  'too-many-instruments': refused(
    CODES.illegalParameter,
    `At most ${instruments} instruments are allowed in a watchlist.`,
  ),
  'not-in-list': refused(CODES.illegalParameter, 'An instrument is not in the watchlist.'),
}

const STOCKS: readonly string[] = ['US_STOCK', 'US_ETF']

/** Checks the instruments of a change: at least one, with a category and a symbol listed here. */
function known(call: Call, members: readonly Member[]): Refusal | null {
  if (members.some(({ category }) => !STOCKS.includes(category))) {
    return refused(CODES.unsupportedCategory, 'This category is not listed here.')
  }
  const found = findListings(
    call.services.market,
    members.map(({ symbol }) => symbol),
  )
  return found.ok ? null : found.error
}

/** Answers a change after it is saved to disk. */
async function settled<T>(
  call: Call,
  result: Result<T, WatchlistProblem>,
  answer: (value: T) => unknown,
): Promise<HandlerResult> {
  if (!result.ok) return err(REFUSALS[result.error])
  await call.services.persist()
  return ok(json(answer(result.value)))
}
/** The provider answers writes with a bare `true`. */
const done = (): true => true

type WatchlistId =
  | 'market.watchlists.list'
  | 'market.watchlists.create'
  | 'market.watchlists.update'
  | 'market.watchlists.delete'
  | 'market.watchlists.instruments'
  | 'market.watchlists.instruments-add'
  | 'market.watchlists.instruments-remove'
  | 'market.watchlists.instruments-update'

export const watchlistHandlers: Pick<Handlers, WatchlistId> = {
  'market.watchlists.list': (_request, { services, caller }) =>
    ok(
      json(
        services.watchlists.all(caller.userId).map((list) => ({
          watchlist_id: list.id,
          name: list.name,
          sort: list.sort,
          create_time: isoTime(epochMs(list.created)),
          update_time: isoTime(epochMs(list.updated)),
        })),
      ),
    ),

  'market.watchlists.create': (request, call) =>
    settled(
      call,
      call.services.watchlists.create(
        call.caller.userId,
        request.name,
        request.sort,
        call.services.wall.now(),
      ),
      (id) => ({ watchlist_id: id }),
    ),

  'market.watchlists.update': (request, call) =>
    settled(
      call,
      call.services.watchlists.update(
        call.caller.userId,
        request.watchlist_id,
        request,
        call.services.wall.now(),
      ),
      done,
    ),

  'market.watchlists.delete': (request, call) =>
    settled(call, call.services.watchlists.remove(call.caller.userId, request.watchlist_id), done),

  'market.watchlists.instruments': (request, { services, caller }) => {
    const entries = services.watchlists.entries(caller.userId, request.watchlist_id)
    if (!entries.ok) return err(REFUSALS[entries.error])
    return ok(
      json({
        watchlist_id: request.watchlist_id,
        instruments: entries.value.flatMap((entry) => {
          const listing = services.market.listing(entry.symbol)
          return listing === undefined
            ? []
            : [
                {
                  instrument_id: listing.instrumentId,
                  symbol: listing.symbol,
                  name: listing.name,
                  exchange_code: listing.exchangeCode,
                  category: entry.category,
                  sort: entry.sort,
                  added_time: isoTime(epochMs(entry.added)),
                },
              ]
        }),
      }),
    )
  },

  'market.watchlists.instruments-add': (request, call) => {
    const problem = known(call, request.instruments)
    if (problem !== null) return err(problem)
    return settled(
      call,
      call.services.watchlists.add(
        call.caller.userId,
        request.watchlist_id,
        request.instruments,
        call.services.wall.now(),
      ),
      done,
    )
  },
  'market.watchlists.instruments-remove': (request, call) => {
    const problem = known(call, request.instruments)
    if (problem !== null) return err(problem)
    return settled(
      call,
      call.services.watchlists.drop(
        call.caller.userId,
        request.watchlist_id,
        request.instruments,
        call.services.wall.now(),
      ),
      done,
    )
  },
  'market.watchlists.instruments-update': (request, call) => {
    const problem = known(call, request.instruments)
    if (problem !== null) return err(problem)
    return settled(
      call,
      call.services.watchlists.sort(
        call.caller.userId,
        request.watchlist_id,
        request.instruments,
        call.services.wall.now(),
      ),
      done,
    )
  },
}
