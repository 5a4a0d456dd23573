import { Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { plainLine } from '../../../shared/domain/text-safety.js'
import type { ConnectionView } from '../../../shared/ipc/instructions.js'
import { formatMoney } from '../../format/decimal.js'
import { dayStamp, localTime } from '../../format/time.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { TextInput } from '../../ui/field.js'
import { Signed } from '../../ui/signed.js'
import { PolicyForm } from './policy-form.js'
import { useCall } from './use-call.js'

const words = text.instructions.assistants
const PAUSE_MINUTES = 15
const REPORTS = ['asked', 'approved', 'edited', 'declined', 'expired', 'filled'] as const

/** One assistant: how it stands, what came of what it asked, what it may see and ask for. */
export function ConnectionDetail({ connection }: { readonly connection: ConnectionView }) {
  const { call, busy } = useCall()
  const [name, setName] = useState<string | null>(null)
  const [revoking, setRevoking] = useState(false)
  const { id, state, report } = connection
  const revoke = (): void => {
    setRevoking(false)
    void call('assistants.revoke', { id })
  }
  const rename = (): void => void call('assistants.rename', { id, name: plainLine(name ?? '', 80) }).then((done) => { if (done !== null) setName(null) })
  const seen = (time: number | null): string => (time === null ? words.never : dayStamp(time))
  const facts: readonly (readonly [string, string])[] = [
    [words.lastSeen, seen(connection.lastSeenAt)], [words.firstSeen, seen(connection.firstSeenAt)], [words.paired, seen(connection.createdAt)], ...(connection.client === null ? [] : [[words.client, connection.client] as const]),
  ]
  return (
    <section className="connection" aria-label={connection.name}>
      <div className="row-apart">
        {name === null ? <h3 className="connection-name">{connection.name}</h3> : (
          <form className="row-wrap" onSubmit={(event) => { event.preventDefault(); rename() }}>
            <TextInput aria-label={text.instructions.pair.name} autoFocus maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />
            <Button type="submit" look="primary" disabled={busy || plainLine(name, 80) === ''}>{words.save}</Button>
            <Button look="quiet" onClick={() => setName(null)}>{words.cancel}</Button>
          </form>
        )}
        {state !== 'revoked' && name === null && (
          <div className="row-wrap">
            {state === 'paused'
              ? <Button size="small" icon={Play} disabled={busy} onClick={() => void call('assistants.resume', { id })}>{words.resume}</Button>
              : <>
                <Button size="small" icon={Pause} disabled={busy} onClick={() => void call('assistants.pause', { id, minutes: PAUSE_MINUTES })}>{words.pauseShort}</Button>
                <Button size="small" icon={Pause} disabled={busy} onClick={() => void call('assistants.pause', { id, minutes: null })}>{words.pause}</Button>
              </>}
            <Button size="small" icon={Pencil} onClick={() => setName(connection.name)}>{words.rename}</Button>
            <Button size="small" look="danger" icon={Trash2} onClick={() => setRevoking(true)}>{words.revoke}</Button>
          </div>
        )}
      </div>
      <p>
        <span className="assistant-state" data-testid="connection-state" data-state={state}>{words.states[state]}</span>
        {connection.pausedUntil !== null && <span className="dim"> · {words.until(localTime(connection.pausedUntil))}</span>}{connection.pauseWhy !== null && <span className="dim"> · {connection.pauseWhy}</span>}
      </p>
      <dl className="facts flush">{facts.map(([label, value]) => <div key={label} className="fact"><dt>{label}</dt><dd>{value}</dd></div>)}</dl>
      <h3>{words.report}</h3>
      <dl className="facts flush reports">
        {REPORTS.map((each) => <div key={each} className="fact" data-report={each}><dt>{words.reports[each]}</dt><dd>{report[each]}</dd></div>)}
        {report.slippage !== null && <div className="fact"><dt>{words.slippage}</dt><dd><Signed value={report.slippage}>{formatMoney(report.slippage, 'USD', true)}</Signed></dd></div>}
      </dl>
      {state !== 'revoked' && <><h3>{words.scopes}</h3><PolicyForm connection={connection} /></>}
      {revoking && (
        <Dialog title={words.revokeTitle(connection.name)} onClose={() => setRevoking(false)} foot={<>
          <Button data-autofocus onClick={() => setRevoking(false)}>{words.keep}</Button>
          <Button look="danger primary" onClick={revoke}>{words.revokeDo}</Button>
        </>}><p>{words.revokeBody}</p></Dialog>
      )}
    </section>
  )
}
