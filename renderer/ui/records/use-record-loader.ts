import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useMainWindow, useOnReachable } from '../../stores/context.js'
import { RecordLoader, type LoadedRecords, type RecordSource } from './record-loader.js'

export interface UsedRecords<T> extends LoadedRecords<T> {
  readonly more: () => void
  readonly refresh: () => void
}

/**
 * Loads a list page by page; another list starts over. The first page is read without a request by
 * the person, and again when the broker becomes reachable after a failure.
 */
export function useRecordLoader<T>(source: RecordSource<T>): UsedRecords<T> {
  const { now } = useMainWindow()
  const [generation, setGeneration] = useState(0)
  // Each rendering creates another source object; its key identifies the list.
  const latest = useRef(source)
  latest.current = source
  const key = `${generation} ${source.key}`
  const loader = useMemo(
    () =>
      new RecordLoader<T>(
        {
          key,
          read: (cursor) => latest.current.read(cursor),
          matches: (row) => latest.current.matches(row),
        },
        now,
      ),
    [key, now],
  )
  useEffect(() => {
    loader.more()
    return () => loader.close()
  }, [loader])
  const refresh = useCallback(() => setGeneration((before) => before + 1), [])
  const view = useSyncExternalStore(loader.subscribe, loader.get)
  const failed = view.error !== null
  useOnReachable(() => {
    if (failed || view.asOf === null || view.read === 0) refresh()
  })
  return { ...view, more: loader.more, refresh }
}
