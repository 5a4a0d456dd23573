import { ownMessage, withoutMoney } from '../../../format/own-message.js'
import { Inbox as InboxIcon, Plus, TriangleAlert } from 'lucide-react'
import type { AssistantsView } from '../../../../shared/domain/instructions/assistants-view.js'
import type { InstructionRow } from '../../../../shared/domain/instructions/instruction-row.js'
import { formatCountdown } from '../../../format/time.js'
import { useMainWindow } from '../../../stores/context.js'
import { usePanelText } from '../../../language/panel-text.js'
import { Button } from '../../../ui/button.js'
import { useEvery } from '../../../ui/every.js'
import { OrderLine } from '../../../ui/order-line.js'
import { Empty } from '../../../ui/states.js'
import { useRequest } from '../../../ui/use-request.js'
import { isWaiting, WaitingList } from '../waiting/waiting-list.js'
import { fullText } from '../../../ui/hints/hint.js'
const SOON_MS = 60_000

/** The pending instructions, the next to expire first, then what waits for a condition. */
export function Inbox({
  pending,
  view,
  onPair,
}: {
  readonly pending: readonly InstructionRow[]
  readonly view: AssistantsView
  readonly onPair: () => void
}) {
  const messages = usePanelText().instructions.inbox
  const waiting = view.waiting.filter(isWaiting)
  if (pending.length === 0 && waiting.length === 0) {
    const noneConnected = view.connections.every((connection) => connection.state === 'revoked')
    return (
      <Empty
        icon={InboxIcon}
        title={noneConnected ? messages.none : messages.empty}
        hint={noneConnected ? messages.noneHint : messages.emptyHint}
      >
        {noneConnected && (
          <Button icon={Plus} onClick={onPair}>
            {messages.pair}
          </Button>
        )}
      </Empty>
    )
  }
  return (
    <>
      {pending.length > 0 && (
        <ul className="request">
          {pending
            .toSorted((a, b) => a.expiresAt - b.expiresAt)
            .map((row) => (
              <PendingInstruction key={row.id} row={row} />
            ))}
        </ul>
      )}
      <WaitingList rows={waiting} />
    </>
  )
}

function PendingInstruction({ row }: { readonly row: InstructionRow }) {
  const messages = usePanelText().instructions.inbox
  const { now } = useMainWindow()
  const { request, busy } = useRequest('toast')
  useEvery(1_000)
  const timeLeft = row.expiresAt - now()
  return (
    <li className="request-row" data-testid={`instruction-${row.id}`}>
      <div className="request-what">
        <p className="request-line">
          <OrderLine order={row} small />
        </p>
        <p className="request-note">
          <EnvironmentTag environment={row.environment} />
          <span className="request-by" {...fullText(row.connectionName)}>
            {messages.by(row.connectionName)}
            {row.source === 'hosted' && ` · ${messages.hosted}`}
          </span>
          {row.tier !== null && row.tier !== 'plain' && (
            <span className="badge warn">
              <TriangleAlert size={11} aria-hidden />
              {messages.tiers[row.tier]}
            </span>
          )}
          {row.requestCount > 1 && (
            <span className="badge warn">{messages.requestedTimes(row.requestCount)}</span>
          )}
          {row.reason !== '' && (
            <span className="request-reason" {...fullText(withoutMoney(row.reason))}>
              <span className="label">{messages.reason}</span> {withoutMoney(row.reason)}
            </span>
          )}
        </p>
      </div>
      <span className="tnum request-left" data-soon={timeLeft < SOON_MS}>
        {timeLeft > 0 ? messages.left(formatCountdown(timeLeft)) : messages.overdue}
      </span>
      <Button
        variant="primary"
        disabled={busy}
        aria-label={messages.reviewLabel(ownMessage(row.line))}
        onClick={() => void request('instructions.show', { id: row.id })}
      >
        {messages.review}
      </Button>
    </li>
  )
}

/** The environment of an instruction, as a word on its own color. */
export function EnvironmentTag({
  environment,
}: {
  readonly environment: InstructionRow['environment']
}) {
  const text = usePanelText()
  return (
    <span className="environment-tag" data-environment={environment}>
      {text.environments[environment]}
    </span>
  )
}
