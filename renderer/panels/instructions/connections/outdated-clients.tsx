import { FilePen } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type {
  ClientPlan,
  OutdatedClient,
} from '../../../../shared/domain/instructions/client-setup.js'
import { inPanelText, usePanelText } from '../../../language/panel-text.js'
import { useMainWindow } from '../../../stores/context.js'
import { toast } from '../../../stores/toasts.js'
import { Button } from '../../../ui/button.js'
import { useRequest } from '../../../ui/use-request.js'
import { CLIENT_NAMES } from './client-names.js'
import { Difference, OwnerChoice } from './client-setup.js'

/** Returns the clients that start Countersign by an earlier command; reads their settings once. */
function useOutdatedClients() {
  const mainWindow = useMainWindow()
  const [clients, setClients] = useState<readonly OutdatedClient[]>([])
  const refresh = useCallback((): void => {
    void mainWindow.invoke('assistants.client-outdated', {}).then((reply) => {
      // Settings that cannot be read now are no news for the person.
      if (reply.ok) setClients(reply.value.clients)
    })
  }, [mainWindow])
  useEffect(refresh, [refresh])
  return { clients, refresh } as const
}

/** Offers to renew settings whose command an update or a moved program has made invalid. */
export function OutdatedClients() {
  const text = usePanelText().clients
  const { clients, refresh } = useOutdatedClients()
  if (clients.length === 0) return null
  return (
    <section className="outdated-clients" aria-label={text.outdated} data-testid="outdated-clients">
      <p className="note warn" role="status">
        {text.outdatedHint}
      </p>
      {clients.map((client) => (
        <OutdatedSetup key={client.client} outdated={client} onRenewed={refresh} />
      ))}
    </section>
  )
}

function OutdatedSetup({
  outdated,
  onRenewed,
}: {
  readonly outdated: OutdatedClient
  readonly onRenewed: () => void
}) {
  const text = usePanelText().clients
  const { toasts } = useMainWindow()
  const { request, busy } = useRequest('toast')
  const [plan, setPlan] = useState<ClientPlan | null>(null)
  const [ownerOnly, setOwnerOnly] = useState(true)
  const { client, file } = outdated
  const name = CLIENT_NAMES[client]
  const show = (): void => void request('assistants.client-renewal', { client }).then(setPlan)
  const write = (shown: ClientPlan): void =>
    void request('assistants.client-write', {
      plan: shown.plan,
      ownerOnly: ownerOnly && shown.readableByOthers,
    }).then((done) => {
      if (done === null) return setPlan(null)
      toast(
        toasts,
        'good',
        inPanelText(({ clients }) => clients.written(name, file)),
      )
      onRenewed()
    })
  return (
    <>
      <div className="row-apart">
        <span className="selectable">
          {name}: {file}
        </span>
        {plan === null ? (
          <Button size="small" disabled={busy} onClick={show}>
            {text.showChange}
          </Button>
        ) : (
          <Button
            size="small"
            variant="primary"
            icon={FilePen}
            disabled={busy}
            onClick={() => write(plan)}
          >
            {text.renew(name)}
          </Button>
        )}
      </div>
      {plan !== null && (
        <>
          <OwnerChoice plan={plan} ownerOnly={ownerOnly} onChange={setOwnerOnly} />
          <Difference lines={plan.lines} />
        </>
      )}
    </>
  )
}
