import { Download, RefreshCw, X, type LucideIcon } from 'lucide-react'
import {
  useMemo,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useCallback,
  useSyncExternalStore,
} from 'react'
import { errorLine, describeError } from '../../language/error-message.js'
import { inPanelText, usePanelText } from '../../language/panel-text.js'
import { useConnected, useMainWindow, useReachable, useOnReachable } from '../../stores/context.js'
import type { SortBy, TableId } from '../../stores/table-views.js'
import { Button, IconButton } from '../button.js'
import type { MenuGroup } from '../menus/menu-groups.js'
import { useEvery } from '../every.js'
import { useRetryWhenAllowed } from '../reading/use-retry-when-allowed.js'
import { Empty, NotConnected, Skeleton, Stale } from '../states.js'
import type { Column } from '../table/column.js'
import { DataTable } from '../table/data-table.js'
import { type ExportJob, RecordExport, type ExportProgress } from './export-records.js'
import { MAX_ROWS, type RecordSource, RecordLoader, type LoadedRecords } from './record-loader.js'
import { toast, toastError } from '../../stores/toasts.js'

/** Rows before the end at which the next page is read. */
const AHEAD_ROWS = 40

/** A table of records in which some stand under a row of their own. */
export interface RecordTree<T> {
  readonly rowsOf: (records: readonly T[]) => readonly T[]
  readonly parentOf: (row: T) => string | null
}

export interface RecordsViewProps<T, Row> {
  readonly table: TableId
  readonly label: string
  readonly icon: LucideIcon
  readonly source: RecordSource<T>
  readonly columns: readonly Column<T>[]
  readonly sort: SortBy
  readonly keyOf: (row: T) => string
  readonly onOpen: (row: T) => void
  readonly menu?: (row: T) => readonly MenuGroup[]
  /** Rows above others: adds them to the records, and names the row above each. */
  readonly tree?: RecordTree<T>
  /** What the file contains; by default the columns of the table, with one line per record. */
  readonly csv: Pick<ExportJob<T, Row>, 'lines' | 'columns'>
  /** A filter is set, so that no row does not mean no record. */
  readonly filtered: boolean
  readonly empty: { readonly title: string; readonly hint: string }
  /** Shown in place of the age of the list, where the list is kept on this computer. */
  readonly age?: ReactNode
  /** The filters, in the bar of the panel. */
  readonly filters: ReactNode
}

/**
 * A list of the broker's records: its filters, the table, which loads further pages while the
 * person scrolls, and the export of everything that the filters match.
 */
export function RecordsView<T, Row>(props: RecordsViewProps<T, Row>) {
  const { table, source, csv, filters, age } = props
  const text = usePanelText().records
  const records = useRecordLoader(source)
  const file = useRecordExport(table)
  const exportAll = (): void => void file.run({ source, ...csv })
  return (
    <div className="panel">
      <div className="panel-bar records-bar">
        {filters}
        <div className="records-actions">
          {age === undefined ? <RecordsAge records={records} /> : age}
          {file.progress === null ? (
            <IconButton icon={Download} size="small" label={text.exportAll} onClick={exportAll} />
          ) : (
            <>
              <span className="dim tnum" role="status">
                {file.progress.waiting
                  ? text.exportWaits(file.progress.written)
                  : text.exporting(file.progress.written)}
              </span>
              <IconButton icon={X} size="small" label={text.cancelExport} onClick={file.cancel} />
            </>
          )}
          <IconButton
            icon={RefreshCw}
            size="small"
            label={text.refresh}
            disabled={records.state === 'loading'}
            onClick={records.refresh}
          />
        </div>
      </div>
      <div className="panel-body">
        <RecordsBody {...props} records={records} onExport={exportAll} />
      </div>
    </div>
  )
}

/** When the list was read; marked as old while the broker cannot be reached. */
function RecordsAge<T>({ records: { asOf } }: { readonly records: UsedRecords<T> }) {
  const { now } = useMainWindow()
  const isOld = !useReachable() && asOf !== null
  useEvery(isOld ? 1_000 : null)
  if (!isOld) return null
  return <Stale ageMs={Math.max(0, now() - asOf)} />
}

