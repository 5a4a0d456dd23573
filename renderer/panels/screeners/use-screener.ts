import { useEffect, useState } from 'react'
import type {
  RankingQuery,
  SectorsQuery,
} from '../../../shared/domain/reference/screener.schema.js'
import type { RankingView, SectorsView } from '../../../shared/domain/reference/screener.js'
import { bodyOf } from '../../bridge/stream.js'
import { useMainWindow } from '../../stores/context.js'

const LOADING = { state: 'loading', value: null, readAt: null, problem: null } as const

/** Streams a ranking while the component is mounted; loading again when the query changes. */
export function useRanking(query: RankingQuery): RankingView {
  const { openStream } = useMainWindow()
  const key = JSON.stringify(query)
  const [current, setCurrent] = useState<{ readonly key: string; readonly view: RankingView }>({
    key,
    view: LOADING,
  })
  useEffect(() => {
    const requested = JSON.parse(key) as RankingQuery
    return openStream([{ kind: 'ranking', query: requested }], (frame, topic) => {
      if (topic.kind !== 'ranking' || frame.kind === 'gap') return
      setCurrent({ key, view: bodyOf(frame, topic) ?? LOADING })
    })
  }, [openStream, key])
  return current.key === key ? current.view : LOADING
}

/** Streams the sectors of the market while the component is mounted. */
export function useSectors({ period, measure, direction }: SectorsQuery): SectorsView {
  const { openStream } = useMainWindow()
  const key = `${period} ${measure} ${direction}`
  const [current, setCurrent] = useState<{ readonly key: string; readonly view: SectorsView }>({
    key,
    view: LOADING,
  })
  useEffect(
    () =>
      openStream([{ kind: 'sectors', query: { period, measure, direction } }], (frame, topic) => {
        if (topic.kind !== 'sectors' || frame.kind === 'gap') return
        setCurrent({ key, view: bodyOf(frame, topic) ?? LOADING })
      }),
    [openStream, key, period, measure, direction],
  )
  return current.key === key ? current.view : LOADING
}
