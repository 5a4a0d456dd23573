import { ListOrdered } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PolledList } from '../../../shared/domain/reference/screener.js'
import { formatMessage } from '../../format/message.js'
import { clockStamp, timeHint } from '../../format/time.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow } from '../../stores/context.js'
import { Empty, Skeleton, Stale } from '../../ui/states.js'
import { useEvery } from '../../ui/every.js'
import { explainByTab } from '../../ui/hints/hint.js'

/** The age of a list whose last read failed; nothing while it is up to date. */
export function ListAge({ view }: { readonly view: PolledList<unknown> }) {
  const { now } = useMainWindow()
  useEvery(view.state === 'failed' ? 1_000 : null)
  if (view.state !== 'failed' || view.readAt === null) return null
  return <Stale ageMs={Math.max(0, now() - view.readAt)} />
}

/** Shows the rows of a list, or the state in which there are none. */
export function ListStates<T>({
  view,
  rows,
  children,
}: {
  readonly view: PolledList<T>
  readonly rows: readonly unknown[]
  readonly children: ReactNode
}) {
  const text = usePanelText().screeners
  const problem = view.problem === null ? null : formatMessage(view.problem)
  if (view.state === 'loading') return <Skeleton rows={8} />
  if (view.state === 'absent') {
    return <Empty icon={ListOrdered} title={text.absent} hint={problem} />
  }
  if (view.value === null) {
    return (
      <Empty icon={ListOrdered} title={text.failed} hint={problem}>
        <p>{text.failedHint}</p>
      </Empty>
    )
  }
  if (rows.length === 0) return <Empty icon={ListOrdered} title={text.none} hint={text.noneHint} />
  return children
}

/** Says how many rows there are, whose order they have, and of when they are. */
export function ListFoot({
  view,
  count,
}: {
  readonly view: PolledList<unknown>
  readonly count: string
}) {
  const text = usePanelText().screeners
  const { session } = useMainWindow()
  if (view.readAt === null) return null
  const time = view.readAt + (session.getState().value?.exchangeOffsetMs ?? 0)
  return (
    <p className="screener-foot" {...explainByTab(timeHint(time))}>
      {text.asOf(count, clockStamp(time))}
    </p>
  )
}
