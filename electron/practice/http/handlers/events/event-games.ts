import type { Timespan } from '../../../../../shared/domain/market/bar.js'
import { TIMESPAN_SECONDS } from '../../../../../shared/domain/market/bar.js'
import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { barStart } from '../../../../../shared/domain/market/bar-start.js'
import { HOUR_MS, SECOND_MS, epochMs, type EpochMs } from '../../../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../../../shared/wire/assumptions.js'
import type { EventBarQuery } from '../../../events/bars.js'
import {
  milestones,
  milestoneStatus,
  scoreboard,
  type Milestone,
} from '../../../events/sports/milestones.js'
import type { EventMarket } from '../../../events/rules/types.js'
import { json } from '../../message/answer.js'
import { priceText, sizeText } from '../../../model/figures.js'
import type { Call, Handlers, HandlerResult } from '../../operations/handler.js'
import type { Refusal } from '../../message/refusal.js'
import { sortedPage } from '../../paging/sorted-page.js'
import { SPORTS } from './event-display.js'
import { knownCategory, unknown, UNKNOWN_CATEGORY } from './event-instruments.js'
import { findMarkets } from './event-requests.js'
import { readCount, readTime, splitList } from '../market-data/market-requests.js'

const PAGE = ASSUMPTIONS.pageSizes.milestones
/** Formats the time left in a period: 5:02. */
const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
const pad = (value: number): string => String(value).padStart(15, '0')
/** Pages milestones by start time, then by id. */
const placeOf = ({ game, id }: Milestone): string => `${pad(game.startsAt)}:${id}`
const sides = ({ fixture: { away, home } }: Milestone) => ({
  away_team: away[1],
  away_code: away[0],
  home_team: home[1],
  home_code: home[0],
})

const wireMilestone = (milestone: Milestone, now: EpochMs) => {
  const status = milestoneStatus(milestone, now)
  const { fixture, game, eventSymbol, id } = milestone
  return {
    category: SPORTS,
    type: fixture.league.gameType,
    title: `${fixture.away[1]} at ${fixture.home[1]}`,
    details: { ...sides(milestone), competition: fixture.league.competition },
    status,
    milestone_id: id,
    start_date: game.startsAt,
    ...(status === 'CLOSED' ? { end_date: game.endsAt } : {}),
    related_event_symbols: [eventSymbol],
    primary_event_symbols: [eventSymbol],
  }
}

function findMilestone(
  { services: { eventVenue, now } }: Call,
  id: string,
): Result<Milestone, Refusal> {
  const found = milestones(eventVenue.seed, now()).find((milestone) => milestone.id === id)
  return found === undefined ? err(unknown('milestone_id')) : ok(found)
}

const side = ({ fixture: { away, home } }: Milestone, which: 0 | 1): string =>
  (which === 1 ? home : away)[1]
const CALENDAR_MS: Partial<Record<Timespan, number>> = {
  D: 30 * HOUR_MS,
  W: 180 * HOUR_MS,
  M: 760 * HOUR_MS,
  Y: 8_800 * HOUR_MS,
}

/** Returns the end of a bar's interval. */
function endOf(time: EpochMs, timespan: Timespan): EpochMs {
  const seconds = TIMESPAN_SECONDS[timespan]
  return seconds === null
    ? barStart(epochMs(time + (CALENDAR_MS[timespan] ?? 0)), timespan)
    : epochMs(time + seconds * SECOND_MS)
}

interface BarRequest {
  readonly timespan: Timespan
  readonly count?: string | undefined
  readonly start_time?: string | undefined
  readonly end_time?: string | undefined
}

function bars(
  { services }: Call,
  markets: readonly EventMarket[],
  request: BarRequest,
): HandlerResult {
  const count = readCount(request.count, 200, 1_200)
  if (!count.ok) return count
  const start = readTime(request.start_time, 'start_time')
  if (!start.ok) return start
  const end = readTime(request.end_time, 'end_time')
  if (!end.ok) return end
  const query: EventBarQuery = {
    count: count.value,
    includeRunning: true,
    ...(start.value === undefined ? {} : { start: start.value }),
    ...(end.value === undefined ? {} : { end: end.value }),
  }
  return ok(
    json(
      Object.fromEntries(
        markets.map(({ symbol }) => [
          symbol,
          services.eventVenue.bars(symbol, request.timespan, query).map((bar) => ({
            end_period_time: endOf(bar.time, request.timespan),
            open: priceText(bar.open),
            high: priceText(bar.high),
            low: priceText(bar.low),
            close: priceText(bar.close),
            volume: sizeText(bar.volume),
          })),
        ]),
      ),
    ),
  )
}

