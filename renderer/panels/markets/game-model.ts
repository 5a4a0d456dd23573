import {
  gameStatus,
  type EventGame,
  type GamePeriod,
  type GameStatus,
  type SportLeague,
} from '../../../shared/domain/instruments/event-game.js'
import type { PanelText } from '../../../shared/messages/window-text.js'

/** Which games the list shows. */
export const GAME_FILTERS = ['open', 'live', 'ended', 'all'] as const
export type GameFilter = (typeof GAME_FILTERS)[number]

/** The value of a choice of competitions that is all of them. */
export const ALL_LEAGUES = ''

/** Games that can go on. */
const isPlaying = (status: GameStatus): boolean =>
  status === 'live' || status === 'delayed' || status === 'suspended'
const isOver = (status: GameStatus): boolean => status === 'ended' || status === 'canceled'

const RANK: Readonly<Record<GameStatus, number>> = {
  live: 0,
  suspended: 0,
  delayed: 0,
  scheduled: 1,
  postponed: 1,
  unknown: 1,
  ended: 2,
  canceled: 2,
}

/** Returns the games of a filter: those that are played first, then by start, ended ones last. */
export function shownGames(games: readonly EventGame[], filter: GameFilter): readonly EventGame[] {
  return games
    .filter((game) => {
      const status = gameStatus(game)
      if (filter === 'all') return true
      if (filter === 'live') return isPlaying(status)
      return isOver(status) === (filter === 'ended')
    })
    .toSorted((a, b) => {
      const [rankA, rankB] = [RANK[gameStatus(a)], RANK[gameStatus(b)]]
      if (rankA !== rankB) return rankA - rankB
      return rankA === 2 ? b.startsAt - a.startsAt : a.startsAt - b.startsAt
    })
}

/** Names the options of the choice of a competition. */
export const leagueOptions = (leagues: readonly SportLeague[], all: string) => [
  { value: ALL_LEAGUES, label: all },
  ...leagues.map(({ sport, competition }) => ({
    value: competition,
    label: competition.includes(sport) ? competition : `${sport} · ${competition}`,
  })),
]

/** Returns the state of a game in a few words: "Q3 5:12", "Final", "Scheduled". */
export function stateText(game: EventGame, { games }: Pick<PanelText['markets'], 'games'>): string {
  const status = gameStatus(game)
  const { score } = game
  if (status !== 'live' || score === null) return games.states[status]
  const { period, periodType, clock } = score
  const parts = [period === null ? null : games.period(periodType ?? '', period), clock]
  const shown = parts.filter((part) => part !== null).join(' ')
  return shown === '' ? games.states.live : shown
}

/** A period's points of both sides; of periods that have not begun there are none. */
export interface LineScore {
  readonly number: number
  readonly type: string
  readonly away: number
  readonly home: number
}

/** Returns the points by period. */
export function lineScores(periods: readonly GamePeriod[]): readonly LineScore[] {
  let before = { away: 0, home: 0 }
  return periods.map(({ number, type, plays }) => {
    const last = plays.at(-1)
    const after = last === undefined ? before : { away: last.awayPoints, home: last.homePoints }
    const line = {
      number,
      type,
      away: after.away - before.away,
      home: after.home - before.home,
    }
    before = after
    return line
  })
}
