import { LogOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { PanelText } from '../../../shared/messages/window-text.js'
import type { SessionInspection } from '../../../shared/domain/session/session-inspection.js'
import { dayStamp, formatAge, clockStamp } from '../../format/time.js'
import { useMainWindow } from '../../stores/context.js'
import { otherThan } from '../../bridge/same-content.js'
import { toastError } from '../../stores/toasts.js'
import { usePanelText } from '../../language/panel-text.js'
import { describeError } from '../../language/error-message.js'
import { Button } from '../../ui/button.js'
import { ConfirmButton } from '../../ui/confirm/confirm-button.js'
import { Dialog } from '../../ui/dialog.js'
import { Skeleton } from '../../ui/states.js'
import { fullText } from '../../ui/hints/hint.js'

const EVERY_MS = 2_000
type SessionText = PanelText['session']

/**
 * Describes the state of one token. The app key's token has no published end: every use renews it.
 */
function tokenStatus(
  { kind, held, expiresAt, renewedAt }: SessionInspection['tokens'][number],
  messages: SessionText,
): string {
  if (!held) return messages.none
  const end =
    expiresAt === null ? messages.unknownEnd : `${messages.expires} ${dayStamp(expiresAt)}`
  if (kind === 'app') return `${messages.held} · ${end}`
  const renewal = renewedAt === null ? messages.earlier : clockStamp(renewedAt)
  return `${messages.held} · ${end} · ${messages.renewed} ${renewal}`
}

/** Session details: tokens and their ends, hosts, request budgets, and events. Shows no secret. */
export function SessionPanel() {
  const text = usePanelText()
  const messages = text.session
  const seen = useInspection()
  const [leaving, setLeaving] = useState(false)
  if (seen === null) return <Skeleton />
  return (
    <div className="session-panel grid-scroll">
      <section>
        <div className="row-apart">
          <h3>{messages.tokens}</h3>
          <Button size="small" icon={LogOut} onClick={() => setLeaving(true)}>
            {text.profiles.signIn.signOut}
          </Button>
        </div>
        <Tokens seen={seen} />
        <h3>{messages.hosts}</h3>
        <Hosts hosts={seen.hosts} />
      </section>
      <section>
        <h3>{messages.budgets}</h3>
        <Budgets budgets={seen.budgets} />
        <h3>{messages.events}</h3>
        <Events events={seen.events} />
      </section>
      {leaving && <SignOutDialog onClose={() => setLeaving(false)} />}
    </div>
  )
}

/** Returns the state of the session, queried every two seconds; null until the first reply. */
function useInspection(): SessionInspection | null {
  const { invoke } = useMainWindow()
  const [seen, setSeen] = useState<SessionInspection | null>(null)
  useEffect(() => {
    let gone = false
    const refresh = (): void =>
      void invoke('session.inspect', {}).then((reply) => {
        if (!gone && reply.ok) setSeen((before) => otherThan(before, reply.value))
      })
    refresh()
    const timer = setInterval(refresh, EVERY_MS)
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [invoke])
  return seen
}

function Tokens({ seen }: { readonly seen: SessionInspection }) {
  const text = usePanelText()
  const messages = text.session
  return (
    <dl className="pairs">
      {seen.tokens.map((token) => (
        <div key={token.kind} data-testid={`token-${token.kind}`}>
          <dt>{messages.kinds[token.kind]}</dt>
          <dd className="tnum">{tokenStatus(token, messages)}</dd>
        </div>
      ))}
      {sessionFacts(seen, text).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="tnum">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns name and value of each fact about the session. */
function sessionFacts(
  seen: SessionInspection,
  text: PanelText,
): readonly (readonly [string, string])[] {
  const messages = text.session
  const { details, stores } = messages
  const store = stores[seen.store]
  return [
    [details.profile, `${seen.profile.name} · ${text.environments[seen.profile.environment]}`],
    [details.version, messages.versions(seen.version)],
    [details.algorithm, seen.algorithm],
    ...(seen.scope === null ? [] : [[details.scope, seen.scope] as const]),
    [details.store, seen.backend === null ? store : `${store} (${seen.backend})`],
    ...(seen.clockSkewMs === null
      ? []
      : [[details.skew, messages.skew(seen.clockSkewMs)] as const]),
  ]
}

function Hosts({ hosts }: Pick<SessionInspection, 'hosts'>) {
  const messages = usePanelText().session
  return (
    <dl className="pairs">
      {hosts.map(({ role, address }) => (
        <div key={role}>
          <dt>{messages.roles[role] ?? role}</dt>
          <dd className="selectable tnum">{address}</dd>
        </div>
      ))}
    </dl>
  )
}

/** How much of each request limit is used; a budget is tight from four fifths on. */
function Budgets({ budgets }: Pick<SessionInspection, 'budgets'>) {
  const messages = usePanelText().session
  if (budgets.length === 0) return <p className="dim">{messages.noBudgets}</p>
  return (
    <ul className="budgets">
      {budgets.map((budget) => (
        <li
          key={`${budget.scope}/${budget.operation}`}
          data-tight={budget.used * 5 >= budget.limit * 4}
        >
          <span {...fullText(budget.operation)}>{budget.operation}</span>
          <meter min={0} max={budget.limit} value={budget.used} aria-label={budget.operation} />
          <span className="tnum">
            {budget.used}/{budget.limit}
          </span>
          <span className="tnum dim">
            {budget.blockedForMs > 0
              ? messages.blocked(formatAge(budget.blockedForMs))
              : messages.seconds(budget.windowSeconds)}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Events({ events }: Pick<SessionInspection, 'events'>) {
  const messages = usePanelText().session
  if (events.length === 0) return <p className="dim">{messages.noEvents}</p>
  return (
    <ol className="happened">
      {events.toReversed().map((event, index) => (
        <li key={`${event.at}/${events.length - index}`} data-level={event.level}>
          <time className="tnum dim">{clockStamp(event.at)}</time>
          <strong>{event.name}</strong>
          <span>{event.text}</span>
        </li>
      ))}
    </ol>
  )
}

function SignOutDialog({ onClose }: { readonly onClose: () => void }) {
  const text = usePanelText()
  const { invoke, toasts } = useMainWindow()
  const signOut = (): void => {
    onClose()
    void invoke('session.sign-out', {}).then((reply) => {
      if (!reply.ok) toastError(toasts, reply.error, describeError)
    })
  }
  return (
    <Dialog
      title={text.profiles.signIn.signOutTitle}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{text.profiles.signIn.stay}</Button>
          <ConfirmButton variant="danger primary" onConfirm={signOut}>
            {text.profiles.signIn.signOut}
          </ConfirmButton>
        </>
      }
    >
      <p>{text.profiles.signIn.signOutBody}</p>
    </Dialog>
  )
}
