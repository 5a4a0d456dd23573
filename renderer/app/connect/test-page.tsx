import { LoaderCircle } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ConnectionReport } from '../../../shared/domain/app/connection-report.js'
import { useMainWindow } from '../../stores/context.js'
import { usePanelText } from '../../language/panel-text.js'
import { Button } from '../../ui/button.js'
import { Problem } from '../../ui/field.js'
import { useRequest } from '../../ui/use-request.js'
import { ConnectionFindings } from '../profiles/connection-findings.js'
import { switchProfile } from '../profiles/switching.js'
import type { GuideProps } from './guide-props.js'

/** Tests the chosen way. Where all is good and the person asked to go on, the next step follows. */
export function TestPage({ guide }: { readonly guide: GuideProps }) {
  const messages = usePanelText().connect
  const { report, test, busy, problem } = useTest(guide)
  const proceed = useProceed(guide)
  return (
    <>
      <div className="connect-body">
        <p role="status" className={report === null || report.ok ? '' : 'bad'}>
          {busy && <LoaderCircle size={13} aria-hidden />}{' '}
          {busy || report === null
            ? messages.test.running
            : report.ok
              ? messages.test.good
              : messages.test.bad}
        </p>
        <Problem message={problem} />
        {report !== null && <ConnectionFindings report={report} />}
      </div>
      <div className="connect-foot row-apart">
        <Button onClick={() => guide.go('enter')}>{messages.test.change}</Button>
        <span className="row-wrap">
          <Button disabled={busy} onClick={() => void test()}>
            {messages.test.again}
          </Button>
          <Button
            variant="primary"
            disabled={busy || (report === null && problem === null)}
            onClick={proceed}
          >
            {guide.target.environment === 'sandbox' ? messages.test.open : messages.continue}
          </Button>
        </span>
      </div>
    </>
  )
}

/** Returns a function that goes on after the test: opens the sandbox, or shows the checklist. */
function useProceed({ view, target, go }: GuideProps): () => void {
  const mainWindow = useMainWindow()
  return useCallback(() => {
    if (target.environment === 'production') go('check')
    else if (view !== null) switchProfile(mainWindow, view.profile)
  }, [mainWindow, view, target, go])
}

/** Tests once when the page opens, and again on request. */
function useTest(guide: GuideProps) {
  const { request, busy, problem } = useRequest()
  const [report, setReport] = useState<ConnectionReport | null>(null)
  const proceed = useProceed(guide)
  const id = guide.view?.profile.id ?? null
  const test = async (): Promise<ConnectionReport | null> => {
    if (id === null) return null
    setReport(null)
    const tested = await request('profiles.test', { id })
    setReport(tested)
    return tested
  }
  const started = useRef(false)
  const first = useRef({ test, proceed, proceeds: guide.proceeds })
  useEffect(() => {
    if (started.current) return
    started.current = true
    void first.current.test().then((tested) => {
      if (tested?.ok === true && first.current.proceeds) first.current.proceed()
    })
  }, [])
  return { report, test, busy, problem } as const
}
