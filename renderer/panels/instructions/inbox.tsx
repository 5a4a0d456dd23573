import { Inbox as InboxIcon, Plus, TriangleAlert } from 'lucide-react'
import { ENVIRONMENT_WORDS } from '../../../shared/domain/environment.js'
import type { AssistantsView, InstructionRow } from '../../../shared/ipc/instructions.js'
import { formatCountdown } from '../../format/time.js'
import { useDesk } from '../../stores/context.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { useEvery } from '../../ui/every.js'
import { OrderLine } from '../../ui/order-line.js'
import { Empty } from '../../ui/states.js'
import { useCall } from './use-call.js'

const words = text.instructions.inbox
const SOON_MS = 60_000

/** What waits for the person, the one that ends first on top. */
export function Inbox({
  pending,
  view,
  onPair,
}: {
  readonly pending: readonly InstructionRow[]
  readonly view: AssistantsView
  readonly onPair: () => void
}) {
  if (pending.length === 0) {
    const nobody = view.connections.every((each) => each.state === 'revoked')
    return (
      <Empty
        icon={InboxIcon}
        title={nobody ? words.none : words.empty}
        hint={nobody ? words.noneHint : words.emptyHint}
      >
        {nobody && (
          <Button icon={Plus} onClick={onPair}>
            {words.pair}
          </Button>
        )}
      </Empty>
    )
  }
  return (
    <ul className="asked">
      {pending
        .toSorted((a, b) => a.expiresAt - b.expiresAt)
        .map((row) => (
          <Asked key={row.id} row={row} />
        ))}
    </ul>
  )
}

function Asked({ row }: { readonly row: InstructionRow }) {
  const { now } = useDesk()
  const { call, busy } = useCall()
  useEvery(1_000)
  const left = row.expiresAt - now()
  return (
    <li className="asked-row" data-testid={`instruction-${row.id}`}>
      <div className="asked-what">
        <p className="asked-line">
          <OrderLine of={row} small />
        </p>
        <p className="asked-note">
          <EnvironmentTag environment={row.environment} />
          <span className="asked-by" title={row.connectionName}>
            {words.by(row.connectionName)}
            {row.source === 'hosted' && ` · ${words.hosted}`}
          </span>
          {row.tier !== null && row.tier !== 'plain' && (
            <span className="badge warn">
              <TriangleAlert size={11} aria-hidden />
              {words.tiers[row.tier]}
            </span>
          )}
          {row.asked > 1 && <span className="badge warn">{words.asked(row.asked)}</span>}
          {row.reason !== '' && (
            <span className="asked-reason" title={row.reason}>
              <span className="label">{words.reason}</span> {row.reason}
            </span>
          )}
        </p>
      </div>
      <span className="tnum asked-left" data-soon={left < SOON_MS}>
        {left > 0 ? words.left(formatCountdown(left)) : words.overdue}
      </span>
      <Button
        look="primary"
        disabled={busy}
        aria-label={words.reviewLabel(row.line)}
        onClick={() => void call('instructions.show', { id: row.id })}
      >
        {words.review}
      </Button>
    </li>
  )
}

/** Where it would trade, in a word on its own colour. */
export function EnvironmentTag({
  environment,
}: {
  readonly environment: InstructionRow['environment']
}) {
  return (
    <span className="environment-tag" data-environment={environment}>
      {ENVIRONMENT_WORDS[environment]}
    </span>
  )
}
