import { describe, expect, it } from 'vitest'
import {
  lineScores,
  shownGames,
  stateText,
} from '../../../../renderer/panels/markets/game-model.js'
import { toGameScore } from '../../../../electron/provider/mapping/event-games.js'
import type {
  EventGame,
  GameScore,
  GameStatus,
} from '../../../../shared/domain/instruments/event-game.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { marketPanelText as text } from '../../../../shared/messages/en/window/panels/markets.js'

const game = (milestone: string, status: GameStatus, startsAt: number): EventGame => ({
  milestone,
  title: milestone,
  competition: null,
  away: null,
  home: null,
  status,
  startsAt: epochMs(startsAt),
  endsAt: null,
  events: [],
  score: null,
})
const score = (more: Partial<GameScore>): GameScore => ({
  status: 'live',
  winner: null,
  awayPoints: 1,
  homePoints: 2,
  period: 3,
  periodType: 'quarter',
  clock: '5:12',
  lastPlay: null,
  updatedAt: null,
  ...more,
})

describe('the list of games', () => {
  const games = [
    game('ended early', 'ended', 1),
    game('tomorrow', 'scheduled', 50),
    game('ended late', 'ended', 2),
    game('now', 'live', 10),
    game('tonight', 'scheduled', 20),
  ]
  const names = (filter: Parameters<typeof shownGames>[1]) =>
    shownGames(games, filter).map(({ milestone }) => milestone)

  it('begins with what is played, then by start, and ends with the newest results', () =>
    expect(names('all')).toEqual(['now', 'tonight', 'tomorrow', 'ended late', 'ended early']))

  it('shows what a filter names', () => {
    expect(names('open')).toEqual(['now', 'tonight', 'tomorrow'])
    expect(names('live')).toEqual(['now'])
    expect(names('ended')).toEqual(['ended late', 'ended early'])
  })

  it('follows the score, which is read more often than the list', () =>
    expect(
      shownGames([{ ...game('over', 'live', 1), score: score({ status: 'ended' }) }], 'live'),
    ).toEqual([]))
})

describe('the state of a game', () => {
  it('is its period and clock while it is played', () => {
    const live = game('now', 'live', 1)
    expect(stateText({ ...live, score: score({}) }, text)).toBe('Q3 5:12')
    expect(stateText({ ...live, score: score({ clock: null }) }, text)).toBe('Q3')
    expect(stateText({ ...live, score: score({ period: null, clock: null }) }, text)).toBe('Live')
    expect(stateText(live, text)).toBe('Live')
  })

  it('is a word otherwise', () => {
    expect(stateText(game('soon', 'scheduled', 1), text)).toBe('Scheduled')
    expect(stateText(game('wet', 'postponed', 1), text)).toBe('Postponed')
  })
})

it('Points by period are the differences of the scores after their last plays', () => {
  const play = (awayPoints: number, homePoints: number) => ({
    text: '',
    at: epochMs(1),
    team: '',
    points: 1,
    awayPoints,
    homePoints,
  })
  expect(
    lineScores([
      { number: 1, type: 'quarter', plays: [play(2, 0), play(2, 3)] },
      { number: 2, type: 'quarter', plays: [] },
      { number: 3, type: 'quarter', plays: [play(7, 3)] },
    ]).map(({ away, home }) => [away, home]),
  ).toEqual([
    [2, 3],
    [0, 0],
    [5, 0],
  ])
})

it('A score without the members that are not published is still read', () =>
  expect(
    toGameScore({
      type: 'tennis_match',
      milestone_id: 'm',
      status: 'UNKNOWN',
      winner: null,
      last_play: null,
      last_updated_ts: null,
      details: { sets: [6, 4], away_points: 'love', home_points: -1 },
    } as Parameters<typeof toGameScore>[0]),
  ).toMatchObject({ status: 'unknown', awayPoints: null, homePoints: null, period: null }))
