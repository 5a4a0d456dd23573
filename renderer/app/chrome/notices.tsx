import { ownMessage } from '../../format/own-message.js'
import { CircleAlert, Info, LoaderCircle, X, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import type { Notice, SessionView } from '../../../shared/domain/session/session-view.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { toastError } from '../../stores/toasts.js'
import { useText } from '../../language/window-text.js'
import { describeError } from '../../language/error-message.js'
import { Button, IconButton } from '../../ui/button.js'
import { SignInStrip, TokenProblem } from '../profiles/sign-in-strip.js'
import { LockOutNotice } from '../../ui/lock-out/lock-out-notice.js'
import { Halted } from './halted.js'
import { ProgramFilesStrip } from './program-files-strip.js'
import { UnreadableLists } from './unreadable-lists.js'
import { formatOptionalMessage } from '../../format/message.js'
import { explainByTab } from '../../ui/hints/hint.js'
import { leaveSafeMode } from '../workspace/safe-mode.js'
import { showOverlay } from '../../stores/layout.js'

const NONE: readonly Notice[] = []
const SEVERE: readonly Notice['code'][] = [
  'order-anomaly',
  'file-damaged',
  'assistant-file-damaged',
  'assistant-port-taken',
  'halt-not-stored',
  'limits-not-stored',
  'limits-damaged',
  'journal-notes-damaged',
  'alerts-damaged',
  'drawings-damaged',
  'journal-archive-damaged',
  'positions-unknown',
  'practice-not-reset',
  'practice-blocked',
]
/** Notices that show their detail, because it says what they are about. */
const DETAILED: readonly Notice['code'][] = [
  'journal-archive-damaged',
  'file-damaged',
  'reset-done',
  'assistant-file-damaged',
  'assistant-port-taken',
  'assistant-file-readable',
  'practice-data',
  'practice-replay',
  'practice-reset',
  'broker-event',
  'positions-unknown',
  'crash-recorded',
  'exposed-process',
]
const MILD: readonly Notice['code'][] = [
  'assistant-file-readable',
  'crash-recorded',
  'exposed-process',
  'broker-event',
  'practice-reset',
  'practice-replay',
]

/** Only the accounts are missing: they are read again, without signing in again. */
const NO_ACCOUNT = 'session.noSupportedAccount'

const toneOf = (code: Notice['code']): string =>
  SEVERE.includes(code) ? 'bad' : MILD.includes(code) ? 'info' : ''

/** Shows the state of the session while it is not ready, then notices until they are dismissed. */
export function Notices() {
  const text = useText()
  const mainWindow = useMainWindow()
  const notices = useSlice(mainWindow.session, (state) => state.value?.notices ?? NONE)
  const phase = useSlice(mainWindow.session, (state) => state.value?.phase ?? null)
  const problem = useSlice(mainWindow.session, (state) =>
    formatOptionalMessage(state.value?.problem ?? null),
  )
  // While sign-in waits for the person, SignInStrip below shows the time left and what to do.
  const waiting =
    useSlice(mainWindow.signIn, (state) => state.value?.token.state === 'waiting') &&
    (phase === 'signing-in' || phase === 'starting')
  return (
    <div className="notices" role="status">
      <SafeModeStrip />
      <ProgramFilesStrip />
      <ArmingStrip />
      {phase !== null && phase !== 'ready' && !waiting && <Phase phase={phase} problem={problem} />}
      <SignInStrip />
      {phase === 'ready' && <TokenProblem />}
      <Halted />
      <LockOutNotice />
      <UnreadableLists />
      {notices
        .filter((notice) => notice.code !== 'trading-halted')
        .map((notice) => (
          <div key={notice.id} className={`notice ${toneOf(notice.code)}`}>
            <Info size={14} aria-hidden />
            <p {...explainByTab(ownMessage(notice.detail))}>
              {text.notices[notice.code]}
              {DETAILED.includes(notice.code) && <> {ownMessage(notice.detail)}</>}
            </p>
            <IconButton
              icon={X}
              size="small"
              label={text.notices.dismiss}
              onClick={() => void mainWindow.invoke('session.dismiss-notice', { id: notice.id })}
            />
          </div>
        ))}
    </div>
  )
}

function Phase({
  phase,
  problem,
}: {
  readonly phase: SessionView['phase']
  readonly problem: string | null
}) {
  const text = useText()
  const mainWindow = useMainWindow()
  const [busy, setBusy] = useState(false)
  const withoutAccount = useSlice(
    mainWindow.session,
    ({ value }) => value?.phase === 'attention' && value.problem?.code === NO_ACCOUNT,
  )
  const waits = phase === 'starting' || phase === 'signing-in' || phase === 'reconnecting'
  const signIn = (): void => {
    setBusy(true)
    void mainWindow.invoke('session.sign-in', {}).then((reply) => {
      setBusy(false)
      if (!reply.ok) toastError(mainWindow.toasts, reply.error, describeError)
    })
  }
  return (
    <div className={waits ? 'notice info' : 'notice bad'}>
      {waits ? <LoaderCircle size={14} aria-hidden /> : <CircleAlert size={14} aria-hidden />}
      <p {...explainByTab(problem ?? undefined)}>
        {phase === 'reconnecting'
          ? `${text.phase[phase]}. ${text.states.offlineHint}`
          : problem === null
            ? `${text.phase[phase]}.`
            : `${text.phase[phase]}: ${problem}`}
      </p>
      {!waits && (
        <Button size="small" disabled={busy} onClick={signIn}>
          {withoutAccount ? text.states.readAccounts : text.states.signIn}
        </Button>
      )}
    </div>
  )
}

/** Shown while the window is in safe mode, with the way out of it. */
function SafeModeStrip() {
  const text = useText()
  const mainWindow = useMainWindow()
  const safeMode = useSlice(mainWindow.layout, (state) => state.safeMode)
  if (!safeMode) return null
  return (
    <div className="notice" data-testid="safe-mode">
      <ShieldAlert size={15} aria-hidden />
      <p>
        <strong>{text.safeMode.strip}</strong> {text.safeMode.stays}
      </p>
      <Button size="small" onClick={() => leaveSafeMode(window, mainWindow.layout)}>
        {text.safeMode.leave}
      </Button>
    </div>
  )
}

/**
 * Shown on a live account while trading is not allowed in this session: data shows, only cancels
 * are sent.
 */
function ArmingStrip() {
  const messages = useText().profiles.arm
  const mainWindow = useMainWindow()
  const off = useSlice(
    mainWindow.appState,
    (state) => state.value?.current?.environment === 'production' && !state.value.armed,
  )
  if (!off) return null
  return (
    <div className="notice">
      <ShieldAlert size={14} aria-hidden />
      <p>
        <strong>{messages.tradingOff}</strong> {messages.tradingOffHint}
      </p>
      <Button size="small" onClick={() => showOverlay(mainWindow.layout, 'arm')}>
        {messages.allowTrading}
      </Button>
    </div>
  )
}
