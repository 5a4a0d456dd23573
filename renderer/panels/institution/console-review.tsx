import { useState } from 'react'
import type {
  ConsoleOutcome,
  ConsoleReview,
} from '../../../shared/domain/institution/institution-view.js'
import { formatMessage } from '../../format/message.js'
import { usePanelText } from '../../language/panel-text.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Field, Problem, TextInput } from '../../ui/field.js'
import { useRequest } from '../../ui/use-request.js'
import { rememberIds } from './console-memory.js'

/** Shows exactly what a write sends, sends it once, and shows what became of it. */
export function ConsoleReviewDialog({
  review,
  name,
  onClose,
}: {
  readonly review: ConsoleReview
  /** The broker's own name of the operation. */
  readonly name: string
  readonly onClose: () => void
}) {
  const text = usePanelText()
  const messages = text.institution
  const [word, setWord] = useState('')
  const [outcome, setOutcome] = useState<ConsoleOutcome | null>(null)
  const { request, busy, problem } = useRequest()
  const send = async (): Promise<void> => {
    const answer = await request('institution.send', { ticket: review.ticket, word })
    if (answer === null) return
    if (answer.record !== null) rememberIds(answer.record)
    setOutcome(answer)
  }
  const isLocked = review.word !== null && word !== review.word
  return (
    <Dialog
      title={outcome === null ? messages.reviewTitle : name}
      wide
      onClose={onClose}
      foot={
        outcome === null ? (
          <>
            <Button onClick={onClose}>{messages.cancel}</Button>
            <Button
              variant="danger primary"
              disabled={busy || isLocked}
              onClick={() => void send()}
            >
              {busy ? messages.sending : messages.send}
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={onClose}>
            {messages.close}
          </Button>
        )
      }
    >
      {outcome === null ? (
        <div className="stack">
          <ReviewText review={review} name={name} />
          {review.word !== null && (
            <Field label={messages.type(review.word)}>
              {(wiring) => (
                <TextInput
                  {...wiring}
                  value={word}
                  onChange={(event) => setWord(event.target.value)}
                />
              )}
            </Field>
          )}
          <Problem message={problem} />
        </div>
      ) : (
        <OutcomeText outcome={outcome} />
      )}
    </Dialog>
  )
}

function ReviewText({ review, name }: { readonly review: ConsoleReview; readonly name: string }) {
  const text = usePanelText()
  const messages = text.institution
  return (
    <>
      <p>{messages.reviewBody}</p>
      <dl className="institution-review" data-environment={review.environment}>
        <dt>{messages.environment}</dt>
        <dd>
          <span className="env-tag">{text.environments[review.environment]}</span>{' '}
          {text.environment[review.environment]}
        </dd>
        <dt>{messages.profile}</dt>
        <dd>{review.profile}</dd>
        <dt>{messages.operation}</dt>
        <dd>{name}</dd>
        <dt>{messages.address}</dt>
        <dd className="selectable">{review.address}</dd>
      </dl>
      <pre className="institution-body selectable" tabIndex={0} aria-label={messages.body}>
        {review.body}
      </pre>
    </>
  )
}

function OutcomeText({ outcome }: { readonly outcome: ConsoleOutcome }) {
  const messages = usePanelText().institution
  const { reason, code, record } = outcome
  return (
    <div className="stack" data-testid="institution-outcome" data-outcome={outcome.outcome}>
      <p role={outcome.outcome === 'done' ? 'status' : 'alert'}>
        {messages.outcomes[outcome.outcome]}
      </p>
      {reason !== null && (
        <p className="down">
          {formatMessage(reason)} {code !== null && <code>{code}</code>}
        </p>
      )}
      {record !== null && (
        <dl className="institution-review">
          {Object.entries(record).map(([name, value]) => (
            <div key={name} className="institution-pair">
              <dt>{name}</dt>
              <dd className="selectable tnum">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
