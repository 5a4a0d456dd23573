import { FileCheck, KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Environment } from '../../../../shared/domain/environment.js'
import type { ReceiptCheck } from '../../../../shared/domain/instructions/audit.js'
import { formatMessage } from '../../../format/message.js'
import { dayStamp } from '../../../format/time.js'
import { useMainWindow } from '../../../stores/context.js'
import { toast } from '../../../stores/toasts.js'
import { inPanelText, usePanelText } from '../../../language/panel-text.js'
import { Button } from '../../../ui/button.js'
import { useRequest } from '../../../ui/use-request.js'
import { fullText } from '../../../ui/hints/hint.js'

const GROUP = /.{1,4}/g
/** Groups of four digits, which can be compared by eye and by voice. */
const grouped = (fingerprint: string): string =>
  (fingerprint.match(GROUP) ?? []).slice(0, 8).join(' ')

/** The public key that signs receipts, and a check of a receipt's file. */
export function ReceiptTools({ chain }: { readonly chain: Environment }) {
  const messages = usePanelText().instructions.audit
  const { toasts } = useMainWindow()
  const { request, busy } = useRequest('toast')
  const [check, setCheck] = useState<ReceiptCheck | null>(null)
  const fingerprint = useFingerprint(chain)
  const saveKey = (): void =>
    void request('audit.save-receipt-key', { chain }).then((done) => {
      if (done?.saved === true) {
        toast(
          toasts,
          'good',
          inPanelText((text) => text.instructions.audit.exported),
        )
      }
    })
  const checkFile = (): void =>
    void request('audit.check-receipt', {}).then((done) => {
      if (done !== null) setCheck(done.check)
    })
  return (
    <div className="receipt-tools">
      <div className="audit-bar">
        <span className="dim" {...fullText(fingerprint ?? undefined)}>
          {messages.receiptKey}{' '}
          <code className="selectable" data-testid="receipt-key">
            {fingerprint === null ? '—' : grouped(fingerprint)}
          </code>
        </span>
        <Button size="small" icon={KeyRound} disabled={busy} onClick={saveKey}>
          {messages.saveKey}
        </Button>
        <span className="spring" />
        <Button size="small" icon={FileCheck} disabled={busy} onClick={checkFile}>
          {messages.checkReceipt}
        </Button>
      </div>
      {check !== null && <CheckedReceipt check={check} />}
    </div>
  )
}

/** Returns the fingerprint of the key; null until main has answered. */
function useFingerprint(chain: Environment): string | null {
  const { invoke } = useMainWindow()
  const [fingerprint, setFingerprint] = useState<string | null>(null)
  useEffect(() => {
    void invoke('audit.receipt-key', { chain }).then((reply) => {
      if (reply.ok) setFingerprint(reply.value.fingerprint)
    })
  }, [invoke, chain])
  return fingerprint
}

/** The result of a check: what holds and who signed it, or why it does not hold. */
function CheckedReceipt({ check: { problem, receipt } }: { readonly check: ReceiptCheck }) {
  const text = usePanelText()
  const messages = text.instructions.audit
  if (receipt === null) {
    return (
      <p className="note bad" role="alert" data-testid="receipt-check">
        {messages.doesNotHold} {problem !== null && formatMessage(problem)}
      </p>
    )
  }
  const { isOwn, fingerprint, madeAt, decision, records } = receipt
  return (
    <div className="audit-report" role="status" data-testid="receipt-check">
      <p className={isOwn ? 'note good' : 'note warn'}>
        {messages.holds(receipt.environment, receipt.instruction, dayStamp(madeAt))}{' '}
        {isOwn ? messages.ownKey : messages.foreignKey(grouped(fingerprint))}
      </p>
      <p className="note" data-testid="receipt-decision">
        {messages.decisions[decision]}
      </p>
      <ol className="plain-list">
        {records.map(({ at: time, kind, line }, index) => (
          <li key={index}>
            <time className="dim tnum">{dayStamp(time)}</time>{' '}
            {messages.kinds[kind as keyof typeof messages.kinds] ?? kind}:{' '}
            <span className="selectable">{line}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
