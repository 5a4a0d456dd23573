import { useEffect, useState } from 'react'
import {
  RUNTIME_LICENCES,
  type AppInfo,
  type RuntimeLicence,
} from '../../../shared/domain/app/app-info.js'
import { useClose, useMainWindow } from '../../stores/context.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { useRequest } from '../../ui/use-request.js'
import icon from '../../icon.svg'

interface Licence {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly text: string
}

/** Opens the licenses of the runtime, which are files beside the program. */
function RuntimeLicences() {
  const messages = useText().about
  const mainWindow = useMainWindow()
  const [isMissing, setIsMissing] = useState(false)
  const open = async (part: RuntimeLicence): Promise<void> => {
    const reply = await mainWindow.invoke('app.open-runtime-licences', { part })
    setIsMissing(!reply.ok || !reply.value.opened)
  }
  return (
    <p className="row-wrap">
      {RUNTIME_LICENCES.map((part) => (
        <Button key={part} size="small" onClick={() => void open(part)}>
          {messages.runtimeLicences[part]}
        </Button>
      ))}
      {isMissing && <span role="status">{messages.noRuntimeLicences}</span>}
    </p>
  )
}

/** Writes a report that the person may give to somebody who helps. */
function SupportExport() {
  const messages = useText().about
  const { request, busy, problem } = useRequest()
  const [isSaved, setIsSaved] = useState(false)
  const save = async (): Promise<void> => {
    const done = await request('support.export', {})
    setIsSaved(done?.saved === true)
  }
  return (
    <section>
      <h3>{messages.support}</h3>
      <p>{messages.supportHint}</p>
      <p className="row-wrap">
        <Button size="small" disabled={busy} onClick={() => void save()}>
          {messages.support}
        </Button>
        {isSaved && <span role="status">{messages.supportSaved}</span>}
        {problem !== null && <span role="alert">{problem}</span>}
      </p>
    </section>
  )
}

/** Version, runtime, and the notices of all third-party packages. */
export function About() {
  const text = useText()
  const mainWindow = useMainWindow()
  const [info, setInfo] = useState<AppInfo | null>(null)
  const [licences, setLicences] = useState<readonly Licence[] | null>(null)
  useEffect(() => {
    void mainWindow.invoke('app.info', {}).then((reply) => {
      if (reply.ok) setInfo(reply.value)
    })
    void import('virtual:third-party').then(({ thirdParty }) => setLicences(thirdParty))
  }, [mainWindow])
  const close = useClose()
  const messages = text.about
  return (
    <Dialog
      title={messages.title}
      onClose={close}
      wide
      foot={
        <Button variant="primary" data-autofocus onClick={close}>
          {messages.close}
        </Button>
      }
    >
      <div className="stack selectable">
        <div className="about-head">
          <img src={icon} width={40} height={40} alt="" />
          <div>
            <strong>{text.app.name}</strong>{' '}
            {info !== null && <span className="tnum">{info.version}</span>}
            <p>{messages.body}</p>
          </div>
        </div>
        {info !== null && (
          <p className="dim tnum">
            {messages.runtime}: Electron {info.electron}, Chromium {info.chromium}, Node {info.node}
            , {info.platform}
          </p>
        )}
        {info?.testRuntime === true && <p role="note">{messages.testRuntime}</p>}
        <RuntimeLicences />
        <SupportExport />
        <section>
          <h3>{messages.charts}</h3>
          <p>{messages.chartsNotice}</p>
          <p>
            <Button
              size="small"
              onClick={() =>
                void mainWindow.invoke('app.open-link', { link: 'charts-attribution' })
              }
            >
              {messages.chartsLink}
            </Button>
          </p>
        </section>
        <section>
          <h3>{messages.licences}</h3>
          <p>{licences === null ? messages.loading : messages.licencesHint(licences.length)}</p>
          <ul className="licences" lang="en">
            {licences?.map((licence) => (
              <li key={`${licence.name}@${licence.version}`}>
                <details>
                  <summary>
                    <span className="licence-name">{licence.name}</span>{' '}
                    <span className="dim tnum">{licence.version}</span>{' '}
                    <span className="dim">{licence.licence}</span>
                  </summary>
                  <pre tabIndex={0} aria-label={licence.name}>
                    {licence.text === '' ? licence.licence : licence.text}
                  </pre>
                </details>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  )
}
