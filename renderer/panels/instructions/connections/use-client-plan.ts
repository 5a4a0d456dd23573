import { useEffect, useState } from 'react'
import type {
  ClientId,
  ClientPlan,
  ClientSetup,
} from '../../../../shared/domain/instructions/client-setup.js'
import type { Pairing } from '../../../../shared/domain/instructions/connection.js'
import { problemOf, useProblem } from '../../../language/use-problem.js'
import { useMainWindow } from '../../../stores/context.js'

type ConnectionId = Pairing['connection']['id']

/** Returns the change that would add a key to a client's settings, or why there is none. */
export function useClientPlan(client: ClientId, connection: ConnectionId, token: string) {
  const mainWindow = useMainWindow()
  const [attempt, setAttempt] = useState(0)
  const [plan, setPlan] = useState<ClientPlan | null>(null)
  const [problem, setProblem] = useProblem()
  useEffect(() => {
    let wants = true
    void mainWindow
      .invoke('assistants.client-plan', { client, connection, token })
      .then((reply) => {
        if (!wants) return
        setPlan(reply.ok ? reply.value : null)
        setProblem(reply.ok ? null : problemOf(reply.error))
      })
    return () => {
      wants = false
    }
  }, [mainWindow, client, connection, token, attempt, setProblem])
  return { plan, problem, refresh: () => setAttempt((before) => before + 1) } as const
}

/** Returns the changes of settings for a connection that can be undone. */
export function useClientSetups(connection: ConnectionId) {
  const mainWindow = useMainWindow()
  const [attempt, setAttempt] = useState(0)
  const [setups, setSetups] = useState<readonly ClientSetup[]>([])
  useEffect(() => {
    let wants = true
    void mainWindow.invoke('assistants.client-list', {}).then((reply) => {
      if (!wants) return
      const all = reply.ok ? reply.value.setups : []
      setSetups(all.filter((setup) => setup.connection === connection))
    })
    return () => {
      wants = false
    }
  }, [mainWindow, connection, attempt])
  return { setups, refresh: () => setAttempt((before) => before + 1) } as const
}
