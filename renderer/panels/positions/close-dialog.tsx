import { useEffect, useRef, useState } from 'react'
import type { Position } from '../../../shared/domain/account/account.js'
import { isNegative } from '../../../shared/domain/decimal.js'
import type { Flattened, FlattenPlan, FlattenRow } from '../../../shared/domain/orders/flatten.js'
import { formatMoney, formatQuantity } from '../../format/decimal.js'
import { instrumentName, positionInstrument } from '../../format/instrument-name.js'
import { formatMessage } from '../../format/message.js'
import { useText } from '../../language/window-text.js'
import { useMainWindow, useRow } from '../../stores/context.js'
import { Button } from '../../ui/button.js'
import { ConfirmButton } from '../../ui/confirm/confirm-button.js'
import { Dialog } from '../../ui/dialog.js'
import { Signed } from '../../ui/signed.js'
import { useRequest } from '../../ui/use-request.js'

/**
 * Closes a position of a product that the ticket does not offer: main prepares an order that can
 * only reduce the position, the person reads it and sends it.
 */
export function CloseDialog({
  position,
  onClose,
}: {
  readonly position: Position
  readonly onClose: () => void
}) {
  const { positions: text, instruments } = useText()
  const { plan, done, busy, problem, prepare, send } = useClosing(position)
  return (
    <Dialog
      title={text.closing.title(instrumentName(positionInstrument(position), instruments))}
      onClose={onClose}
      foot={
        <>
          <Button data-autofocus={plan === null ? true : undefined} onClick={onClose}>
            {done === null ? text.closing.back : text.closing.done}
          </Button>
          {plan === null && !busy && (
            <Button onClick={() => void prepare()}>{text.closing.again}</Button>
          )}
          {plan !== null && plan.rows.length > 0 && (
            <ConfirmButton
              variant={isNegative(position.quantity) ? 'buy' : 'sell'}
              data-testid="close-send"
              disabled={busy}
              onConfirm={() => void send(plan)}
            >
              {busy ? text.closing.sending : text.closing.send}
            </ConfirmButton>
          )}
        </>
      }
    >
      <PositionFacts position={position} />
      {plan === null && done === null && busy && <p className="dim">{text.closing.preparing}</p>}
      {plan !== null && <Plan plan={plan} />}
      {done !== null && <Outcomes done={done} />}
      {problem !== null && (
        <p className="note bad" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  )
}

/** Requests the plan when the dialog opens, and sends it once. */
function useClosing({ accountId, positionId }: Position) {
  const { request, busy, problem } = useRequest()
  const [plan, setPlan] = useState<FlattenPlan | null>(null)
  const [done, setDone] = useState<Flattened | null>(null)
  const prepare = async (): Promise<void> => {
    setDone(null)
    setPlan(await request('trading.close-plan', { accountId, positionId }))
  }
  // One plan for each opened dialog; a new one only when the person asks for it.
  const prepareOnce = useRef(prepare)
  useEffect(() => void prepareOnce.current(), [])
  const send = async (shown: FlattenPlan): Promise<void> => {
    const sent = await request('trading.flatten', { plan: shown.plan })
    // A plan that was sent or has expired cannot be used again.
    setPlan(null)
    setDone(sent)
  }
  return { plan, done, busy, problem, prepare, send }
}

/** The position as it stands now. */
function PositionFacts({ position }: { readonly position: Position }) {
  const { heads } = useText().positions
  const live = useRow(useMainWindow().positions, position.positionId) ?? position
  return (
    <dl className="review-lines">
      <div className="ticket-line">
        <dt>{heads.quantity}</dt>
        <dd className="tnum">{formatQuantity(live.quantity)}</dd>
      </div>
      <div className="ticket-line">
        <dt>{heads.marketValue}</dt>
        <dd className="tnum">{formatMoney(live.marketValue, live.currency)}</dd>
      </div>
      <div className="ticket-line">
        <dt>{heads.unrealizedPnl}</dt>
        <dd className="tnum">
          <Signed value={live.unrealizedPnl} tone="pnl">
            {formatMoney(live.unrealizedPnl, live.currency, true)}
          </Signed>
        </dd>
      </div>
    </dl>
  )
}

function Plan({ plan }: { readonly plan: FlattenPlan }) {
  const text = useText().positions.closing
  return (
    <>
      <p>{plan.rows.length > 0 ? text.order : plan.skipped.length > 0 ? null : text.none}</p>
      <Rows rows={plan.rows} />
      <Rows rows={plan.skipped} />
      {plan.rows.length > 0 && <p className="dim">{text.reduces}</p>}
    </>
  )
}

const Rows = ({ rows }: { readonly rows: readonly FlattenRow[] }) => (
  <ul className="plain-list tnum">
    {rows.map((row) => (
      <li key={formatMessage(row.line)}>
        <strong>{formatMessage(row.line)}</strong>
        {row.note !== null && <span className="dim"> {formatMessage(row.note)}</span>}
      </li>
    ))}
  </ul>
)

/** What became of the order; an unknown outcome is an outcome. */
function Outcomes({ done }: { readonly done: Flattened }) {
  const { outcomes } = useText().instructions.flatten
  return (
    <ul className="plain-list" role="status" data-testid="closed">
      {done.rows.map((row) => (
        <li key={formatMessage(row.line)}>
          <strong>{outcomes[row.outcome]}</strong> {formatMessage(row.line)}{' '}
          <span className="dim">{formatMessage(row.text)}</span>
        </li>
      ))}
    </ul>
  )
}
