import type { LiveEvents, LiveRows, LiveValue } from '../core/live.js'
import type { DeskSession } from '../core/session/desk-session.js'
import type { DeskView } from '../../shared/ipc/profiles.js'
import type { Topic, TopicKind } from '../../shared/ipc/streams.js'
import { eventsFeed, rowsFeed, wholeFeed, type Feed } from './feeds.js'
import type { AssistantServices } from './instruction-handlers.js'

const whole = <T>(live: LiveValue<T>): Feed =>
  wholeFeed(
    () => live.get(),
    (changed) => live.subscribe(changed),
  )
const rows = <T>(live: LiveRows<T>, keyOf: (row: T) => string): Feed =>
  rowsFeed(
    () => live.all(),
    keyOf,
    (changed) => live.subscribe(changed),
  )
const events = <T>(live: LiveEvents<T>): Feed =>
  eventsFeed(
    () => live.recent(),
    (happened) => live.subscribe(happened),
  )

const ASSISTANT_TOPICS = [
  'instructions',
  'assistants',
  'confirm',
] as const satisfies readonly TopicKind[]
export type AssistantTopic = Extract<Topic, { kind: (typeof ASSISTANT_TOPICS)[number] }>
export const isAssistantTopic = (topic: Topic): topic is AssistantTopic =>
  ASSISTANT_TOPICS.some((kind) => kind === topic.kind)

/** The feed of a topic: where its data comes from and how it coalesces for a slow page. */
export function feedOf(
  session: DeskSession,
  topic: Exclude<Topic, { kind: 'desk' } | AssistantTopic>,
): Feed {
  const { streams } = session
  switch (topic.kind) {
    case 'sign-in':
      return whole(streams.signIn)
    case 'session':
      return whole(streams.session)
    case 'health':
      return whole(streams.health)
    case 'balance':
      return whole(streams.balance)
    case 'positions':
      return whole(streams.positions)
    case 'orders':
      return rows(streams.orders, (order) => `${order.accountId} ${order.clientOrderId}`)
    case 'fills':
      return events(streams.fills)
    case 'quotes':
      return rows(streams.quotes(topic.symbols), (quote) => quote.symbol)
    case 'depth':
      return whole(streams.depth(topic.symbol))
    case 'ticks':
      return events(streams.ticks(topic.symbol))
    case 'bar':
      return whole(streams.bar(topic.symbol, topic.timespan))
  }
}

/** The feed of what stands above any session; it goes on while one is exchanged for another. */
export const deskFeed = (desk: LiveValue<DeskView>): Feed => whole(desk)

/**
 * Feeds of what assistants ask for, in every room that stands; they go on while one session's room
 * is exchanged for another's.
 */
export function assistantFeed(
  services: Pick<AssistantServices, 'rows' | 'view' | 'confirm'>,
  topic: AssistantTopic,
): Feed {
  switch (topic.kind) {
    case 'instructions':
      return rows(services.rows, (row) => row.id)
    case 'assistants':
      return whole(services.view)
    case 'confirm':
      return whole(services.confirm.confirm)
  }
}
