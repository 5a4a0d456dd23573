import { Check, CircleAlert, Minus } from 'lucide-react'
import { useState } from 'react'
import type { ConnectionReport } from '../../../shared/domain/app/connection-report.js'
import type { ProfileView } from '../../../shared/domain/app/profile-view.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { Problem } from '../../ui/field.js'
import { useRequest } from '../../ui/use-request.js'
import { formatMessage } from '../../format/message.js'

const ICONS = { good: Check, bad: CircleAlert, 'not-tried': Minus } as const

/** Tests the connection and shows each finding, starting at the network. */
export function ConnectionTest({ view }: { readonly view: ProfileView }) {
  const messages = useText().profiles
  const { request, busy, problem } = useRequest()
  const [report, setReport] = useState<ConnectionReport | null>(null)
  return (
    <section aria-label={messages.test}>
      <div className="row-wrap">
        <Button
          disabled={busy}
          onClick={() => void request('profiles.test', { id: view.profile.id }).then(setReport)}
        >
          {busy ? messages.testing : messages.test}
        </Button>
        {report !== null && (
          <span role="status" className={report.ok ? 'good' : 'bad'}>
            {report.ok ? messages.good : messages.bad}
          </span>
        )}
      </div>
      <Problem message={problem} />
      {report !== null && (
        <ul className="connection-test">
          {report.checks.map(({ check, state, text: finding }) => {
            const Icon = ICONS[state]
            return (
              <li key={check} data-state={state} data-testid={`check-${check}`}>
                <Icon size={13} aria-label={messages.states[state]} />
                <strong>{messages.checks[check]}</strong>
                <span>{formatMessage(finding)}</span>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
