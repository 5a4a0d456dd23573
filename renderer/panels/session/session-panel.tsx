import { LogOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ENVIRONMENT_LABELS } from '../../../shared/domain/environment.js'
import type { SessionInspection } from '../../../shared/domain/session/session-inspection.js'
import { dayStamp, formatAge, localTime } from '../../format/time.js'
import { useMainWindow } from '../../stores/context.js'
import { toastError } from '../../stores/toasts.js'
import { text } from '../../text/en.js'
import { describeError } from '../../text/error-message.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Skeleton } from '../../ui/states.js'

const EVERY_MS = 2_000
const messages = text.session
const seconds = (ms: number): string => formatAge(ms)

/**
 * Describes the state of one token. The app key's token has no published end: every use renews it.
 */
function tokenStatus({
  kind,
  held,
  expiresAt,
  renewedAt,
}: SessionInspection['tokens'][number]): string {
  if (!held) return messages.none
  const end =
    expiresAt === null ? messages.unknownEnd : `${messages.expires} ${dayStamp(expiresAt)}`
  return kind === 'app'
    ? `${messages.held} · ${end}`
    : `${messages.held} · ${end} · ${messages.renewed} ${renewedAt === null ? messages.earlier : localTime(renewedAt)}`
}

/** Session details: tokens and their ends, hosts, request budgets, and events. Shows no secret. */
export function SessionPanel() {
  const mainWindow = useMainWindow()
  const [seen, setSeen] = useState<SessionInspection | null>(null)
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    let gone = false
    const refresh = (): void =>
      void mainWindow.invoke('session.inspect', {}).then((reply) => {
        if (!gone && reply.ok) setSeen(reply.value)
      })
    refresh()
    const timer = setInterval(refresh, EVERY_MS)
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [mainWindow])
  if (seen === null) return <Skeleton />
  const signOut = (): void => {
    setLeaving(false)
    void mainWindow.invoke('session.sign-out', {}).then((reply) => {
      if (!reply.ok) toastError(mainWindow.toasts, reply.error, describeError)
    })
  }
  const facts: readonly (readonly [string, string])[] = [
    [
      messages.details.profile,
      `${seen.profile.name} · ${ENVIRONMENT_LABELS[seen.profile.environment]}`,
    ],
    [messages.details.version, seen.version],
    [messages.details.algorithm, seen.algorithm],
    ...(seen.scope === null ? [] : [[messages.details.scope, seen.scope] as const]),
    [
      messages.details.store,
      seen.backend === null
        ? messages.stores[seen.store]
        : `${messages.stores[seen.store]} (${seen.backend})`,
    ],
    ...(seen.clockSkewMs === null
      ? []
      : [[messages.details.skew, messages.skew(seen.clockSkewMs)] as const]),
  ]
  return (
    <div className="session-panel grid-scroll">
      <section>
        <div className="row-apart">
          <h3>{messages.tokens}</h3>
          <Button size="small" icon={LogOut} onClick={() => setLeaving(true)}>
            {text.profiles.signIn.signOut}
          </Button>
        </div>
        <dl className="pairs">
          {seen.tokens.map((token) => (
            <div key={token.kind} data-testid={`token-${token.kind}`}>
              <dt>{messages.kinds[token.kind]}</dt>
              <dd className="tnum">{tokenStatus(token)}</dd>
            </div>
          ))}
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="tnum">{value}</dd>
            </div>
          ))}
        </dl>
        <h3>{messages.hosts}</h3>
        <dl className="pairs">
          {seen.hosts.map(({ role, address }) => (
            <div key={role}>
              <dt>{messages.roles[role] ?? role}</dt>
              <dd className="selectable tnum">{address}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h3>{messages.budgets}</h3>
        {seen.budgets.length === 0 ? (
          <p className="dim">{messages.noBudgets}</p>
        ) : (
          <ul className="budgets">
            {seen.budgets.map((budget) => (
              <li
                key={`${budget.scope}/${budget.operation}`}
                data-tight={budget.used * 5 >= budget.limit * 4}
              >
                <span>{budget.operation}</span>
                <meter
                  min={0}
                  max={budget.limit}
                  value={budget.used}
                  aria-label={budget.operation}
                />
                <span className="tnum">
                  {budget.used}/{budget.limit}
                </span>
                <span className="tnum dim">
                  {budget.blockedForMs > 0
                    ? messages.blocked(seconds(budget.blockedForMs))
                    : messages.seconds(budget.windowSeconds)}
                </span>
              </li>
            ))}
          </ul>
        )}
        <h3>{messages.events}</h3>
        {seen.events.length === 0 ? (
          <p className="dim">{messages.noEvents}</p>
        ) : (
          <ol className="happened">
            {seen.events.toReversed().map((event, index) => (
              <li key={`${event.at}/${seen.events.length - index}`} data-level={event.level}>
                <time className="tnum dim">{localTime(event.at)}</time>
                <strong>{event.name}</strong>
                <span>{event.text}</span>
              </li>
            ))}
          </ol>
        )}
      </section>
      {leaving && (
        <Dialog
          title={text.profiles.signIn.signOutTitle}
          onClose={() => setLeaving(false)}
          foot={
            <>
              <Button data-autofocus onClick={() => setLeaving(false)}>
                {text.profiles.signIn.stay}
              </Button>
              <Button variant="danger primary" onClick={signOut}>
                {text.profiles.signIn.signOut}
              </Button>
            </>
          }
        >
          <p>{text.profiles.signIn.signOutBody}</p>
        </Dialog>
      )}
    </div>
  )
}
