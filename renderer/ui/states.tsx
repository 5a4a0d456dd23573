import { Clock3, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Message } from '../../shared/messages/message.js'
import { formatOptionalMessage } from '../format/message.js'
import { formatAge } from '../format/time.js'
import { useText } from '../language/window-text.js'
import { useConnected, useMainWindow, useSlice } from '../stores/context.js'
import { explainByTab } from './hints/hint.js'

/** Gray rows, shown until a table is loaded. */
export function Skeleton({ rows = 5 }: { readonly rows?: number }) {
  const text = useText()
  return (
    <div className="skeleton" role="status" aria-label={text.states.loading}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="skeleton-row" aria-hidden>
          <span className="skeleton-bar" />
          <span className="skeleton-bar" />
          <span className="skeleton-bar" />
        </div>
      ))}
    </div>
  )
}

export interface EmptyProps {
  readonly icon?: LucideIcon
  readonly title: string
  readonly hint?: string | null
  /** The next action to offer. */
  readonly children?: ReactNode
}

/** An empty state, with a hint on what to do. */
export function Empty({ icon: Icon, title, hint = null, children }: EmptyProps) {
  return (
    <div className="empty">
      {Icon !== undefined && <Icon size={20} aria-hidden />}
      <strong>{title}</strong>
      {hint !== null && <p>{hint}</p>}
      {children}
    </div>
  )
}

/**
 * Shown in place of data before an account is signed in, and where none of them is supported. While
 * the session starts, the data is loading.
 */
export function NotConnected({ icon }: { readonly icon?: LucideIcon }) {
  const { states } = useText()
  // Until a stored sign-in is read, "not signed in" would be wrong.
  const isStarting = useSlice(
    useMainWindow().session,
    ({ value }) => value === null || value.phase === 'starting',
  )
  // Such a sign-in succeeded: "not signed in" would send the person the wrong way.
  const isUnsupported = useSlice(
    useMainWindow().session,
    ({ value }) =>
      value !== null && value.accounts.length === 0 && value.unsupportedAccounts.length > 0,
  )
  if (isStarting) return <Skeleton />
  return (
    <Empty
      {...(icon === undefined ? {} : { icon })}
      title={isUnsupported ? states.noSupportedAccount : states.notConnected}
      hint={isUnsupported ? states.noSupportedAccountHint : states.notConnectedHint}
    />
  )
}

/**
 * Shown in place of data that is not known yet: gray rows while it is read, and the reason where it
 * could not be. "None" would be a statement about the market or the account.
 */
export function NotKnown({
  icon,
  title,
  problem,
  rows,
  children,
}: {
  readonly icon: LucideIcon
  /** What is not known, where the reason is. */
  readonly title: string
  /** Why it could not be read; null while it is read. */
  readonly problem: Message | null
  readonly rows?: number
  /** The next action to offer. */
  readonly children?: ReactNode
}) {
  const connected = useConnected()
  if (!connected) return <NotConnected icon={icon} />
  if (problem === null) return <Skeleton {...(rows === undefined ? {} : { rows })} />
  return (
    <Empty icon={icon} title={title} hint={formatOptionalMessage(problem)}>
      {children}
    </Empty>
  )
}

/** Shows the age of data that is not current; `reason` is why it could not be read again. */
export function Stale({
  ageMs,
  reason = null,
}: {
  readonly ageMs: number | null
  readonly reason?: string | null
}) {
  const text = useText()
  const age = ageMs === null ? text.states.staleShort : text.states.stale(formatAge(ageMs))
  return (
    <span
      className="badge warn"
      data-testid="stale"
      {...explainByTab(reason === null ? age : `${age}. ${reason}`)}
    >
      <Clock3 size={10} aria-hidden />
      {ageMs === null ? text.states.staleShort : formatAge(ageMs)}
    </span>
  )
}
