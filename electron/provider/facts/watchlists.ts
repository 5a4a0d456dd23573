import type { Symbol } from '../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { WATCHLIST_OPERATIONS } from '../../../shared/wire/families/market-data/watchlists.js'
import { providerFailure } from '../../core/provider-failure.js'
import type { ProviderFailure } from '../../core/provider-failure.js'
import type { WatchlistPort } from '../../core/market/watchlists/watchlist-port.js'
import { foreign } from '../../../shared/messages/make-message.js'
import type { CallFailure } from '../http/call-failure.js'
import type { Caller, CallOptions } from '../http/caller.js'
import { toProviderFailure } from '../http/provider-failure.js'
import { toWatchlist, toWatchlistEntry } from '../mapping/facts/watchlists.js'
import type { Categories } from '../market-data/categories.js'

const OPTIONS: CallOptions = { priority: 'background', maxWaitMs: 15_000 }
const W = WATCHLIST_OPERATIONS

/** A write that the broker answers with false was not done. */
const done = (answer: Result<boolean, CallFailure>): Result<void, ProviderFailure> => {
  if (!answer.ok) return err(toProviderFailure(answer.error))
  return answer.value ? ok(undefined) : err(providerFailure('refused', foreign('false')))
}

/** Creates the reads and writes of watchlists (MARKET-7). */
export const watchlistAccess = (caller: Caller, categories: Categories): WatchlistPort => {
  const member = (symbol: Symbol) => ({ symbol, category: categories.categoryOf(symbol) })
  return {
    async watchlists() {
      const answer = await caller.call(W.listWatchlists, {}, OPTIONS)
      return answer.ok
        ? ok(answer.value.map(toWatchlist).toSorted((a, b) => a.order - b.order))
        : err(toProviderFailure(answer.error))
    },
    async watchlistSymbols(id) {
      const answer = await caller.call(W.listWatchlistInstruments, { watchlist_id: id }, OPTIONS)
      return answer.ok
        ? ok(
            answer.value.instruments
              .map(toWatchlistEntry)
              .toSorted((a, b) => a.order - b.order)
              .map(({ symbol }) => symbol),
          )
        : err(toProviderFailure(answer.error))
    },
    async createWatchlist(name, order) {
      const answer = await caller.call(W.createWatchlist, { name, sort: order }, OPTIONS)
      return answer.ok ? ok(answer.value.watchlist_id) : err(toProviderFailure(answer.error))
    },
    updateWatchlist: async (id, { name, order }) =>
      done(
        await caller.call(
          W.updateWatchlist,
          {
            watchlist_id: id,
            ...(name === undefined ? {} : { name }),
            ...(order === undefined ? {} : { sort: order }),
          },
          OPTIONS,
        ),
      ),
    deleteWatchlist: async (id) =>
      done(await caller.call(W.deleteWatchlist, { watchlist_id: id }, OPTIONS)),
    async changeWatchlist(id, from, to) {
      await categories.resolve([...from, ...to])
      const removed = from.filter((symbol) => !to.includes(symbol))
      const added = to.filter((symbol) => !from.includes(symbol))
      if (removed.length > 0) {
        const request = { watchlist_id: id, instruments: removed.map(member) }
        const answer = done(await caller.call(W.removeWatchlistInstruments, request, OPTIONS))
        if (!answer.ok) return answer
      }
      const sorted = (symbols: readonly Symbol[]) =>
        symbols.map((symbol) => ({ ...member(symbol), sort: to.indexOf(symbol) + 1 }))
      if (added.length > 0) {
        const request = { watchlist_id: id, instruments: sorted(added) }
        const answer = done(await caller.call(W.addWatchlistInstruments, request, OPTIONS))
        if (!answer.ok) return answer
      }
      if (to.length === 0) return ok(undefined)
      const request = { watchlist_id: id, instruments: sorted(to) }
      return done(await caller.call(W.updateWatchlistInstruments, request, OPTIONS))
    },
  }
}
