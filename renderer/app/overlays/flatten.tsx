import { useState } from 'react'
import type { Flattened, FlattenPlan, FlattenRow } from '../../../shared/domain/orders/flatten.js'
import type { HaltScope } from '../../../shared/domain/orders/halt.js'
import { formatMessage } from '../../format/message.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { useRequest } from '../../ui/use-request.js'

/**
 * Closes positions after a halt: shows the orders, then requires a check box and a press. Never
 * part of the halt itself.
 */
export function Flatten({ scope }: { readonly scope: HaltScope }) {
  const messages = useText().instructions.flatten
  const { request, busy, problem } = useRequest()
  const [plan, setPlan] = useState<FlattenPlan | null>(null)
  const [isRiskRead, setRiskRead] = useState(false)
  const [done, setDone] = useState<Flattened | null>(null)
  const loadPlan = async (): Promise<void> => {
    setRiskRead(false)
    setDone(null)
    setPlan(await request('trading.flatten-plan', { scope }))
  }
  const send = async (plan: FlattenPlan): Promise<void> => {
    const sent = await request('trading.flatten', { plan: plan.plan })
    // A plan that was sent or has expired cannot be used again; clear it so that a new one is
    // requested.
    setPlan(null)
    setDone(sent)
  }
  return (
    <section className="stack" aria-label={messages.title} data-testid="flatten">
      <h3>{messages.title}</h3>
      {plan === null && (
        <div className="kill-choice">
          <Button disabled={busy} data-testid="flatten-plan" onClick={() => void loadPlan()}>
            {messages.plan}
          </Button>
          <p className="dim">{messages.hint[scope]}</p>
        </div>
      )}
      {plan !== null && (
        <>
          {plan.rows.length > 0 ? <p>{messages.rows}</p> : <p>{messages.none}</p>}
          <Rows rows={plan.rows} />
          {plan.skipped.length > 0 && <p>{messages.skipped}</p>}
          <Rows rows={plan.skipped} />
          <div className="row-wrap">
            {plan.rows.length > 0 && (
              <>
                <label className="choice flush">
                  <input
                    type="checkbox"
                    checked={isRiskRead}
                    onChange={({ target }) => setRiskRead(target.checked)}
                  />
                  {messages.understood}
                </label>
                <Button
                  variant="danger"
                  data-testid="flatten-send"
                  disabled={!isRiskRead || busy}
                  onClick={() => void send(plan)}
                >
                  {busy ? messages.busy : messages.send(plan.rows.length)}
                </Button>
              </>
            )}
            <Button variant="quiet" disabled={busy} onClick={() => setPlan(null)}>
              {messages.back}
            </Button>
          </div>
        </>
      )}
      {done !== null && (
        <ul tabIndex={0} className="plain-list" role="status" data-testid="flattened">
          {done.rows.map((row) => (
            <li key={`${row.accountId} ${formatMessage(row.line)}`}>
              <strong>{messages.outcomes[row.outcome]}</strong> {formatMessage(row.line)}{' '}
              <span className="dim">{formatMessage(row.text)}</span>
            </li>
          ))}
        </ul>
      )}
      {problem !== null && (
        <p className="note bad" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}

function Rows({ rows }: { readonly rows: readonly FlattenRow[] }) {
  if (rows.length === 0) return null
  return (
    <ul tabIndex={0} className="plain-list tnum">
      {rows.map((row) => (
        <li key={`${row.accountId} ${row.symbol} ${formatMessage(row.line)}`}>
          {formatMessage(row.line)}
          {row.note !== null && <span className="dim"> {formatMessage(row.note)}</span>}
        </li>
      ))}
    </ul>
  )
}
