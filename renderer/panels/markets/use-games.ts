import { useEffect, useState } from 'react'
import type {
  GamePlaysView,
  GamesQuery,
  GamesView,
} from '../../../shared/domain/instruments/event-game.js'
import { bodyOf } from '../../bridge/stream.js'
import { useMainWindow } from '../../stores/context.js'

const LOADING: GamesView = { state: 'loading', games: [], readAt: null }

/** Streams the games of a query, with their scores, while the component is mounted. */
export function useGames({ competition, event }: GamesQuery): GamesView {
  const { openStream } = useMainWindow()
  const key = `${competition ?? ''}\n${event ?? ''}`
  const [current, setCurrent] = useState({ key, view: LOADING })
  useEffect(
    () =>
      openStream([{ kind: 'games', competition, event }], (frame, topic) => {
        if (topic.kind !== 'games' || frame.kind === 'gap') return
        setCurrent({ key, view: bodyOf(frame, topic) ?? LOADING })
      }),
    [openStream, key, competition, event],
  )
  return current.key === key ? current.view : LOADING
}

const PLAYS_LOADING: GamePlaysView = { state: 'loading', periods: [] }

/** Streams the plays of a game by period. */
export function useGamePlays(milestone: string): GamePlaysView {
  const { openStream } = useMainWindow()
  const [current, setCurrent] = useState({ milestone, view: PLAYS_LOADING })
  useEffect(
    () =>
      openStream([{ kind: 'game-plays', milestone }], (frame, topic) => {
        if (topic.kind !== 'game-plays' || frame.kind === 'gap') return
        setCurrent({ milestone, view: bodyOf(frame, topic) ?? PLAYS_LOADING })
      }),
    [openStream, milestone],
  )
  return current.milestone === milestone ? current.view : PLAYS_LOADING
}
