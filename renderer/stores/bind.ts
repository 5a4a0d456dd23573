import type { Disposer } from '../../shared/domain/brand.js'
import type { Frame, Topic, TopicKind } from '../../shared/ipc/streams.js'
import { bodyOf, type OpenStream } from '../bridge/stream.js'
import type { DeskStores } from './desk-stores.js'
import type { RowStore } from './rows.js'
import type { Whole } from './state.js'

const ABOVE: readonly Topic[] = [{ kind: 'desk' }]
const TOPICS: readonly Topic[] = [
  { kind: 'session' },
  { kind: 'sign-in' },
  { kind: 'health' },
  { kind: 'orders' },
  { kind: 'fills' },
  { kind: 'positions' },
  { kind: 'balance' },
]
/**
 * Apart from the account's: the room of assistants is built after the session, and must hold
 * nothing back.
 */
const ASSISTANTS: readonly Topic[] = [{ kind: 'instructions' }, { kind: 'assistants' }]
/** The newest fills that the desk keeps; older ones are history and come by page. */
const MOST_FILLS = 2_000

/**
 * Connects the account's streams to the stores. Quotes, depth, ticks and bars are opened by whoever
 * shows them.
 */
export function bindStores(open: OpenStream, stores: DeskStores): Disposer {
  // What stands above the session has a stream of its own: it must be told while no session is
  // there.
  const closers = [ABOVE, TOPICS, ASSISTANTS].map((topics) =>
    open(topics, (frame, topic) => applyFrame(stores, frame, topic)),
  )
  return () => {
    for (const close of closers) close()
  }
}

/**
 * Puts one frame where it belongs. Exported for its test: the rules of streams.ts per topic stand
 * here.
 */
export function applyFrame(stores: DeskStores, frame: Frame, topic: Topic): void {
  if (frame.kind === 'heartbeat') return
  switch (topic.kind) {
    case 'desk':
      return whole(stores.above, frame, topic)
    case 'sign-in':
      return whole(stores.signIn, frame, topic)
    case 'session':
      return whole(stores.session, frame, topic)
    case 'health':
      return whole(stores.health, frame, topic)
    case 'balance':
      return whole(stores.balance, frame, topic)
    case 'assistants':
      return whole(stores.assistants, frame, topic)
    case 'instructions':
      return rows(stores.instructions, frame, bodyOf(frame, topic), frame.kind === 'snapshot')
    case 'orders':
      return rows(stores.orders, frame, bodyOf(frame, topic), frame.kind === 'snapshot')
    case 'positions':
      return rows(stores.positions, frame, bodyOf(frame, topic), true)
    case 'fills':
      rows(stores.fills, frame, bodyOf(frame, topic), frame.kind === 'snapshot')
      stores.fills.remove(stores.fills.keys().slice(0, -MOST_FILLS))
      return
    default:
  }
}

interface Settable<T> {
  setState(state: Partial<Whole<T>>): void
}

function whole<T, K extends TopicKind>(
  store: Settable<T>,
  frame: Frame,
  topic: { readonly kind: K },
): void {
  if (frame.kind === 'gap') return store.setState({ freshness: 'stale' })
  store.setState({ value: bodyOf(frame, topic) as T | null, freshness: 'live', asOf: frame.asOf })
}

function rows<K, T>(
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
