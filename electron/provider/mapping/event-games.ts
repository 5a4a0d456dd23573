import type {
  EventGame,
  GamePeriod,
  GameScore,
  GameStatus,
  GameTeam,
  GameTeams,
  SportLeague,
} from '../../../shared/domain/instruments/event-game.js'
import { symbol } from '../../../shared/domain/ids.js'
import type { EVENT_DISPLAY_OPERATIONS } from '../../../shared/wire/families/products/event-display.js'
import type { ResponseOf } from '../../../shared/wire/operation.js'
import { tableReader } from './values.js'

type GameResponse<K extends keyof typeof EVENT_DISPLAY_OPERATIONS> = ResponseOf<
  (typeof EVENT_DISPLAY_OPERATIONS)[K]
>

const statusOf = tableReader<GameStatus>({
  NOT_STARTED: 'scheduled',
  INPROGRESS: 'live',
  CLOSED: 'ended',
  CANCELLED: 'canceled',
  POSTPONED: 'postponed',
  DELAYED: 'delayed',
  SUSPENDED: 'suspended',
})

/** Flattens the filters of sports (BROKER-1) to their competitions. */
export const toSportLeagues = (filters: GameResponse<'sportsFilters'>): readonly SportLeague[] =>
  filters.flatMap(({ tag, competitions }) =>
    competitions.map(({ competition }) => ({ sport: tag, competition })),
  )

/** The free members of a milestone and of its live data; what they contain is not published. */
type Details = Readonly<Record<string, unknown>>

const textOf = (details: Details, name: string): string | null => {
  const value = details[name]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

/** Reads a count such as the points of a side; null for anything else. */
function countOf(details: Details, name: string): number | null {
  const value = Number(textOf(details, name) ?? Number.NaN)
  return Number.isSafeInteger(value) && value >= 0 ? value : null
}

function teamOf(details: Details, side: 'away' | 'home'): GameTeam | null {
  const name = textOf(details, `${side}_team`)
  return name === null ? null : { name, code: textOf(details, `${side}_code`) }
}

const teamsOf = (details: Details): GameTeams => ({
  away: teamOf(details, 'away'),
  home: teamOf(details, 'home'),
})

export const toEventGame = (
  record: GameResponse<'eventMilestones'>['data'][number],
): EventGame => ({
  milestone: record.milestone_id,
  title: record.title,
  competition: textOf(record.details, 'competition'),
  ...teamsOf(record.details),
  status: statusOf(record.status) ?? 'unknown',
  startsAt: record.start_date,
  endsAt: record.end_date,
  events: [...new Set([...record.primary_event_symbols, ...record.related_event_symbols])].map(
    (name) => symbol(name),
  ),
  score: null,
})

export const toGameScore = (record: GameResponse<'eventLiveData'>): GameScore => ({
  status: statusOf(record.status) ?? 'unknown',
  winner: record.winner,
  awayPoints: countOf(record.details, 'away_points'),
  homePoints: countOf(record.details, 'home_points'),
  period: countOf(record.details, 'period'),
  periodType: textOf(record.details, 'period_type'),
  clock: textOf(record.details, 'period_remaining_time'),
  lastPlay: record.last_play?.description ?? null,
  updatedAt: record.last_updated_ts,
})

export const toGamePeriods = ({ periods }: GameResponse<'eventGameStats'>): readonly GamePeriod[] =>
  periods.map(({ period_number: number, period_type: type, events }) => ({
    number,
    type,
    plays: events.map((event) => ({
      text: event.description,
      at: event.occurence_ts,
      team: event.team,
      points: event.points,
      awayPoints: event.away_points,
      homePoints: event.home_points,
    })),
  }))
