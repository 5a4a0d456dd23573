import { Check, CircleAlert, Minus } from 'lucide-react'
import { useState } from 'react'
import type { ConnectionReport, ProfileView } from '../../../shared/ipc/profiles.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { useAsk } from './use-ask.js'

const ICONS = { good: Check, bad: CircleAlert, 'not-tried': Minus } as const
const words = text.profiles

/** Tries the connection and tells each finding in words, from the wire up. */
export function Trial({ view }: { readonly view: ProfileView }) {
  const { ask, busy, problem } = useAsk()
  const [report, setReport] = useState<ConnectionReport | null>(null)
  return (
    <section aria-label={words.test}>
      <div className="row-wrap">
        <Button
          disabled={busy}
          onClick={() => void ask('profiles.test', { id: view.profile.id }).then(setReport)}
        >
          {busy ? words.testing : words.test}
        </Button>
        {report !== null && (
          <span role="status" className={report.ok ? 'good' : 'bad'}>
            {report.ok ? words.good : words.bad}
          </span>
        )}
      </div>
      {problem !== null && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
      {report !== null && (
        <ul className="trial">
          {report.checks.map(({ check, state, text: found }) => {
            const Icon = ICONS[state]
            return (
              <li key={check} data-state={state} data-testid={`check-${check}`}>
                <Icon size={13} aria-label={words.states[state]} />
                <strong>{words.checks[check]}</strong>
                <span>{found}</span>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
