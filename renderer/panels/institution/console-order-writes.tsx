import { useEffect, useState } from 'react'
import type { ProfileId } from '../../../shared/domain/app/profile.js'
import type { ConsoleOrders } from '../../../shared/domain/institution/institution-view.js'
import { formatMessage } from '../../format/message.js'
import { dayStamp } from '../../format/time.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow } from '../../stores/context.js'
import { otherThan } from '../../bridge/same-content.js'

/** How often the states are read: a request is settled by itself. */
const EVERY_MS = 1_000
const SHOWN = 5

/** The latest requests about orders, and what became of each. */
export function ConsoleOrderWrites({ profile }: { readonly profile: ProfileId }) {
  const messages = usePanelText().institution.orderWrites
  const orders = useOrders(profile)
  if (orders === null || (orders.rows.length === 0 && orders.problem === null)) return null
  return (
    <section className="institution-orders" aria-label={messages.title}>
      {orders.problem !== null && (
        <p className="down" role="alert">
          {messages.problem(formatMessage(orders.problem))}
        </p>
      )}
      <ul aria-label={messages.title}>
        {orders.rows.slice(0, SHOWN).map(({ ref, sentAt, kind, clientOrderId, state }) => (
          <li key={ref} data-testid="institution-order" data-state={state}>
            <span className="dim tnum">{dayStamp(sentAt)}</span> {messages.kinds[kind]}{' '}
            <span className="selectable tnum">{clientOrderId}</span>{' '}
            <strong className={state === 'checking' ? 'down' : undefined}>
              {messages.states[state]}
            </strong>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the requests of an institution, read again while shown; null until the first answer. */
function useOrders(profile: ProfileId): ConsoleOrders | null {
  const { invoke } = useMainWindow()
  const [orders, setOrders] = useState<ConsoleOrders | null>(null)
  useEffect(() => {
    let isGone = false
    const read = (): void =>
      void invoke('institution.orders', { profile }).then((reply) => {
        if (!isGone && reply.ok) setOrders((before) => otherThan(before, reply.value))
      })
    read()
    const timer = setInterval(read, EVERY_MS)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [invoke, profile])
  return orders
}
