import type { Symbol } from '../../../shared/domain/ids.js'
import { gameStatus, type EventGame } from '../../../shared/domain/instruments/event-game.js'
import { exchangeDayTime } from '../../format/time.js'
import { usePanelText } from '../../language/panel-text.js'
import { stateText } from './game-model.js'
import { useGames } from './use-games.js'
import { fullText } from '../../ui/hints/hint.js'

/** The game of an event with its score; nothing for an event that is about none. */
export function GameStrip({ event }: { readonly event: Symbol }) {
  const { games } = useGames({ competition: null, event })
  const [game] = games
  return game === undefined ? null : <GameLine game={game} />
}

/** Teams, score and state in one line. */
export function GameLine({ game }: { readonly game: EventGame }) {
  const text = usePanelText().markets
  const status = gameStatus(game)
  const { away, home, score } = game
  return (
    <div className="game-line" data-testid="game-line">
      {away === null || home === null ? (
        <strong>{game.title}</strong>
      ) : (
        <>
          <strong>{away.name}</strong>
          <GamePoints points={score?.awayPoints ?? null} />
          <span className="dim">{text.games.at}</span>
          <strong>{home.name}</strong>
          <GamePoints points={score?.homePoints ?? null} />
        </>
      )}
      <span className={status === 'live' ? 'badge game-live' : 'badge'}>
        {stateText(game, text)}
      </span>
      {status === 'scheduled' && <span className="dim tnum">{exchangeDayTime(game.startsAt)}</span>}
      {status === 'ended' && score?.winner != null && (
        <span className="dim">{text.games.winner(score.winner)}</span>
      )}
      {status === 'live' && score?.lastPlay != null && (
        <span className="dim game-last" {...fullText(score.lastPlay)}>
          {score.lastPlay}
        </span>
      )}
    </div>
  )
}

function GamePoints({ points }: { readonly points: number | null }) {
  return points === null ? null : <span className="game-points tnum">{points}</span>
}
