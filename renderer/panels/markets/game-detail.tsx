import { useMemo, useState } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { EventMarket } from '../../../shared/domain/instruments/event-contract.js'
import {
  gameStatus,
  type EventGame,
  type GamePeriod,
  type GamePlaysView,
} from '../../../shared/domain/instruments/event-game.js'
import type { Invoke } from '../../bridge/client.js'
import { exchangeDayTime, exchangeTime } from '../../format/time.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow } from '../../stores/context.js'
import { Skeleton } from '../../ui/states.js'
import { marketColumns } from './event-columns.js'
import { lineScores } from './game-model.js'
import { GameLine } from './game-strip.js'
import { MarketTable } from './market-table.js'
import { useGamePlays } from './use-games.js'
import { useListed } from './use-listed.js'

/** One game: its score, the questions about it with their prices, and what happened so far. */
export function GameDetail({ game }: { readonly game: EventGame }) {
  const text = usePanelText().markets
  const view = useGamePlays(game.milestone)
  const { periods } = view
  return (
    <section className="game" aria-label={game.title} data-testid="game">
      <GameLine game={game} />
      <div className="game-parts">
        <GameMarkets game={game} />
        <div className="game-play">
          {periods.length > 0 && <LineScoreTable game={game} periods={periods} />}
          {gameStatus(game) === 'scheduled' ? (
            <p className="dim game-note">{text.games.begins(exchangeDayTime(game.startsAt))}</p>
          ) : (
            <Plays view={view} />
          )}
        </div>
      </div>
    </section>
  )
}

/** Reads the markets of every event of a game. */
async function readMarkets(invoke: Invoke, events: string) {
  const replies = await Promise.all(
    events.split(' ').map((event) => invoke('events.markets', { event: event as Symbol })),
  )
  const value: EventMarket[] = []
  for (const reply of replies) {
    if (!reply.ok) return reply
    value.push(...reply.value)
  }
  return { ok: true, value } as const
}

function GameMarkets({ game }: { readonly game: EventGame }) {
  const text = usePanelText()
  const { quotes } = useMainWindow()
  const choosing = useState(false)
  const listed = useListed(game.events.join(' '), readMarkets)
  const columns = useMemo(
    () => marketColumns((symbol) => quotes.rows.get(symbol), text),
    [quotes, text],
  )
  return (
    <div className="game-markets">
      <MarketTable
        table="game-markets"
        label={text.markets.marketsOf(game.title)}
        columns={columns}
        listed={listed}
        choosing={choosing}
      />
    </div>
  )
}

/** Points by period, the way score boards show them. */
function LineScoreTable({
  game,
  periods,
}: {
  readonly game: EventGame
  readonly periods: readonly GamePeriod[]
}) {
  const text = usePanelText().markets.games
  const lines = lineScores(periods)
  const total = (side: 'away' | 'home'): number => lines.reduce((sum, line) => sum + line[side], 0)
  const name = (side: 'away' | 'home'): string =>
    game[side]?.code ?? game[side]?.name ?? text.heads[side]
  return (
    <table className="game-lines tnum">
      <caption className="sr-only">{text.lines}</caption>
      <thead>
        <tr>
          <td aria-hidden />
          {lines.map(({ number, type }) => (
            <th key={number} scope="col">
              {text.period(type, number)}
            </th>
          ))}
          <th scope="col">{text.total}</th>
        </tr>
      </thead>
      <tbody>
        {(['away', 'home'] as const).map((side) => (
          <tr key={side}>
            <th scope="row">{name(side)}</th>
            {lines.map((line) => (
              <td key={line.number}>{line[side]}</td>
            ))}
            <td className="game-total">{total(side)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The most plays that are shown; the newest first. */
const MAX_PLAYS = 60

function Plays({ view: { state, periods } }: { readonly view: GamePlaysView }) {
  const text = usePanelText().markets.games
  const plays = periods.flatMap(({ number, type, plays: ofPeriod }) =>
    ofPeriod.map((play) => ({ ...play, period: text.period(type, number) })),
  )
  const newest = plays.slice(-MAX_PLAYS).toReversed()
  if (newest.length === 0) {
    if (state === 'loading') return <Skeleton rows={3} />
    return (
      <p className="dim game-note" role="status">
        {state === 'ready' ? text.noPlays : text.playStates[state]}
      </p>
    )
  }
  return (
    <ol className="game-plays" aria-label={text.plays} tabIndex={0}>
      {newest.map((play, index) => (
        <li key={plays.length - index}>
          <span className="dim tnum">{exchangeTime(play.at)}</span>
          <span className="dim">{play.period}</span>
          <span className="game-what">{play.text}</span>
          <span className="tnum">
            {play.awayPoints}–{play.homePoints}
          </span>
        </li>
      ))}
    </ol>
  )
}
