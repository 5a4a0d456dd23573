/** A league: its teams, its schedule and its scoring. Teams are named by their cities. */
export interface League {
  readonly competition: string
  readonly tag: string
  readonly series: string
  readonly seriesName: string
  /** The kind of milestone of a game. */
  readonly gameType: string
  readonly teams: readonly (readonly [code: string, name: string])[]
  /** First and last month of the season, across the new year where needed. */
  readonly season: readonly [first: number, last: number]
  /** Weekdays with games (0 is Sunday), games per day, and the minute of the first start. */
  readonly weekdays: readonly number[]
  readonly gamesADay: number
  readonly firstMinute: number
  readonly everyMinutes: number
  readonly periods: number
  readonly periodType: string
  /** Minutes on the clock of a period, and real minutes including breaks. */
  readonly periodMinutes: number
  readonly realMinutes: number
  /** Points of each kind of score with its weight, and scores per side and game. */
  readonly scores: readonly (readonly [points: number, weight: number, what: string])[]
  readonly scoresASide: number
  /** Home advantage, in deviations of a game's result. */
  readonly homeEdge: number
}

const NBA_TEAMS = [
  ['ATL', 'Atlanta'],
  ['BOS', 'Boston'],
  ['BKN', 'Brooklyn'],
  ['CHI', 'Chicago'],
  ['CLE', 'Cleveland'],
  ['DAL', 'Dallas'],
  ['DEN', 'Denver'],
  ['DET', 'Detroit'],
  ['GSW', 'Golden State'],
  ['HOU', 'Houston'],
  ['IND', 'Indiana'],
  ['LAL', 'Los Angeles L'],
  ['MEM', 'Memphis'],
  ['MIA', 'Miami'],
  ['MIL', 'Milwaukee'],
  ['NYK', 'New York'],
  ['PHI', 'Philadelphia'],
  ['PHX', 'Phoenix'],
  ['SAS', 'San Antonio'],
  ['TOR', 'Toronto'],
] as const
const NFL_TEAMS = [
  ['ARI', 'Arizona'],
  ['BAL', 'Baltimore'],
  ['BUF', 'Buffalo'],
  ['CIN', 'Cincinnati'],
  ['DAL', 'Dallas'],
  ['DEN', 'Denver'],
  ['DET', 'Detroit'],
  ['GBP', 'Green Bay'],
  ['HOU', 'Houston'],
  ['KCC', 'Kansas City'],
  ['MIA', 'Miami'],
  ['MIN', 'Minnesota'],
  ['PHI', 'Philadelphia'],
  ['PIT', 'Pittsburgh'],
  ['SFO', 'San Francisco'],
  ['SEA', 'Seattle'],
] as const
const MLB_TEAMS = [
  ['ATL', 'Atlanta'],
  ['BAL', 'Baltimore'],
  ['BOS', 'Boston'],
  ['CHC', 'Chicago C'],
  ['CLE', 'Cleveland'],
  ['DET', 'Detroit'],
  ['HOU', 'Houston'],
  ['LAD', 'Los Angeles D'],
  ['MIL', 'Milwaukee'],
  ['NYY', 'New York Y'],
  ['PHI', 'Philadelphia'],
  ['SDP', 'San Diego'],
  ['SEA', 'Seattle'],
  ['STL', 'St. Louis'],
  ['TBR', 'Tampa Bay'],
  ['TOR', 'Toronto'],
] as const
const NHL_TEAMS = [
  ['BOS', 'Boston'],
  ['BUF', 'Buffalo'],
  ['CAR', 'Carolina'],
  ['CHI', 'Chicago'],
  ['COL', 'Colorado'],
  ['DAL', 'Dallas'],
  ['EDM', 'Edmonton'],
  ['FLA', 'Florida'],
  ['MIN', 'Minnesota'],
  ['MTL', 'Montreal'],
  ['NYR', 'New York R'],
  ['OTT', 'Ottawa'],
  ['PIT', 'Pittsburgh'],
  ['TBL', 'Tampa Bay'],
  ['TOR', 'Toronto'],
  ['VGK', 'Vegas'],
] as const

export const LEAGUES: readonly League[] = [
  {
    competition: 'Pro Basketball (M)',
    tag: 'Basketball',
    series: 'KXNBAGAME',
    seriesName: 'Professional basketball game',
    gameType: 'basketball_game',
    teams: NBA_TEAMS,
    season: [10, 6],
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    gamesADay: 5,
    firstMinute: 13 * 60,
    everyMinutes: 110,
    periods: 4,
    periodType: 'quarter',
    periodMinutes: 12,
    realMinutes: 34,
    scores: [
      [2, 60, 'makes a two-point shot'],
      [3, 26, 'makes a three-point shot'],
      [1, 34, 'makes a free throw'],
    ],
    scoresASide: 60,
    homeEdge: 0.12,
  },
  {
    competition: 'Pro Football',
    tag: 'Football',
    series: 'KXNFLGAME',
    seriesName: 'Professional football game',
    gameType: 'football_game',
    teams: NFL_TEAMS,
    season: [9, 1],
    weekdays: [0, 1, 4],
    gamesADay: 4,
    firstMinute: 13 * 60,
    everyMinutes: 140,
    periods: 4,
    periodType: 'quarter',
    periodMinutes: 15,
    realMinutes: 46,
    scores: [
      [7, 58, 'scores a touchdown with the extra point'],
      [3, 38, 'kicks a field goal'],
      [8, 4, 'scores a touchdown with a two-point conversion'],
    ],
    scoresASide: 4.2,
    homeEdge: 0.12,
  },
  {
    competition: 'Pro Baseball',
    tag: 'Baseball',
    series: 'KXMLBGAME',
    seriesName: 'Professional baseball game',
    gameType: 'baseball_game',
    teams: MLB_TEAMS,
    season: [4, 10],
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    gamesADay: 5,
    firstMinute: 13 * 60 + 10,
    everyMinutes: 95,
    periods: 9,
    periodType: 'inning',
    periodMinutes: 18,
    realMinutes: 18,
    scores: [
      [1, 70, 'scores a run'],
      [2, 22, 'scores two runs'],
      [4, 8, 'hits a grand slam'],
    ],
    scoresASide: 3.1,
    homeEdge: 0.12,
  },
  {
    competition: 'Pro Hockey',
    tag: 'Hockey',
    series: 'KXNHLGAME',
    seriesName: 'Professional hockey game',
    gameType: 'hockey_game',
    teams: NHL_TEAMS,
    season: [10, 6],
    weekdays: [0, 2, 4, 6],
    gamesADay: 4,
    firstMinute: 14 * 60,
    everyMinutes: 120,
    periods: 3,
    periodType: 'period',
    periodMinutes: 20,
    realMinutes: 46,
    scores: [[1, 1, 'scores a goal']],
    scoresASide: 3.1,
    homeEdge: 0.12,
  },
]

export const inSeason = ({ season: [first, last] }: League, month: number): boolean =>
  first <= last ? month >= first && month <= last : month >= first || month <= last
