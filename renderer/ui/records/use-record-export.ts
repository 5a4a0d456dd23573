import { useEffect, useRef, useState } from 'react'
import { describeError } from '../../language/error-message.js'
import { useMainWindow } from '../../stores/context.js'
import type { TableId } from '../../stores/table-views.js'
import { toast, toastError } from '../../stores/toasts.js'
import { RecordExport, type ExportJob, type ExportProgress } from './export-records.js'

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Exports a list as CSV: its progress while it runs, and how to begin and to cancel it. */
export function useRecordExport(table: TableId) {
  const { invoke, toasts } = useMainWindow()
  const [progress, setProgress] = useState<ExportProgress | null>(null)
  const cancelled = useRef(false)
  useEffect(
    () => () => {
      cancelled.current = true
    },
    [],
  )
  const run = async <T, Row>(
    job: Pick<ExportJob<T, Row>, 'source' | 'lines' | 'columns'>,
  ): Promise<void> => {
    cancelled.current = false
    setProgress({ read: 0, written: 0, waiting: false })
    const result = await new RecordExport({
      ...job,
      send: async (csv, first) => (await invoke('app.table-part', { csv, first })).ok,
      onProgress: setProgress,
      cancelled: () => cancelled.current,
      wait,
    }).run()
    setProgress(null)
    if (result.outcome === 'cancelled' || cancelled.current) return
    if (result.outcome === 'failed') {
      if (result.error === null) toast(toasts, 'bad', ({ records }) => records.exportFailed)
      else toastError(toasts, result.error, describeError)
      return
    }
    const saved = await invoke('app.save-table', { table })
    if (!saved.ok) toastError(toasts, saved.error, describeError)
    else if (saved.value.saved) {
      toast(toasts, 'good', ({ records }) => records.exported(result.written))
    }
  }
  return {
    progress,
    run,
    cancel: () => {
      cancelled.current = true
    },
  } as const
}
