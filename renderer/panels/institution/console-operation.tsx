import { useCallback, useState } from 'react'
import type {
  ConsoleFields,
  ConsoleOperation,
  ConsoleProblem,
  ConsoleReview,
} from '../../../shared/domain/institution/institution-view.js'
import { usePanelText } from '../../language/panel-text.js'
import { useRequest } from '../../ui/use-request.js'
import { Empty } from '../../ui/states.js'
import { ConsoleForm } from './console-form.js'
import type { ConsoleOperationProps } from './console-props.js'
import { initialFields, rememberIds } from './console-memory.js'
import { ConsoleRecords } from './console-records.js'
import { ConsoleReviewDialog } from './console-review.js'

/** One operation: its form, and below it what a read found; a write is reviewed first. */
export function ConsoleOperationView({ profile, operation }: ConsoleOperationProps) {
  const messages = usePanelText().institution
  const begin = initialFields(operation.fields)
  const [fields, setFields] = useState<ConsoleFields>(begin)
  const [problems, setProblems] = useState<readonly ConsoleProblem[]>([])
  const [review, setReview] = useState<ConsoleReview | null>(null)
  // A list that needs nothing is read at once.
  const readsAtOnce = !operation.isWrite && canRead(operation, begin)
  const [sent, setSent] = useState<{
    readonly fields: ConsoleFields
    readonly round: number
  } | null>(readsAtOnce ? { fields: begin, round: 0 } : null)
  const { request, busy, problem } = useRequest()
  const submit = async (): Promise<void> => {
    setProblems([])
    rememberIds(fields)
    if (!operation.isWrite) return setSent({ fields, round: (sent?.round ?? 0) + 1 })
    const answer = await request('institution.prepare', {
      profile,
      operation: operation.id,
      fields,
    })
    if (answer?.kind === 'problems') setProblems(answer.problems)
    if (answer?.kind === 'review') setReview(answer.review)
  }
  const onProblems = useCallback((found: readonly ConsoleProblem[]) => setProblems(found), [])
  return (
    <div className="institution-work">
      <ConsoleForm
        profile={profile}
        operation={operation}
        fields={fields}
        problems={problems}
        failure={problem}
        busy={busy}
        onFields={setFields}
        onSubmit={() => void submit()}
      />
      {!operation.isWrite &&
        (sent === null ? (
          <Empty title={messages.pending} hint={messages.pendingHint} />
        ) : (
          <ConsoleRecords
            key={sent.round}
            profile={profile}
            operation={operation}
            fields={sent.fields}
            onProblems={onProblems}
          />
        ))}
      {review !== null && (
        <ConsoleReviewDialog
          review={review}
          name={operation.name}
          onClose={() => setReview(null)}
        />
      )}
    </div>
  )
}

const canRead = ({ fields }: ConsoleOperation, entered: ConsoleFields): boolean =>
  fields.every(({ path, required }) => !required || (entered[path] ?? '') !== '')
