import { ownMoney } from '../../format/own.js'
import { useEffect, useRef, useState } from 'react'
import type { Position } from '../../../shared/domain/account/account.js'
import { isNegative } from '../../../shared/domain/decimal.js'
import type { Flattened, FlattenPlan, FlattenRow } from '../../../shared/domain/orders/flatten.js'
import { formatQuantity } from '../../format/decimal.js'
import { instrumentName, positionInstrument } from '../../format/instrument-name.js'
import { formatMessage } from '../../format/message.js'
import { useText } from '../../language/window-text.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import {
  useClose,
  useMainWindow,
  useRow,
  useSelectedAccount,
  useSlice,
} from '../../stores/context.js'
import type { ClosingRequest } from '../../stores/layout.js'
import { hasSeveralAccounts } from '../../ui/accounts/account-column.js'
import { useAccountNames } from '../../ui/accounts/use-account-names.js'
import { Button } from '../../ui/button.js'
import { ConfirmButton } from '../../ui/confirm/confirm-button.js'
import { Dialog } from '../../ui/dialog.js'
import { Signed } from '../../ui/signed.js'
import { useRequest } from '../../ui/use-request.js'

/**
 * Closes one position, half of it, several or all positions, or reverses one: main prepares the
 * orders, the person reads them and sends them. Closing orders can only reduce positions.
 */
export function ClosePositions() {
  const { layout } = useMainWindow()
  const request = useSlice(layout, (state) => state.closing)
  const close = useClose()
  return request === null ? null : <ClosingDialog request={request} onClose={close} />
}

