import { Copy, ExternalLink } from 'lucide-react'
import { addressHost, isPublicationAddress } from '../../../shared/domain/reference/publications.js'
import { inPanelText, usePanelText } from '../../language/panel-text.js'
import { useMainWindow } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import { Button } from '../button.js'
import { useCopy } from '../use-copy.js'

/** Opens an address of the broker's data in the browser, or copies it where it is not allowed. */
export function AddressButton({
  address,
  title,
}: {
  readonly address: string
  readonly title: string
}) {
  const text = usePanelText().company
  const { invoke, toasts } = useMainWindow()
  const copy = useCopy(inPanelText(({ company }) => company.copied))
  const host = addressHost(address) ?? address.slice(0, 60)
  if (!isPublicationAddress(address)) {
    return (
      <Button
        size="small"
        variant="quiet"
        icon={Copy}
        hint={address}
        aria-label={text.copyLabel(host)}
        onClick={() => copy(address)}
      >
        {text.copy}
      </Button>
    )
  }
  const open = async (): Promise<void> => {
    const reply = await invoke('app.open-address', { address })
    if (!reply.ok || !reply.value.opened) {
      toast(
        toasts,
        'warn',
        inPanelText(({ company }) => company.notOpened),
      )
    }
  }
  return (
    <Button
      size="small"
      variant="quiet"
      icon={ExternalLink}
      hint={host}
      aria-label={text.openLabel(title)}
      onClick={() => void open()}
    >
      {text.open}
    </Button>
  )
}
