import { useEffect, useId, useState } from 'react'
import { RESET_LEVELS, type ResetLevel, type ResetView } from '../../../shared/domain/app/reset.js'
import { formatMessage } from '../../format/message.js'
import { usePanelText } from '../../language/panel-text.js'
import { useClose, useMainWindow } from '../../stores/context.js'
import { Button } from '../../ui/button.js'
import { ConfirmButton } from '../../ui/confirm/confirm-button.js'
import { Dialog } from '../../ui/dialog.js'
import { Problem } from '../../ui/field.js'
import { useRequest } from '../../ui/use-request.js'

/** Resets settings, profiles or everything, after saying what is lost and where it is kept. */
export function ResetData() {
  const text = usePanelText().resetData
  const close = useClose()
  const { invoke } = useMainWindow()
  const { request, busy, problem } = useRequest()
  const [view, setView] = useState<ResetView | null>(null)
  const [level, setLevel] = useState<ResetLevel>('layout')
  // What it has to wait for may have ended since: each choice looks again.
  useEffect(() => {
    void invoke('reset.view', {}).then((reply) => {
      if (reply.ok) setView(reply.value)
    })
  }, [invoke, level])
  const reset = (): void => void request('reset.request', { level })
  return (
    <Dialog
      title={text.title}
      onClose={close}
      wide
      foot={
        <>
          <Button data-autofocus onClick={close}>
            {text.keep}
          </Button>
          <ConfirmButton
            variant="danger primary"
            disabled={busy || view === null || view.waits.length > 0}
            onConfirm={reset}
          >
            {text.confirm}
          </ConfirmButton>
        </>
      }
    >
      <div className="stack selectable" data-testid="reset">
        <Levels level={level} onLevel={setLevel} />
        {view !== null && <Consequences view={view} level={level} />}
        <Problem message={problem} />
      </div>
    </Dialog>
  )
}

function Levels({
  level,
  onLevel,
}: {
  readonly level: ResetLevel
  readonly onLevel: (level: ResetLevel) => void
}) {
  const text = usePanelText().resetData
  const name = useId()
  return (
    <div className="stack" role="radiogroup" aria-label={text.levelsTitle}>
      {RESET_LEVELS.map((value) => (
        <label key={value} className="row">
          <input
            type="radio"
            name={name}
            checked={value === level}
            onChange={() => onLevel(value)}
          />
          {text.levels[value]}
        </label>
      ))}
    </div>
  )
}

function Consequences({
  view: { waits, folder, accounts, working },
  level,
}: {
  readonly view: ResetView
  readonly level: ResetLevel
}) {
  const text = usePanelText().resetData
  const hasAccounts = level !== 'layout' && accounts > 0
  return (
    <>
      <ul className="bullets" data-testid="reset-losses">
        {text.losses[level].map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
        {hasAccounts && <li>{text.accounts(accounts)}</li>}
      </ul>
      {hasAccounts && working > 0 && <p className="note warn">{text.working(working)}</p>}
      <p>{text.stays[level]}</p>
      <p className="dim">{text.folder(folder)}</p>
      <p className="dim">{text.commandLine(level)}</p>
      {waits.length > 0 && (
        <div className="note warn" role="status">
          <p>{text.waits}</p>
          <ul className="bullets">
            {waits.map((reason) => (
              <li key={reason.code}>{formatMessage(reason)}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
