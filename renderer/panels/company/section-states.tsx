import { Building2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { describeError } from '../../language/error-message.js'
import { usePanelText } from '../../language/panel-text.js'
import { Button } from '../../ui/button.js'
import { Empty, Skeleton } from '../../ui/states.js'
import type { ReadState } from '../../ui/reading/use-read.js'
import { useReportAge } from './section-age.js'

/** Shows what was read, or the state in which there is nothing. */
export function SectionStates<T>({
  state,
  rows = 6,
  children,
}: {
  readonly state: ReadState<T | null>
  readonly rows?: number
  readonly children: (value: T) => ReactNode
}) {
  const text = usePanelText()
  useReportAge(state)
  if (state.phase === 'loading') return <Skeleton rows={rows} />
  if (state.phase === 'failed') {
    const { title, detail } = describeError(state.error)
    return (
      <Empty icon={Building2} title={text.company.failed} hint={detail ?? title}>
        <Button onClick={state.reload}>{text.states.retry}</Button>
      </Empty>
    )
  }
  const { value } = state
  if (value === null || (Array.isArray(value) && value.length === 0)) {
    return <Empty icon={Building2} title={text.company.none} hint={text.company.noneHint} />
  }
  return children(value)
}

/** One block of facts under a heading. */
export function Block({
  title,
  note = null,
  children,
}: {
  readonly title: string
  readonly note?: string | null
  readonly children: ReactNode
}) {
  return (
    <section className="company-block" aria-label={title}>
      <h3>
        {title}
        {note !== null && <span className="dim">{note}</span>}
      </h3>
      {children}
    </section>
  )
}

/** Facts with their names; those that the broker does not send are left out. */
export function Facts({
  facts,
}: {
  readonly facts: readonly (readonly [name: string, value: string | null])[]
}) {
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
