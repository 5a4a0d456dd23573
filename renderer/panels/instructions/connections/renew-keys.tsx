import { KeyRound } from 'lucide-react'
import type { ConnectionView, Pairing } from '../../../../shared/domain/instructions/connection.js'
import { useText } from '../../../language/window-text.js'
import { Button } from '../../../ui/button.js'
import { useRequest } from '../../../ui/use-request.js'

interface RenewKeysProps {
  readonly connections: readonly ConnectionView[]
  /** Shows a key that replaced another one. */
  readonly onRenewed: (pairing: Pairing) => void
}

/** Offers to renew the keys that a stranger on the port may know. */
export function RenewKeys({ connections, onRenewed }: RenewKeysProps) {
  const messages = useText().instructions.endpoint
  const { request, busy } = useRequest('toast')
  const paired = connections.filter(
    ({ state, hosted }) => state !== 'revoked' && hosted === undefined,
  )
  if (paired.length === 0) return null
  const renew = ({ id }: ConnectionView): void =>
    void request('assistants.renew-key', { id }).then((renewed) => {
      if (renewed !== null) onRenewed(renewed)
    })
  return (
    <div className="row-wrap renew-keys" role="group" aria-label={messages.renewTitle}>
      {paired.map((connection) => (
        <Button
          key={connection.id}
          size="small"
          icon={KeyRound}
          disabled={busy}
          onClick={() => renew(connection)}
        >
          {messages.renew(connection.name)}
        </Button>
      ))}
    </div>
  )
}
