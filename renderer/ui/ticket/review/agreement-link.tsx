import { ExternalLink } from 'lucide-react'
import { agreementOf, isAgreementAddress } from '../../../../shared/domain/reference/agreements.js'
import type { Message } from '../../../../shared/messages/message.js'
import { useText } from '../../../language/window-text.js'
import { useMainWindow, useSlice } from '../../../stores/context.js'
import { toast } from '../../../stores/toasts.js'
import { Button } from '../../button.js'

/**
 * The way to an agreement that the broker requires before it accepts an order: a button for an
 * address of the broker's own, the text of any other. Nothing for other reasons.
 */
export function AgreementLink({ reason }: { readonly reason: Message }) {
  const text = useText().ticket.agreement
  const { invoke, session, toasts } = useMainWindow()
  const environment = useSlice(session, ({ value }) => value?.environment ?? null)
  const address = agreementOf(reason)
  if (address === null) return null
  if (environment === null || !isAgreementAddress(address, environment)) {
    return (
      <span className="agreement-address" data-testid="agreement-address">
        {text.foreign} <bdi>{address}</bdi>
      </span>
    )
  }
  const open = async (): Promise<void> => {
    const reply = await invoke('app.open-address', { address })
    if (!reply.ok || !reply.value.opened) {
      toast(toasts, 'warn', ({ ticket }) => ticket.agreement.notOpened)
    }
  }
  return (
    <Button
      size="small"
      icon={ExternalLink}
      hint={address}
      data-testid="agreement-open"
      onClick={() => void open()}
    >
      {text.open}
    </Button>
  )
}
