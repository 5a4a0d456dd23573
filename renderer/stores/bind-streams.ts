import type { Disposer } from '../../shared/domain/brand.js'
import { MAX_INSTRUCTION_ROWS } from '../../shared/domain/instructions/instruction-row.js'
import { ordersToForget } from '../../shared/domain/orders/retained-orders.js'
import type { ClientOrderId } from '../../shared/domain/ids.js'
import type { Order } from '../../shared/domain/orders/order.js'
import type { Position } from '../../shared/domain/account/account.js'
import {
  bodyOf,
  type Frame,
  type OpenStream,
  type Topic,
  type TopicKind,
} from '../bridge/stream.js'
import type { MainWindowStores } from './main-window-stores.js'
import type { RowStore } from './row-store.js'
import type { Snapshot } from './snapshot-stores.js'

const APP_TOPICS: readonly Topic[] = [{ kind: 'app' }, { kind: 'windows' }]
const TOPICS: readonly Topic[] = [
  { kind: 'session' },
  { kind: 'sign-in' },
  { kind: 'health' },
  { kind: 'orders' },
  { kind: 'fills' },
  { kind: 'positions' },
  { kind: 'realized' },
  { kind: 'balance' },
  { kind: 'alerts' },
]
/**
 * A stream of its own: the assistant session is created after the trading session, and must not
 * delay the account's stream.
 */
const ASSISTANTS: readonly Topic[] = [{ kind: 'instructions' }, { kind: 'assistants' }]
/**
 * What only the main window may read, in streams of their own: main refuses another window a stream
 * as a whole, and updates do not wait for an assistant session.
 */
const MAIN_WINDOW: readonly (readonly Topic[])[] = [
  [{ kind: 'updates' }],
  [{ kind: 'assistant-changes' }],
]
/** The maximum number of fills held; older ones are loaded by page as history. */
const MAX_FILLS = 2_000

/**
 * Connects the account's streams to the stores. Components that show quotes, depth, ticks or bars
 * open those streams.
 */
export function bindStores(
  open: OpenStream,
  stores: MainWindowStores,
  isMainWindow: boolean,
): Disposer {
  // The app topic has a stream of its own: it must arrive even without a session.
  const groups = [APP_TOPICS, TOPICS, ASSISTANTS, ...(isMainWindow ? MAIN_WINDOW : [])]
  const closers = groups.map((topics) =>
    open(topics, (frame, topic) => applyFrame(stores, frame, topic)),
  )
  return () => {
    for (const close of closers) close()
  }
}

/**
 * Applies one frame to its store, by the rules per topic of shared/ipc/streams.ts. Exported for its
 * test.
 */
export function applyFrame(stores: MainWindowStores, frame: Frame, topic: Topic): void {
  switch (topic.kind) {
    case 'app':
      return applySnapshot(stores.appState, frame, topic)
    case 'windows':
      return applySnapshot(stores.windows, frame, topic)
    case 'updates':
      return applySnapshot(stores.updates, frame, topic)
    case 'sign-in':
      return applySnapshot(stores.signIn, frame, topic)
    case 'session':
      return applySnapshot(stores.session, frame, topic)
    case 'health':
      return applySnapshot(stores.health, frame, topic)
    case 'balance':
      return applySnapshot(stores.balance, frame, topic)
    case 'realized':
      return applySnapshot(stores.realized, frame, topic)
    case 'alerts':
      return applySnapshot(stores.alerts, frame, topic)
    case 'assistant-changes':
      return applySnapshot(stores.assistantChanges, frame, topic)
    case 'assistants':
      return applySnapshot(stores.assistants, frame, topic)
    case 'instructions':
      applyRows(stores.instructions, frame, bodyOf(frame, topic), frame.kind === 'snapshot')
      return removeOldest(stores.instructions, MAX_INSTRUCTION_ROWS)
    case 'orders':
      return applyOrders(stores.orders, frame, bodyOf(frame, topic))
    case 'positions':
      return applyPositions(stores.positions, frame, bodyOf(frame, topic))
    case 'fills':
      applyRows(stores.fills, frame, bodyOf(frame, topic), frame.kind === 'snapshot')
      return removeOldest(stores.fills, MAX_FILLS)
    case 'accounts':
    case 'bar':
    case 'calendar':
    case 'confirm':
    case 'day-lines':
    case 'depth':
    case 'details':
    case 'drawings':
    case 'game-plays':
    case 'games':
    case 'institution-events':
    case 'journal':
    case 'market-read':
    case 'quotes':
    case 'ranking':
    case 'sectors':
    case 'ticks':
    case 'watchlists':
  }
}

interface Settable<T> {
  setState(state: Partial<Snapshot<T>>): void
}

function applySnapshot<T, K extends TopicKind>(
  store: Settable<T>,
  frame: Frame,
  topic: { readonly kind: K },
): void {
  if (frame.kind === 'gap') return store.setState({ freshness: 'stale' })
  store.setState({ value: bodyOf(frame, topic) as T | null, freshness: 'live', asOf: frame.asOf })
}

function applyRows<K, T>(
  store: RowStore<K, T>,
  frame: Frame,
  body: readonly T[] | null,
  complete: boolean,
): void {
  if (frame.kind === 'gap') return store.setFreshness('stale')
  if (complete) store.replaceAll(body ?? [])
  else store.upsert(body ?? [])
  store.setFreshness('live')
}

/** Applies all positions; null until they were read, which is not the same as none. */
function applyPositions(
  store: MainWindowStores['positions'],
  frame: Frame,
  body: readonly Position[] | null,
): void {
  applyRows(store, frame, body, true)
  if (frame.kind !== 'gap' && body === null) store.setFreshness('loading')
}

/** Applies orders and forgets the oldest final ones as main does, which sends no removals. */
function applyOrders(
  store: RowStore<ClientOrderId, Order>,
  frame: Frame,
  body: readonly Order[] | null,
): void {
  const before = store.keys()
  applyRows(store, frame, body, frame.kind === 'snapshot')
  if (store.keys() !== before) store.remove(ordersToForget(store.all()))
}

/** Removes the rows that arrived first where there are more than `max`. */
function removeOldest<K, T>(store: RowStore<K, T>, max: number): void {
  store.remove(store.keys().slice(0, -max))
}
