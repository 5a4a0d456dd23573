import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { useCopy } from '../../ui/use-copy.js'

/** An address that the person registers at the broker, with a button that copies it. */
export function AddressToRegister({
  label,
  address,
}: {
  readonly label: string
  readonly address: string
}) {
  const messages = useText().profiles
  const copy = useCopy(({ profiles }) => profiles.redirectCopied)
  return (
    <p className="redirect-address">
      <span>{label}</span>
      <code className="selectable" data-testid="redirect-address">
        {address}
      </code>
      <Button size="small" onClick={() => copy(address)}>
        {messages.redirectCopy}
      </Button>
    </p>
  )
}
