import { err, ok } from '../../../shared/domain/result.js'
import { EVENT_DISPLAY_OPERATIONS } from '../../../shared/wire/families/products/event-display.js'
import type { GamesPort } from '../../core/market/products-port.js'
import type { Caller } from '../http/caller.js'
import { allRows } from '../http/paginate.js'
import { toProviderFailure } from '../http/provider-failure.js'
import { toEventGame, toGamePeriods, toGameScore, toSportLeagues } from '../mapping/event-games.js'

/** Creates the reads of games (BROKER-1, "Broker market data"). */
export const gameReads = (caller: Caller): GamesPort => ({
  async sportLeagues() {
    const answer = await caller.call(EVENT_DISPLAY_OPERATIONS.sportsFilters, {})
    return answer.ok ? ok(toSportLeagues(answer.value)) : err(toProviderFailure(answer.error))
  },
  async games({ competition, event, from }) {
    const answer = await allRows(caller, EVENT_DISPLAY_OPERATIONS.eventMilestones, {
      minimum_start_date: String(from),
      ...(competition === null ? {} : { competition }),
      ...(event === null ? {} : { related_event_symbol: event }),
    })
    return answer.ok
      ? ok(answer.value.map((record) => toEventGame(record)))
      : err(toProviderFailure(answer.error))
  },
  async gameScore(milestone) {
    const query = { milestone_id: milestone }
    const answer = await caller.call(EVENT_DISPLAY_OPERATIONS.eventLiveData, query)
    return answer.ok ? ok(toGameScore(answer.value)) : err(toProviderFailure(answer.error))
  },
  async gamePeriods(milestone) {
    const query = { milestone_id: milestone }
    const answer = await caller.call(EVENT_DISPLAY_OPERATIONS.eventGameStats, query)
    return answer.ok ? ok(toGamePeriods(answer.value)) : err(toProviderFailure(answer.error))
  },
})
