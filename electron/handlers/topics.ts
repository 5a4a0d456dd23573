import type { LiveEvents, LiveRows, LiveValue } from '../core/live-values.js'
import type { TradingSession } from '../core/session/trading-session.js'
import type { AssistantChangesView } from '../../shared/domain/instructions/window-change.js'
import type { UpdateView } from '../../shared/domain/app/update-view.js'
import type { AppStateView } from '../../shared/domain/app/app-state.js'
import type { Topic, TopicKind } from '../../shared/ipc/streams.js'
import { eventsFeed, rowsFeed, valueFeed, type Feed } from './feeds.js'
import type { AssistantServices } from './instruction-handlers.js'
import type { ConsoleServices } from './institution-handlers.js'

const latestOf = <T>(live: LiveValue<T>): Feed =>
  valueFeed(
    () => live.get(),
    (changed) => {
      const stops = [live.subscribe(changed), live.onOutdated?.(changed)]
      return () => {
        for (const stop of stops) stop?.()
      }
    },
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
  'assistant-changes',
  'confirm',
] as const satisfies readonly TopicKind[]
export type AssistantTopic = Extract<Topic, { kind: (typeof ASSISTANT_TOPICS)[number] }>
export const isAssistantTopic = (topic: Topic): topic is AssistantTopic =>
  ASSISTANT_TOPICS.some((kind) => kind === topic.kind)

export type InstitutionTopic = Extract<Topic, { kind: 'institution-events' }>

/** Returns the feed of a topic: the source of its data and how it coalesces for a slow page. */
export function feedOf(
  session: TradingSession,
  topic: Exclude<
    Topic,
    { kind: 'app' | 'windows' | 'updates' } | AssistantTopic | InstitutionTopic
  >,
): Feed {
  const { streams } = session
  switch (topic.kind) {
    case 'sign-in':
      return latestOf(streams.signIn)
    case 'session':
      return latestOf(streams.session)
    case 'health':
      return latestOf(streams.health)
    case 'balance':
      return latestOf(streams.balance)
    case 'accounts':
      return latestOf(streams.accounts)
    case 'realized':
      return latestOf(streams.realized)
    case 'positions':
      return latestOf(streams.positions)
    case 'orders':
      return rows(streams.orders, (order) => `${order.accountId} ${order.clientOrderId}`)
    case 'fills':
      return events(streams.fills)
    case 'quotes':
      return rows(streams.quotes(topic.symbols), (quote) => quote.symbol)
    case 'details':
      return rows(streams.details(topic.symbols), ({ symbol }) => symbol)
    case 'day-lines':
      return rows(streams.dayLines(topic.symbols), ({ symbol }) => symbol)
    case 'games':
      return latestOf(streams.games({ competition: topic.competition, event: topic.event }))
    case 'game-plays':
      return latestOf(streams.gamePlays(topic.milestone))
    case 'ranking':
      return latestOf(streams.ranking(topic.query))
    case 'watchlists':
      return latestOf(streams.watchlists)
    case 'alerts':
      return latestOf(streams.alerts)
    case 'drawings':
      return latestOf(streams.drawings(topic.key))
    case 'journal':
      return latestOf(streams.journal(topic.accountId))
    case 'calendar':
      return latestOf(streams.calendar(topic.about))
    case 'sectors':
      return latestOf(streams.sectors(topic.query))
    case 'depth':
      return latestOf(streams.depth(topic.symbol))
    case 'ticks':
      return events(streams.ticks(topic.symbol))
    case 'market-read':
      return latestOf(streams.marketRead(topic.list, topic.symbol))
    case 'bar':
      return latestOf(streams.bar(topic.symbol, topic.timespan))
  }
}

/** Returns the feed of the application state, which continues across a switch of sessions. */
export const applicationFeed = (view: LiveValue<AppStateView>): Feed => latestOf(view)

/** Returns the feed of updates, which continues across a switch of sessions. */
export const updatesFeed = (view: LiveValue<UpdateView>): Feed => latestOf(view)

/** Returns the feed of the institution console, which is beside the session. */
export function institutionFeed(
  services: Pick<ConsoleServices, 'events'>,
  topic: InstitutionTopic,
): Feed {
  switch (topic.kind) {
    case 'institution-events': {
      const source = services.events(topic.profile)
      return valueFeed(
        () => source.view(),
        (changed) => source.listen(changed),
      )
    }
  }
}

/**
 * Returns feeds of all assistant sessions, which continue across a switch of sessions.
 *
 * @param changes what assistants changed in the window of the open session
 */
export function assistantFeed(
  services: Pick<AssistantServices, 'rows' | 'view' | 'confirm'>,
  topic: AssistantTopic,
  changes: LiveValue<AssistantChangesView>,
): Feed {
  switch (topic.kind) {
    case 'instructions':
      return rows(services.rows, (row) => row.id)
    case 'assistants':
      return latestOf(services.view)
    case 'assistant-changes':
      return latestOf(changes)
    case 'confirm':
      return latestOf(services.confirm.confirm)
  }
}