type GameId =
  | 'broker.events.milestones'
  | 'broker.events.market-bars'
  | 'broker.events.market-bars-by-event'
  | 'broker.events.live-data'
  | 'broker.events.game-stats'

/** Handlers for bars of markets, and games with their scores (BROKER-1, "Broker market data"). */
export const eventGameHandlers: Pick<Handlers, GameId> = {
  'broker.events.milestones': (request, { services: { eventVenue, now } }) => {
    if (!knownCategory(request.category)) return err(UNKNOWN_CATEGORY)
    const from = readTime(request.minimum_start_date, 'minimum_start_date')
    if (!from.ok) return from
    const { category = '', competition = '', related_event_symbol: related = '' } = request
    const selected = milestones(eventVenue.seed, now()).filter(
      ({ game, fixture, eventSymbol }) =>
        game.startsAt >= (from.value ?? 0) &&
        (category === '' || category === SPORTS) &&
        (competition === '' || fixture.league.competition === competition) &&
        (related === '' || eventSymbol === related),
    )
    const page = sortedPage(selected, placeOf, {
      size: PAGE,
      key: request.pagination_key,
      condition: ['MILESTONES', request.minimum_start_date, category, competition, related].join(
        ';',
      ),
    })
    return page.ok
      ? ok(
          json({
            ...page.value,
            data: page.value.data.map((milestone) => wireMilestone(milestone, now())),
          }),
        )
      : page
  },

  'broker.events.market-bars': (request, call) => {
    const found = findMarkets(call.services, splitList(request.symbols))
    return found.ok ? bars(call, found.value, request) : found
  },

  'broker.events.market-bars-by-event': (request, call) => {
    const event = call.services.eventVenue.event(request.event_symbol)
    return event === undefined ? err(unknown('event_symbol')) : bars(call, event.markets, request)
  },

  'broker.events.live-data': (request, call) => {
    const milestone = findMilestone(call, request.milestone_id)
    if (!milestone.ok) return milestone
    const now = call.services.now()
    const { game, fixture, id } = milestone.value
    const board = scoreboard(milestone.value, now)
    const play = game.plays[game.played(now) - 1]
    const status = milestoneStatus(milestone.value, now)
    return ok(
      json({
        type: fixture.league.gameType,
        milestone_id: id,
        status,
        winner: status === 'CLOSED' ? side(milestone.value, game.winner) : null,
        last_play:
          play === undefined
            ? null
            : {
                description: `${side(milestone.value, play.side)} ${play.what}`,
                occurence_ts: play.at,
              },
        last_updated_ts: status === 'NOT_STARTED' ? null : Math.min(now, game.endsAt),
        details: {
          ...sides(milestone.value),
          away_points: board.away,
          home_points: board.home,
          period: board.period,
          period_type:
            board.period > fixture.league.periods ? 'overtime' : fixture.league.periodType,
          // Innings have no clock.
          ...(fixture.league.periodType === 'inning'
            ? {}
            : { period_remaining_time: clockText(board.clockSeconds) }),
        },
      }),
    )
  },

  'broker.events.game-stats': (request, call) => {
    const milestone = findMilestone(call, request.milestone_id)
    if (!milestone.ok) return milestone
    const now = call.services.now()
    const { game, fixture, id } = milestone.value
    const seen = game.plays.slice(0, game.played(now))
    const periods = Array.from(
      { length: scoreboard(milestone.value, now).period },
      (_, index) => index + 1,
    )
    return ok(
      json({
        milestone_id: id,
        periods: periods.map((number) => ({
          period_number: number,
          period_type: number > fixture.league.periods ? 'overtime' : fixture.league.periodType,
          events: seen
            .filter(({ period }) => period === number)
            .map((play) => ({
              description: `${side(milestone.value, play.side)} ${play.what}`,
              occurence_ts: play.at,
              team: side(milestone.value, play.side),
              points: play.points,
              away_points: play.score[0],
              home_points: play.score[1],
            })),
        })),
      }),
    )
  },
}
