import { createContext, useContext, useEffect, useId, useState, type ReactNode } from 'react'
import { ReadAge } from '../../ui/reading/read-age.js'
import type { ReadState } from '../../ui/reading/use-read.js'

type Shown = ReadonlyMap<string, ReadState<unknown>>
type Report = (id: string, state: ReadState<unknown> | null) => void

const ReportContext = createContext<Report>(() => undefined)

/** Collects what the sections below it have read, so that the bar can show the oldest age. */
export function useSectionAges(): {
  readonly age: ReactNode
  /** Reads every shown section again. */
  readonly reload: () => void
  readonly provide: (sections: ReactNode) => ReactNode
} {
  const [ages, setAges] = useState<Shown>(new Map())
  const [report] = useState<Report>(
    () => (id: string, state: ReadState<unknown> | null) =>
      setAges((before) => {
        const after = new Map(before)
        if (state === null) after.delete(id)
        else after.set(id, state)
        return after
      }),
  )
  const oldest = [...ages.values()]
    .filter((state) => state.phase === 'ready')
    .toSorted((a, b) => a.readAt - b.readAt)
  const [first] = [...oldest.filter(({ problem }) => problem !== null), ...oldest]
  return {
    reload: () => {
      for (const state of ages.values()) state.reload()
    },
    age: first === undefined ? null : <ReadAge state={first} />,
    provide: (sections) => (
      <ReportContext.Provider value={report}>{sections}</ReportContext.Provider>
    ),
  }
}

/** Reports the state of a section while it is mounted. */
export function useReportAge(state: ReadState<unknown>): void {
  const report = useContext(ReportContext)
  const id = useId()
  const readAt = state.phase === 'ready' ? state.readAt : null
  const problem = state.phase === 'ready' ? state.problem : null
  const { reload } = state
  useEffect(() => {
    if (readAt === null) return undefined
    report(id, { phase: 'ready', value: null, readAt, problem, reload })
    return () => report(id, null)
  }, [report, id, readAt, problem, reload])
}
