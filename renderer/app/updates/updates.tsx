import type { UpdateAction, UpdateView } from '../../../shared/domain/app/update-view.js'
import { useClose, useMainWindow, useSlice } from '../../stores/context.js'
import { useFormatMessage } from '../../format/message.js'
import { dayStamp } from '../../format/time.js'
import { currentLanguage } from '../../language/language.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Problem } from '../../ui/field.js'
import { useRequest } from '../../ui/use-request.js'

const MEGABYTE = 1_000_000
const BUSY: readonly UpdateView['progress']['kind'][] = ['checking', 'downloading', 'preparing']

const megabytes = (bytes: number): number => Math.ceil(bytes / MEGABYTE)

/** The version that runs, what the update source offers, and how far its installation is. */
export function Updates() {
  const text = useText().updates
  const close = useClose()
  const view = useSlice(useMainWindow().updates, (state) => state.value)
  return (
    <Dialog
      title={text.title}
      onClose={close}
      foot={
        <Button variant="primary" data-autofocus onClick={close}>
          {text.close}
        </Button>
      }
    >
      {view !== null && <UpdateContent view={view} />}
    </Dialog>
  )
}

interface PartProps {
  readonly view: UpdateView
  readonly act: (action: UpdateAction) => void
}

function UpdateContent({ view }: { readonly view: UpdateView }) {
  const text = useText().updates
  const write = useFormatMessage()
  const { request, problem } = useRequest()
  const act = (action: UpdateAction): void => void request('updates.act', { action })
  const failure = view.progress.kind === 'failed' ? write(view.progress.problem) : null
  return (
    <div className="stack selectable" data-testid="updates">
      <p className="tnum">
        {text.version} <strong>{view.version}</strong>
        {view.channel !== null && ` · ${text.channel}: ${text.channels[view.channel]}`}
      </p>
      {view.unavailable === null ? (
        <>
          <LastCheck view={view} act={act} />
          {view.replacedBy !== null && <p>{write(view.replacedBy)}</p>}
          {view.offer !== null && <Offer view={view} act={act} />}
          <Problem message={failure ?? problem} />
          <p className="field-hint">{text.privacy}</p>
        </>
      ) : (
        <p>{write(view.unavailable)}</p>
      )}
    </div>
  )
}

/** When the update source was last asked and what it answered; another request on a press. */
function LastCheck({ view, act }: PartProps) {
  const text = useText().updates
  const write = useFormatMessage()
  const { checkedAt, result, progress } = view
  const isChecking = progress.kind === 'checking'
  return (
    <>
      <p>
        {text.lastCheck}: {checkedAt === null ? text.neverChecked : dayStamp(checkedAt)}
      </p>
      {result !== null && <p role="status">{write(result)}</p>}
      <div>
        <Button
          disabled={BUSY.includes(progress.kind) || progress.kind === 'ready'}
          onClick={() => act('check')}
        >
          {isChecking ? text.checking : text.check}
        </Button>
      </div>
    </>
  )
}

/** A newer version with its notes, and the next step towards it. */
function Offer({ view, act }: PartProps) {
  const text = useText().updates
  const { invoke } = useMainWindow()
  const close = useClose()
  const { offer, progress } = view
  if (offer === null) return null
  const { version, size, notes } = offer
  const isIdle = progress.kind === 'idle' || progress.kind === 'failed'
  const postpone = (): void => {
    act('postpone')
    close()
  }
  return (
    <section className="stack">
      <h3>
        {text.version} {version} <span className="dim">{text.released(dayStamp(offer.date))}</span>
      </h3>
      <p style={{ whiteSpace: 'pre-line' }}>{notes[currentLanguage()]}</p>
      <Progress view={view} act={act} />
      <div className="row-wrap">
        {size !== null && isIdle && (
          <Button variant="primary" onClick={() => act('download')}>
            {text.download(megabytes(size))}
          </Button>
        )}
        {size === null && (
          <Button onClick={() => void invoke('app.open-link', { link: 'download-page' })}>
            {text.downloadPage}
          </Button>
        )}
        {isIdle && <Button onClick={postpone}>{text.later}</Button>}
      </div>
    </section>
  )
}

/** The download, the unpacking, or the restart with what it waits for. */
function Progress({ view, act }: PartProps) {
  const text = useText().updates
  const write = useFormatMessage()
  const { progress, offer, waits } = view
  if (progress.kind === 'downloading') {
    const { received, size } = progress
    return (
      <>
        <progress value={received} max={size} aria-label={text.title} />
        <p className="tnum">{text.downloading(megabytes(received), megabytes(size))}</p>
        <div>
          <Button onClick={() => act('cancel')}>{text.cancel}</Button>
        </div>
      </>
    )
  }
  if (progress.kind === 'preparing') return <p role="status">{text.preparing}</p>
  if (progress.kind !== 'ready' || offer === null) return null
  return (
    <>
      <p>{text.ready(offer.version)}</p>
      {waits.length > 0 && (
        <div role="status" data-testid="update-waits">
          {text.waits}
          <ul>
            {waits.map((reason) => (
              <li key={reason.code}>{write(reason)}</li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <Button variant="primary" disabled={waits.length > 0} onClick={() => act('restart')}>
          {text.restart(offer.version)}
        </Button>
      </div>
    </>
  )
}
