import type { Symbol } from '../ids.js'
import type { EpochMs } from '../time.js'

/** A sport with one of its competitions, by the provider's names. */
export interface SportLeague {
  readonly sport: string
  readonly competition: string
}

/** The state of a game; `unknown` for a value that is not published. */
export const GAME_STATUSES = [
  'scheduled',
  'live',
  'ended',
  'canceled',
  'postponed',
  'delayed',
  'suspended',
  'unknown',
] as const
export type GameStatus = (typeof GAME_STATUSES)[number]

export interface GameTeam {
  readonly name: string
  readonly code: string | null
}

export interface GameTeams {
  readonly away: GameTeam | null
  readonly home: GameTeam | null
}

/** The score of a game as the provider last reported it; members that it omits are null. */
export interface GameScore {
  readonly status: GameStatus
  readonly winner: string | null
  readonly awayPoints: number | null
  readonly homePoints: number | null
  /** From 1; 0 before the game. */
  readonly period: number | null
  /** The provider's word: "quarter", "inning". */
  readonly periodType: string | null
  /** The time left in the period, as the provider writes it: "5:12". */
  readonly clock: string | null
  readonly lastPlay: string | null
  readonly updatedAt: EpochMs | null
}

/** A game whose outcome event markets are about. */
export interface EventGame extends GameTeams {
  readonly milestone: string
  readonly title: string
  readonly competition: string | null
  readonly status: GameStatus
  readonly startsAt: EpochMs
  readonly endsAt: EpochMs | null
  /** The events with markets about the game; the primary ones first. */
  readonly events: readonly Symbol[]
  /** Null until it is read. */
  readonly score: GameScore | null
}

/** Which games: of one competition, or of one event; of all for nulls. */
export interface GamesQuery {
  readonly competition: string | null
  readonly event: Symbol | null
}

/**
 * Games by start. `absent`: the provider does not serve games to this key. `failed`: the last read
 * failed; the games come from the read before it.
 */
export interface GamesView {
  readonly state: 'loading' | 'ready' | 'absent' | 'failed'
  readonly games: readonly EventGame[]
  /** This computer's time of the last successful read of the list; null before it. */
  readonly readAt: EpochMs | null
}

export interface GamePlay {
  readonly text: string
  readonly at: EpochMs
  readonly team: string
  readonly points: number
  /** The score after the play. */
  readonly awayPoints: number
  readonly homePoints: number
}

/**
 * The plays of a game by period. `absent`: the provider does not serve them to this key. `failed`:
 * the last read failed; the plays come from the read before it.
 */
export interface GamePlaysView {
  readonly state: 'loading' | 'ready' | 'absent' | 'failed'
  readonly periods: readonly GamePeriod[]
}

export interface GamePeriod {
  readonly number: number
  readonly type: string
  readonly plays: readonly GamePlay[]
}

/** The status of a game: its score's, which is read more often, else its own. */
export const gameStatus = ({ status, score }: Pick<EventGame, 'status' | 'score'>): GameStatus =>
  score === null || score.status === 'unknown' ? status : score.status