function RecordsBody<T, Row>({
  records,
  onExport,
  ...props
}: RecordsViewProps<T, Row> & {
  readonly records: UsedRecords<T>
  readonly onExport: () => void
}) {
  const { icon, table, label, columns, sort, keyOf, onOpen, menu, tree } = props
  const connected = useConnected()
  const { rows, state, error, more } = records
  const tableRows = useMemo(() => tree?.rowsOf(rows) ?? rows, [tree, rows])
  if (rows.length === 0) {
    if (!connected && records.asOf === null) return <NotConnected icon={icon} />
    if (state === 'loading' && error === null && records.read === 0) return <Skeleton />
    return <NoRecords {...props} records={records} />
  }
  return (
    <DataTable
      table={table}
      label={label}
      columns={columns}
      rows={tableRows}
      sort={sort}
      keyOf={keyOf}
      onOpen={onOpen}
      onExport={onExport}
      {...(menu === undefined ? {} : { menu })}
      {...(tree === undefined ? {} : { parentOf: tree.parentOf })}
      onVisible={(_first, last) => {
        if (last >= tableRows.length - AHEAD_ROWS && error === null) more()
      }}
      after={<RecordsFoot records={records} />}
    />
  )
}

function NoRecords<T, Row>({
  icon,
  empty,
  filtered,
  records,
}: Pick<RecordsViewProps<T, Row>, 'icon' | 'empty' | 'filtered'> & {
  readonly records: UsedRecords<T>
}) {
  const text = usePanelText().records
  const failed = records.error !== null
  const title = failed ? text.failed : filtered ? text.noMatch : empty.title
  return (
    <Empty icon={icon} title={title} hint={failed || filtered ? null : empty.hint}>
      <RecordsFoot records={records} />
    </Empty>
  )
}

/** Below the last row: how much was read, why reading failed, and how to go on. */
function RecordsFoot<T>({ records }: { readonly records: UsedRecords<T> }) {
  const { records: text, states } = usePanelText()
  const { rows, read, unreadable, state, error, more } = records
  return (
    <div className="after" aria-live="polite">
      {error !== null && (
        <p className="down" role="alert">
          {errorLine(error)}
        </p>
      )}
      {unreadable > 0 && <p>{text.unreadable(unreadable)}</p>}
      {state === 'full' && <p>{text.full(MAX_ROWS)}</p>}
      {state === 'whole' && <p>{text.whole(rows.length, read)}</p>}
      {state === 'loading' && <p>{text.loading(rows.length, read)}</p>}
      {state === 'idle' && (
        <Button variant="quiet" size="small" onClick={more}>
          {error === null ? text.loadMore(rows.length) : states.retry}
        </Button>
      )}
    </div>
  )
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Exports a list as CSV: its progress while it runs, and how to begin and to cancel it. */
function useRecordExport(table: TableId) {
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
      if (result.error === null) {
        toast(
          toasts,
          'bad',
          inPanelText(({ records }) => records.exportFailed),
        )
      } else toastError(toasts, result.error, describeError)
      return
    }
    const saved = await invoke('app.save-table', { table })
    if (!saved.ok) toastError(toasts, saved.error, describeError)
    else if (saved.value.saved) {
      toast(
        toasts,
        'good',
        inPanelText(({ records }) => records.exported(result.written)),
      )
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

interface UsedRecords<T> extends LoadedRecords<T> {
  readonly more: () => void
  readonly refresh: () => void
}

/**
 * Loads a list page by page; another list starts over. The first page is read without a request by
 * the person, and again after a failure when the broker becomes reachable or its limit allows it.
 */
function useRecordLoader<T>(source: RecordSource<T>): UsedRecords<T> {
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
  useRetryWhenAllowed(view.error, loader.more)
  useOnReachable(() => {
    if (failed || view.asOf === null || view.read === 0) refresh()
  })
  return { ...view, more: loader.more, refresh }
}
