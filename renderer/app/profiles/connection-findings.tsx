import { Check, CircleAlert, Copy, Minus, TriangleAlert } from 'lucide-react'
import type { ConnectionReport } from '../../../shared/domain/app/connection-report.js'
import { formatMessage } from '../../format/message.js'
import { inPanelText, usePanelText } from '../../language/panel-text.js'
import { Button } from '../../ui/button.js'
import { useCopy } from '../../ui/use-copy.js'

const ICONS = {
  good: Check,
  warning: TriangleAlert,
  bad: CircleAlert,
  'not-tried': Minus,
} as const

/**
 * The findings of a connection test, one line each with what to do, in their order, and a button
 * that copies them for the support.
 */
export function ConnectionFindings({ report }: { readonly report: ConnectionReport }) {
  const { profiles: messages, connect } = usePanelText()
  const copy = useCopy(inPanelText((text) => text.connect.test.copied))
  return (
    <>
      <ul className="connection-test">
        {report.checks.map(({ check, state, text: finding, next }) => {
          const Icon = ICONS[state]
          return (
            <li key={check} data-state={state} data-testid={`check-${check}`}>
              <Icon size={13} aria-label={messages.states[state]} />
              <strong>{messages.checks[check]}</strong>
              <span>
                {formatMessage(finding)}
                {next !== null && <span className="connection-next">{formatMessage(next)}</span>}
              </span>
            </li>
          )
        })}
      </ul>
      <p>
        <Button size="small" icon={Copy} onClick={() => copy(report.support)}>
          {connect.test.copy}
        </Button>
      </p>
    </>
  )
}