function ClosingDialog({
  request,
  onClose,
}: {
  readonly request: ClosingRequest
  readonly onClose: () => void
}) {
  const { positions: text } = useText()
  const { plan, done, busy, problem, prepare, send } = useClosing(request)
  const count = plan?.rows.length ?? 0
  return (
    <Dialog
      title={useTitle(request)}
      onClose={onClose}
      foot={
        <>
          <Button data-autofocus={plan === null ? true : undefined} onClick={onClose}>
            {done === null ? text.closing.back : text.closing.done}
          </Button>
          {plan === null && !busy && (
            <Button onClick={() => void prepare()}>{text.closing.again}</Button>
          )}
          {plan !== null && count > 0 && (
            <ConfirmButton
              variant={variantOf(request)}
              data-testid="close-send"
              disabled={busy}
              onConfirm={() => void send(plan)}
            >
              {busy ? text.closing.sending : sendLabel(request, count, text.closing)}
            </ConfirmButton>
          )}
        </>
      }
    >
      {request.kind === 'position' && <PositionFacts position={request.position} />}
      {plan === null && done === null && busy && <p className="dim">{text.closing.preparing}</p>}
      {plan !== null && <Plan plan={plan} request={request} />}
      {done !== null && <Outcomes done={done} />}
      {problem !== null && (
        <p className="note bad" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  )
}

function useTitle(request: ClosingRequest): string {
  const { positions, instruments } = useText()
  if (request.kind === 'all') return positions.closing.titleAll
  if (request.kind === 'positions') {
    return positions.closing.titleSeveral(request.positions.length)
  }
  const name = instrumentName(positionInstrument(request.position), instruments)
  return positions.closing.titles[request.part](name)
}

/** The color of the button: the order's side, or danger for several positions. */
const variantOf = (request: ClosingRequest): 'buy' | 'sell' | 'danger primary' =>
  request.kind !== 'position'
    ? 'danger primary'
    : isNegative(request.position.quantity)
      ? 'buy'
      : 'sell'

const sendLabel = (
  request: ClosingRequest,
  count: number,
  text: WindowText['positions']['closing'],
): string =>
  request.kind === 'position' && request.part !== 'reverse' && count === 1
    ? text.send
    : text.sendAll(count)

/** Names the positions of a request, and how much of them is closed. */
function closePlanOf(closing: Exclude<ClosingRequest, { readonly kind: 'all' }>) {
  const refOf = ({ accountId, positionId }: Position) => ({ accountId, positionId })
  return closing.kind === 'positions'
    ? { positions: closing.positions.map(refOf), part: 'all' as const }
    : { positions: [refOf(closing.position)], part: closing.part }
}

/** Requests the plan when the dialog opens, and sends it once. */
function useClosing(closing: ClosingRequest) {
  const { request, busy, problem } = useRequest()
  const [plan, setPlan] = useState<FlattenPlan | null>(null)
  const [done, setDone] = useState<Flattened | null>(null)
  const prepare = async (): Promise<void> => {
    setDone(null)
    setPlan(
      closing.kind === 'all'
        ? await request('trading.flatten-plan', { scope: 'all' })
        : await request('trading.close-plan', closePlanOf(closing)),
    )
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
  const text = useText()
  const { heads } = text.positions
  const accountName = useAccountNames()
  const selected = useSelectedAccount()
  const shown = useRow(useMainWindow().positions, position.positionId)
  // Position ids are unique within an account only.
  const live = shown?.accountId === position.accountId ? shown : position
  return (
    <dl className="review-lines">
      {position.accountId !== selected && (
        <div className="ticket-line">
          <dt>{text.account.overview.heads.account}</dt>
          <dd>{accountName(position.accountId)}</dd>
        </div>
      )}
      <div className="ticket-line">
        <dt>{heads.quantity}</dt>
        <dd className="tnum">{formatQuantity(live.quantity)}</dd>
      </div>
      <div className="ticket-line">
        <dt>{heads.marketValue}</dt>
        <dd className="tnum">{ownMoney(live.marketValue, live.currency)}</dd>
      </div>
      <div className="ticket-line">
        <dt>{heads.unrealizedPnl}</dt>
        <dd className="tnum">
          <Signed value={live.unrealizedPnl} tone="pnl">
            {ownMoney(live.unrealizedPnl, live.currency, true)}
          </Signed>
        </dd>
      </div>
    </dl>
  )
}

function Plan({ plan, request }: { readonly plan: FlattenPlan; readonly request: ClosingRequest }) {
  const text = useText().positions.closing
  const { rows, skipped } = plan
  const isReverse = request.kind === 'position' && request.part === 'reverse'
  if (rows.length + skipped.length === 0) return <p>{text.none}</p>
  return (
    <div className="stack">
      {rows.length > 0 && (
        <>
          <p>{rows.length === 1 ? text.order : text.orders(rows.length)}</p>
          <Rows rows={rows} />
        </>
      )}
      {rows.length > 0 && skipped.length > 0 && <p>{text.skipped}</p>}
      {skipped.length > 0 && <Rows rows={skipped} />}
      {rows.length > 0 && (
        <p className="dim">
          {isReverse ? text.reverses : rows.length > 1 ? text.reducesAll : text.reduces}
        </p>
      )}
    </div>
  )
}

/** The orders of a plan; with their accounts where there are several. */
function Rows({ rows }: { readonly rows: readonly FlattenRow[] }) {
  const accountName = useAccountNames()
  const withAccount = hasSeveralAccounts(rows)
  return (
    <ul tabIndex={0} className="plain-list tnum">
      {rows.map((row) => (
        <li key={`${row.accountId} ${row.symbol} ${formatMessage(row.line)}`}>
          <strong>{formatMessage(row.line)}</strong>
          {withAccount && <span className="dim"> {accountName(row.accountId)}</span>}
          {row.note !== null && <span className="dim"> {formatMessage(row.note)}</span>}
        </li>
      ))}
    </ul>
  )
}

/** What became of the order; an unknown outcome is an outcome. */
function Outcomes({ done }: { readonly done: Flattened }) {
  const { outcomes } = useText().instructions.flatten
  return (
    <ul tabIndex={0} className="plain-list" role="status" data-testid="closed">
      {done.rows.map((row) => (
        <li key={`${row.accountId} ${formatMessage(row.line)}`}>
          <strong>{outcomes[row.outcome]}</strong> {formatMessage(row.line)}{' '}
          <span className="dim">{formatMessage(row.text)}</span>
        </li>
      ))}
    </ul>
  )
}
