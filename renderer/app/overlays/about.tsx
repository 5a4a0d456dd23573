import { useEffect, useState } from 'react'
import type { AppInfo } from '../../../shared/ipc/views.js'
import { useClose, useDesk } from '../../stores/context.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import icon from '../../icon.svg'

interface Licence {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly text: string
}

/** What this program is, what runs it, and the notices of everything it is built from. */
export function About() {
  const desk = useDesk()
  const [info, setInfo] = useState<AppInfo | null>(null)
  const [licences, setLicences] = useState<readonly Licence[] | null>(null)
  useEffect(() => {
    void desk.invoke('app.info', {}).then((reply) => {
      if (reply.ok) setInfo(reply.value)
    })
    void import('virtual:third-party').then(({ thirdParty }) => setLicences(thirdParty))
  }, [desk])
  const close = useClose()
  const words = text.about
  return (
    <Dialog
      title={words.title}
      onClose={close}
      wide
      foot={
        <Button look="primary" data-autofocus onClick={close}>
          {words.close}
        </Button>
      }
    >
      <div className="stack selectable">
        <div className="about-head">
          <img src={icon} width={40} height={40} alt="" />
          <div>
            <strong>{text.app.name}</strong>{' '}
            {info !== null && <span className="tnum">{info.version}</span>}
            <p>{words.body}</p>
          </div>
        </div>
        {info !== null && (
          <p className="dim tnum">
            {words.runtime}: Electron {info.electron}, Chromium {info.chromium}, Node {info.node},{' '}
            {info.platform}
          </p>
        )}
        <section>
          <h3>{words.charts}</h3>
          <p>{words.chartsNotice}</p>
          <p>
            <Button
              size="small"
              onClick={() => void desk.invoke('app.open-link', { link: 'charts-attribution' })}
            >
              {words.chartsLink}
            </Button>
          </p>
        </section>
        <section>
          <h3>{words.licences}</h3>
          <p>{licences === null ? words.loading : words.licencesHint(licences.length)}</p>
          <ul className="licences">
            {licences?.map((each) => (
              <li key={`${each.name}@${each.version}`}>
                <details>
                  <summary>
                    <span className="licence-name">{each.name}</span>{' '}
                    <span className="dim tnum">{each.version}</span>{' '}
                    <span className="dim">{each.licence}</span>
                  </summary>
                  <pre tabIndex={0} aria-label={each.name}>
                    {each.text === '' ? each.licence : each.text}
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
