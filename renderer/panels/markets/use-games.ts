import { useEffect, useState } from 'react'
import type {
  GamePeriod,
  GamesQuery,
  GamesView,
} from '../../../shared/domain/instruments/event-game.js'
import { bodyOf } from '../../bridge/stream.js'
import { useMainWindow } from '../../stores/context.js'

const LOADING: GamesView = { state: 'loading', games: [] }

/** Streams the games of a query, with their scores, while the component is mounted. */
export function useGames({ competition, event }: GamesQuery): GamesView {
  const { openStream } = useMainWindow()
  const key = `${competition ?? ''}\n${event ?? ''}`
  const [shown, setShown] = useState({ key, view: LOADING })
  useEffect(
    () =>
      openStream([{ kind: 'games', competition, event }], (frame, topic) => {
        if (topic.kind !== 'games' || frame.kind === 'gap') return
        setShown({ key, view: bodyOf(frame, topic) ?? LOADING })
      }),
    [openStream, key, competition, event],
  )
  return shown.key === key ? shown.view : LOADING
}

/** Streams the plays of a game by period; null until they are read. */
export function useGamePlays(milestone: string): readonly GamePeriod[] | null {
  const { openStream } = useMainWindow()
  const [shown, setShown] = useState<{
    readonly milestone: string
    readonly periods: readonly GamePeriod[] | null
  }>({ milestone, periods: null })
  useEffect(
    () =>
      openStream([{ kind: 'game-plays', milestone }], (frame, topic) => {
        if (topic.kind !== 'game-plays') return
        if (frame.kind === 'gap') return
        setShown({ milestone, periods: bodyOf(frame, topic) })
      }),
    [openStream, milestone],
  )
  return shown.milestone === milestone ? shown.periods : null
}
