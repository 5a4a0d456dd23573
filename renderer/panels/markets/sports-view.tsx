import { Trophy } from 'lucide-react'
import { useMemo, useState } from 'react'
import {
  gameStatus,
  type EventGame,
  type GamesView,
} from '../../../shared/domain/instruments/event-game.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import type { Invoke } from '../../bridge/client.js'
import { exchangeDayTime, exchangeIso, timeHint } from '../../format/time.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow, useReachable, useSetting } from '../../stores/context.js'
import { Button } from '../../ui/button.js'
import { useEvery } from '../../ui/every.js'
import { Segments } from '../../ui/segments.js'
import { Empty, Skeleton, Stale } from '../../ui/states.js'
import type { Column } from '../../ui/table/column.js'
import { DataTable } from '../../ui/table/data-table.js'
import { GameDetail } from './game-detail.js'
import {
  ALL_LEAGUES,
  GAME_FILTERS,
  leagueOptions,
  shownGames,
  stateText,
  type GameFilter,
} from './game-model.js'
import { Choice, MarketBar, type Market } from './market-bar.js'
import { useGames } from './use-games.js'
import { itemsOf, useListed } from './use-listed.js'
import { explain, fullText } from '../../ui/hints/hint.js'

const readLeagues = (invoke: Invoke) => invoke('events.leagues', {})

/** Games that event markets are about: live scores above, the chosen game below. */
export function SportsView({ onMarket }: { readonly onMarket: (market: Market) => void }) {
  const text = usePanelText().markets
  const choosing = useState(false)
  const leagues = itemsOf(useListed('all', readLeagues))
  const [league, setLeague] = useState(ALL_LEAGUES)
  const [filter, setFilter] = useSetting('markets.games', GAME_FILTERS, 'open')
  const view = useGames({ competition: league === ALL_LEAGUES ? null : league, event: null })
  return (
    <>
      <MarketBar
        market="sports"
        onMarket={onMarket}
        onColumns={() => choosing[1](true)}
        age={<GamesAge view={view} />}
      >
        <Choice
          label={text.games.competition}
          value={league}
          onValue={setLeague}
          options={leagueOptions(leagues, text.games.allCompetitions)}
        />
        <Segments
          label={text.games.filter}
          value={filter}
          onValue={setFilter}
          options={GAME_FILTERS.map((value) => ({ value, label: text.games.filters[value] }))}
        />
      </MarketBar>
      <div className="panel-body">
        <Games
          view={view}
          filter={filter}
          choosing={choosing}
          onAll={() => setFilter('all')}
          onEvents={() => onMarket('events')}
        />
      </div>
    </>
  )
}

/** The age of the list while it cannot be read, and while the broker cannot be reached. */
function GamesAge({ view: { state, readAt } }: { readonly view: GamesView }) {
  const { now } = useMainWindow()
  const reachable = useReachable()
  const isOld = (state === 'failed' || !reachable) && readAt !== null
  useEvery(isOld ? 1_000 : null)
  return isOld ? <Stale ageMs={Math.max(0, now() - readAt)} /> : null
}

interface GamesProps {
  readonly view: GamesView
  readonly filter: GameFilter
  readonly choosing: readonly [boolean, (open: boolean) => void]
  readonly onAll: () => void
  readonly onEvents: () => void
}

function Games({ view, filter, choosing, onAll, onEvents }: GamesProps) {
  const text = usePanelText().markets
  const [chosen, setChosen] = useState<string | null>(null)
  const games = useMemo(() => shownGames(view.games, filter), [view.games, filter])
  const columns = useMemo(() => gameColumns(text), [text])
  if (view.state === 'loading') return <Skeleton rows={8} />
  if (view.state === 'absent') {
    return (
      <Empty icon={Trophy} title={text.games.absent} hint={text.games.absentHint}>
        <Button onClick={onEvents}>{text.games.showEvents}</Button>
      </Empty>
    )
  }
  if (view.state === 'failed' && games.length === 0) {
    return <Empty icon={Trophy} title={text.failed} hint={text.games.failedHint} />
  }
  if (games.length === 0) {
    return (
      <Empty icon={Trophy} title={text.games.none} hint={text.games.noneHint}>
        {filter !== 'all' && <Button onClick={onAll}>{text.games.showAll}</Button>}
      </Empty>
    )
  }
  const game = games.find(({ milestone }) => milestone === chosen) ?? games[0]
  return (
    <div className="games">
      <div className="games-list">
        <DataTable
          table="games"
          label={text.games.table}
          columns={columns}
          rows={games}
          keyOf={({ milestone }) => milestone}
          choosing={choosing}
          current={({ milestone }) => milestone === game?.milestone}
          onOpen={({ milestone }) => setChosen(milestone)}
        />
      </div>
      {game !== undefined && <GameDetail key={game.milestone} game={game} />}
    </div>
  )
}

const pointsColumn = (
  side: 'away' | 'home',
  { games }: PanelText['markets'],
): Column<EventGame> => {
  const pointsOf = ({ score }: EventGame): string =>
    String((side === 'away' ? score?.awayPoints : score?.homePoints) ?? '')
  return {
    id: side,
    head: games.heads[side],
    headLabel: games.headsLong[side],
    number: true,
    width: 58,
    cell: (game) => <span className="tnum">{pointsOf(game)}</span>,
    data: pointsOf,
  }
}

const gameColumns = (text: PanelText['markets']): readonly Column<EventGame>[] => [
  {
    id: 'game',
    head: text.games.heads.game,
    width: 190,
    grow: 3,
    pinned: true,
    compare: (a, b) => a.title.localeCompare(b.title, 'en'),
    cell: ({ title }) => (
      <span className="symbol" {...fullText(title)}>
        {title}
      </span>
    ),
    data: ({ title }) => title,
  },
  pointsColumn('away', text),
  pointsColumn('home', text),
  {
    id: 'state',
    head: text.games.heads.state,
    width: 104,
    cell: (game) => (
      <span className={gameStatus(game) === 'live' ? 'badge game-live' : 'dim'}>
        {stateText(game, text)}
      </span>
    ),
    data: (game) => stateText(game, text),
  },
  {
    id: 'start',
    head: text.games.heads.start,
    headLabel: text.games.headsLong.start,
    width: 98,
    compare: (a, b) => a.startsAt - b.startsAt,
    cell: ({ startsAt }) => (
      <span className="tnum" {...explain(timeHint(startsAt))}>
        {exchangeDayTime(startsAt)}
      </span>
    ),
    data: ({ startsAt }) => exchangeIso(startsAt),
  },
  {
    id: 'competition',
    head: text.games.competition,
    width: 120,
    grow: 1,
    yields: 1,
    compare: (a, b) => (a.competition ?? '').localeCompare(b.competition ?? '', 'en'),
    cell: ({ competition }) => <span>{competition}</span>,
    data: ({ competition }) => competition ?? '',
  },
]
