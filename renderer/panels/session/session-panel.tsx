import { LogOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ENVIRONMENT_WORDS } from '../../../shared/domain/environment.js'
import type { SessionInspection } from '../../../shared/ipc/profiles.js'
import { dayStamp, formatAge, localTime } from '../../format/time.js'
import { useDesk } from '../../stores/context.js'
import { toastError } from '../../stores/toasts.js'
import { text } from '../../text/en.js'
import { errorSentence } from '../../text/error-sentence.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Skeleton } from '../../ui/states.js'

const EVERY_MS = 2_000
const words = text.session
const seconds = (ms: number): string => formatAge(ms)

/** What is held of one token. The app key's has no published end: every use renews it. */
function standing({
  kind,
  held,
  expiresAt,
  renewedAt,
}: SessionInspection['tokens'][number]): string {
  if (!held) return words.none
  const end = expiresAt === null ? words.unknownEnd : `${words.expires} ${dayStamp(expiresAt)}`
  return kind === 'app'
    ? `${words.held} · ${end}`
    : `${words.held} · ${end} · ${words.renewed} ${renewedAt === null ? words.earlier : localTime(renewedAt)}`
}

/**
 * The session from within: what is held and until when, where it goes, the request budgets, and
 * what happened. No secret is in it.
 */
export function SessionPanel() {
  const desk = useDesk()
  const [seen, setSeen] = useState<SessionInspection | null>(null)
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    let gone = false
    const look = (): void =>
      void desk.invoke('session.inspect', {}).then((reply) => {
        if (!gone && reply.ok) setSeen(reply.value)
      })
    look()
    const timer = setInterval(look, EVERY_MS)
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [desk])
  if (seen === null) return <Skeleton />
  const signOut = (): void => {
    setLeaving(false)
    void desk.invoke('session.sign-out', {}).then((reply) => {
      if (!reply.ok) toastError(desk.toasts, reply.error, errorSentence)
    })
  }
  const facts: readonly (readonly [string, string])[] = [
    [
      words.details.profile,
      `${seen.profile.name} · ${ENVIRONMENT_WORDS[seen.profile.environment]}`,
    ],
    [words.details.version, seen.version],
    [words.details.algorithm, seen.algorithm],
    ...(seen.scope === null ? [] : [[words.details.scope, seen.scope] as const]),
    [
      words.details.store,
      seen.backend === null
        ? words.stores[seen.store]
        : `${words.stores[seen.store]} (${seen.backend})`,
    ],
    ...(seen.clockSkewMs === null
      ? []
      : [[words.details.skew, words.skew(seen.clockSkewMs)] as const]),
  ]
  return (
    <div className="session-panel grid-scroll">
      <section>
        <div className="row-apart">
          <h3>{words.tokens}</h3>
          <Button size="small" icon={LogOut} onClick={() => setLeaving(true)}>
            {text.profiles.signIn.signOut}
          </Button>
        </div>
        <dl className="pairs">
          {seen.tokens.map((token) => (
            <div key={token.kind} data-testid={`token-${token.kind}`}>
              <dt>{words.kinds[token.kind]}</dt>
              <dd className="tnum">{standing(token)}</dd>
            </div>
          ))}
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="tnum">{value}</dd>
            </div>
          ))}
        </dl>
        <h3>{words.hosts}</h3>
        <dl className="pairs">
          {seen.hosts.map(({ role, address }) => (
            <div key={role}>
              <dt>{words.roles[role] ?? role}</dt>
              <dd className="selectable tnum">{address}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h3>{words.budgets}</h3>
        {seen.budgets.length === 0 ? (
          <p className="dim">{words.noBudgets}</p>
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
                    ? words.blocked(seconds(budget.blockedForMs))
                    : words.seconds(budget.windowSeconds)}
                </span>
              </li>
            ))}
          </ul>
        )}
        <h3>{words.events}</h3>
        {seen.events.length === 0 ? (
          <p className="dim">{words.noEvents}</p>
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
              <Button look="danger primary" onClick={signOut}>
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
